"""Facts of the game that hands, odds, the goldfish and the engine share: draws, worth and slots.

What cards say that no number on them does is read off once, by hand, and held to their text by tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Final

from cards.catalogue import Card, CardType
from cards.catalogue.stats import Mark, Stat

#: The game ends with the fifth Day (section 4).
DAYS: Final = 5
#: The panache that most leaders print.
USUAL_PANACHE: Final = 6

#: Leaders that draw at the end of Dawn, before anybody plans.
DAWN_DRAWS: Final[Mapping[str, int]] = {"03001": 5}
#: Schemes whose own text, when resolved (4.2.5), always makes their player draw.
SCHEME_DRAWS: Final[Mapping[str, int]] = {"01145": 1}
#: Traits of the card that a leader fetches into the hand during setup.
SETUP_SEARCHES: Final[Mapping[str, frozenset[str]]] = {"01006": frozenset({"Red Hand", "Thug"})}


class Slot(IntEnum):
    """What a character may bear one attachment of (9.4)."""

    WEAPON = 0
    ARMOR = 1
    ATTIRE = 2
    OFFHAND = 3
    #: Bears any number.
    FREE = 4


_TRAITS: Final = {"Weapon": Slot.WEAPON, "Armor": Slot.ARMOR, "Attire": Slot.ATTIRE}


def slots(card: Card) -> tuple[Slot, ...]:
    """The limits that an attachment counts for; one with the Offhand keyword counts for that alone."""
    if "Offhand" in card.keywords:
        return (Slot.OFFHAND,)
    return tuple(taken for trait, taken in _TRAITS.items() if trait in card.traits) or (Slot.FREE,)


def number(stat: object) -> int:
    """A stat where it must be read: anything but a number counts as 0 (6.19)."""
    return stat if isinstance(stat, int) else 0


def worth(card: Card) -> int:
    """What a card pays when discarded for a cost (6.9)."""
    return 2 if "Wealth" in card.keywords else 1


def printed_panache(leader: Card) -> int:
    """How many cards may be kept at Dusk, and what the draw starts from (4.2.6, 4.5.2e).

    :raises ValueError: if the card is no leader, or its Panache is not known.
    """
    if leader.type is not CardType.LEADER:
        raise ValueError(f"{leader.full_name} ({leader.code}) is not a leader")
    return max(0, _known(leader, leader.panache, "Panache"))


def dawn_draw(leader: Card) -> int:
    """How many cards the leader's own text draws at the end of Dawn."""
    return DAWN_DRAWS.get(leader.code, 0)


def panache_draw(panache: int, modifier: int) -> int:
    """How many cards a Panache draws in Planning; one below 0 counts as 0 (4.2.6)."""
    return max(0, panache + modifier)


def planning_draw(leader: Card, scheme: Card | None) -> int:
    """How many cards Planning brings: Panache as the scheme modifies it, and what the scheme's own text draws.

    Without a scheme Panache is unmodified (Q6).

    :raises ValueError: if a card is of the wrong type, or a number of it is not known.
    """
    if scheme is None:
        return printed_panache(leader)
    if scheme.type is not CardType.SCHEME:
        raise ValueError(f"{scheme.full_name} ({scheme.code}) is not a scheme")
    modifier = _known(scheme, scheme.panache_mod, "Panache modifier")
    return panache_draw(printed_panache(leader), modifier) + SCHEME_DRAWS.get(scheme.code, 0)


def draws_by_day(leader: Card, schemes: Iterable[Card | None]) -> tuple[int, ...]:
    """How many cards each Day brings in all, a scheme for each Day. :raises ValueError: also if there are too many."""
    days = tuple(dawn_draw(leader) + planning_draw(leader, scheme) for scheme in schemes)
    if len(days) > DAYS:
        raise ValueError(f"a game has {DAYS} Days, not {len(days)}")
    return days


def _known(card: Card, stat: Stat, name: str) -> int:
    """A dash counts as 0; what nobody knows does not."""
    if isinstance(stat, int) or stat is Mark.DASH:
        return number(stat)
    raise ValueError(f"the {name} of {card.full_name} ({card.code}) is not known")
