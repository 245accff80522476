"""The numbers behind a deck's charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cards.catalogue import Card, Catalogue
from cards.catalogue.stats import Mark
from decks.decklist import Decklist

COMBAT_VALUES: Final = ("riposte", "parry", "thrust")


@dataclass(frozen=True, slots=True)
class SchemePoint:
    card: Card
    initiative: int
    panache: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """How many cards have which number; dashes and unknown numbers are counted apart, never as zero."""

    counts: Mapping[int, int]
    dashes: int
    unknown: int

    def __hash__(self) -> int:
        return hash((*self.counts.items(), self.dashes, self.unknown))

    @property
    def mean(self) -> float | None:
        """The mean over the cards that have a number."""
        cards = sum(self.counts.values())
        return sum(value * count for value, count in self.counts.items()) / cards if cards else None


@dataclass(frozen=True, slots=True)
class FactionNumbers:
    """The numbers that the builder shows."""

    costs: Distribution
    combat: Mapping[str, Distribution]


@dataclass(frozen=True, slots=True)
class Statistics(FactionNumbers):
    types: Mapping[str, int]
    traits: Mapping[str, int]
    schemes: tuple[SchemePoint, ...]


def faction_numbers(decklist: Decklist, catalogue: Catalogue) -> FactionNumbers:
    """Count the faction deck; unknown codes are left out."""
    faction = _faction(decklist, catalogue)
    return FactionNumbers(_distribution("cost", faction), _combat(faction))


def statistics(decklist: Decklist, catalogue: Catalogue) -> Statistics:
    """Count a deck; unknown codes are left out."""
    approach = [card for code in decklist.approach if (card := catalogue.get(code))]
    faction = _faction(decklist, catalogue)
    types: Counter[str] = Counter(card.type.label for card in approach)
    traits: Counter[str] = Counter(trait for card in approach for trait in card.traits)
    for card, quantity in faction:
        types["Brute" if card.is_brute else card.type.label] += quantity
        for trait in card.traits:
            traits[trait] += quantity
    return Statistics(
        costs=_distribution("cost", faction),
        combat=_combat(faction),
        types=dict(types),
        traits=dict(sorted(traits.items(), key=lambda item: (-item[1], item[0]))),
        schemes=tuple(
            SchemePoint(card, card.initiative, card.panache_mod)
            for card in approach
            if isinstance(card.initiative, int) and isinstance(card.panache_mod, int)
        ),
    )


def _faction(decklist: Decklist, catalogue: Catalogue) -> list[tuple[Card, int]]:
    return [(card, quantity) for code, quantity in decklist.faction if quantity > 0 and (card := catalogue.get(code))]


def _combat(faction: Sequence[tuple[Card, int]]) -> dict[str, Distribution]:
    return {name: _distribution(name, faction) for name in COMBAT_VALUES}


def _distribution(name: str, faction: Iterable[tuple[Card, int]]) -> Distribution:
    counts: dict[int, int] = {}
    dashes = unknown = 0
    for card, quantity in faction:
        stat = card.stat(name)
        if isinstance(stat, int):
            counts[stat] = counts.get(stat, 0) + quantity
        elif stat is Mark.DASH:
            dashes += quantity
        elif stat is Mark.UNKNOWN:
            unknown += quantity
    return Distribution(dict(sorted(counts.items())), dashes, unknown)
