"""Plunder and Dusk (4.4, 4.5): collecting Renown, and cleaning up."""

from __future__ import annotations

from rules.five_sails.abilities.parts import Question, Until
from rules.five_sails.abilities.windows import end_lasting
from rules.five_sails.agenda import F, step
from rules.five_sails.deeds import at_once, in_order
from rules.five_sails.happenings import BY, Happening, Moment
from rules.five_sails.payments import choose_discards
from rules.five_sails.state import Frame, State
from rules.five_sails.terms import HOME, NONE
from rules.five_sails.values import allowed, is_brute


@step(F.COLLECT)
def _collect(state: State, frame: Frame) -> None:
    """Each player takes all Renown from the locations they control (4.4.2); the rest stays there (4.5.5)."""
    in_order(
        state,
        [
            Happening(Moment.COLLECTED, place=place, number=state.fame[place], by=BY[player])
            for player in state.turn_order()
            for place in state.table.line
            if state.holder[place] == player and state.fame[place]
        ],
    )


@step(F.CLEAR_CONTROL)
def _clear_control(state: State, frame: Frame) -> None:
    """All locations become uncontrolled (4.5.2a)."""
    state.agenda.append((F.SETTLE,))
    in_order(state, [Happening(Moment.LOST, place=place) for place in state.table.line if state.holder[place] != NONE])


@step(F.GO_HOME)
def _go_home(state: State, frame: Frame) -> None:
    """Every character becomes en garde, its attachments too, and moves Home (4.5.2b)."""
    state.agenda.append((F.SETTLE,))
    engaged = state.engaged
    happenings: list[Happening] = []
    for player in state.turn_order():
        home = HOME + player
        for card in state.crew[player]:
            happenings += [Happening(Moment.EN_GARDE, each) for each in (card, *state.gear[card]) if engaged[each]]
            if state.place[card] != home and allowed(state, Question.GOES_HOME, card):
                happenings.append(Happening(Moment.MOVED, card, home))
    at_once(state, happenings)


@step(F.CLEAR_CITY)
def _clear_city(state: State, frame: Frame) -> None:
    """City cards that nobody took go to the City discard pile (4.5.2c)."""
    state.agenda.append((F.SETTLE,))
    in_order(
        state,
        [
            Happening(Moment.DISCARDED, card)
            for place in state.table.line
            for card in state.lying[place]
            if allowed(state, Question.MAY_CLEAR, card)
        ],
    )


@step(F.LOCK_SCHEMES)
def _lock_schemes(state: State, frame: Frame) -> None:
    """The Day's schemes go to The Locker (4.5.2d)."""
    state.agenda.append((F.SETTLE,))
    in_order(
        state,
        [Happening(Moment.LOCKED, state.scheme[p]) for p in state.turn_order() if state.scheme[p] != NONE],
    )


@step(F.HAND_LIMIT)
def _limit_hands(state: State, frame: Frame) -> None:
    """Each player discards down to the Leader's printed Panache, whatever modifies it (4.5.2e)."""
    players: tuple[int, ...] = state.turn_order() if frame[1] is None else frame[1]
    table = state.table
    for number, player in enumerate(players):
        excess = len(state.hand[player]) - table.definitions[table.leaders[player]].panache
        if excess > 0:
            state.agenda.append((F.HAND_LIMIT, players[number + 1 :]))
            choose_discards(state, player, excess)
            return
    state.agenda.append((F.SETTLE,))


@step(F.DAY_OVER)
def _end_day(state: State, frame: Frame) -> None:
    """What lasted the Day is over, and then Brutes are discarded (4.5.4, Q9)."""
    state.used.clear()
    state.last.clear()
    state.planned = [(NONE, NONE)] * state.table.players
    state.agenda.append((F.DISCARD_BRUTES,))
    end_lasting(state, Until.DAY_ENDS)


@step(F.DISCARD_BRUTES)
def _discard_brutes(state: State, frame: Frame) -> None:
    in_order(
        state,
        [
            Happening(Moment.DISCARDED, card)
            for p in state.turn_order()
            for card in state.crew[p]
            if is_brute(state, card)
        ],
    )
