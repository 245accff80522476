"""How many games all workers have played, counted where all of them can reach it. Nothing depends on it."""

from __future__ import annotations

import time
from typing import Final

from django.core.cache import cache

_CHUNKS: Final = "simulations:chunks"
_GAMES: Final = "simulations:games"
#: Games are also counted by spans of time: the last whole one tells how fast they are played.
SPAN_SECONDS: Final = 10


def count(games: int) -> None:
    """A chunk of so many games was stored."""
    span = f"{_GAMES}:{int(time.time()) // SPAN_SECONDS}"
    for key, number, seconds in ((_CHUNKS, 1, None), (_GAMES, games, None), (span, games, 6 * SPAN_SECONDS)):
        if not cache.add(key, number, seconds):
            try:
                cache.incr(key, number)
            except ValueError:
                # It was forgotten in between: the cache is, at any time, allowed to.
                cache.set(key, number, seconds)


def totals() -> tuple[int, int]:
    """Chunks and games since the counting began."""
    return int(cache.get(_CHUNKS) or 0), int(cache.get(_GAMES) or 0)


def rate() -> float:
    """Games a second, in the last whole span."""
    span = int(time.time()) // SPAN_SECONDS - 1
    return int(cache.get(f"{_GAMES}:{span}") or 0) / SPAN_SECONDS
