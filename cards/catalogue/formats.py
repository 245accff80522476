"""Formats: the numbers and the card pool by which decks are judged. Data, not code."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Self

from cards.catalogue import Card, Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A rule set for building decks (section 2 of the rules; editions differ as section 17 lists)."""

    code: str
    name: str
    description: str
    default: bool
    since: date
    until: date | None
    sets: frozenset[str] | None
    banned: frozenset[str]
    approach_size: int
    approach_characters: int
    approach_schemes: int
    faction_min: int
    faction_max: int | None
    copies: int
    unique_copies: int
    points: Mapping[str, int]
    points_max: int | None

    def __hash__(self) -> int:
        return hash((self.code, self.since))

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """Read a format from its data file's record."""
        until, sets = record["until"], record["sets"]
        return cls(
            **{
                **record,
                "since": date.fromisoformat(record["since"]),
                "until": None if until is None else date.fromisoformat(until),
                "sets": None if sets is None else frozenset(sets),
                "banned": frozenset(record["banned"]),
            }
        )

    def holds_on(self, day: date) -> bool:
        """Whether decks of that day are judged by this edition of the format."""
        return self.since <= day and (self.until is None or day < self.until)

    def admits(self, card: Card) -> bool:
        """Whether a deck of this format may hold ``card`` at all: of its sets, a deck card, not banned."""
        if not card.deckable or card.deck not in (Zone.LEADER, Zone.APPROACH, Zone.FACTION):
            return False
        in_pool = self.sets is None or any(printing.set in self.sets for printing in card.printings)
        return in_pool and card.code not in self.banned


def on_day(formats: Iterable[Format], day: date) -> tuple[Format, ...]:
    """The editions by which decks of a day are judged, one a code."""
    return tuple(format for format in formats if format.holds_on(day))
