"""From the challenge to the first threat: steps S1 to S5 of section 7."""

from __future__ import annotations

from rules.five_sails.abilities.parts import Question
from rules.five_sails.abilities.performing import begin, resolve_held, technique_choices
from rules.five_sails.agenda import F, answer, ask, step
from rules.five_sails.choices import ACCEPT, DECLINE, REFUSE, Choice, Kind, choice
from rules.five_sails.deeds import engage, wound
from rules.five_sails.duel import end_duel, first_threat
from rules.five_sails.happenings import RULES, Cause, Moment
from rules.five_sails.log import tell
from rules.five_sails.state import Duel, Frame, State
from rules.five_sails.terms import DASH, HOME, NONE, Stat, Zone
from rules.five_sails.values import allowed, crew_at, exercise, known_value, opposing


def may_be_challenged(state: State, challenger: int, stat: int) -> list[int]:
    """The characters that a character could challenge: opposing ones, by name of the duel's stat (5.5, 6.19)."""
    table = state.table
    player = state.control[challenger]
    found = opposing(state, player, state.place[challenger])
    if table.standing[Question.CHALLENGE_AFAR] or state.lasting:
        found += [
            card
            for other, crew in enumerate(state.crew)
            for card in crew
            if other != player
            and card not in found
            and state.place[card] < HOME
            and allowed(state, Question.CHALLENGE_AFAR, challenger, card, usually=False)
        ]
    if not table.options.dash_may_be_challenged:
        found = [card for card in found if table.stats[stat][card] != DASH]
    if table.standing[Question.MAY_CHALLENGE] or state.lasting:
        found = [card for card in found if allowed(state, Question.MAY_CHALLENGE, challenger, card)]
    return found


def issue_challenge(
    state: State, challenger: int, stat: int = Stat.COMBAT, target: int = NONE, by: Cause = RULES
) -> None:
    """A character issues a challenge; who is challenged may already be settled. Engaging it is the caller's matter.

    A program that waits below learns as ``result`` whether it was accepted, 1, or not, 0. During a duel, or by a
    character that is gone, no challenge is issued.
    """
    if state.duel is not None or state.zone[challenger] != Zone.PLAY:
        state.agenda.append((F.REPLY, 0))
        return
    player = state.control[challenger]
    state.duel = duel = Duel(challenger, player, state.place[challenger], stat)
    if target != NONE:
        duel.participants[1] = target
        duel.players[1] = state.control[target]
    first = state.table.options.technique_first
    state.agenda += [(F.S3_ANSWER,), (F.S2_TARGET, by)]
    if first:
        state.agenda.append((F.S1_TECHNIQUE,))


def duel_of(state: State) -> Duel:
    """The challenge or duel that is going on. :raises LookupError: if there is none."""
    if state.duel is None:
        raise LookupError("no duel is going on")
    return state.duel


@step(F.S1_TECHNIQUE)
def _ask_for_technique(state: State, frame: Frame) -> None:
    """The challenger may activate one Technique now: its costs are paid, its effect waits for S4."""
    duel = duel_of(state)
    techniques = technique_choices(state, duel.players[0], duel.participants[0])
    if techniques:
        ask(state, duel.players[0], (*techniques, DECLINE), frame)


@answer(F.S1_TECHNIQUE)
def _activate_technique(state: State, frame: Frame, chosen: Choice) -> None:
    if chosen.kind is Kind.USE:
        begin(state, duel_of(state).players[0], chosen.card, chosen.number, actor=chosen.target, hold=True)


@step(F.S2_TARGET)
def _ask_for_target(state: State, frame: Frame) -> None:
    """An opposing character is challenged; without one there is no challenge."""
    duel = duel_of(state)
    challenger = duel.participants[0]
    if duel.participants[1] != NONE:
        _settle_target(state, duel.participants[1], frame[1])
        return
    targets = may_be_challenged(state, challenger, duel.stat) if state.zone[challenger] == Zone.PLAY else []
    if targets:
        ask(state, duel.players[0], [choice(Kind.TARGET, card) for card in targets], frame)


@answer(F.S2_TARGET)
def _target(state: State, frame: Frame, chosen: Choice) -> None:
    _settle_target(state, chosen.card, frame[1])


def _settle_target(state: State, target: int, by: Cause) -> None:
    duel = duel_of(state)
    duel.participants[1] = target
    duel.players[1] = state.control[target]
    tell(state, Moment.CHALLENGED, duel.participants[0], duel.place, target, duel.stat, by)


@step(F.S3_ANSWER)
def _ask_for_answer(state: State, frame: Frame) -> None:
    """The challenged player accepts, refuses, or has another character intervene (S3, Q17)."""
    duel = duel_of(state)
    challenger, target = duel.participants
    if target == NONE or state.zone[target] != Zone.PLAY:
        end_duel(state, challenger, other=target)
        return
    options = [ACCEPT]
    if state.table.options.may_refuse and allowed(state, Question.MAY_REFUSE, target, challenger):
        options.append(REFUSE)
    options += [choice(Kind.INTERVENE, card) for card in interveners(state)]
    ask(state, duel.players[1], options, frame)


def interveners(state: State) -> list[int]:
    """The characters that could intervene: the challenged player's others at that place, en garde (S3, Q17)."""
    duel = duel_of(state)
    target = duel.participants[1]
    found = []
    for card in crew_at(state, duel.players[1], state.place[target]):
        ready = not state.engaged[card] or allowed(state, Question.INTERVENE_ENGAGED, card, target, usually=False)
        if card != target and ready and allowed(state, Question.MAY_INTERVENE, card, target):
            found.append(card)
    return found


@answer(F.S3_ANSWER)
def _answer(state: State, frame: Frame, chosen: Choice) -> None:
    """Refused or not, the Technique and the threat come next; who accepts takes part from now on."""
    duel = duel_of(state)
    challenger, target = duel.participants
    state.agenda += [(F.S5_THREAT,), (F.S4_TECHNIQUE,)]
    if not state.table.options.technique_first:
        state.agenda.append((F.S1_TECHNIQUE,))
    if chosen.kind is Kind.REFUSE:
        duel.refused = True
        tell(state, Moment.REFUSED, target, duel.place, challenger)
        return
    duel.accepted = True
    if chosen.kind is Kind.INTERVENE:
        if state.engaged[chosen.card]:
            exercise(state, Question.INTERVENE_ENGAGED, chosen.card, target)
        duel.participants[1] = target = chosen.card
        tell(state, Moment.INTERVENED, target, duel.place, challenger)
    tell(state, Moment.ACCEPTED, target, duel.place, challenger)
    if chosen.kind is Kind.INTERVENE:
        engage(state, target)


@step(F.S4_TECHNIQUE)
def _resolve_technique(state: State, frame: Frame) -> None:
    """The Technique activated with the challenge takes effect; its Thrust counts in S5."""
    duel = duel_of(state)
    state.agenda.append((F.SETTLE,))
    if duel.technique is not None:
        resolve_held(state, duel.technique)
        duel.technique = None


@step(F.S5_THREAT)
def _make_threat(state: State, frame: Frame) -> None:
    """The challenger's stat and the Technique's Thrust are the first threat; a refusal wounds at once (S3r, S5)."""
    duel = duel_of(state)
    challenger, target = duel.participants
    stat = max(known_value(state, challenger, duel.stat), 0)
    threat = max(stat + duel.bonus, 0)
    if not duel.refused:
        first_threat(state, threat)
        return
    wounds = threat if duel.lethal[0] else min(threat, stat)
    state.agenda += [(F.SETTLE,), (F.R6_END,)]
    wound(state, target, other=challenger, number=wounds)
