"""Leaving a game of three or four players (8.4, Q24)."""

from __future__ import annotations

from rules.five_sails.state.log import tell
from rules.five_sails.state.state import Frame, State
from rules.five_sails.state.zones import lift, to_discard, to_locker
from rules.five_sails.terms.basics import NONE, Zone
from rules.five_sails.terms.happenings import Moment


def eliminate(state: State, frame: Frame) -> None:
    """All the player's cards leave: their own go to The Locker, City cards to the City discard pile.

    Their locations become uncontrolled, and the First Player token passes to the left.
    """
    _, player = frame
    if state.out[player]:
        return
    owner = state.table.owner
    for card in range(state.table.size):
        mine, held = owner[card] == player, state.control[card] == player
        if not mine and not (held and state.zone[card] == Zone.PLAY):
            continue
        if mine and state.zone[card] == Zone.LOCKER:
            continue
        dropped = [worn for worn in state.gear[card] if owner[worn] != player]
        lift(state, card)
        (to_locker if mine else to_discard)(state, card)
        for worn in dropped:
            lift(state, worn)
            to_discard(state, worn)
    for place in state.table.line:
        if state.holder[place] == player:
            state.holder[place] = NONE
    state.planned[player] = (NONE, NONE)
    state.out[player] = True
    if player in state.doomed:
        state.doomed.remove(player)
    if state.first == player:
        state.first = state.clockwise(player)
        tell(state, Moment.FIRST_PLAYER, number=state.first)
    tell(state, Moment.ELIMINATED, number=player)
