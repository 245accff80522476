"""From the challenge to the first threat: steps S1 to S5 of section 7."""

from __future__ import annotations

from rules.five_sails.contests.duel import end_duel, first_threat
from rules.five_sails.deeds.deeds import engage, wound
from rules.five_sails.deeds.uses import begin, resolve_held, technique_choices
from rules.five_sails.state.agenda import F, ask
from rules.five_sails.state.log import tell
from rules.five_sails.state.state import Duel, Frame, State, current_duel
from rules.five_sails.state.values import crew_at, is_allowed, known_value, opposing, use_permission
from rules.five_sails.terms.basics import DASH, HOME, NONE, Stat, Zone
from rules.five_sails.terms.choices import ACCEPT, DECLINE, REFUSE, Choice, Kind, choice
from rules.five_sails.terms.happenings import RULES, Cause, Moment
from rules.five_sails.terms.parts import Question


def may_be_challenged(state: State, challenger: int, stat: int) -> list[int]:
    """The characters that a character may challenge to a duel of a stat (5.5, 6.19)."""
    table = state.table
    player = state.control[challenger]
    targets = opposing(state, player, state.place[challenger])
    if table.standing[Question.CHALLENGE_AFAR] or state.lasting:
        targets += [
            card
            for other, crew in enumerate(state.crew)
            for card in crew
            if other != player
            and card not in targets
            and state.place[card] < HOME
            and is_allowed(state, Question.CHALLENGE_AFAR, challenger, card, default=False)
        ]
    if not table.options.dash_may_be_challenged:
        targets = [card for card in targets if table.stats[stat][card] != DASH]
    if table.standing[Question.MAY_CHALLENGE] or state.lasting:
        targets = [card for card in targets if is_allowed(state, Question.MAY_CHALLENGE, challenger, card)]
    return targets


def issue_challenge(
    state: State, challenger: int, stat: int = Stat.COMBAT, target: int = NONE, by: Cause = RULES
) -> None:
    """Issue a challenge, to ``target`` if given. The caller engages the challenger.

    A program waiting below gets ``result`` 1 if the challenge is accepted, otherwise 0. Nothing happens during a duel
    or if the challenger has left play.
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


def ask_for_technique(state: State, frame: Frame) -> None:
    """The challenger may activate one Technique: its costs are paid now, its effect waits for S4."""
    duel = current_duel(state)
    techniques = technique_choices(state, duel.players[0], duel.participants[0])
    if techniques:
        ask(state, duel.players[0], (*techniques, DECLINE), frame)


def activate_technique(state: State, frame: Frame, chosen: Choice) -> None:
    if chosen.kind is Kind.USE:
        begin(state, current_duel(state).players[0], chosen.card, chosen.number, actor=chosen.target, hold=True)


def ask_for_target(state: State, frame: Frame) -> None:
    """The challenger's player picks a target; without one there is no challenge."""
    _, by = frame
    duel = current_duel(state)
    challenger = duel.participants[0]
    if duel.participants[1] != NONE:
        _challenge(state, duel.participants[1], by)
        return
    targets = may_be_challenged(state, challenger, duel.stat) if state.zone[challenger] == Zone.PLAY else []
    if targets:
        ask(state, duel.players[0], [choice(Kind.TARGET, card) for card in targets], frame)


def take_target(state: State, frame: Frame, chosen: Choice) -> None:
    _, by = frame
    _challenge(state, chosen.card, by)


def _challenge(state: State, target: int, by: Cause) -> None:
    duel = current_duel(state)
    duel.participants[1] = target
    duel.players[1] = state.control[target]
    tell(state, Moment.CHALLENGED, duel.participants[0], duel.place, target, duel.stat, by)


def ask_for_answer(state: State, frame: Frame) -> None:
    """The challenged player accepts, refuses, or lets another character intervene (S3, Q17)."""
    duel = current_duel(state)
    challenger, target = duel.participants
    if target == NONE or state.zone[target] != Zone.PLAY:
        end_duel(state, challenger, other=target)
        return
    options = [ACCEPT]
    if state.table.options.may_refuse and is_allowed(state, Question.MAY_REFUSE, target, challenger):
        options.append(REFUSE)
    options += [choice(Kind.INTERVENE, card) for card in interveners(state)]
    ask(state, duel.players[1], options, frame)


def interveners(state: State) -> list[int]:
    """The challenged player's other characters at that place that may intervene (S3, Q17)."""
    duel = current_duel(state)
    target = duel.participants[1]
    able = []
    for card in crew_at(state, duel.players[1], state.place[target]):
        ready = not state.engaged[card] or is_allowed(state, Question.INTERVENE_ENGAGED, card, target, default=False)
        if card != target and ready and is_allowed(state, Question.MAY_INTERVENE, card, target):
            able.append(card)
    return able


def take_answer(state: State, frame: Frame, chosen: Choice) -> None:
    """Refused or not, the Technique and the threat come next."""
    duel = current_duel(state)
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
            use_permission(state, Question.INTERVENE_ENGAGED, chosen.card, target)
        duel.participants[1] = target = chosen.card
        tell(state, Moment.INTERVENED, target, duel.place, challenger)
    tell(state, Moment.ACCEPTED, target, duel.place, challenger)
    if chosen.kind is Kind.INTERVENE:
        engage(state, target)


def resolve_technique(state: State, frame: Frame) -> None:
    """The Technique activated with the challenge takes effect; its Thrust counts in S5."""
    duel = current_duel(state)
    state.agenda.append((F.AFTER_REACTIONS,))
    if duel.technique is not None:
        resolve_held(state, duel.technique)
        duel.technique = None


def make_threat(state: State, frame: Frame) -> None:
    """The first threat is the challenger's stat plus the Technique's Thrust; if refused, it wounds (S3r, S5)."""
    duel = current_duel(state)
    challenger, target = duel.participants
    stat = max(known_value(state, challenger, duel.stat), 0)
    threat = max(stat + duel.bonus, 0)
    if not duel.refused:
        first_threat(state, threat)
        return
    wounds = threat if duel.lethal[0] else min(threat, stat)
    state.agenda += [(F.AFTER_REACTIONS,), (F.R6_END,)]
    wound(state, target, other=challenger, number=wounds)
