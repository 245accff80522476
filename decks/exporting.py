"""A stored deck as a file of any kind: texts from ``exchange``, papers from ``sheets``, kept where they take long."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.urls import reverse

from cards.catalogue import Catalogue
from cards.datafiles import load_formats
from cards.faces import FaceStore, face_key
from decks.decklist import Decklist
from decks.exchange import KINDS, NamedDeck, UnknownKindError, render
from decks.exchange.tts import Sheet
from decks.exchange.values import filename
from decks.keeping import Keeper
from decks.models import Deck
from decks.pictures import PictureDeck, draw_picture, picture_key
from decks.sheets import PAPERS, SheetDeck, faces_to_draw, proxies, proxy_cards, registration_sheet
from decks.tables import draw_sheet, sheet_mark

SHEET: Final = "sheet.pdf"
PROXIES: Final = "proxies.pdf"
#: Every kind of file, with what it is called.
LABELS: Final = {
    **{kind.name: kind.label for kind in KINDS.values()},
    SHEET: "Registration sheet",
    PROXIES: "Proxies",
}
#: How long one request may spend on drawing faces.
PATIENCE: Final = 8.0
_MOST_PROXIES_KEPT: Final = 40
_MOST_PICTURES_KEPT: Final = 2_000
_MOST_TABLES_KEPT: Final = 60

#: Makes a whole address of a path, as ``request.build_absolute_uri`` does.
Absolute = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Exported:
    """A file with what a browser needs to know about it."""

    content: bytes
    media_type: str
    filename: str


class UnknownPaperError(ValueError):
    """There is no such paper."""


class StillDrawingError(Exception):
    """So many faces are still to be drawn; asking again goes on with them."""

    def __init__(self, left: int, total: int) -> None:
        self.left = left
        self.total = total
        super().__init__(f"{left} of {total} faces are still to be drawn.")


def export(
    deck: Deck,
    decklist: Decklist,
    kind: str,
    catalogue: Catalogue,
    absolute: Absolute,
    *,
    address: str = "",
    paper: str = "a4",
) -> Exported:
    """Write a list of a deck down; ``address`` is where the code on a sheet leads.

    :raises UnknownKindError: if there is no such kind.
    :raises UnknownPaperError: if there is no such paper.
    :raises DeckExportError: if the deck is too large for a table or to be printed card by card.
    :raises StillDrawingError: if proxies need more time.
    """
    if kind not in LABELS:
        raise UnknownKindError(kind, tuple(LABELS))
    if paper not in PAPERS:
        raise UnknownPaperError(f"There is no paper {paper[:40]!r}; the papers are {', '.join(PAPERS)}.")
    if kind == SHEET:
        return Exported(_sheet(deck, decklist, catalogue, address, paper), "application/pdf", _name(deck, "sheet.pdf"))
    if kind == PROXIES:
        return Exported(_proxies(deck, decklist, catalogue, paper), "application/pdf", _name(deck, "proxies.pdf"))
    written = render(NamedDeck(deck.name, decklist), kind, catalogue, sheet_url=lambda name: absolute(table_path(name)))
    return Exported(written.content, written.media_type, written.filename)


def picture(deck: Deck, catalogue: Catalogue) -> bytes:
    """The deck's picture for link previews."""
    shown = PictureDeck(deck.name, _head(deck), deck.owner.get_username() if deck.owner else "")
    key = picture_key(shown, catalogue)
    kept = Keeper(_directory("pictures"), _MOST_PICTURES_KEPT)
    return kept.get(f"{key}.png", lambda: draw_picture(shown, catalogue, face_store()))


def face_store() -> FaceStore:
    """Where drawn faces lie."""
    return FaceStore(Path(settings.FACES_ROOT))


def table_sheet(sheet: Sheet, catalogue: Catalogue) -> bytes:
    """A sheet of faces for Tabletop Simulator, drawn once for each catalogue."""
    kept = Keeper(_directory("tables"), _MOST_TABLES_KEPT)
    name = f"{sheet.name}-{sheet_mark(catalogue)}.jpg"
    return kept.get(name, lambda: draw_sheet(sheet, catalogue, face_store()))


def table_path(name: str) -> str:
    """The path of a sheet of faces for Tabletop Simulator."""
    return reverse("decks:table-sheet", kwargs={"name": name})


def _sheet(deck: Deck, decklist: Decklist, catalogue: Catalogue, address: str, paper: str) -> bytes:
    names = {format.code: format.name for format in load_formats()}
    player = deck.owner.get_username() if deck.owner else ""
    shown = SheetDeck(deck.name, decklist, names.get(deck.format, deck.format), player, address)
    return registration_sheet(shown, catalogue, paper)


def _proxies(deck: Deck, decklist: Decklist, catalogue: Catalogue, paper: str) -> bytes:
    cards = proxy_cards(decklist, catalogue)
    store = face_store()
    left = faces_to_draw(cards, store, PATIENCE)
    if left:
        raise StillDrawingError(left, len(set(cards)))
    facts = (deck.name, paper, [face_key(card, "full") for card in cards])
    key = hashlib.sha256(repr(facts).encode()).hexdigest()[:24]
    kept = Keeper(_directory("proxies"), _MOST_PROXIES_KEPT)
    return kept.get(f"{key}.pdf", lambda: proxies(deck.name, cards, store, paper))


def _head(deck: Deck) -> Decklist:
    return deck.head.decklist if deck.head else Decklist.of(None, (), {})


def _name(deck: Deck, extension: str) -> str:
    return filename(deck.name, extension)


def _directory(name: str) -> Path:
    return Path(settings.VAR) / "decks" / name
