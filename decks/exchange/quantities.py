"""How people write how many: ``2x Name``, ``Name (2)``, ``Name - 2``, and several cards run together on a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
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

# Only ASCII capitals and quotes after the mark, so that no name that begins with an x is torn apart.
_GLUED: Final = re.compile(r"(?<!\S)(\d{1,3}[xX×])(?=[A-Z\"“])")
_LOOSE_LEADING: Final = re.compile(r"(?<!\S)(\d{1,3})\s([x×])(?!\S)", re.IGNORECASE)
_LOOSE_TRAILING: Final = re.compile(r"(?<!\S)([x×])\s(\d{1,3})(?!\S)", re.IGNORECASE)
_MARK: Final = re.compile(
    r"(?<!\S)(?:(?P<before>\d{1,3}[x×])|(?P<after>[x×]\d{1,3}|[(\[][x×]?\d{1,3}[x×]?[)\]])|(?P<bare>\d{1,3}))(?!\S)",
    re.IGNORECASE,
)

Reading = tuple[int | None, str]


def readings(text: str) -> Iterator[Reading]:
    """Every quantity and name that a text can be taken for, the likeliest first; ``None``: no quantity is written."""
    found = list(_with_and_without(text))
    yield from found
    for quantity, name in found:
        without = _ASIDE.sub(" ", name).strip()
        if without and without != name:
            yield quantity, without


def barest(text: str) -> Reading:
    """The reading that takes most away: what is left must be the name."""
    return min(readings(text), key=lambda reading: len(reading[1]))


def only_quantity(text: str) -> int | None:
    """The quantity of a text that holds nothing else."""
    match = _ALONE.fullmatch(text)
    return int(match[1]) if match else None


def even(text: str) -> str:
    """Quantity marks pulled together: ``2 x``, ``x 2`` and ``2xName`` become ``2x``, ``x2`` and ``2x Name``."""
    return _GLUED.sub(r"\1 ", _LOOSE_TRAILING.sub(r"\1\2", _LOOSE_LEADING.sub(r"\1\2", text)))


def cut(text: str) -> list[str]:
    """Cut a line at its quantities, as ``2x Not Today 1x Sea Legs`` is two entries; names hold no digits."""
    marks = list(_MARK.finditer(text))
    if not marks:
        return [text]
    leads = marks[0].start() == 0
    trails = not leads and marks[-1].end() == len(text)
    places = set()
    for mark in marks:
        before = leads if mark["bare"] else bool(mark["before"]) and not trails
        places.add(mark.start() if before or mark.start() == 0 else mark.end())
    edges = [0, *sorted(places - {0, len(text)}), len(text)]
    pieces = (text[start:end].strip() for start, end in pairwise(edges))
    return [piece for piece in pieces if piece]


def _with_and_without(text: str) -> Iterator[Reading]:
    yield None, text
    trailing = _TRAILING.fullmatch(text)
    if trailing:
        yield int(trailing[2]), trailing[1]
    for form in _LEADING:
        leading = form.fullmatch(text)
        if leading:
            yield int(leading[1]), leading[2]
            both = _TRAILING.fullmatch(leading[2])
            if both:
                yield int(leading[1]), both[1]
