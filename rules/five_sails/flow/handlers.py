"""The handlers of all frames and deeds, and the loop that runs the agenda."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.five_sails.contests import challenge, duel, pressure
from rules.five_sails.deeds import deeds, elimination, limits, payments, reactions, uses, victory
from rules.five_sails.flow import day, drama, dusk, plans
from rules.five_sails.state.agenda import F, window
from rules.five_sails.state.log import is_awaited
from rules.five_sails.state.state import Frame, State
from rules.five_sails.terms.basics import NONE
from rules.five_sails.terms.choices import Choice
from rules.five_sails.terms.happenings import Moment, Timing

Step = Callable[[State, Frame], None]
Answer = Callable[[State, Frame, Choice], None]

#: How each deed is carried out, by its moment.
DEEDS: Final[Mapping[Moment, deeds.DeedAction]] = {
    **deeds.DEEDS,
    Moment.PAYING: payments.demand_payment,
    Moment.PRESSURE_ENDS: pressure.close_pressure,
    Moment.DUEL_ENDS: duel.close_duel,
}


def _nothing(state: State, frame: Frame) -> None:
    """What a cancelled frame does."""


def _do(state: State, frame: Frame) -> None:
    """Carry out a proposed deed that nothing replaced."""
    _, (moment, card, place, other, number, by) = frame
    DEEDS[moment](state, card, place, other, number, by)


def _propose(state: State, frame: Frame) -> None:
    _, happening = frame
    moment, card, place, other, number, by = happening
    if is_awaited(state, moment, Timing.BEFORE):
        state.agenda += [(F.DO, happening), window(Timing.BEFORE, happening)]
    else:
        DEEDS[moment](state, card, place, other, number, by)


#: The function that handles each kind of frame.
STEPS: Final[Mapping[F, Step]] = {
    F.NOTHING: _nothing,
    F.NEXT_DAY: day.begin_day,
    F.PHASE: day.begin_phase,
    F.MOMENT: day.tell_moment,
    F.PLACE_CITY_CARDS: day.place_city_cards,
    F.PLAN: plans.ask_for_plan,
    F.REVEAL_PLANS: plans.reveal_plans,
    F.WHEN_REVEALED: plans.resolve_revealed,
    F.INITIATIVE: plans.determine_initiative,
    F.MUSTER: plans.muster_planned,
    F.RESOLVE_SCHEMES: plans.resolve_schemes,
    F.PLANNING_DRAW: plans.draw_for_planning,
    F.DRAMA: drama.give_priority,
    F.DOMINANCE: victory.check_dominance,
    F.COLLECT: dusk.collect_renown,
    F.ECONOMIC: victory.check_economic,
    F.FIFTH_DAY: victory.check_fifth_day,
    F.CLEAR_CONTROL: dusk.clear_control,
    F.GO_HOME: dusk.go_home,
    F.CLEAR_CITY: dusk.clear_city,
    F.LOCK_SCHEMES: dusk.lock_schemes,
    F.HAND_LIMIT: dusk.limit_hands,
    F.DAY_OVER: dusk.end_day,
    F.PAY: payments.ask_for_payment,
    F.EQUIP: drama.equip_paid,
    F.RECRUIT: drama.recruit_next,
    F.ENTER: drama.enter_paid,
    F.CREW: limits.check_crew,
    F.GEAR: limits.check_gear,
    F.DISCARD: payments.ask_for_discards,
    F.PRESSURE: pressure.compare_pressure,
    F.CLAIM: pressure.claim_place,
    F.S1_TECHNIQUE: challenge.ask_for_technique,
    F.S2_TARGET: challenge.ask_for_target,
    F.S3_ANSWER: challenge.ask_for_answer,
    F.S4_TECHNIQUE: challenge.resolve_technique,
    F.S5_THREAT: challenge.make_threat,
    F.R1_ROUND: duel.begin_round,
    F.R2_CARD: duel.ask_for_card,
    F.R2_TAKE: duel.ask_which_to_take,
    F.R3_ABILITIES: duel.ask_for_ability,
    F.R4_VALUES: duel.apply_values,
    F.R5_RESOLVE: duel.suffer_threat,
    F.R5_SEND: duel.send_threat,
    F.R6_END: duel.end_round,
    F.DO: _do,
    F.PROPOSE: _propose,
    F.WINDOW: reactions.open_window,
    F.AFTER_REACTIONS: reactions.offer_after_reactions,
    F.PERFORM: uses.perform,
    F.RUN: uses.run_step,
    F.ELIMINATE: elimination.eliminate,
    F.SCHEME_STAYS: plans.scheme_stays,
    F.DISCARD_BRUTES: dusk.discard_brutes,
    F.BEGIN_PRESSURE: drama.apply_pressure,
    F.ANOTHER_ACTION: drama.ask_for_another,
    F.REPLY: pressure.deliver_reply,
}

#: The function that takes a player's answer, for the frames that ask.
ANSWERS: Final[Mapping[F, Answer]] = {
    F.PLAN: plans.take_plan,
    F.WHEN_REVEALED: plans.take_first,
    F.DRAMA: drama.take_action,
    F.PAY: payments.pay_with,
    F.CREW: limits.give_up_character,
    F.GEAR: limits.give_up_attachment,
    F.DISCARD: payments.discard_one,
    F.S1_TECHNIQUE: challenge.activate_technique,
    F.S2_TARGET: challenge.take_target,
    F.S3_ANSWER: challenge.take_answer,
    F.R2_CARD: duel.play_card,
    F.R2_TAKE: duel.take_revealed,
    F.R3_ABILITIES: duel.use_ability,
    F.WINDOW: reactions.take_reaction,
    F.PERFORM: uses.choose_performer,
    F.RUN: uses.answer_step,
    F.ANOTHER_ACTION: drama.take_another,
}


def _no_answer_expected(state: State, frame: Frame, chosen: Choice) -> None:
    raise LookupError(f"{F(frame[0]).name} expects no answer")


#: The same as lists, which are faster to index.
_STEPS: Final[list[Step]] = [_nothing] * (max(F) + 1)
_ANSWERS: Final[list[Answer]] = [_no_answer_expected] * (max(F) + 1)
for _kind in F:
    _STEPS[_kind] = STEPS[_kind]
    _ANSWERS[_kind] = ANSWERS.get(_kind, _no_answer_expected)


def take(state: State, chosen: Choice) -> None:
    """Pass a choice to the frame that asked for it."""
    frame = state.agenda.pop()
    state.legal = ()
    state.chooser = NONE
    _ANSWERS[frame[0]](state, frame, chosen)


def advance(state: State) -> None:
    """Run the agenda until a player has several options, or the game is over."""
    agenda, steps = state.agenda, _STEPS
    while True:
        while state.legal:
            if len(state.legal) > 1:
                return
            take(state, state.legal[0])
        if state.outcome is not None:
            agenda.clear()
            return
        frame = agenda.pop()
        steps[frame[0]](state, frame)
