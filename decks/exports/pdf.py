"""Decks as PDF: tournament registration sheets, and proxies to cut out."""

from __future__ import annotations

import io
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final

import segno
from PIL import Image
from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from cards.catalogue import Card, Catalogue
from cards.faces import FaceStore
from cards.faces.lettering import FONTS
from cards.faces.palette import INK
from decks.decklist import Decklist
from decks.exchange import DeckExportError
from decks.exports.titles import drawable, fit_title
from decks.lists.sections import Section, sections

PAPERS: Final[Mapping[str, tuple[float, float]]] = {"a4": A4, "letter": LETTER}

#: The size of a card, and how many lie beside each other.
CARD: Final = (63 * mm, 88 * mm)
ACROSS: Final = 3
PER_PAGE: Final = ACROSS * ACROSS
#: Three times a legal deck.
MAX_PROXIES: Final = 180

_TEXT: Final = "FiveSailsText"
_BOLD: Final = "FiveSailsBold"
_DISPLAY: Final = "FiveSailsDisplay"
_FILES: Final = {_TEXT: "text.ttf", _BOLD: "text-semibold.ttf", _DISPLAY: "display.ttf"}
_INK: Final = HexColor("#1E1B18")
_SOFT: Final = HexColor("#5C5142")
_LINE: Final = HexColor("#A79A80")
#: The largest size of a deck's name, by the number of its lines.
_TITLE_SIZES: Final = {1: 24.0, 2: 18.0, 3: 14.0, 4: 11.0}
#: What a deck is called whose name our fonts cannot write.
_NAMELESS: Final = "Deck"
#: Below this size, in tenths of a point, groups may be broken across columns.
_READABLE: Final = 60
_JPEG: Final = {"quality": 80, "optimize": True}


@dataclass(frozen=True, slots=True)
class SheetDeck:
    """What a sheet says about a deck besides its cards; ``address`` is where its code leads, if anywhere."""

    name: str
    decklist: Decklist
    format: str
    player: str = ""
    address: str = ""


@cache
def _prepare() -> None:
    """Our fonts, so that a sheet looks and measures alike on every machine; pictures as they are, not as letters."""
    setattr(rl_config, "useA85", 0)  # noqa: B010 - the library makes its settings at run time
    for name, file in _FILES.items():
        pdfmetrics.registerFont(TTFont(name, FONTS / file))


def _canvas(out: BinaryIO, paper: str, title: str) -> Canvas:
    _prepare()
    # Invariant: the same deck gives the same bytes, without the time of day in them.
    canvas = Canvas(out, pagesize=PAPERS[paper], pageCompression=1, invariant=1, initialFontName=_TEXT)
    canvas.setTitle(title)
    canvas.setCreator("Five Sails")
    return canvas


# --- the registration sheet ---


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of a column: a heading with its number, or a card with its quantity."""

    words: str
    count: int
    code: str = ""


def registration_sheet(deck: SheetDeck, catalogue: Catalogue, paper: str = "a4") -> bytes:
    """One page with every card, and blanks for the player and the event."""
    out = io.BytesIO()
    canvas = _canvas(out, paper, f"{deck.name}: deck registration")
    width, height = PAPERS[paper]
    margin = 15 * mm
    top = _header(canvas, deck, margin, width - margin, height - margin)
    bottom = _footer(canvas, deck, margin, width - margin, margin)
    _list(canvas, _rows(deck.decklist, catalogue), (margin, bottom, width - margin, top))
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _header(canvas: Canvas, deck: SheetDeck, left: float, right: float, top: float) -> float:
    canvas.setFillColor(_INK)
    canvas.setFont(_BOLD, 8)
    canvas.drawString(left, top - 8, "FIVE SAILS  ·  DECK REGISTRATION")
    room = right - left
    if deck.address:
        side = 27 * mm
        _qr(canvas, deck.address, right - side, top - side, side)
        room -= side + 6 * mm
    size, lines = fit_title(
        _drawable(deck.name, _DISPLAY), room, lambda words: pdfmetrics.stringWidth(words, _DISPLAY, 1), _TITLE_SIZES
    )
    canvas.setFont(_DISPLAY, size)
    for line in lines:
        canvas.drawString(left, top - 32, line)
        top -= size * 1.1
    top += size * 1.1
    canvas.setFont(_TEXT, 9)
    canvas.setFillColor(_SOFT)
    canvas.drawString(left, top - 46, f"Format: {deck.format}")
    y = top - 72
    half = (room - 6 * mm) / 2
    for row in ((("Player", deck.player), ("Player number", "")), (("Event", ""), ("Date", ""))):
        for place, (label, value) in enumerate(row):
            _blank(canvas, left + place * (half + 6 * mm), y, half, label, value)
        y -= 24
    return y + 6


def _blank(canvas: Canvas, x: float, y: float, width: float, label: str, value: str) -> None:
    """A line to write on, with its label below."""
    canvas.setStrokeColor(_LINE)
    canvas.setLineWidth(0.6)
    canvas.line(x, y, x + width, y)
    canvas.setFillColor(_SOFT)
    canvas.setFont(_TEXT, 7)
    canvas.drawString(x, y - 8, label)
    if value:
        canvas.setFillColor(_INK)
        canvas.setFont(_TEXT, 11)
        canvas.drawString(x, y + 3, _truncate(_drawable(value, _TEXT, ""), _TEXT, 11, width))


def _footer(canvas: Canvas, deck: SheetDeck, left: float, right: float, bottom: float) -> float:
    third = (right - left - 12 * mm) / 3
    for place, label in enumerate(("Player’s signature", "Checked by", "Notes")):
        _blank(canvas, left + place * (third + 6 * mm), bottom + 22, third, label, "")
    canvas.setFillColor(_SOFT)
    canvas.setFont(_TEXT, 7)
    decklist = deck.decklist
    total = len(decklist.approach) + decklist.faction_size + bool(decklist.leader)
    words = (
        f"Approach deck {len(decklist.approach)}  ·  Faction deck {decklist.faction_size}  ·  Total {total}"
        f"  ·  Fingerprint {decklist.fingerprint}"
    )
    canvas.drawString(left, bottom, words)
    return bottom + 22 + 14 * mm


def _rows(decklist: Decklist, catalogue: Catalogue) -> list[list[_Row]]:
    """Blocks that no column break divides from their heading."""
    leader = catalogue.get(decklist.leader) if decklist.leader else None
    blocks = [[_Row("Leader", 1), _Row(leader.full_name, 1, leader.code)]] if leader else []
    blocks += [_block(section) for section in sections(decklist, catalogue)]
    return blocks


def _block(section: Section) -> list[_Row]:
    rows = [_Row(line.card.full_name, line.quantity, line.card.code) for line in section.lines]
    return [_Row(section.title, section.count), *rows]


def _list(canvas: Canvas, blocks: Sequence[list[_Row]], room: tuple[float, float, float, float]) -> None:
    """All rows in as few columns and as large a type as fit the page."""
    left, bottom, right, top = room
    gap = 7 * mm
    longest = max(map(len, blocks), default=0)
    sizes = [(c, t) for c in range(2, 6) for t in range(105, 59 if c < 5 else 29, -5)]
    whole = [(c, t, longest) for c, t in sizes if t >= _READABLE]
    for columns, tenths, least in (*whole, *((c, t, 3) for c, t in sizes)):
        size = tenths / 10
        leading = size * 1.42
        fit = int((top - bottom) // leading)
        if fit >= max(3, least) and len(placed := list(_columns(blocks, fit))) <= columns:
            break
    # Columns of like length are easier to check than one full and one nearly empty.
    rows = sum(map(len, blocks)) + len(blocks)
    even = (list(_columns(blocks, lines)) for lines in range(max(3, rows // columns, min(longest, fit)), fit))
    placed = next((tried for tried in even if len(tried) <= columns), placed)
    width = (right - left - gap * (columns - 1)) / columns
    for place, column in enumerate(placed):
        x = left + place * (width + gap)
        for line, row in enumerate(column):
            if row is not None:
                _row(canvas, row, x, top - (line + 1) * leading, width, size)


def _columns(blocks: Sequence[list[_Row]], fit: int) -> Iterator[list[_Row | None]]:
    """Fill columns of ``fit`` lines; only a block longer than a column is broken, and never after its heading."""
    column: list[_Row | None] = []
    for block in blocks:
        if column:
            column.append(None)
        if len(column) + (len(block) if len(block) <= fit else 2) > fit and column:
            yield column
            column = []
        for row in block:
            if len(column) >= fit:
                yield column
                column = []
            column.append(row)
    if column:
        yield column


def _row(canvas: Canvas, row: _Row, x: float, y: float, width: float, size: float) -> None:
    indent = size * 1.9
    canvas.setStrokeColor(_LINE)
    if not row.code:
        canvas.setFillColor(_INK)
        canvas.setFont(_BOLD, size)
        canvas.drawString(x, y, row.words)
        canvas.drawRightString(x + width, y, str(row.count))
        canvas.setLineWidth(0.8)
        canvas.line(x, y - size * 0.32, x + width, y - size * 0.32)
        return
    canvas.setFillColor(_INK)
    canvas.setFont(_BOLD, size)
    canvas.drawRightString(x + indent * 0.6, y, str(row.count))
    room = width - indent - size * 3.4
    smaller = _fitting_size(row.words, _TEXT, room, size, size * 0.6)
    canvas.setFont(_TEXT, smaller)
    canvas.drawString(x + indent, y, _truncate(row.words, _TEXT, smaller, room))
    canvas.setFillColor(_SOFT)
    canvas.setFont(_TEXT, size * 0.78)
    canvas.drawRightString(x + width, y, row.code)


def _qr(canvas: Canvas, address: str, x: float, y: float, side: float) -> None:
    """A code to scan, drawn as squares, so that it is sharp on every printer."""
    rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix_iter(border=2)]
    step = side / len(rows)
    canvas.setFillColor(_INK)
    for line, row in enumerate(rows):
        for place, dark in enumerate(row):
            if dark:
                # A hair wider than its place, or viewers show seams between the squares.
                canvas.rect(x + place * step, y + side - (line + 1) * step, step * 1.02, step * 1.02, stroke=0, fill=1)


def _drawable(words: str, face: str, otherwise: str = _NAMELESS) -> str:
    return drawable(words, FONTS / _FILES[face], otherwise)


def _fitting_size(words: str, face: str, room: float, largest: float, smallest: float) -> float:
    natural = pdfmetrics.stringWidth(words, face, 1)
    return max(smallest, min(largest, room / natural)) if natural else largest


def _truncate(words: str, face: str, size: float, room: float) -> str:
    """The words as far as they fit, with an ellipsis where they do not."""
    if pdfmetrics.stringWidth(words, face, size) <= room:
        return words
    while words and pdfmetrics.stringWidth(words + "…", face, size) > room:
        words = words[:-1]
    return words.rstrip() + "…"


# --- proxies ---


def proxy_cards(decklist: Decklist, catalogue: Catalogue) -> list[Card]:
    """Every card to print, copies included, in the order of the list. :raises DeckExportError: for too many."""
    leader = [catalogue.card(decklist.leader)] if decklist.leader and decklist.leader in catalogue else []
    lines = [line for section in sections(decklist, catalogue) for line in section.lines]
    total = len(leader) + sum(line.quantity for line in lines)
    if total > MAX_PROXIES:
        raise DeckExportError(
            "too_many_cards", f"Proxies can be printed for up to {MAX_PROXIES} cards; this deck has {total}."
        )
    return leader + [line.card for line in lines for _ in range(line.quantity)]


def faces_to_draw(cards: Sequence[Card], store: FaceStore, seconds: float) -> int:
    """Draw missing faces for about so many seconds; returns how many are left."""
    deadline = time.monotonic() + seconds
    missing = store.missing(dict.fromkeys(cards), ["full"], ["webp"])
    for place, (card, size, ending) in enumerate(missing):
        if time.monotonic() > deadline:
            return len(missing) - place
        store.path(card, size, ending)
    return 0


def draw_proxies(out: BinaryIO, name: str, cards: Sequence[Card], store: FaceStore, paper: str = "a4") -> None:
    """The cards at actual size, nine to a page, with cut marks."""
    canvas = _canvas(out, paper, f"{name}: proxies")
    pages = math.ceil(len(cards) / PER_PAGE)
    with TemporaryDirectory(prefix="proxies-") as folder:
        # Given a JPEG by its path, the library copies it into the PDF once and never decodes it.
        pictures = {card.code: _jpeg(card, store, Path(folder)) for card in dict.fromkeys(cards)}
        for number in range(pages):
            _proxy_page(canvas, [pictures[card.code] for card in cards[number * PER_PAGE :][:PER_PAGE]], paper)
            _proxy_foot(canvas, f"{_drawable(name, _TEXT)}, page {number + 1} of {pages}", paper)
            canvas.showPage()
    canvas.save()


def _proxy_page(canvas: Canvas, pictures: Sequence[Path], paper: str) -> None:
    width, height = PAPERS[paper]
    wide, high = CARD
    left, bottom = (width - ACROSS * wide) / 2, (height - ACROSS * high) / 2
    for place, picture in enumerate(pictures):
        row, column = divmod(place, ACROSS)
        canvas.drawImage(str(picture), left + column * wide, bottom + (ACROSS - 1 - row) * high, wide, high)
    canvas.setStrokeColor(_INK)
    canvas.setLineWidth(0.4)
    reach, gap = 5 * mm, 1 * mm
    for step in range(ACROSS + 1):
        x, y = left + step * wide, bottom + step * high
        canvas.line(x, bottom - gap, x, bottom - reach)
        canvas.line(x, bottom + ACROSS * high + gap, x, bottom + ACROSS * high + reach)
        canvas.line(left - gap, y, left - reach, y)
        canvas.line(left + ACROSS * wide + gap, y, left + ACROSS * wide + reach, y)


def _proxy_foot(canvas: Canvas, words: str, paper: str) -> None:
    """Below the middle column, between the marks, where no line crosses it."""
    width, height = PAPERS[paper]
    below = (height - ACROSS * CARD[1]) / 2
    canvas.setFillColor(_SOFT)
    canvas.setFont(_TEXT, 6)
    room = CARD[0] - 4 * mm
    canvas.drawCentredString(width / 2, below - 3 * mm, _truncate(words, _TEXT, 6, room))
    canvas.drawCentredString(width / 2, below - 5.4 * mm, "For playtesting. Print at actual size.")


def _jpeg(card: Card, store: FaceStore, folder: Path) -> Path:
    """A face on the black of its edge, which then runs into the corners that scissors leave square."""
    with Image.open(store.path(card, "full", "webp")) as face:
        picture = Image.new("RGB", face.size, INK.rgb)
        picture.paste(face, mask=face.getchannel("A") if "A" in face.getbands() else None)
    path = folder / f"{card.code}.jpg"
    picture.save(path, "JPEG", **_JPEG)
    return path
