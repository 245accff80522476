"""Reproducible randomness: one stream per (seed, game number), defined to the bit and equal on every machine.

All numbers are unsigned 64-bit integers; sums and products are modulo 2**64. The complete definition, for
reimplementing it in another language::

    GOLDEN = 0x9E3779B97F4A7C15

    mix(z):   z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
              z = (z ^ (z >> 27)) * 0x94D049BB133111EB
              return z ^ (z >> 31)

    key  = mix(mix(seed + GOLDEN) + game * GOLDEN)
    word number i (i = 0, 1, 2, ...) of the stream = mix(key + (i + 1) * GOLDEN)

    below(n), for n from 1 to 2**32:
              repeat: w = next word; product = w * n, in 128 bits
              until (product mod 2**64) >= (2**64 mod n)
              return product >> 64

    shuffle(items):
              for i = 0, 1, ..., len(items) - 2:
                  j = i + below(len(items) - i)
                  swap items[i] and items[j]

``mix`` is the finaliser of SplitMix64, so a stream is the output of SplitMix64 seeded with ``key``. No two games of a
seed share a key, because ``mix`` is a bijection. Word i depends only on (seed, game, i): a stream can be entered at any
word, and games can be played in any order by any number of workers. ``below`` is exactly uniform, because it rejects
the words that would favour some results. It always takes at least one word, even for n = 1. A shuffle fixes one card
per step from the top of the deck, so a kernel that needs only the first k cards may stop after k steps.
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

#: The longest seed that can be typed, so that links stay short.
MAX_SEED_LENGTH: Final = 64

_NUMBER: Final = re.compile(r"[0-9]{1,20}")


def mix(z: int) -> int:
    """Scatter the bits of a 64-bit number: the finaliser of SplitMix64, a bijection."""
    z = ((z ^ (z >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D0_49BB_1331_11EB) & MASK
    return z ^ (z >> 31)


def stream_key(seed: int, game: int) -> int:
    """The key of a stream, different for every game of a seed."""
    for name, value in (("seed", seed), ("game number", game)):
        if not 0 <= value <= MASK:
            raise ValueError(f"the {name} {value} is not a whole number from 0 to {MASK}")
    return mix((mix((seed + GOLDEN) & MASK) + game * GOLDEN) & MASK)


def seed_from_text(text: str) -> int:
    """The seed for some typed text: a whole number below 2**64 stands for itself, other text is hashed.

    The hash is the first eight bytes, big-endian, of the SHA-256 of the text: NFC, stripped of surrounding spaces, in
    UTF-8.
    """
    text = unicodedata.normalize("NFC", text).strip()
    if not text:
        raise ValueError("a seed needs at least one letter or digit")
    if len(text) > MAX_SEED_LENGTH:
        raise ValueError(f"a seed has at most {MAX_SEED_LENGTH} characters, not {len(text)}")
    if _NUMBER.fullmatch(text) and int(text) <= MASK:
        return int(text)
    if FORBIDDEN.search(text):
        raise ValueError("a seed contains a character that is not allowed")
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


class Stream:
    """The random stream of one game; ``used`` counts the words already taken."""

    __slots__ = ("_key", "used")

    def __init__(self, seed: int, game: int = 0, used: int = 0) -> None:
        if not 0 <= used <= MASK:
            raise ValueError(f"a stream cannot start after {used} words")
        self._key = stream_key(seed, game)
        self.used = used

    def word(self) -> int:
        """The next 64 random bits."""
        self.used += 1
        return mix((self._key + self.used * GOLDEN) & MASK)

    def below(self, n: int) -> int:
        """A uniform random integer from 0 to ``n - 1``."""
        if not 1 <= n <= MAX_BOUND:
            raise ValueError(f"the bound must be from 1 to {MAX_BOUND}, not {n}")
        threshold = (1 << 64) % n
        while True:
            product = self.word() * n
            if product & MASK >= threshold:
                return product >> 64

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle a list in place, from its first item on."""
        size = len(items)
        for index in range(size - 1):
            other = index + self.below(size - index)
            items[index], items[other] = items[other], items[index]
