"""Everything a player can choose. A choice is five small numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from rules.five_sails.terms.basics import NONE


class Kind(IntEnum):
    """What is chosen; ``SIGNS`` has the character for each in the notation."""

    #: The Day's scheme or character (4.2.1).
    PLAN = 0
    #: Which of several simultaneous abilities comes first: ability ``number`` of ``card`` (6.14).
    ORDER = 1
    #: A character that goes to The Locker because of the Crew Cap (9.1).
    SEND = 2
    PASS = 3
    #: ``card`` goes to ``place`` (5.2).
    MOVE = 4
    #: The attachment ``card`` to the character ``target`` (5.3).
    EQUIP = 5
    #: The Mercenary ``card``, with ``target`` to parley if there is one (5.4).
    RECRUIT = 6
    CHALLENGE = 7
    CLAIM = 8
    #: The Brute ``card`` from the hand (5.8).
    PLAY = 9
    #: Ability ``number`` of ``card``; ``target`` is the character it is granted to, if any (5.1, 6.11).
    USE = 10
    #: A hand card as payment (6.9).
    PAY = 11
    DISCARD = 12
    TARGET = 13
    ACCEPT = 14
    REFUSE = 15
    INTERVENE = 16
    #: A hand card as combat card (R2).
    FIGHT = 17
    GAMBLE = 18
    #: No combat card (R2).
    YIELD = 19
    #: One of the revealed cards as combat card (R2).
    TAKE = 20
    #: No Technique, no Maneuver, no Reaction, no more.
    DECLINE = 21
    #: An attachment over the limit or a second character of one name, to be destroyed (9.4, Q3).
    DESTROY = 22
    #: The character that performs an ability (6.11).
    PERFORM = 23
    #: A card, for an ability.
    CHOOSE = 24
    #: A place, for an ability.
    PLACE = 25
    #: One of the modes of an ability of ``card``: ``number`` is the ability's number times ``WAYS`` plus the mode's.
    NUMBER = 26


#: The most modes an ability may have; see ``Kind.NUMBER``.
WAYS: Final = 64

#: The character that stands for each kind, in the order above.
SIGNS: Final = "pos-merdcbu$xt+!ifgyk=wahln"


class Choice(NamedTuple):
    """One thing a player can choose; unused fields are -1."""

    kind: Kind
    card: int = NONE
    target: int = NONE
    place: int = NONE
    number: int = NONE


_new = tuple.__new__


def choice(kind: Kind, card: int = NONE, target: int = NONE, place: int = NONE, number: int = NONE) -> Choice:
    """Make a choice twice as fast as the class does, for code that lists thousands."""
    return _new(Choice, (kind, card, target, place, number))


PASS: Final = Choice(Kind.PASS)
ACCEPT: Final = Choice(Kind.ACCEPT)
REFUSE: Final = Choice(Kind.REFUSE)
GAMBLE: Final = Choice(Kind.GAMBLE)
YIELD: Final = Choice(Kind.YIELD)
DECLINE: Final = Choice(Kind.DECLINE)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a choice is not allowed, and the rule that says so."""

    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.message} (rule {self.rule})"


class IllegalChoice(ValueError):  # noqa: N818  (an answer to a player, not a failure)
    """A choice that the rules forbid now; the game is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))
