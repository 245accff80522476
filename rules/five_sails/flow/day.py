"""The Day as a list of frames in the order of section 4; each phase has a module that handles them."""

from __future__ import annotations

from typing import Final

from rules.five_sails.deeds.deeds import place_city_card
from rules.five_sails.state.agenda import F
from rules.five_sails.state.log import tell
from rules.five_sails.state.state import Frame, State
from rules.five_sails.terms.basics import Phase
from rules.five_sails.terms.happenings import Moment

DAY: Final[tuple[Frame, ...]] = (
    (F.PHASE, Phase.DAWN),
    # 4.1.1 to 4.1.4
    (F.MOMENT, Moment.DAY_BEGINS),
    (F.MOMENT, Moment.DAWN_BEGINS),
    (F.PLACE_CITY_CARDS, 0),
    (F.MOMENT, Moment.DAWN_ENDS),
    # 4.2.1 to 4.2.6; initiative is determined before or after When Revealed abilities (4.2.2, Q7)
    (F.PHASE, Phase.PLANNING),
    (F.PLAN, 0, 0),
    (F.REVEAL_PLANS,),
    (F.MUSTER, None),
    (F.AFTER_REACTIONS,),
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
    (F.AFTER_REACTIONS,),
    (F.NEXT_DAY,),
)


def begin_day(state: State, frame: Frame) -> None:
    """Put the whole Day on the agenda."""
    state.day += 1
    state.dawn = len(state.log)
    state.agenda += reversed(DAY)


def begin_phase(state: State, frame: Frame) -> None:
    _, state.phase = frame


def tell_moment(state: State, frame: Frame) -> None:
    """Announce that something begins or ends, for the Reactions that wait for it."""
    _, moment = frame
    state.agenda.append((F.AFTER_REACTIONS,))
    tell(state, moment, number=state.day)


def place_city_cards(state: State, frame: Frame) -> None:
    """Place a City card at each location, going away from the City Deck (4.1.3, Q4)."""
    _, done = frame
    if done < len(state.table.line):
        state.agenda += [(F.PLACE_CITY_CARDS, done + 1), (F.AFTER_REACTIONS,)]
        place_city_card(state, state.table.line[done])
