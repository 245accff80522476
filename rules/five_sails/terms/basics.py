"""The game's words as small numbers: zones, places, stats, phases. Nothing here knows a card or a player."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Final

#: No card, no place, no player, or a card that the viewer may not know.
NONE: Final = -1

#: A printed dash among printed numbers; never added to anything (rule 6.19).
DASH: Final = -1000


class Zone(IntEnum):
    """Where a card is (rules 1.1 to 1.3). A deck or pile of a card that nobody owns is the City's."""

    APPROACH = 0
    #: Chosen for the Day, face down (4.2.1).
    PLANNED = 1
    DECK = 2
    HAND = 3
    #: Shown and being played: in no pile until it has resolved (6.7).
    ANNOUNCED = 4
    DISCARD = 5
    LOCKER = 6
    PLAY = 7
    #: In a dueling line: in play, but nobody's character or attachment (7.6).
    LINE = 8
    #: Turned up from a deck, and not yet anywhere else (R2).
    REVEALED = 9
    #: Lying at a City location, controlled by nobody (1.7).
    CITY = 10
    #: A location itself (1.4).
    LOCATION = 11
    #: Taken from a deck to be looked at by one player, and not yet anywhere else.
    LOOKED = 12


class Stat(IntEnum):
    RESOLVE = 0
    COMBAT = 1
    FINESSE = 2
    INFLUENCE = 3


class CombatValue(IntEnum):
    """What a combat card does, in the order in which it does it (R4)."""

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
    #: Day 5 is over: the most Renown, or a tie-breaker.
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

#: The locations that Dominance asks for (8.2).
CORE: Final = (DOCKS, FORUMS, BAZAAR)

#: The line of locations by the number of players, going away from the City Deck (3.2).
LINES: Final = {
    2: (DOCKS, FORUMS, BAZAAR),
    3: (INN, DOCKS, FORUMS, BAZAAR),
    4: (INN, DOCKS, FORUMS, BAZAAR, GARDENS),
}

PLACE_NAMES: Final = ("Ole’s Inn", "The Docks", "The Forums", "The Grand Bazaar", "Governor’s Gardens")

#: The cards that lie there, by place.
PLACE_CODES: Final = ("01004", "01003", "01001", "01002", "01005")

PLAYER_LETTERS: Final = "ABCD"


def neighbours(line: tuple[int, ...], place: int) -> tuple[int, ...]:
    """The City locations next to a City location, or all of them for a Home (3.3)."""
    if place >= HOME:
        return line
    return tuple(near for near in line if abs(near - place) == 1)
