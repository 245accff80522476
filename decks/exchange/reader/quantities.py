"""Quantities as people write them: ``2x Name``, ``Name (2)``, ``Name - 2``, or several cards on one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

_LEADING: Final = (
    re.compile(r"[(\[]?(\d{1,40})\s?[x×]\s?[)\]]?\s*(.+)", re.IGNORECASE),
    re.compile(r"[(\[]?(\d{1,40})[)\]]?[\s:,-]+(.+)"),
    re.compile(r"[(\[]?[x×]\s?(\d{1,40})[)\]]?[\s:,-]+(.+)", re.IGNORECASE),
)
_TRAILING: Final = re.compile(r"(.+?)[\s,;:=–—(\[{-]{1,6}[x×]?\s?(\d{1,40})\s?[x×]?[)\]}]?", re.IGNORECASE)
_ALONE: Final = re.compile(r"\W*[x×]?\s?(\d{1,40})\s?[x×]?\W*", re.IGNORECASE)
_ASIDE: Final = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*")

# Only ASCII capitals and quotes after the mark, so that names that begin with an x stay whole.
_GLUED: Final = re.compile(r"(?<!\S)(\d{1,3}[xX×])(?=[A-Z\"“])")
_LOOSE_LEADING: Final = re.compile(r"(?<!\S)(\d{1,3})\s([x×])(?!\S)", re.IGNORECASE)
_LOOSE_TRAILING: Final = re.compile(r"(?<!\S)([x×])\s(\d{1,3})(?!\S)", re.IGNORECASE)
_MARK: Final = re.compile(
    r"(?<!\S)(?:(?P<before>\d{1,3}[x×])|(?P<after>[x×]\d{1,3}|[(\[][x×]?\d{1,3}[x×]?[)\]])|(?P<bare>\d{1,3}))(?!\S)",
    re.IGNORECASE,
)

Reading = tuple[int | None, str]


def readings(text: str) -> Iterator[Reading]:
    """Every way to read a quantity and a name, likeliest first; the quantity is ``None`` if none is given."""
    plain = list(_quantity_readings(text))
    yield from plain
    for quantity, name in plain:
        without = _ASIDE.sub(" ", name).strip()
        if without and without != name:
            yield quantity, without


def shortest_reading(text: str) -> Reading:
    """The reading with the shortest name."""
    return min(readings(text), key=lambda reading: len(reading[1]))


def only_quantity(text: str) -> int | None:
    """The quantity, if the text is nothing else."""
    match = _ALONE.fullmatch(text)
    return int(match[1]) if match else None


def normalise_quantities(text: str) -> str:
    """Normalise quantities: ``2 x``, ``x 2`` and ``2xName`` become ``2x``, ``x2`` and ``2x Name``."""
    return _GLUED.sub(r"\1 ", _LOOSE_TRAILING.sub(r"\1\2", _LOOSE_LEADING.sub(r"\1\2", text)))


def split_entries(text: str, *, quantities_follow: bool = False) -> list[str]:
    """Split a line at its quantities: ``2x Not Today 1x Sea Legs`` is two entries. Card names have no digits.

    A bare number belongs to the name after it, or before it if ``quantities_follow``.
    """
    marks = list(_MARK.finditer(text))
    if not marks:
        return [text]
    cuts = set()
    for mark in marks:
        before = not quantities_follow and not mark["after"]
        alone = mark.start() == 0 and len(marks) == 1
        cuts.add(mark.start() if before or alone else mark.end())
    edges = [0, *sorted(cuts - {0, len(text)}), len(text)]
    pieces = (text[start:end].strip() for start, end in pairwise(edges))
    return [piece for piece in pieces if piece]


def split_quantities(text: str) -> tuple[int | None, str, int | None]:
    """The quantity before a text, the text, and the quantity after it."""
    first, _, rest = text.partition(" ")
    before = only_quantity(first) if rest else None
    if before is not None:
        text = rest
    rest, _, last = text.rpartition(" ")
    after = only_quantity(last) if rest else None
    return before, rest if after is not None else text, after


def quantity_positions(lines: Iterable[str]) -> list[bool]:
    """Whether the quantities of a text may follow the names (true) or precede them (false), likeliest first."""
    ends = any((marks := list(_MARK.finditer(line))) and marks[-1].end() == len(line) for line in lines)
    return [False, True] if ends else [False]


def _quantity_readings(text: str) -> Iterator[Reading]:
    yield None, text
    trailing = _TRAILING.fullmatch(text)
    if trailing:
        yield int(trailing[2]), trailing[1]
    for pattern in _LEADING:
        leading = pattern.fullmatch(text)
        if leading:
            yield int(leading[1]), leading[2]
            both = _TRAILING.fullmatch(leading[2])
            if both:
                yield int(leading[1]), both[1]
