"""What the rules need to know about a card, computed once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cards.catalogue import Card, CardType, Catalogue
from cards.catalogue.stats import Mark
from rules.facts import Slot, as_number, slots, worth
from rules.five_sails.terms.basics import DASH
from rules.five_sails.terms.parts import Ability

#: The slots for attachments (9.4), as bits.
ARMOR: Final = 1 << Slot.ARMOR
OFFHAND: Final = 1 << Slot.OFFHAND
SLOTS: Final = tuple(1 << slot for slot in Slot if slot is not Slot.FREE)

#: By card code: the implementation of each printed ability, or None, followed by the abilities the card grants.
Implemented = Mapping[str, tuple[Ability | None, ...]]

CHARACTERS: Final = frozenset({CardType.LEADER, CardType.CHARACTER, CardType.CITY_CHARACTER})
ATTACHMENTS: Final = frozenset({CardType.ATTACHMENT, CardType.CITY_ATTACHMENT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A card as the rules see it. A dash is ``DASH``, which must never be added to anything."""

    code: str
    name: str
    type: CardType
    #: Keywords included.
    traits: frozenset[str]
    #: Characters of one name are one person (Q3).
    person: str
    cost: int
    #: A character's Resolve, Combat, Finesse and Influence; each may be a dash.
    stats: tuple[int, int, int, int]
    #: What an attachment adds to its bearer's four stats.
    bonus: tuple[int, int, int, int]
    #: Riposte, Parry, Thrust; a dash reads as 0 (6.19).
    values: tuple[int, int, int]
    #: Which of them are dashes.
    dashes: tuple[bool, bool, bool]
    panache: int
    crew_cap: int
    #: Only schemes have these.
    initiative: int
    panache_mod: int
    #: What it pays when discarded (6.9).
    worth: int
    #: The slots an attachment takes, as bits (9.4).
    slots: int
    is_character: bool
    is_brute: bool
    is_mercenary: bool
    is_negotiable: bool
    #: The implementation of each printed ability, or None, followed by the abilities it grants.
    abilities: tuple[Ability | None, ...]
    #: The text of each printed ability.
    texts: tuple[str, ...]
    #: The text of every ability that is not implemented and plays as if it were not printed.
    unimplemented: tuple[str, ...]
    #: Stats that are unknown and count as 0.
    unknown: tuple[str, ...]


def define(card: Card, implemented: tuple[Ability | None, ...] | None = None) -> Definition:
    """A card's definition. :raises ValueError: if the abilities do not match the ones the card prints."""
    if implemented is None:
        implemented = (None,) * len(card.abilities)
    printed = [ability for ability in implemented if ability is None or not ability.granted]
    if len(printed) != len(card.abilities):
        raise ValueError(f"{card.code} prints {len(card.abilities)} abilities, but {len(printed)} are declared")
    for text, ability in zip(card.abilities, implemented, strict=False):
        if ability is not None and (ability.kind is not text.kind or ability.below_bar != text.below_bar):
            raise ValueError(f"{card.code}: {text.text!r} is declared as a different kind of ability")
    stats = (card.resolve, card.combat, card.finesse, card.influence)
    values = (card.riposte, card.parry, card.thrust)
    names = ("cost", "resolve", "combat", "finesse", "influence", "riposte", "parry", "thrust")
    return Definition(
        code=card.code,
        name=card.full_name,
        type=card.type,
        traits=frozenset((*card.traits, *card.keywords)),
        person=card.person,
        cost=as_number(card.cost),
        stats=_four([DASH if stat is Mark.DASH else as_number(stat) for stat in stats]),
        bonus=_four([as_number(stat) if card.type in ATTACHMENTS else 0 for stat in stats]),
        values=_three([as_number(value) for value in values]),
        dashes=(card.riposte is Mark.DASH, card.parry is Mark.DASH, card.thrust is Mark.DASH),
        panache=as_number(card.panache),
        crew_cap=as_number(card.crew_cap),
        initiative=as_number(card.initiative),
        panache_mod=as_number(card.panache_mod),
        worth=worth(card),
        slots=sum(1 << slot for slot in slots(card) if slot is not Slot.FREE) if card.type in ATTACHMENTS else 0,
        is_character=card.type in CHARACTERS,
        is_brute=card.is_brute,
        is_mercenary=card.is_mercenary,
        is_negotiable="Negotiable" in card.keywords,
        abilities=implemented,
        texts=tuple(text.text for text in card.abilities),
        unimplemented=tuple(
            text.text for text, ability in zip(card.abilities, implemented, strict=False) if ability is None
        ),
        unknown=tuple(name for name in names if card.stat(name) is Mark.UNKNOWN),
    )


def define_all(catalogue: Catalogue, implemented: Implemented) -> Mapping[str, Definition]:
    """The definition of every card. :raises ValueError: if an ability is declared that no card prints."""
    unknown = sorted(code for code in implemented if code not in catalogue)
    if unknown:
        raise ValueError(f"abilities are declared for unknown cards: {', '.join(unknown)}")
    return {card.code: define(card, implemented.get(card.code)) for card in (*catalogue.retired, *catalogue.cards)}


def _four(numbers: list[int]) -> tuple[int, int, int, int]:
    one, two, three, four = numbers
    return one, two, three, four


def _three(numbers: list[int]) -> tuple[int, int, int]:
    one, two, three = numbers
    return one, two, three
