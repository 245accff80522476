"""First hands, by the hundred million: sampled in a loop that the compiler turns into vectors, or all of them.

A hand is a word with a bit for each card, taken by Floyd's way: for each of the highest cards in turn, a card no
higher, or that one itself if the card is taken already. Hand number i of a seed is made of word i of the seed's
stream for game 0. Each half of the word is a fraction of 1 that is multiplied by the numbers of cards to choose from,
one after the other: the whole parts are the choices, and the last remainder tells whether the word must be refused for
every hand to be exactly as likely as any other. Which choices come from which half is settled so that this is rare:
six in a million for seven of forty. A refused word is replaced by word i of game 1, and so on. Importing this module
loads Numba.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from rules.goldfish.compiled.bits import popcount
from rules.goldfish.compiled.steps import STEP, mix
from rules.random_streams import Stream, stream_key

Counts = NDArray[np.int64]

#: Counters of eight bits share a word, so a hand of at most seven cards has eight of them, and a block fills none.
MAX_DRAWN: Final = 7
_BLOCK: Final = 240
_HALF: Final = 1 << 32
#: Streams to go on with when words are refused; four in a row will not be seen.
_STREAMS: Final = 8

_32 = np.uint64(32)
_LOW = np.uint64(_HALF - 1)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_BYTE = np.uint64(0xFF)
_SIGN = np.uint64(1 << 63)


@dataclass(frozen=True, slots=True)
class Split:
    """Which choices come from the upper half of a word, and below which remainders a word is refused."""

    upper: tuple[bool, ...]
    thresholds: tuple[int, int]


@lru_cache(maxsize=64)
def split(size: int, drawn: int) -> Split:
    """The split that refuses the fewest words."""
    choices = range(size - drawn + 1, size + 1)
    found = []
    for upper in product((True, False), repeat=drawn):
        thresholds = tuple(
            _HALF % prod(n for n, above in zip(choices, upper, strict=True) if above == half) for half in (True, False)
        )
        found.append((sum(thresholds), upper, thresholds))
    _, upper, (above, below) = min(found)
    return Split(upper, (above, below))


def sample(seed: int, first: int, count: int, size: int, drawn: int, members: int) -> tuple[int, ...]:
    """How many of hands ``first`` to ``first + count - 1`` hold 0, 1, 2, ... of the cards of a set.

    :raises ValueError: if so many cards cannot be drawn.
    """
    _check(size, drawn, members)
    counts = np.zeros(MAX_DRAWN + 1, np.int64)
    keys = np.array([stream_key(seed, game) for game in range(_STREAMS)], np.uint64)
    _sampler(size, drawn)(keys, np.uint64(first), count, np.uint64(members), counts)
    return tuple(int(number) for number in counts[: drawn + 1])


def hand(seed: int, number: int, size: int, drawn: int) -> int:
    """One hand in plain Python: what the loop must equal, to the bit."""
    halves = split(size, drawn)
    for game in range(_STREAMS):
        word = Stream(seed, game, used=number).word()
        fractions = {True: word >> 32, False: word % _HALF}
        taken = 0
        for highest, half in zip(range(size - drawn, size), halves.upper, strict=True):
            index, fractions[half] = divmod(fractions[half] * (highest + 1), _HALF)
            taken |= 1 << (highest if taken >> index & 1 else index)
        if fractions[True] >= halves.thresholds[0] and fractions[False] >= halves.thresholds[1]:
            break
    return taken


def enumerate_hands(size: int, drawn: int, first: int, second: int) -> Counts:
    """Every hand there is, by how many cards it holds of one set and of another."""
    _check(size, drawn, first | second)
    table = np.zeros((drawn + 1, drawn + 1), np.int64)
    _enumerate(size, drawn, first, second, table)
    return table


def _check(size: int, drawn: int, members: int) -> None:
    if not 1 <= drawn <= min(size, MAX_DRAWN) or size > 63:
        raise ValueError(f"hands of {drawn} from {size} cards: take 1 to {MAX_DRAWN} from at most 63")
    if members < 0 or members >> size:
        raise ValueError("the set has cards that are not in the deck")


@lru_cache(maxsize=32)
def _sampler(size: int, drawn: int) -> Any:
    """The loop for one size of deck and hand: with both known it has no branches, and becomes vectors."""
    lowest = size - drawn
    halves = split(size, drawn)
    upper = halves.upper
    refused_above, refused_below = (np.uint64(bound) for bound in halves.thresholds)

    @njit(inline="always")
    def take(word: Any) -> Any:
        """The hand of a word, and a word whose highest bit says that this one must be refused."""
        above, below = word >> _32, word & _LOW
        taken = _ZERO
        for draw in range(drawn):
            left = np.uint64(lowest + draw + 1)
            scaled = (above if upper[draw] else below) * left
            if upper[draw]:
                above = scaled & _LOW
            else:
                below = scaled & _LOW
            found = _ONE << (scaled >> _32)
            twice = taken & found
            taken |= found | ((_ONE << (left - _ONE)) if twice != _ZERO else _ZERO)
        return taken, (above - refused_above) | (below - refused_below)

    @njit(nogil=True, error_model="numpy")
    def loop(keys: Any, first: Any, count: Any, members: Any, counts: Any) -> None:
        for start in range(0, count, _BLOCK):
            stop = min(_BLOCK, count - start)
            number = first + np.uint64(start) + _ONE
            counter = keys[0] + number * STEP
            packed, thresholds = _ZERO, _ZERO
            for _ in range(stop):
                taken, again = take(mix(counter))
                counter += STEP
                packed += _ONE << (np.uint64(popcount(taken & members)) << np.uint64(3))
                thresholds |= again
            if thresholds >= _SIGN:
                packed = _ZERO
                for index in range(stop):
                    game = 0
                    taken, again = take(mix(keys[0] + (number + np.uint64(index)) * STEP))
                    while again >= _SIGN and game < _STREAMS - 1:
                        game += 1
                        taken, again = take(mix(keys[game] + (number + np.uint64(index)) * STEP))
                    packed += _ONE << (np.uint64(popcount(taken & members)) << np.uint64(3))
            for held in range(MAX_DRAWN + 1):
                counts[held] += np.int64((packed >> np.uint64(8 * held)) & _BYTE)

    return loop


@njit(cache=True, nogil=True, error_model="numpy")
def _enumerate(size: Any, drawn: Any, first: Any, second: Any, table: Any) -> None:
    """Gosper's way from one word to the next with as many bits."""
    word = (np.int64(1) << np.int64(drawn)) - 1
    last = word << np.int64(size - drawn)
    while True:
        table[popcount(word & first), popcount(word & second)] += 1
        if word == last:
            break
        low = word & -word
        ripple = word + low
        word = ripple | ((word ^ ripple) >> (popcount(low - 1) + 2))
