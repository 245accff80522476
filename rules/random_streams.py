"""Dice that fall alike on every machine: one random stream per (seed, game number), defined to the bit.

All numbers are unsigned and of 64 bits; sums and products are taken modulo 2**64. The whole definition, for whoever
writes it again in another language::

    GOLDEN = 0x9E3779B97F4A7C15

    mix(z):   z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
              z = (z ^ (z >> 27)) * 0x94D049BB133111EB
              return z ^ (z >> 31)

    key  = mix(mix(seed + GOLDEN) + game * GOLDEN)
    word number i (i = 0, 1, 2, ...) of the stream = mix(key + (i + 1) * GOLDEN)

    below(n), for n from 1 to 2**32:
              repeat: w = next word; product = w * n, with all of its 128 bits
              until (product mod 2**64) >= (2**64 mod n)
              return product >> 64

    shuffle(items):
              for i = 0, 1, ..., len(items) - 2:
                  j = i + below(len(items) - i)
                  exchange items[i] and items[j]

``mix`` is the finaliser of SplitMix64, so a stream is what SplitMix64 gives when seeded with ``key``. For one seed no
two games share a key, because ``mix`` is a bijection. Word i depends on nothing but (seed, game, i): a stream may be
taken up anywhere, and games may be played in any order by any number of workers. ``below`` is exact, every result
equally likely: the words thrown away are the ones that would favour some results. It always takes at least one word,
also for n = 1. A shuffle settles one place per step from the top of the deck, so a kernel that needs only the first k
cards may stop after k steps.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import MutableSequence
from typing import Any, Final

from web.text import FORBIDDEN

MASK: Final = 0xFFFF_FFFF_FFFF_FFFF
GOLDEN: Final = 0x9E37_79B9_7F4A_7C15
MAX_BOUND: Final = 1 << 32

#: A seed that somebody typed is at most this long, so that a link stays a link.
MAX_SEED_LENGTH: Final = 64

_NUMBER: Final = re.compile(r"[0-9]{1,20}")


def mix(z: int) -> int:
    """Scatter the bits of a 64-bit number: the finaliser of SplitMix64, a bijection."""
    z = ((z ^ (z >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D0_49BB_1331_11EB) & MASK
    return z ^ (z >> 31)


def stream_key(seed: int, game: int) -> int:
    """What a stream is counted from; differs for every game of a seed."""
    for name, value in (("seed", seed), ("game number", game)):
        if not 0 <= value <= MASK:
            raise ValueError(f"the {name} {value} is not a whole number from 0 to {MASK}")
    return mix((mix((seed + GOLDEN) & MASK) + game * GOLDEN) & MASK)


def seed_from_text(text: str) -> int:
    """The seed somebody typed: a whole number below 2**64 is itself, other words are hashed.

    The hash is the first eight bytes, most significant first, of the SHA-256 of the text in UTF-8 after NFC and
    without the blanks around it.
    """
    words = unicodedata.normalize("NFC", text).strip()
    if not words:
        raise ValueError("a seed needs at least one letter or digit")
    if len(words) > MAX_SEED_LENGTH:
        raise ValueError(f"a seed has at most {MAX_SEED_LENGTH} characters, not {len(words)}")
    if _NUMBER.fullmatch(words) and int(words) <= MASK:
        return int(words)
    if FORBIDDEN.search(words):
        raise ValueError("a seed has a character in it that cannot be stored")
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big")


class Stream:
    """The random stream of one game; ``used`` words are behind it."""

    __slots__ = ("_key", "used")

    def __init__(self, seed: int, game: int = 0, used: int = 0) -> None:
        if not 0 <= used <= MASK:
            raise ValueError(f"a stream cannot be taken up after {used} words")
        self._key = stream_key(seed, game)
        self.used = used

    def word(self) -> int:
        """The next 64 random bits."""
        self.used += 1
        return mix((self._key + self.used * GOLDEN) & MASK)

    def below(self, n: int) -> int:
        """A whole number from 0 to ``n - 1``, each exactly as likely as the others."""
        if not 1 <= n <= MAX_BOUND:
            raise ValueError(f"cannot choose below {n}: give a number from 1 to {MAX_BOUND}")
        refused = (1 << 64) % n
        while True:
            product = self.word() * n
            if product & MASK >= refused:
                return product >> 64

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put a list in random order, in place, from its first item on."""
        size = len(items)
        for place in range(size - 1):
            other = place + self.below(size - place)
            items[place], items[other] = items[other], items[place]
