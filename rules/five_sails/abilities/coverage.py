"""How many of the printed abilities are built, and what the others would need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cards.catalogue import Card, Catalogue
from rules.five_sails.abilities.survey import Survey, first_lists
from rules.five_sails.state.definitions import Built


@dataclass(frozen=True, slots=True)
class Missing:
    """An ability that is not built: its text, and the words it needs that no built card needs."""

    card: Card
    text: str
    new_words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many abilities of some cards are built."""

    name: str
    cards: int
    #: Cards of which every ability is built; those that print none count too.
    whole: int
    abilities: int
    built: int
    missing: tuple[Missing, ...]

    @property
    def within_reach(self) -> int:
        """How many of the missing abilities need no new word."""
        return sum(not each.new_words for each in self.missing)

    @property
    def share(self) -> float:
        """The share of the abilities that is built."""
        return self.built / self.abilities if self.abilities else 1.0


def cover(name: str, cards: Iterable[Card], built: Built, survey: Survey) -> Coverage:
    known = frozenset[str]().union(*(survey.needs(code) for code in built if code in survey.entries))
    chosen = list(cards)
    missing: list[Missing] = []
    whole = 0
    for card in chosen:
        parts = built.get(card.code, (None,) * len(card.abilities))[: len(card.abilities)]
        lacking = [number for number, part in enumerate(parts) if part is None]
        whole += not lacking
        for number in lacking:
            words = survey.entries[card.code][number].words
            missing.append(Missing(card, card.abilities[number].text, tuple(sorted(words - known))))
    total = sum(len(card.abilities) for card in chosen)
    return Coverage(name, len(chosen), whole, total, total - len(missing), tuple(missing))


def report(catalogue: Catalogue, built: Built, survey: Survey) -> Sequence[Coverage]:
    """The coverage of each set, of the lists that are built first, and of all cards."""
    found = [
        cover(each.name, [card for card in catalogue if card.set == each.code], built, survey)
        for each in catalogue.sets
    ]
    found += [
        cover(f"{name} (list)", [catalogue.card(code) for code in sorted(codes)], built, survey)
        for name, codes in first_lists().items()
    ]
    return [*found, cover("all sets", list(catalogue), built, survey)]
