"""Integer tallies of finished games. Adding two gives the tallies of both, in any order and any grouping."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import add
from typing import Any, Self

from rules.goldfish.encode import Encoded
from rules.goldfish.layout import CARD_COUNTS, DAYS, MARGINS, MOST_RENOWN, RENOWN, WIDTH
from rules.goldfish.reference import Record


@dataclass(frozen=True, slots=True)
class Tallies:
    """Sums over games: of every measure of every Day, of their squares, of final Renown, and for every card."""

    games: int
    #: Day by day, in the order of ``layout.MEASURES``.
    sums: tuple[int, ...]
    squares: tuple[int, ...]
    #: Games by their final Renown.
    renown: tuple[int, ...]
    #: ``layout.CARD_COUNTS`` one after the other, each by the card's place; only first copies count.
    cards: tuple[int, ...]

    @classmethod
    def none(cls, cards: int) -> Self:
        """The tallies of no game with so many faction cards."""
        return cls(
            0, (0,) * DAYS * WIDTH, (0,) * DAYS * WIDTH, (0,) * (MOST_RENOWN + 1), (0,) * len(CARD_COUNTS) * cards
        )

    @classmethod
    def of(cls, record: Record, deck: Encoded) -> Self:
        """The tallies of one game."""
        values = tuple(value for day in record.days for value in day)
        renown, margin = record.days[-1][RENOWN], record.days[-1][MARGINS]
        drawn, played, paid = (
            {deck.firsts[place] for place in places} for places in (record.drawn, record.played, record.paid)
        )
        idle = drawn - played - paid
        rows: list[tuple[set[int], int]] = [(drawn, 1), (played, 1), (paid, 1), (idle, 1)]
        rows += [(drawn, renown), (drawn, renown * renown), (drawn, margin), (drawn, margin * margin)]
        size = len(deck.cards)
        return cls(
            games=1,
            sums=values,
            squares=tuple(value * value for value in values),
            renown=tuple(int(amount == renown) for amount in range(MOST_RENOWN + 1)),
            cards=tuple(weight if place in places else 0 for places, weight in rows for place in range(size)),
        )

    def __add__(self, other: Tallies) -> Tallies:
        if len(self.cards) != len(other.cards):
            raise ValueError("tallies of decks of different sizes cannot be added")
        return Tallies(
            self.games + other.games,
            tuple(map(add, self.sums, other.sums)),
            tuple(map(add, self.squares, other.squares)),
            tuple(map(add, self.renown, other.renown)),
            tuple(map(add, self.cards, other.cards)),
        )

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "games": self.games,
            "sums": list(self.sums),
            "squares": list(self.squares),
            "renown": list(self.renown),
            "cards": list(self.cards),
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        """What ``as_dict`` gave. :raises ValueError: if it is something else."""
        try:
            games, *lists = (stored[name] for name in ("games", "sums", "squares", "renown", "cards"))
            made = cls(int(games), *(tuple(map(int, numbers)) for numbers in lists))
        except (KeyError, TypeError) as error:
            raise ValueError(f"these are no tallies: {error}") from None
        if not (
            len(made.sums) == len(made.squares) == DAYS * WIDTH
            and len(made.renown) == MOST_RENOWN + 1
            and len(made.cards) % len(CARD_COUNTS) == 0
        ):
            raise ValueError("these tallies were made by another version")
        return made

    def card_row(self, name: str) -> Sequence[int]:
        """One of ``CARD_COUNTS``, by the card's place."""
        size = len(self.cards) // len(CARD_COUNTS)
        start = CARD_COUNTS.index(name) * size
        return self.cards[start : start + size]


def merge(parts: Iterable[Tallies], cards: int) -> Tallies:
    """The tallies of all parts together."""
    total = Tallies.none(cards)
    for part in parts:
        total += part
    return total
