"""What a deck is made of, counted: the numbers behind its charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from cards.catalogue import Card, Catalogue
from cards.stats import Mark, Stat
from decks.decklist import Decklist

COMBAT_VALUES: Final = ("riposte", "parry", "thrust")


@dataclass(frozen=True, slots=True)
class SchemePoint:
    """A scheme by its two numbers."""

    card: Card
    initiative: int
    panache: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """How many cards have which number; dashes and unknown numbers are counted apart, never as zero."""

    counts: Mapping[int, int]
    dashes: int
    unknown: int

    @property
    def mean(self) -> float | None:
        """The mean over the cards that have a number."""
        cards = sum(self.counts.values())
        return sum(value * count for value, count in self.counts.items()) / cards if cards else None


@dataclass(frozen=True, slots=True)
class Statistics:
    """The deck in numbers."""

    costs: Distribution
    combat: Mapping[str, Distribution]
    types: Mapping[str, int]
    traits: Mapping[str, int]
    schemes: tuple[SchemePoint, ...]


def statistics(decklist: Decklist, catalogue: Catalogue) -> Statistics:
    """Count a deck; codes that no card has are left out."""
    approach = [card for code in decklist.approach if (card := catalogue.get(code))]
    faction = [
        (card, quantity) for code, quantity in decklist.faction if quantity > 0 and (card := catalogue.get(code))
    ]
    types: Counter[str] = Counter(card.type.label for card in approach)
    traits: Counter[str] = Counter(trait for card in approach for trait in card.traits)
    for card, quantity in faction:
        types["Brute" if card.is_brute else card.type.label] += quantity
        for trait in card.traits:
            traits[trait] += quantity
    return Statistics(
        costs=_distribution((card.cost, quantity) for card, quantity in faction),
        combat={
            name: _distribution((card.stat(name), quantity) for card, quantity in faction) for name in COMBAT_VALUES
        },
        types=dict(types),
        traits=dict(sorted(traits.items(), key=lambda item: (-item[1], item[0]))),
        schemes=tuple(
            SchemePoint(card, card.initiative, card.panache_mod)
            for card in approach
            if isinstance(card.initiative, int) and isinstance(card.panache_mod, int)
        ),
    )


def _distribution(stats: Iterable[tuple[Stat, int]]) -> Distribution:
    counts: Counter[int] = Counter()
    marks: Counter[Mark] = Counter()
    for stat, quantity in stats:
        if isinstance(stat, int):
            counts[stat] += quantity
        elif stat is not None:
            marks[stat] += quantity
    return Distribution(dict(sorted(counts.items())), marks[Mark.DASH], marks[Mark.UNKNOWN])
