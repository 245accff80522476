"""A single duel as a game of its own: two characters at The Forums, one challenging the other (section 7)."""

from __future__ import annotations

from typing import NamedTuple

from rules.five_sails.contests.challenge import issue_challenge
from rules.five_sails.deeds.deeds import engage
from rules.five_sails.deeds.limits import excess_gear
from rules.five_sails.flow.day import DAY
from rules.five_sails.flow.handlers import advance
from rules.five_sails.flow.setup import set_up
from rules.five_sails.state.agenda import F
from rules.five_sails.state.state import State
from rules.five_sails.state.table import Table
from rules.five_sails.state.zones import lift, to_hand, to_play
from rules.five_sails.terms.basics import FORUMS, Phase, Stat, Zone
from rules.five_sails.terms.happenings import Moment


class ImpossibleDuel(ValueError):  # noqa: N818  (an answer to a visitor, not a failure)
    """A duel that the rules do not allow; the message cites the rule."""


class Duelist(NamedTuple):
    """One side of a duel, with cards as numbers on the table."""

    character: int
    gear: tuple[int, ...] = ()
    hand: tuple[int, ...] = ()
    #: How many cards to deal from the deck if ``hand`` is empty.
    dealt: int = 0


def set_up_duel(
    table: Table, duelists: tuple[Duelist, Duelist], *, stat: Stat, challenger: int, seed: int, game: int
) -> State:
    """A state on Day 1 with the challenge issued; after the duel, High Drama continues with the other player.

    :raises ImpossibleDuel: if a character has too many attachments of one kind (9.4).
    """
    state = set_up(table, seed, game)
    state.log.clear()
    for seat, duelist in enumerate(duelists):
        _place(state, seat, duelist)
    if any(excess_gear(state, duelist.character) for duelist in duelists):
        raise ImpossibleDuel("One of the characters has too many attachments of one kind (rule 9.4)")
    state.first, state.day, state.phase = challenger, 1, Phase.HIGH_DRAMA
    rest_of_day = DAY[DAY.index((F.MOMENT, Moment.DRAMA_ENDS)) :]
    state.agenda[:] = [*reversed(rest_of_day), (F.DRAMA, 1 - challenger, 0), (F.AFTER_REACTIONS,)]
    attacker, defender = duelists[challenger].character, duelists[1 - challenger].character
    engage(state, attacker)
    issue_challenge(state, attacker, stat, defender)
    advance(state)
    return state


def _place(state: State, seat: int, duelist: Duelist) -> None:
    character = duelist.character
    if state.zone[character] == Zone.PLAY:
        state.place[character] = FORUMS
    else:
        lift(state, character)
        to_play(state, character, seat, FORUMS)
    for worn in duelist.gear:
        lift(state, worn)
        state.zone[worn] = Zone.PLAY
        state.control[worn] = seat
        state.bearer[worn] = character
        state.gear[character] = (*state.gear[character], worn)
    for card in duelist.hand or state.deck[seat][::-1][: duelist.dealt]:
        lift(state, card)
        to_hand(state, card)
