"""How many games all workers have played, for statistics only; counted in the shared cache."""

from __future__ import annotations

import time
from typing import Final

from django.core.cache import cache

_CHUNKS: Final = "simulations:chunks"
_GAMES: Final = "simulations:games"
#: Games are also counted per span of time; the last complete one gives the rate.
SPAN_SECONDS: Final = 10


def count(games: int) -> None:
    """Count a stored chunk of ``games`` games."""
    span = f"{_GAMES}:{int(time.time()) // SPAN_SECONDS}"
    for key, amount, seconds in ((_CHUNKS, 1, None), (_GAMES, games, None), (span, games, 6 * SPAN_SECONDS)):
        if not cache.add(key, amount, seconds):
            try:
                cache.incr(key, amount)
            except ValueError:
                # It was evicted in between.
                cache.set(key, amount, seconds)


def totals() -> tuple[int, int]:
    """Chunks and games so far."""
    return int(cache.get(_CHUNKS) or 0), int(cache.get(_GAMES) or 0)


def rate() -> float:
    """Games per second, in the last complete span."""
    span = int(time.time()) // SPAN_SECONDS - 1
    return int(cache.get(f"{_GAMES}:{span}") or 0) / SPAN_SECONDS
