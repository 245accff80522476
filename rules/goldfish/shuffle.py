"""How a deck is shuffled: eight positions per random word.

A word of the stream is read as a fraction of 1. Multiplied by the number of cards to choose from, its whole part is the
choice for the first position and its remainder the fraction for the next, and so on for a group of positions. The last
remainder tells whether the word must be rejected for every order to be equally likely; if so, the next word is tried. A
kernel that needs only the first few positions may stop after their groups.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import prod
from typing import Any, Final

from rules.random_streams import MASK, Stream

#: Positions that one word settles.
GROUP: Final = 8


def shuffle(items: MutableSequence[Any], stream: Stream) -> None:
    """Shuffle a deck in place, from its top on."""
    size = len(items)
    for start in range(0, size, GROUP):
        indexes = range(start, min(start + GROUP, size))
        for index, offset in zip(indexes, _offsets([size - index for index in indexes], stream), strict=True):
            items[index], items[index + offset] = items[index + offset], items[index]


def _offsets(choices: list[int], stream: Stream) -> list[int]:
    """One uniform random number below each of ``choices``."""
    threshold = (1 << 64) % prod(choices)
    while True:
        fraction = stream.word()
        offsets = []
        for choice in choices:
            product = fraction * choice
            offsets.append(product >> 64)
            fraction = product & MASK
        if fraction >= threshold:
            return offsets
