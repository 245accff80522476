"""How games are cut into chunks, and which chunks are played first. Pure arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.facts import DAYS

#: Games of five Days that a worker plays in 0.15 to 0.3 seconds (``benchmarks/goldfish.py`` has the rates): long enough
#: for the cost of a message to vanish, short enough for cancelling and progress to feel instant.
SINGLE_CHUNK: Final = 350_000
PAIR_CHUNK: Final = 125_000
#: The same for decks that only the plain-Python reference can play, and how many times as long a game takes there.
SLOW_SINGLE_CHUNK: Final = 200
SLOW_PAIR_CHUNK: Final = 100
SLOWNESS: Final = 500

#: How many chunks of a run are queued at first. Each finished chunk queues the next, or the next two while workers
#: are idle.
WINDOW: Final = 4

#: The queue's priorities, most urgent first, and how many chunks a run of each priority has at most.
SMALL, MEDIUM, LARGE, BACKGROUND = 0, 3, 6, 9
_SMALL_CHUNKS: Final = 8
_MEDIUM_CHUNKS: Final = 64


@dataclass(frozen=True, slots=True)
class Plan:
    """Games cut into chunks of one size; the last may be smaller."""

    games: int
    chunk_size: int

    @property
    def chunks(self) -> int:
        return -(-self.games // self.chunk_size)

    def first(self, index: int) -> int:
        """The number of a chunk's first game."""
        return index * self.chunk_size

    def count(self, index: int) -> int:
        """How many games a chunk has."""
        return min(self.chunk_size, self.games - self.first(index))

    def done(self, stored: int, last_is_stored: bool) -> int:
        """How many games ``stored`` chunks have, of which one may be the last and shorter one."""
        short = self.chunk_size - self.count(self.chunks - 1) if last_is_stored else 0
        return stored * self.chunk_size - short


def plan(games: int, *, pair: bool, compiled: bool, days: int = DAYS) -> Plan:
    """Cut games into chunks that take a worker about equally long."""
    single, double = (SINGLE_CHUNK, PAIR_CHUNK) if compiled else (SLOW_SINGLE_CHUNK, SLOW_PAIR_CHUNK)
    return Plan(games, (double if pair else single) * DAYS // days)


def charge(games: int, *, pair: bool, compiled: bool) -> int:
    """What games cost against a quota: a comparison plays each twice."""
    return games * (2 if pair else 1) * (1 if compiled else SLOWNESS)


def max_games(limit: int, *, compiled: bool) -> int:
    """How many games one question may have."""
    return limit if compiled else max(1, limit // SLOWNESS)


def priority(chunks: int) -> int:
    """Small work goes before large work."""
    if chunks <= _SMALL_CHUNKS:
        return SMALL
    return MEDIUM if chunks <= _MEDIUM_CHUNKS else LARGE
