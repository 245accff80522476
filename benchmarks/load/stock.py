"""Decks such as people make: legal ones of every leader, tuned from version to version; the same for the same seed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Final

from cards.catalogue import Card, Catalogue, Zone, may_run
from cards.catalogue.formats import Format
from decks.decklist import Decklist

_FIRST: Final = ("Red", "Quiet", "Broken", "Gilded", "Last", "Second", "Hungry", "Drowned", "Laughing", "Iron", "Paper")
_THEN: Final = ("Tide", "Masquerade", "Blade", "Harbour", "Ledger", "Lantern", "Crown", "Gambit", "Mutiny", "Rose")


@dataclass(frozen=True, slots=True)
class Made:
    """A deck with its history, the newest list last."""

    name: str
    lists: tuple[Decklist, ...]


class Workshop:
    """Makes decks out of one catalogue by the numbers of one format."""

    def __init__(self, catalogue: Catalogue, format: Format) -> None:
        self._format: Final = format
        admitted = [card for card in catalogue if format.admits(card)]
        self._leaders: Final = [card for card in admitted if card.deck is Zone.LEADER]
        self._pools: Final = {leader.code: _Pool.of(leader, admitted, format) for leader in self._leaders}

    def make(self, seed: int, begun: Decklist | None = None) -> Made:
        """The deck of a seed: begun, unless somebody else began it, then changed a few cards at a time."""
        luck = Random(seed)
        if begun is None or begun.leader is None:
            begun = self._begun(luck, luck.choice(self._leaders))
        pool, lists = self._pools[str(begun.leader)], [begun]
        while len(lists) < 12 and luck.random() < 0.65:
            lists.append(self._tuned(luck, lists[-1], pool))
        return Made(f"{luck.choice(_FIRST)} {luck.choice(_THEN)} {seed}", tuple(lists))

    def _begun(self, luck: Random, leader: Card) -> Decklist:
        rules, pool = self._format, self._pools[leader.code]
        approach = [
            *_different(luck, pool.people, rules.approach_characters, {leader.person or leader.name}),
            *_different(luck, pool.schemes, rules.approach_schemes, set()),
        ]
        return Decklist.of(leader.code, approach, self._filled(luck, Counter(), pool))

    def _tuned(self, luck: Random, before: Decklist, pool: _Pool) -> Decklist:
        """Another list with one to four copies exchanged."""
        faction = Counter(dict(before.faction))
        for code in luck.sample(sorted(faction.elements()), luck.randint(1, 4)):
            faction[code] -= 1
        return Decklist.of(before.leader, before.approach, self._filled(luck, +faction, pool))

    def _filled(self, luck: Random, faction: Counter[str], pool: _Pool) -> Counter[str]:
        """Up to the size of a faction deck, with no more copies of a name than there may be."""
        names = dict.fromkeys(pool.names.values(), 0)
        for code, copies in faction.items():
            names[pool.names[code]] += copies
        missing, cards = self._format.faction_min - faction.total(), pool.faction
        while missing:
            code, name, most = cards[int(luck.random() * len(cards))]
            if names[name] < most:
                names[name] += 1
                faction[code] += 1
                missing -= 1
        return faction


@dataclass(frozen=True, slots=True)
class _Pool:
    """What a leader may run."""

    people: list[Card]
    schemes: list[Card]
    #: Code, name, and how many of that name there may be.
    faction: list[tuple[str, str, int]]
    names: dict[str, str]

    @classmethod
    def of(cls, leader: Card, cards: list[Card], rules: Format) -> _Pool:
        own = [card for card in cards if card.deck is not Zone.LEADER and may_run(leader, card)]
        approach = [card for card in own if card.deck is Zone.APPROACH]
        faction = [card for card in own if card.deck is Zone.FACTION]
        return cls(
            people=[card for card in approach if card.type.value == "character"],
            schemes=[card for card in approach if card.type.value == "scheme"],
            faction=[
                (card.code, card.name, rules.unique_copies if card.is_unique else rules.copies) for card in faction
            ],
            names={card.code: card.name for card in faction},
        )


def _different(luck: Random, cards: list[Card], number: int, taken: set[str]) -> list[str]:
    """Cards of which no two are one person, nor bear one name."""
    found: list[str] = []
    for card in luck.sample(cards, len(cards)):
        person = card.person or card.name
        if person not in taken and len(found) < number:
            taken.add(person)
            found.append(card.code)
    return found
