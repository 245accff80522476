"""Two columns of a page side by side, as text copied from it has them, read one after the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

Line = tuple[int, str]

#: A gap between columns; shorter ones are gaps between words.
_GAP: Final = re.compile(r"\s*\t\s*|\s{3,}")
_MIN_LINES: Final = 4
#: How far the second column may begin before its usual place.
_SLACK: Final = 2


def one_column(lines: Sequence[Line], is_card: Callable[[str], bool]) -> list[Line]:
    """The lines of two columns below each other, with their numbers; any other text as it is.

    There are two where most lines have a gap, and most of what stands left and right of it names cards.
    """
    cells = {number: _cells(line) for number, line in lines}
    pairs = [(left, right) for left, right in cells.values() if left and right]
    filled = sum(bool(line.strip()) for _, line in lines)
    if len(pairs) < _MIN_LINES or 2 * len(pairs) < filled:
        return list(lines)
    for side in zip(*pairs, strict=True):
        if 2 * sum(map(is_card, side)) < len(pairs):
            return list(lines)
    starts = Counter(line.index(cells[number][1]) for number, line in lines if all(cells[number]))
    usual = starts.most_common(1)[0][0]
    left: list[Line] = []
    right: list[Line] = []
    for number, line in lines:
        first, second = cells[number]
        if first and not second and len(line) - len(line.lstrip()) >= usual - _SLACK:
            first, second = "", first
        left.append((number, first))
        if second:
            right.append((number, second))
    return [*left, (left[-1][0], ""), *right]


def _cells(line: str) -> tuple[str, str]:
    """What stands left and right of the first gap."""
    left, *rest = _GAP.split(line.strip(), maxsplit=1)
    return left, rest[0] if rest else ""
