"""Integer tallies of finished games. Adding two gives the tallies of both, in any order and any grouping."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any, Protocol, Self, TypeVar

from rules.facts import DAYS
from rules.goldfish.encoding import Encoded
from rules.goldfish.layout import CARD_COUNTS, ENGINE_VERSION, MARGINS, MAX_RENOWN, RENOWN, WIDTH
from rules.goldfish.reference import Record


class _Addable(Protocol):
    def __add__(self, other: Self, /) -> Self: ...


Addable = TypeVar("Addable", bound=_Addable)


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
    def none(cls, deck: Encoded) -> Self:
        """The tallies of no game."""
        measures = (0,) * (len(deck.days) * WIDTH)
        return cls(0, measures, measures, (0,) * (MAX_RENOWN + 1), (0,) * (len(CARD_COUNTS) * len(deck.cards)))

    @classmethod
    def of(cls, record: Record, deck: Encoded) -> Self:
        """The tallies of one game."""
        values = record.measures
        renown, margin = record.days[-1][RENOWN], record.days[-1][MARGINS]
        drawn, played, paid = (
            {deck.first_copies[index] for index in indexes} for indexes in (record.drawn, record.played, record.paid)
        )
        idle = drawn - played - paid
        rows: list[tuple[set[int], int]] = [(drawn, 1), (played, 1), (paid, 1), (idle, 1)]
        rows += [(drawn, renown), (drawn, renown * renown), (drawn, margin), (drawn, margin * margin)]
        size = len(deck.cards)
        return cls(
            games=1,
            sums=values,
            squares=tuple(value * value for value in values),
            renown=tuple(int(amount == renown) for amount in range(MAX_RENOWN + 1)),
            cards=tuple(weight if index in indexes else 0 for indexes, weight in rows for index in range(size)),
        )

    def __add__(self, other: Self) -> Self:
        if len(self.cards) != len(other.cards):
            raise ValueError("tallies of decks of different sizes cannot be added")
        if len(self.sums) != len(other.sums):
            raise ValueError("tallies of different numbers of Days cannot be added")
        return type(self)(
            self.games + other.games,
            tuple(map(add, self.sums, other.sums)),
            tuple(map(add, self.squares, other.squares)),
            tuple(map(add, self.renown, other.renown)),
            tuple(map(add, self.cards, other.cards)),
        )

    @property
    def days(self) -> int:
        """How many Days were played."""
        return len(self.sums) // WIDTH

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "engine": ENGINE_VERSION,
            "games": self.games,
            "sums": list(self.sums),
            "squares": list(self.squares),
            "renown": list(self.renown),
            "cards": list(self.cards),
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        """What ``as_dict`` gave. :raises ValueError: if it is something else, or of another version of the engine."""
        games, sums, squares, renown, cards = read_numbers(stored, "games", "sums", "squares", "renown", "cards")
        days, rest = divmod(len(sums), WIDTH)
        if (
            len(games) != 1
            or rest
            or not 1 <= days <= DAYS
            or len(squares) != len(sums)
            or len(renown) != MAX_RENOWN + 1
            or len(cards) % len(CARD_COUNTS)
        ):
            raise ValueError("these are no tallies: a list has the wrong length")
        return cls(games[0], sums, squares, renown, cards)

    def card_row(self, name: str) -> Sequence[int]:
        """One of ``CARD_COUNTS``, by the card's place."""
        size = len(self.cards) // len(CARD_COUNTS)
        start = CARD_COUNTS.index(name) * size
        return self.cards[start : start + size]


def read_numbers(stored: Mapping[str, Any], *names: str) -> list[tuple[int, ...]]:
    """Whole numbers, or lists of them, by name. :raises ValueError: if they are not there or not of this engine."""
    found = []
    if not isinstance(stored, Mapping):
        raise ValueError(f"these are no tallies: {stored!r}")
    try:
        if stored["engine"] != ENGINE_VERSION:
            raise ValueError(f"these tallies were made by version {stored['engine']!r}, this is {ENGINE_VERSION!r}")
        for name in names:
            numbers = [stored[name]] if isinstance(stored[name], int) else list(stored[name])
            if not all(type(number) is int for number in numbers):
                raise ValueError(f"these are no tallies: {name} holds something else than whole numbers")
            found.append(tuple(numbers))
    except (KeyError, TypeError) as error:
        raise ValueError(f"these are no tallies: {error}") from None
    return found


def merge(parts: Iterable[Addable]) -> Addable:
    """The tallies of all parts together, of one deck or of a pair. :raises ValueError: if there is no part."""
    left = iter(parts)
    total = next(left, None)
    if total is None:
        raise ValueError("there are no tallies to add up")
    return reduce(add, left, total)
