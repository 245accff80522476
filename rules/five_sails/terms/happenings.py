"""Everything that can happen, in one vocabulary for the log, triggers and replays."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from rules.five_sails.terms.basics import NONE


class Cause(NamedTuple):
    """What caused something: a player, with the ability of a card if there was one; the rules have no player."""

    player: int = NONE
    card: int = NONE
    #: The ability's number on its card.
    ability: int = NONE


RULES: Final = Cause()
#: By player: done by the player without an ability.
BY: Final = tuple(Cause(player) for player in range(4))


class Timing(IntEnum):
    """When a Reaction happens, relative to what it reacts to (6.3)."""

    #: Before it happens, when it can still be changed or cancelled (6.15).
    BEFORE = 0
    #: At once, in the middle of the current action or ability.
    WHEN = 1
    #: As soon as the whole action or ability has resolved.
    AFTER = 2


class Moment(IntEnum):
    """What can happen. Comments explain the fields of the ``Happening``; ``card`` is what it happens to."""

    SETUP = 0
    #: number: the Day.
    DAY_BEGINS = 1
    DAWN_BEGINS = 2
    DAWN_ENDS = 3
    PLANNING_ENDS = 4
    DRAMA_BEGINS = 5
    DRAMA_ENDS = 6
    DUSK_BEGINS = 7
    DUSK_ENDS = 8
    DAY_ENDS = 9
    #: A City card comes to a place (4.1.3).
    PLACED = 10
    #: Chosen face down (4.2.1); number: the player. Hidden from the others.
    PLANNED = 11
    #: Turned face up or shown to everybody.
    REVEALED = 12
    #: number: the player who gets the token (4.2.3).
    FIRST_PLAYER = 13
    MUSTERED = 14
    #: number: 1 if it was paid for; other: who parleyed.
    RECRUITED = 15
    #: A character enters play, in whatever way.
    ENTERED = 16
    #: number: the player. Hidden from the others.
    DREW = 17
    #: From the hand, a deck or play to its discard pile.
    DISCARDED = 18
    #: A hand card was discarded as payment; other: what it paid for.
    PAID = 19
    #: number: the player whose discard pile becomes the deck, -1 for the City.
    SHUFFLED = 20
    #: To the bottom of its deck; number: whose deck. Hidden from the others.
    SUNK = 21
    #: number: the place it left.
    MOVED = 22
    ENGAGED = 23
    EN_GARDE = 24
    #: number: how many wounds; other: whose threat it was, if it was threat.
    WOUNDED = 25
    HEALED = 26
    #: place: where it was.
    DESTROYED = 27
    #: To The Locker; place: where it was.
    LOCKED = 28
    #: other: the bearer.
    EQUIPPED = 29
    #: number: the player; place.
    CLAIMED = 30
    #: A location becomes uncontrolled; number: the player who lost it.
    LOST = 31
    #: card: the performer; number: the stat.
    PRESSURED = 32
    #: number: 1 if it succeeded.
    PRESSURE_ENDS = 33
    #: To a place; number: how much.
    RENOWN_ADDED = 34
    #: From ``other`` (a place) to ``place``.
    RENOWN_MOVED = 35
    RENOWN_REMOVED = 36
    #: By the cause's player, from a place; number: how much.
    COLLECTED = 37
    #: New Renown for the cause's player.
    GAINED = 38
    SPENT = 39
    #: number: the player.
    PASSED = 40
    #: An ability or card is announced; number: the ability; other: the performer.
    ANNOUNCED = 41
    #: card: what is targeted; cause: by which ability.
    TARGETED = 42
    #: An ability has resolved; other: the performer.
    RESOLVED = 43
    CANCELED = 44
    #: card: the challenger; other: the challenged; number: the stat.
    CHALLENGED = 45
    #: card: who accepts; other: the challenger.
    ACCEPTED = 46
    #: card: who intervenes; other: the challenger.
    INTERVENED = 47
    #: card: who refuses; other: the challenger.
    REFUSED = 48
    #: card: the participant whose round it is; number: its threat.
    ROUND_BEGINS = 49
    #: A card was revealed to gamble; other: the participant.
    GAMBLED = 50
    #: card: the combat card; other: the participant; number: 1 if it was gambled.
    FOUGHT = 51
    #: card: who faces it; number: how much it has now.
    THREATENED = 52
    ROUND_ENDS = 53
    #: card: the challenger; other: the challenged.
    DUEL_ENDS = 54
    #: number: the player who is out of the game (Q24).
    ELIMINATED = 55
    #: number: the player, or -1 for a draw.
    GAME_ENDS = 56
    #: A public card returns to its owner's hand.
    RETURNED = 57
    #: Only the cause's player sees the card.
    LOOKED = 58
    #: The Renown of locations has been collected; abilities may now bring more (4.4.3).
    PLUNDER = 59
    #: A card is paid for, by the cause's player; number: the cost (6.9).
    PAYING = 60
    #: One Renown of a player goes to the card; number: the player.
    STAKED = 61
    #: An attachment goes to another bearer; other: that one; number: the character that had it.
    HANDED_OVER = 62
    #: A character goes back to its owner's Approach Deck; place: where it was; number: the player.
    WITHDRAWN = 63


#: Only the card's owner learns which card it is.
OWNERS_ONLY: Final = frozenset({Moment.PLANNED, Moment.DREW, Moment.SUNK})
#: Only the player who looked learns which card it is.
LOOKERS_ONLY: Final = frozenset({Moment.LOOKED})


class Happening(NamedTuple):
    """One thing that happened or would happen."""

    moment: Moment
    card: int = NONE
    place: int = NONE
    other: int = NONE
    number: int = 0
    by: Cause = RULES
