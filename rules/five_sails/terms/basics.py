"""The basic vocabulary as small numbers: zones, places, stats, phases."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Final

#: No card, no place, no player, or a card that the viewer may not know.
NONE: Final = -1

#: A printed dash; never added to anything (rule 6.19).
DASH: Final = -1000


class Zone(IntEnum):
    """Where a card is (rules 1.1 to 1.3). The decks and piles of cards that nobody owns are the City's."""

    APPROACH = 0
    #: Chosen for the Day, face down (4.2.1).
    PLANNED = 1
    DECK = 2
    HAND = 3
    #: Revealed and being played; in no pile until it has resolved (6.7).
    ANNOUNCED = 4
    DISCARD = 5
    LOCKER = 6
    PLAY = 7
    #: In a dueling line: in play, but not as a character or attachment (7.6).
    LINE = 8
    #: Revealed from a deck and not yet put anywhere else (R2).
    REVEALED = 9
    #: At a City location, controlled by nobody (1.7).
    CITY = 10
    #: A location itself (1.4).
    LOCATION = 11
    #: Taken from a deck for one player to look at, and not yet put anywhere else.
    LOOKED = 12


class Stat(IntEnum):
    RESOLVE = 0
    COMBAT = 1
    FINESSE = 2
    INFLUENCE = 3


class CombatValue(IntEnum):
    """The values of a combat card, in the order they apply (R4)."""

    RIPOSTE = 0
    PARRY = 1
    THRUST = 2


class Phase(IntEnum):
    """The phases of a Day (section 4)."""

    DAWN = 0
    PLANNING = 1
    HIGH_DRAMA = 2
    PLUNDER = 3
    DUSK = 4


class Victory(StrEnum):
    """How a game ends (section 8)."""

    DOMINANCE = "dominance"
    ECONOMIC = "economic"
    ASSASSINATION = "assassination"
    #: The most Renown after Day 5, or a tie-breaker.
    FIFTH_DAY = "fifth day"
    DRAW = "draw"


# Places: the line of City locations in its order (3.2), so that neighbours differ by one, then the Homes.
INN: Final = 0
DOCKS: Final = 1
FORUMS: Final = 2
BAZAAR: Final = 3
GARDENS: Final = 4
#: The Home of player p is HOME + p.
HOME: Final = 5

#: The locations needed for Dominance (8.2).
CORE: Final = (DOCKS, FORUMS, BAZAAR)

#: The line of locations by number of players, going away from the City Deck (3.2).
LINES: Final = {
    2: (DOCKS, FORUMS, BAZAAR),
    3: (INN, DOCKS, FORUMS, BAZAAR),
    4: (INN, DOCKS, FORUMS, BAZAAR, GARDENS),
}

PLACE_NAMES: Final = ("Ole’s Inn", "The Docks", "The Forums", "The Grand Bazaar", "Governor’s Gardens")

#: The card of each location, by place.
PLACE_CODES: Final = ("01004", "01003", "01001", "01002", "01005")

PLAYER_LETTERS: Final = "ABCD"


def neighbours(line: tuple[int, ...], place: int) -> tuple[int, ...]:
    """The City locations next to a City location, or all of them for a Home (3.3)."""
    if place >= HOME:
        return line
    return tuple(near for near in line if abs(near - place) == 1)
