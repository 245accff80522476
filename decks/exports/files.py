"""A stored deck as a file of any kind: text from ``exchange``, PDF and images, cached where they are slow to make."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from django.conf import settings
from django.http import FileResponse, HttpResponse
from django.urls import reverse

from cards.catalogue import Catalogue
from cards.catalogue.datafiles import load_formats
from cards.faces import FaceStore, face_key
from decks.decklist import EMPTY, Decklist
from decks.exchange import KINDS, NamedDeck, UnknownKindError, render
from decks.exchange.tts import Sheet
from decks.exchange.values import filename
from decks.exports.file_cache import FileCache
from decks.exports.pdf import PAPERS, SheetDeck, draw_proxies, faces_to_draw, proxy_cards, registration_sheet
from decks.exports.pictures import PictureDeck, draw_picture, picture_key
from decks.exports.tts_sheets import draw_sheet, sheet_mark
from decks.models import Deck
from web.rate_limits import HEAVY_EXPORTS, attempt
from web.slots import Slots

SHEET: Final = "sheet.pdf"
PROXIES: Final = "proxies.pdf"
#: Every kind of file, with its label.
LABELS: Final = {
    **{kind.name: kind.label for kind in KINDS.values()},
    SHEET: "Registration sheet",
    PROXIES: "Proxies",
}
#: How long one request may spend on drawing faces.
PATIENCE: Final = 8.0
_MAX_PROXIES_KEPT: Final = 40
_MAX_PICTURES_KEPT: Final = 2_000
_MAX_TABLES_KEPT: Final = 60

#: One drawing at a time bounds a process's memory.
_drawing: Final = Slots(1, "Another file is being drawn. Try again in a few seconds.")

#: Makes a path an absolute URL, as ``request.build_absolute_uri`` does.
Absolute = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file to send; a cached one is an open file, with ``tag`` as its ETag."""

    content: bytes | BinaryIO
    media_type: str
    filename: str
    tag: str = ""


def file_response(
    content: bytes | BinaryIO, media_type: str, filename: str, *, inline: bool = False
) -> HttpResponse | FileResponse:
    """A download; an open file is streamed, and closed at the end."""
    if isinstance(content, bytes):
        response = HttpResponse(content, content_type=media_type)
        manner = "inline" if inline else "attachment"
        response.headers["Content-Disposition"] = f'{manner}; filename="{filename}"'
        return response
    return FileResponse(content, as_attachment=not inline, filename=filename, content_type=media_type)


class UnknownPaperError(ValueError):
    """There is no such paper size."""


class StillDrawingError(Exception):
    """Faces are still to be drawn; the next request continues."""

    def __init__(self, left: int, total: int) -> None:
        self.left = left
        self.total = total
        super().__init__(f"{left} of {total} card images are still being drawn.")


@contextmanager
def _drawing_for(who: str) -> Iterator[None]:
    """:raises BusyError: if this process draws already. :raises RateLimitError: if ``who`` asked for too many."""
    with _drawing.take():
        attempt(HEAVY_EXPORTS, who)
        yield


def export(
    deck: Deck,
    decklist: Decklist,
    kind: str,
    catalogue: Catalogue,
    absolute: Absolute,
    *,
    who: str,
    address: str = "",
    paper: str = "a4",
) -> ExportedFile:
    """Export a list of a deck; ``address`` is the URL in the QR code of a registration sheet.

    :raises UnknownKindError: if there is no such kind.
    :raises UnknownPaperError: if there is no such paper.
    :raises DeckExportError: if the deck is too large for a table or to be printed card by card.
    :raises StillDrawingError: if proxies need more time.
    :raises BusyError: if this process is drawing another file. :raises RateLimitError: if ``who`` asked for too many.
    """
    if kind not in LABELS:
        raise UnknownKindError(kind, tuple(LABELS))
    if paper not in PAPERS:
        raise UnknownPaperError(f"There is no paper size “{paper[:40]}”. Choose {' or '.join(PAPERS)}.")
    if kind == SHEET:
        return ExportedFile(
            _sheet(deck, decklist, catalogue, address, paper), "application/pdf", _name(deck, "sheet.pdf")
        )
    if kind == PROXIES:
        return _proxies(deck, decklist, catalogue, who, paper)
    written = render(NamedDeck(deck.name, decklist), kind, catalogue, sheet_url=lambda name: absolute(table_path(name)))
    return ExportedFile(written.content, written.media_type, written.filename)


def picture(deck: Deck, catalogue: Catalogue, who: str) -> bytes:
    """The deck's picture for link previews. :raises: as ``export`` does, if it is still to be drawn."""
    shown = PictureDeck(deck.name, _head(deck), deck.owner.get_username() if deck.owner else "")
    name = f"{picture_key(shown, catalogue)}.png"
    kept = FileCache(_directory("pictures"), _MAX_PICTURES_KEPT)
    file = kept.open(name)
    if file is None:
        with _drawing_for(who):
            file = kept.make(name, lambda out: _put(out, draw_picture(shown, catalogue, face_store())))
    with file:
        return file.read()


def _put(out: BinaryIO, content: bytes) -> None:
    out.write(content)


def face_store() -> FaceStore:
    """The store of drawn faces."""
    return FaceStore(Path(settings.FACES_ROOT))


def table_sheet(sheet: Sheet, catalogue: Catalogue) -> bytes:
    """A sheet of faces for Tabletop Simulator, drawn once for each catalogue."""
    kept = FileCache(_directory("tables"), _MAX_TABLES_KEPT)
    name = f"{sheet.name}-{sheet_mark(catalogue)}.jpg"
    file = kept.open(name)
    if file is None:
        # A table asks for all its sheets at once and never again for one that failed, so they queue.
        with _drawing.take(wait=True):
            file = kept.make(name, lambda out: _put(out, draw_sheet(sheet, catalogue, face_store())))
    with file:
        return file.read()


def table_path(name: str) -> str:
    """The path of a sheet of faces for Tabletop Simulator."""
    return reverse("decks:table-sheet", kwargs={"name": name})


def _sheet(deck: Deck, decklist: Decklist, catalogue: Catalogue, address: str, paper: str) -> bytes:
    names = {format.code: format.name for format in load_formats()}
    player = deck.owner.get_username() if deck.owner else ""
    shown = SheetDeck(deck.name, decklist, names.get(deck.format, deck.format), player, address)
    return registration_sheet(shown, catalogue, paper)


def _proxies(deck: Deck, decklist: Decklist, catalogue: Catalogue, who: str, paper: str) -> ExportedFile:
    cards = proxy_cards(decklist, catalogue)
    facts = (deck.name, paper, [face_key(card, "full") for card in cards])
    key = hashlib.sha256(repr(facts).encode()).hexdigest()[:24]
    kept = FileCache(_directory("proxies"), _MAX_PROXIES_KEPT)
    file = kept.open(f"{key}.pdf")
    if file is None:
        with _drawing_for(who):
            store = face_store()
            left = faces_to_draw(cards, store, PATIENCE)
            if left:
                raise StillDrawingError(left, len(set(cards)))
            file = kept.make(f"{key}.pdf", lambda out: draw_proxies(out, deck.name, cards, store, paper))
    return ExportedFile(file, "application/pdf", _name(deck, "proxies.pdf"), key)


def _head(deck: Deck) -> Decklist:
    return deck.head.decklist if deck.head else EMPTY


def _name(deck: Deck, extension: str) -> str:
    return filename(deck.name, extension)


def _directory(name: str) -> Path:
    return Path(settings.VAR) / "decks" / name
