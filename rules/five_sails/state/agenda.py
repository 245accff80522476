"""The agenda: a stack of small frames that holds everything still to be resolved.

A frame is a tuple: its kind (``F``) and what its handler needs. ``flow.handlers`` pops the top frame and calls its
handler, which does something, pushes more frames, or asks a player. While a player is choosing, everything left to do
is plain data on the agenda, so the state can be copied, stored or thrown away. Three conventions hold everywhere:

- What happens first is pushed last.
- A handler that proposes a deed or asks a question first pushes what comes afterwards, and then returns, because
  abilities may come in between.
- A single option is not a choice: the engine takes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from rules.five_sails.state.state import Frame, State
from rules.five_sails.terms.basics import NONE
from rules.five_sails.terms.choices import Choice
from rules.five_sails.terms.happenings import Happening, Timing


class F(IntEnum):
    """The kinds of frame; comments list the fields that follow the kind in the tuple.

    Digests include these numbers, so the number of a deleted kind is never reused.
    """

    #: What a cancelled frame becomes.
    NOTHING = 0
    # The Day, in the order of section 4.
    NEXT_DAY = 1
    #: phase
    PHASE = 2
    #: moment
    MOMENT = 3
    #: how many locations already have their card
    PLACE_CITY_CARDS = 4
    #: player; 0 for the scheme and 1 for the character
    PLAN = 5
    REVEAL_PLANS = 6
    #: what is still to resolve: (card, ability) each
    WHEN_REVEALED = 7
    INITIATIVE = 8
    #: the players still to muster
    MUSTER = 9
    #: the players whose schemes are still to resolve
    RESOLVE_SCHEMES = 10
    PLANNING_DRAW = 11
    #: whose priority it is; how many have passed in a row
    DRAMA = 12
    DOMINANCE = 13
    COLLECT = 14
    ECONOMIC = 15
    FIFTH_DAY = 16
    CLEAR_CONTROL = 17
    GO_HOME = 18
    CLEAR_CITY = 19
    LOCK_SCHEMES = 20
    #: the players still to discard
    HAND_LIMIT = 21
    DAY_OVER = 22
    # What actions need.
    #: player; how much is still due; the cards left to choose from; what is paid for; how many cards must be left
    PAY = 23
    #: attachment; bearer; player
    EQUIP = 24
    #: Mercenary; player; who parleyed; whether it is paid for
    RECRUIT = 25
    #: Brute; player
    ENTER = 26
    #: player
    CREW = 27
    #: character
    GEAR = 28
    #: player; the cards left to choose from; how many are to go
    DISCARD = 29
    # Pressure (8.1).
    #: performer; player; place; stat; whether a tie succeeds; cause
    PRESSURE = 30
    #: player; place
    CLAIM = 31
    # Challenge and duel, by the steps of section 7.
    S1_TECHNIQUE = 32
    S2_TARGET = 33
    S3_ANSWER = 34
    S4_TECHNIQUE = 35
    S5_THREAT = 36
    R1_ROUND = 37
    R2_CARD = 38
    #: the revealed cards
    R2_TAKE = 39
    R3_ABILITIES = 40
    R4_VALUES = 41
    R5_RESOLVE = 42
    R5_SEND = 43
    R6_END = 44
    # Abilities.
    #: happening: carry it out
    DO = 45
    #: happening: propose it, so that it can still be replaced
    PROPOSE = 46
    #: timing; happening; forced ones done; players who declined in a row; whose turn
    WINDOW = 47
    #: tell "after" Reactions what happened
    AFTER_REACTIONS = 48
    #: scene, or several to choose the performer's from; stage; whether the effect waits
    PERFORM = 49
    #: path; scene
    RUN = 50
    #: player
    ELIMINATE = 51
    #: player; scheme
    SCHEME_STAYS = 52
    DISCARD_BRUTES = 53
    #: performer; player; place; stat
    BEGIN_PRESSURE = 54
    #: player; the only character that may act, or -1
    ANOTHER_ACTION = 55
    #: what the frame below learns as its result
    REPLY = 57


#: Bound once: before Python 3.12 it takes five times as long to find a member through its class.
_WINDOW: Final = F.WINDOW


def window(timing: Timing, happening: Happening) -> Frame:
    """A new frame in which players can react to a happening: nothing forced is done and nobody has been asked yet."""
    return (_WINDOW, timing, happening, (), 0, NONE)


def asking_kind(state: State) -> F:
    """The kind of the frame that is waiting for a player's answer."""
    kind, *_ = state.agenda[-1]
    return F(kind)


def ask(state: State, player: int, options: Iterable[Choice], frame: Frame) -> None:
    """Ask a player to choose; the answer goes to the frame. There must be at least one option."""
    state.agenda.append(frame)
    state.chooser = player
    state.legal = tuple(options)
