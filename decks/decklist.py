"""A deck list as a value, used by every part of the project."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

# Far above what any format allows. Every input refuses lists beyond the first two.

#: Copies of one card.
MAX_COPIES: Final = 99
#: Different cards in a list; each card of the approach deck counts.
MAX_CARDS: Final = 400
#: The largest faction deck, copies included, for which hands and odds are computed.
MAX_DECK_SIZE: Final = 400


@dataclass(frozen=True)
class Decklist:
    """A leader, an approach deck and a faction deck, by card codes; order never matters (section 2 of the rules)."""

    leader: str | None
    approach: tuple[str, ...]
    faction: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, leader: str | None, approach: Iterable[str], faction: Mapping[str, int]) -> Self:
        """Bring a list into canonical order."""
        return cls(leader, tuple(sorted(approach)), tuple(sorted(faction.items())))

    @cached_property
    def fingerprint(self) -> str:
        """Equal for equal lists, on every machine and in every release."""
        canonical = json.dumps([self.leader, self.approach, self.faction], separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()[:24]

    @property
    def codes(self) -> frozenset[str]:
        leader = {self.leader} if self.leader else set()
        return frozenset(leader | set(self.approach) | {code for code, _ in self.faction})

    @property
    def faction_size(self) -> int:
        """Number of cards, copies included."""
        return sum(quantity for _, quantity in self.faction)


EMPTY: Final = Decklist.of(None, (), {})
