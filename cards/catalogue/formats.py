"""Formats: the deck sizes, copy limits and card pool that decks are checked against."""

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
        """Make a format from its record in the data file."""
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

    def applies_on(self, day: date) -> bool:
        """Whether this edition of the format is in force on that day."""
        return self.since <= day and (self.until is None or day < self.until)

    def admits(self, card: Card) -> bool:
        """Whether ``card`` is legal at all: a deck card from the format's sets that is not banned."""
        if not card.deckable or card.deck not in (Zone.LEADER, Zone.APPROACH, Zone.FACTION):
            return False
        in_pool = self.sets is None or any(printing.set in self.sets for printing in card.printings)
        return in_pool and card.code not in self.banned


def on_day(formats: Iterable[Format], day: date) -> tuple[Format, ...]:
    """The editions in force on a day, one per format."""
    return tuple(format for format in formats if format.applies_on(day))
