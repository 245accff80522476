"""How many of the printed abilities are implemented, and which words the others still need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cards.catalogue import Card, Catalogue
from rules.five_sails.abilities.survey import Survey, first_lists
from rules.five_sails.state.definitions import Implemented


@dataclass(frozen=True, slots=True)
class Missing:
    """An ability that is not implemented, with the words that no implemented card has needed yet."""

    card: Card
    text: str
    new_words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many abilities of a group of cards are implemented."""

    name: str
    cards: int
    #: Cards with every ability implemented, including those that print none.
    whole: int
    abilities: int
    implemented: int
    missing: tuple[Missing, ...]

    @property
    def within_reach(self) -> int:
        """How many missing abilities need no new word."""
        return sum(not each.new_words for each in self.missing)

    @property
    def share(self) -> float:
        """The implemented share of the abilities; 1 if there are none."""
        return self.implemented / self.abilities if self.abilities else 1.0


def unimplemented(card: Card, implemented: Implemented) -> tuple[int, ...]:
    """Which of a card's abilities are not implemented, by their position in print."""
    parts = implemented.get(card.code, (None,) * len(card.abilities))[: len(card.abilities)]
    return tuple(number for number, part in enumerate(parts) if part is None)


def cover(name: str, cards: Iterable[Card], implemented: Implemented, survey: Survey) -> Coverage:
    known = frozenset[str]().union(*(survey.needs(code) for code in implemented if code in survey.entries))
    chosen = list(cards)
    missing: list[Missing] = []
    whole = 0
    for card in chosen:
        lacking = unimplemented(card, implemented)
        whole += not lacking
        for number in lacking:
            words = survey.entries[card.code][number].words
            missing.append(Missing(card, card.abilities[number].text, tuple(sorted(words - known))))
    total = sum(len(card.abilities) for card in chosen)
    return Coverage(name, len(chosen), whole, total, total - len(missing), tuple(missing))


def report(catalogue: Catalogue, implemented: Implemented, survey: Survey) -> Sequence[Coverage]:
    """The coverage of each set, of the lists implemented first, and of all cards."""
    found = [
        cover(each.name, [card for card in catalogue if card.set == each.code], implemented, survey)
        for each in catalogue.sets
    ]
    found += [
        cover(f"{name} (list)", [catalogue.card(code) for code in sorted(codes)], implemented, survey)
        for name, codes in first_lists().items()
    ]
    return [*found, cover("all sets", list(catalogue), implemented, survey)]
