"""Two decks in the same games: the same City, the same shuffle, and tallies of how the results correlate."""

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
    """The tallies of each deck, and the sums over games of A's measure times B's, which give paired errors."""

    a: Tallies
    b: Tallies
    #: For every measure of every Day, the sum of A's times B's.
    products: tuple[int, ...]
    #: For every Day, the products of ``layout.CROSSES``.
    crosses: tuple[int, ...]

    @classmethod
    def none(cls, a: Encoded, b: Encoded) -> Self:
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
        return self.a.games

    @property
    def days(self) -> int:
        return self.a.days

    def as_dict(self) -> dict[str, Any]:
        return {
            "engine": ENGINE_VERSION,
            "a": self.a.as_dict(),
            "b": self.b.as_dict(),
            "products": list(self.products),
            "crosses": list(self.crosses),
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        """Read what ``as_dict`` returned. :raises ValueError: if it is invalid or of another engine version."""
        products, crosses = read_numbers(stored, "products", "crosses")
        try:
            a, b = (Tallies.from_dict(stored[side]) for side in ("a", "b"))
        except (KeyError, TypeError) as error:
            raise ValueError(f"these are not the tallies of a pair: {error}") from None
        if (a.games, a.days) != (b.games, b.days):
            raise ValueError("these are not the tallies of a pair: the two decks did not play the same games")
        if len(products) != len(a.sums) or len(crosses) != a.days * len(CROSSES):
            raise ValueError("these are not the tallies of a pair: a list has the wrong length")
        return cls(a, b, products, crosses)


def align(a: Encoded, b: Encoded) -> Encoded:
    """B with its faction deck stacked like A's, so that one shuffle puts shared cards at the same positions.

    Cards in only one list share positions too, the least useful of one with the least useful of the other. If A is
    larger, B has blanks; if B is larger, its extra cards come late.

    :raises EncodeError: if the two differ in adversary, number of Days or City Deck.
    """
    for what, mine, theirs in (
        ("number of Days", len(a.days), len(b.days)),
        ("adversary", a.adversary, b.adversary),
        ("City Deck", [card.code for card in a.city], [card.code for card in b.city]),
    ):
        if mine != theirs:
            raise EncodeError(f"Both decks of a comparison need the same {what}.")
    left: defaultdict[str, list[int]] = defaultdict(list)
    for index in reversed(b.stack):
        left[b.cards[index].code].append(index)
    shared = [left[code].pop() if left[code] else None for code in (a.cards[index].code for index in a.stack)]
    others = iter(sorted(index for indexes in left.values() for index in indexes))
    stack = tuple(next(others, BLANK) if index is None else index for index in shared)
    return replace(b, stack=stack, late=tuple(others))
