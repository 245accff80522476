"""The Day as a list of steps, in the order of section 4; every phase's module says what its steps do."""

from __future__ import annotations

from typing import Final

from rules.five_sails.agenda import F, step
from rules.five_sails.deeds import place_city_card
from rules.five_sails.happenings import Moment
from rules.five_sails.log import tell
from rules.five_sails.state import Frame, State
from rules.five_sails.terms import Phase

DAY: Final[tuple[Frame, ...]] = (
    (F.PHASE, Phase.DAWN),
    # 4.1.1 to 4.1.4
    (F.MOMENT, Moment.DAY_BEGINS),
    (F.MOMENT, Moment.DAWN_BEGINS),
    (F.PLACE_CITY_CARDS, 0),
    (F.MOMENT, Moment.DAWN_ENDS),
    # 4.2.1 to 4.2.6; initiative is determined before or after what happens on revealing (4.2.2, Q7)
    (F.PHASE, Phase.PLANNING),
    (F.PLAN, 0, 0),
    (F.REVEAL_PLANS,),
    (F.MUSTER, None),
    (F.SETTLE,),
    (F.RESOLVE_SCHEMES, None),
    (F.PLANNING_DRAW,),
    (F.MOMENT, Moment.PLANNING_ENDS),
    # 4.3
    (F.PHASE, Phase.HIGH_DRAMA),
    (F.MOMENT, Moment.DRAMA_BEGINS),
    (F.DRAMA, None, 0),
    (F.MOMENT, Moment.DRAMA_ENDS),
    # 4.4.1 to 4.4.5
    (F.PHASE, Phase.PLUNDER),
    (F.DOMINANCE,),
    (F.COLLECT,),
    (F.MOMENT, Moment.PLUNDER),
    (F.ECONOMIC,),
    (F.FIFTH_DAY,),
    # 4.5.1 to 4.5.4
    (F.PHASE, Phase.DUSK),
    (F.MOMENT, Moment.DUSK_BEGINS),
    (F.CLEAR_CONTROL,),
    (F.GO_HOME,),
    (F.CLEAR_CITY,),
    (F.LOCK_SCHEMES,),
    (F.HAND_LIMIT, None),
    (F.MOMENT, Moment.DUSK_ENDS),
    (F.MOMENT, Moment.DAY_ENDS),
    (F.DAY_OVER,),
    (F.SETTLE,),
    (F.NEXT_DAY,),
)


@step(F.NEXT_DAY)
def begin_day(state: State, frame: Frame) -> None:
    """A new Day begins, with everything that belongs to it."""
    state.day += 1
    state.dawn = len(state.log)
    state.agenda += reversed(DAY)


@step(F.PHASE)
def _begin_phase(state: State, frame: Frame) -> None:
    state.phase = frame[1]


@step(F.MOMENT)
def _tell_moment(state: State, frame: Frame) -> None:
    """A beginning or an end, for whoever waits for it."""
    state.agenda.append((F.SETTLE,))
    tell(state, frame[1], number=state.day)


@step(F.PLACE_CITY_CARDS)
def _place_city_cards(state: State, frame: Frame) -> None:
    """One City Deck card for each location, going away from the City Deck (4.1.3, Q4)."""
    done = frame[1]
    if done < len(state.table.line):
        state.agenda += [(F.PLACE_CITY_CARDS, done + 1), (F.SETTLE,)]
        place_city_card(state, state.table.line[done])
