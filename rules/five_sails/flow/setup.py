"""Setting the game up (section 3)."""

from __future__ import annotations

from rules.five_sails.state.agenda import F
from rules.five_sails.state.log import tell
from rules.five_sails.state.state import State
from rules.five_sails.state.table import Table
from rules.five_sails.state.zones import to_play
from rules.five_sails.terms.basics import HOME, NONE, Zone
from rules.five_sails.terms.happenings import Moment


def set_up(table: Table, seed: int, game: int) -> State:
    """The state on the morning of Day 1: Leaders at Home, decks shuffled, no hands, no First Player (3.1 to 3.5).

    The City Deck is shuffled first, then the faction decks in seat order, each starting from card number order.
    """
    state = State(table, seed, game)
    for place in table.line:
        location = table.locations[place]
        state.zone[location] = Zone.LOCATION
        state.place[location] = place
    state.deck[NONE] += table.city
    state.shuffle(state.deck[NONE])
    for player in range(table.players):
        to_play(state, table.leaders[player], player, HOME + player)
        state.approach[player] += table.approach[player]
        for card in table.approach[player]:
            state.zone[card] = Zone.APPROACH
        state.deck[player] += table.faction[player]
        state.shuffle(state.deck[player])
    state.agenda += [(F.NEXT_DAY,), (F.AFTER_REACTIONS,)]
    tell(state, Moment.SETUP)
    return state
