"""Facts of the game shared by hands, odds, the goldfish and the engine: draws, worth and slots.

What a card's text says beyond its numbers is entered here by hand and checked against the text by tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Final

from cards.catalogue import Card, CardType
from cards.catalogue.stats import Mark, Stat

#: The game ends with the fifth Day (section 4).
DAYS: Final = 5
#: The Panache that most leaders have.
TYPICAL_PANACHE: Final = 6

#: Leaders that draw at the end of Dawn, before Planning.
DAWN_DRAWS: Final[Mapping[str, int]] = {"03001": 5}
#: Schemes whose text always draws cards when it resolves (4.2.5).
SCHEME_DRAWS: Final[Mapping[str, int]] = {"01145": 1}
#: Traits of the card that a leader fetches during setup.
SETUP_SEARCHES: Final[Mapping[str, frozenset[str]]] = {"01006": frozenset({"Red Hand", "Thug"})}


class Slot(IntEnum):
    """The kinds of attachment; a character may bear one of each, FREE excepted (9.4)."""

    WEAPON = 0
    ARMOR = 1
    ATTIRE = 2
    OFFHAND = 3
    FREE = 4


_TRAITS: Final = {"Weapon": Slot.WEAPON, "Armor": Slot.ARMOR, "Attire": Slot.ATTIRE}


def slots(card: Card) -> tuple[Slot, ...]:
    """The slots an attachment takes; with the Offhand keyword, that one alone."""
    if "Offhand" in card.keywords:
        return (Slot.OFFHAND,)
    return tuple(slot for trait, slot in _TRAITS.items() if trait in card.traits) or (Slot.FREE,)


def as_number(stat: object) -> int:
    """A stat as a number; a dash or an unknown stat counts as 0 (6.19)."""
    return stat if isinstance(stat, int) else 0


def worth(card: Card) -> int:
    """What a card pays when discarded for a cost (6.9)."""
    return 2 if "Wealth" in card.keywords else 1


def printed_panache(leader: Card) -> int:
    """The hand limit at Dusk and the base of the draw in Planning (4.2.6, 4.5.2e).

    :raises ValueError: if the card is not a leader, or its Panache is unknown.
    """
    if leader.type is not CardType.LEADER:
        raise ValueError(f"{leader.full_name} ({leader.code}) is not a leader")
    return max(0, _known_stat(leader, leader.panache, "Panache"))


def dawn_draw(leader: Card) -> int:
    """How many cards the leader's text draws at the end of Dawn."""
    return DAWN_DRAWS.get(leader.code, 0)


def panache_draw(panache: int, modifier: int) -> int:
    """How many cards are drawn in Planning, never below 0 (4.2.6)."""
    return max(0, panache + modifier)


def planning_draw(leader: Card, scheme: Card | None) -> int:
    """How many cards Planning draws: the modified Panache, plus what the scheme's text draws.

    Without a scheme, Panache is unmodified (Q6).

    :raises ValueError: if a card has the wrong type or an unknown number.
    """
    if scheme is None:
        return printed_panache(leader)
    if scheme.type is not CardType.SCHEME:
        raise ValueError(f"{scheme.full_name} ({scheme.code}) is not a scheme")
    modifier = _known_stat(scheme, scheme.panache_mod, "Panache modifier")
    return panache_draw(printed_panache(leader), modifier) + SCHEME_DRAWS.get(scheme.code, 0)


def draws_by_day(leader: Card, schemes: Iterable[Card | None]) -> tuple[int, ...]:
    """How many cards each Day draws, given a scheme for each Day. :raises ValueError: also if there are too many."""
    days = tuple(dawn_draw(leader) + planning_draw(leader, scheme) for scheme in schemes)
    if len(days) > DAYS:
        raise ValueError(f"a game has {DAYS} Days, not {len(days)}")
    return days


def _known_stat(card: Card, stat: Stat, name: str) -> int:
    """A stat that must be known; a dash counts as 0."""
    if isinstance(stat, int) or stat is Mark.DASH:
        return as_number(stat)
    raise ValueError(f"the {name} of {card.full_name} ({card.code}) is not known")
