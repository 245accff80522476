"""Type for the faces: fonts, measures that hold at every size, and paragraphs broken into lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont
from PIL import features as pillow

from cards.catalogue.phrases import ICON_TOKENS

FONTS: Final = Path(__file__).parent / "fonts"
DISPLAY: Final = "display"
DISPLAY_ITALIC: Final = "display-italic"
SMALL_CAPS: Final = "display-sc"
TEXT: Final = "text"
ITALIC: Final = "text-italic"
SEMIBOLD: Final = "text-semibold"
BOLD: Final = "text-bold"
FACES: Final = (DISPLAY, DISPLAY_ITALIC, SMALL_CAPS, TEXT, ITALIC, SEMIBOLD, BOLD)

#: Pillow's wheel has all that sets type but FriBiDi, which is the system's. Where there is none, letters are set one by
#: one: without kerning and lining figures, but every face is drawn.
SHAPED: Final = bool(pillow.check("raqm"))
#: Between a value and its icon. No font has a thin space; whoever shapes makes one.
THIN: Final = "\u2009" if SHAPED else " "
#: Widths are measured once at this size and scaled, so that a face breaks its lines alike at every size.
_REFERENCE: Final = 200
#: Old-style figures belong in titles; counts want lining ones of one width.
FIGURES: Final = ("lnum", "tnum")
_ICON_WIDTH: Final = 0.98
_MINUS: Final = re.compile(r"(?<!\w)-(?=\d)")
_PIECE: Final = re.compile(r"\{(\w+)\}")


@lru_cache(maxsize=256)
def font(name: str, size: float) -> ImageFont.FreeTypeFont:
    """One of ``FACES`` at a size in pixels."""
    engine = ImageFont.Layout.RAQM if SHAPED else ImageFont.Layout.BASIC
    return ImageFont.truetype(FONTS / f"{name}.ttf", size, layout_engine=engine)


def features(name: str) -> list[str] | None:
    """The OpenType features a face is set with."""
    return list(FIGURES) if SHAPED and name.startswith("text") else None


@lru_cache(maxsize=20000)
def _reference_width(name: str, text: str) -> float:
    return font(name, _REFERENCE).getlength(text, features=features(name))


def width(name: str, size: float, text: str) -> float:
    """How wide a text is set."""
    return _reference_width(name, text) * size / _REFERENCE


def fitted(name: str, text: str, room: float, largest: float, smallest: float) -> float:
    """The largest size between two at which a text fits a line; the smallest where none does."""
    natural = width(name, 1, text)
    return max(smallest, min(largest, room / natural)) if natural else largest


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of one font, or an icon in a line of text."""

    text: str
    face: str = TEXT
    icon: bool = False

    def width(self, size: float) -> float:
        """How wide the piece is set."""
        return size * _ICON_WIDTH if self.icon else width(self.face, size, self.text)


#: What a line break may not divide.
Word = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A run of words; ``bar`` asks for a rule above it."""

    words: tuple[Word, ...]
    bar: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece and where its line puts it: x from the left, y of the baseline."""

    piece: Piece
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Block:
    """Paragraphs set to a width at one size."""

    size: float
    height: float
    pieces: tuple[Placed, ...]
    bars: tuple[float, ...]


def words(text: str, face: str = TEXT) -> Iterator[Word]:
    """Split a text at its spaces, with real minus signs; a value and its icon (``+1 {thrust}``) stay together."""
    held: list[Piece] = []
    for chunk in _MINUS.sub("\N{MINUS SIGN}", text).split():
        pieces: list[Piece] = []
        at = 0
        for found in _PIECE.finditer(chunk):
            if found[1] not in ICON_TOKENS:
                continue
            if found.start() > at:
                pieces.append(Piece(chunk[at : found.start()], face))
            pieces.append(Piece(found[1], face, icon=True))
            at = found.end()
        if at < len(chunk):
            pieces.append(Piece(chunk[at:], face))
        starts_with_icon = pieces[0].icon
        if held and starts_with_icon:
            yield (*held, Piece(THIN, face), *pieces)
            held = []
            continue
        if held:
            yield tuple(held)
        held = []
        if re.fullmatch(r"[+\-−–]?\d+", chunk):
            held = pieces
        else:
            yield tuple(pieces)
    if held:
        yield tuple(held)


def _lines(paragraph: Sequence[Word], room: float, size: float) -> Iterator[list[tuple[Word, float]]]:
    space = width(TEXT, size, " ")
    line: list[tuple[Word, float]] = []
    x = 0.0
    for word in paragraph:
        wide = sum(piece.width(size) for piece in word)
        if line and x + wide > room:
            yield line
            line, x = [], 0.0
        line.append((word, x))
        x += wide + space
    if line:
        yield line


def set_block(paragraphs: Iterable[Paragraph], room: float, size: float) -> Block:
    """Set paragraphs to a width; nothing is hyphenated."""
    leading, gap = size * 1.24, size * 0.42
    placed: list[Placed] = []
    bars: list[float] = []
    y = 0.0
    for number, paragraph in enumerate(paragraphs):
        if paragraph.bar:
            y += gap * 0.9
            bars.append(y)
            y += gap * 1.1
        elif number:
            y += gap
        for line in _lines(paragraph.words, room, size):
            baseline = y + size * 0.94
            for word, start in line:
                x = start
                for piece in word:
                    placed.append(Placed(piece, x, baseline))
                    x += piece.width(size)
            y += leading
    return Block(size, y, tuple(placed), tuple(bars))
