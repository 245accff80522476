"""Two decks in the same games: the same City, the same shuffle, and tallies that know how the results go together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import add
from typing import Any, Self

from rules.goldfish.encoding import BLANK, Encoded, EncodeError
from rules.goldfish.layout import CROSSES, ENGINE_VERSION, WIDTH
from rules.goldfish.reference import Record
from rules.goldfish.results.tallies import Tallies, read_numbers


@dataclass(frozen=True, slots=True)
class PairTallies:
    """The tallies of each deck, and the sums over games of A's measure times B's, from which paired errors follow."""

    a: Tallies
    b: Tallies
    #: Every measure of every Day of A times the same of B.
    products: tuple[int, ...]
    #: Day by day, the products of ``layout.CROSSES``.
    crosses: tuple[int, ...]

    @classmethod
    def none(cls, a: Encoded, b: Encoded) -> Self:
        """The tallies of no game."""
        days = len(a.days)
        return cls(Tallies.none(a), Tallies.none(b), (0,) * (days * WIDTH), (0,) * (days * len(CROSSES)))

    @classmethod
    def of(cls, left: Record, right: Record, a: Encoded, b: Encoded) -> Self:
        """The tallies of one game of each deck."""
        return cls(
            Tallies.of(left, a),
            Tallies.of(right, b),
            tuple(x * y for x, y in zip(left.measures, right.measures, strict=True)),
            tuple(mine[x] * theirs[y] for mine, theirs in zip(left.days, right.days, strict=True) for x, y in CROSSES),
        )

    def __add__(self, other: Self) -> Self:
        return type(self)(
            self.a + other.a,
            self.b + other.b,
            tuple(map(add, self.products, other.products)),
            tuple(map(add, self.crosses, other.crosses)),
        )

    @property
    def games(self) -> int:
        """How many games each deck played."""
        return self.a.games

    @property
    def days(self) -> int:
        """How many Days were played."""
        return self.a.days

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "engine": ENGINE_VERSION,
            "a": self.a.as_dict(),
            "b": self.b.as_dict(),
            "products": list(self.products),
            "crosses": list(self.crosses),
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        """What ``as_dict`` gave. :raises ValueError: if it is something else, or of another version of the engine."""
        products, crosses = read_numbers(stored, "products", "crosses")
        try:
            a, b = (Tallies.from_dict(stored[side]) for side in ("a", "b"))
        except (KeyError, TypeError) as error:
            raise ValueError(f"these are no tallies of a pair: {error}") from None
        if (a.games, a.days) != (b.games, b.days):
            raise ValueError("these are no tallies of a pair: the two decks did not play the same games")
        if len(products) != len(a.sums) or len(crosses) != a.days * len(CROSSES):
            raise ValueError("these are no tallies of a pair: a list has the wrong length")
        return cls(a, b, products, crosses)


def align(a: Encoded, b: Encoded) -> Encoded:
    """B with its faction deck stacked like A's, so that one shuffle leaves the cards of both at the same places.

    Cards that only one list has share places too, the least useful of the one with the least useful of the other. What
    A has more of leaves blanks in B; what B has more of comes late.

    :raises EncodeError: if the two are not to meet the same adversary for the same Days in the same City.
    """
    for what, mine, theirs in (
        ("number of Days", len(a.days), len(b.days)),
        ("adversary", a.adversary, b.adversary),
        ("City Deck", [card.code for card in a.city], [card.code for card in b.city]),
    ):
        if mine != theirs:
            raise EncodeError(f"Two decks are compared with the same {what}, and these have different ones.")
    left: defaultdict[str, list[int]] = defaultdict(list)
    for index in reversed(b.stack):
        left[b.cards[index].code].append(index)
    shared = [left[code].pop() if left[code] else None for code in (a.cards[index].code for index in a.stack)]
    others = iter(sorted(index for indexes in left.values() for index in indexes))
    stack = tuple(next(others, BLANK) if index is None else index for index in shared)
    return replace(b, stack=stack, late=tuple(others))
