"""Plunder and Dusk (4.4, 4.5): collecting Renown and cleaning up."""

from __future__ import annotations

from rules.five_sails.deeds.deeds import at_once, in_order
from rules.five_sails.deeds.payments import choose_discards
from rules.five_sails.deeds.reactions import end_lasting
from rules.five_sails.state.agenda import F
from rules.five_sails.state.state import Frame, State
from rules.five_sails.state.values import is_allowed, is_brute
from rules.five_sails.terms.basics import HOME, NONE
from rules.five_sails.terms.happenings import BY, Happening, Moment
from rules.five_sails.terms.parts import Question, Until


def collect_renown(state: State, frame: Frame) -> None:
    """Each player takes all Renown from the locations they control (4.4.2); the rest stays there (4.5.5)."""
    in_order(
        state,
        [
            Happening(Moment.COLLECTED, place=place, number=state.renown_at[place], by=BY[player])
            for player in state.turn_order()
            for place in state.table.line
            if state.holder[place] == player and state.renown_at[place]
        ],
    )


def clear_control(state: State, frame: Frame) -> None:
    """All locations become uncontrolled (4.5.2a)."""
    state.agenda.append((F.AFTER_REACTIONS,))
    in_order(state, [Happening(Moment.LOST, place=place) for place in state.table.line if state.holder[place] != NONE])


def go_home(state: State, frame: Frame) -> None:
    """Every character and its attachments become en garde, and the character moves Home (4.5.2b)."""
    state.agenda.append((F.AFTER_REACTIONS,))
    engaged = state.engaged
    happenings: list[Happening] = []
    for player in state.turn_order():
        home = HOME + player
        for card in state.crew[player]:
            happenings += [Happening(Moment.EN_GARDE, each) for each in (card, *state.gear[card]) if engaged[each]]
            if state.place[card] != home and is_allowed(state, Question.GOES_HOME, card):
                happenings.append(Happening(Moment.MOVED, card, home))
    at_once(state, happenings)


def clear_city(state: State, frame: Frame) -> None:
    """City cards nobody took go to the City discard pile (4.5.2c)."""
    state.agenda.append((F.AFTER_REACTIONS,))
    in_order(
        state,
        [
            Happening(Moment.DISCARDED, card)
            for place in state.table.line
            for card in state.city_cards[place]
            if is_allowed(state, Question.MAY_CLEAR, card)
        ],
    )


def lock_schemes(state: State, frame: Frame) -> None:
    """The Day's schemes go to The Locker (4.5.2d)."""
    state.agenda.append((F.AFTER_REACTIONS,))
    in_order(
        state,
        [Happening(Moment.LOCKED, state.scheme[p]) for p in state.turn_order() if state.scheme[p] != NONE],
    )


def limit_hands(state: State, frame: Frame) -> None:
    """Each player discards down to the Leader's printed Panache; modifiers do not count (4.5.2e)."""
    _, remaining = frame
    players: tuple[int, ...] = state.turn_order() if remaining is None else remaining
    table = state.table
    for index, player in enumerate(players):
        excess = len(state.hand[player]) - table.definitions[table.leaders[player]].panache
        if excess > 0:
            state.agenda.append((F.HAND_LIMIT, players[index + 1 :]))
            choose_discards(state, player, excess)
            return
    state.agenda.append((F.AFTER_REACTIONS,))


def end_day(state: State, frame: Frame) -> None:
    """Effects that last for the Day end, then Brutes are discarded (4.5.4, Q9)."""
    state.used.clear()
    state.last_known.clear()
    state.planned = [(NONE, NONE)] * state.table.players
    state.agenda.append((F.DISCARD_BRUTES,))
    end_lasting(state, Until.DAY_ENDS)


def discard_brutes(state: State, frame: Frame) -> None:
    in_order(
        state,
        [
            Happening(Moment.DISCARDED, card)
            for p in state.turn_order()
            for card in state.crew[p]
            if is_brute(state, card)
        ],
    )
