"""Integer tallies of finished games. They can be added up in any order and grouping."""

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
    """Sums over games: every measure of every Day, their squares, final Renown, and counts for every card."""

    games: int
    #: Day by day, in the order of ``layout.MEASURES``.
    sums: tuple[int, ...]
    squares: tuple[int, ...]
    #: The number of games by final Renown.
    renown: tuple[int, ...]
    #: The rows of ``layout.CARD_COUNTS`` in a row, each by card index; a card counts at its first copy.
    cards: tuple[int, ...]

    @classmethod
    def none(cls, deck: Encoded) -> Self:
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
        return len(self.sums) // WIDTH

    def as_dict(self) -> dict[str, Any]:
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
        """Read what ``as_dict`` returned. :raises ValueError: if it is invalid or of another engine version."""
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
            raise ValueError("these are not tallies: a list has the wrong length")
        return cls(games[0], sums, squares, renown, cards)

    def card_row(self, name: str) -> Sequence[int]:
        """One row of ``CARD_COUNTS``, by card index."""
        size = len(self.cards) // len(CARD_COUNTS)
        start = CARD_COUNTS.index(name) * size
        return self.cards[start : start + size]


def read_numbers(stored: Mapping[str, Any], *names: str) -> list[tuple[int, ...]]:
    """Integers, or lists of them, by name. :raises ValueError: if they are missing or of another engine version."""
    found = []
    if not isinstance(stored, Mapping):
        raise ValueError(f"these are not tallies: {stored!r}")
    try:
        if stored["engine"] != ENGINE_VERSION:
            raise ValueError(f"these tallies are of engine version {stored['engine']!r}, not {ENGINE_VERSION!r}")
        for name in names:
            numbers = [stored[name]] if isinstance(stored[name], int) else list(stored[name])
            if not all(type(number) is int for number in numbers):
                raise ValueError(f"these are not tallies: {name} must hold whole numbers only")
            found.append(tuple(numbers))
    except (KeyError, TypeError) as error:
        raise ValueError(f"these are not tallies: {error}") from None
    return found


def merge(parts: Iterable[Addable]) -> Addable:
    """The sum of all parts, of one deck or of a pair. :raises ValueError: if there are none."""
    rest = iter(parts)
    total = next(rest, None)
    if total is None:
        raise ValueError("there are no tallies to add up")
    return reduce(add, rest, total)
