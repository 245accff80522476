"""Titles on paper and in pictures: whole, on as many lines as they need, and without what our fonts cannot draw."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

from reportlab.pdfbase.ttfonts import TTFontFile

#: The step in which a size is tried.
_STEP = 0.5


def drawable(text: str, font: Path, otherwise: str = "") -> str:
    """The text without emoji and other signs that the font has not got; accents that it lacks are dropped."""
    known = _characters(font)
    parts = (
        letter if ord(letter) in known else "".join(c for c in unicodedata.normalize("NFKD", letter) if ord(c) in known)
        for letter in text
    )
    return " ".join("".join(parts).split()) or otherwise


@cache
def _characters(font: Path) -> frozenset[int]:
    return frozenset(TTFontFile(str(font)).charToGlyph)


def fit_title(
    title: str, room: float, width: Callable[[str], float], largest: Mapping[int, float]
) -> tuple[float, list[str]]:
    """The largest size at which a title fits a width, and its lines.

    ``width`` measures a text at size 1; ``largest`` has the largest size for each number of lines. The last number may
    be exceeded: a title is never cut.
    """
    sizes = sorted({size - step * _STEP for size in largest.values() for step in range(int(size / _STEP) - 1)})
    for size in reversed(sizes):
        lines = list(_break(title, room / size, width))
        if size <= largest.get(len(lines), 0.0):
            return size, _even(title, room / size, width, len(lines))
    return sizes[0], list(_break(title, room / sizes[0], width))


def _even(title: str, room: float, width: Callable[[str], float], count: int) -> list[str]:
    """As many lines, of like length."""
    rooms = (room * percent / 100 for percent in range(50, 101, 5))
    return next(lines for each in rooms if len(lines := list(_break(title, each, width))) == count)


def _break(title: str, room: float, width: Callable[[str], float]) -> Iterator[str]:
    """Lines broken between words; within a word only if it is wider than a line."""
    line = ""
    for word in title.split():
        joined = f"{line} {word}" if line else word
        if width(joined) <= room:
            line = joined
            continue
        if line:
            yield line
        line = ""
        for letter in word:
            if line and width(line + letter) > room:
                yield line
                line = ""
            line += letter
    if line:
        yield line
