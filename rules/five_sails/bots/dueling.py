"""Expectations of duels: what a combat card is worth against a threat, and whether a challenge pays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.five_sails.bots.weights import Weights
from rules.five_sails.bots.worth import card_worth, readiness, wound_cost
from rules.five_sails.choices import Choice, Kind
from rules.five_sails.state import State
from rules.five_sails.terms import NONE, Stat, Zone
from rules.five_sails.values import crew_at, known_value, value


class Round(NamedTuple):
    """A round as whoever has to play a card sees it."""

    player: int
    own: int
    adversary: int
    threat: float
    #: The most wounds a side can take at once; nothing in particular for a Lethal adversary (7.1, 7.2).
    most_taken: float
    most_given: float
    #: Whether the adversary can answer with a card of their own.
    answered: bool
    #: What abilities have added to the combat values so far.
    gains: tuple[int, int, int] = (0, 0, 0)


def round_of(state: State, player: int, own: int, adversary: int, threat: float, stat: int) -> Round:
    """A round between two characters, whoever has which side."""
    duel = state.duel
    most_taken = float(max(known_value(state, adversary, stat), 0))
    most_given = float(max(known_value(state, own, stat), 0))
    gains = (0, 0, 0)
    if duel is not None and adversary in duel.participants:
        if duel.lethal[duel.side_of(adversary)]:
            most_taken = threat
        gains = (duel.gains[0], duel.gains[1], duel.gains[2])
    enemy = state.control[adversary]
    answered = enemy != NONE and (bool(state.hand[enemy]) or value(state, adversary, Stat.FINESSE) > 0)
    return Round(player, own, adversary, threat, most_taken, most_given, answered, gains)


def play_value(state: State, weights: Weights, now: Round, values: tuple[int, int, int]) -> float:
    """What a card with these combat values brings: wounds it spares, and wounds it gives (R4, R5)."""
    riposte, parry, thrust = values
    more_riposte, more_parry, more_thrust = now.gains
    returned = min(max(riposte + more_riposte, 0), now.threat)
    left = max(now.threat - returned - max(parry + more_parry, 0), 0.0)
    cost = wound_cost(state, weights, now.own, min(left, now.most_taken))
    if state.zone[now.adversary] != Zone.PLAY:
        return -cost
    sent = returned + max(thrust + more_thrust, 0)
    if now.answered:
        sent -= weights.usual_riposte + weights.usual_parry
    return wound_cost(state, weights, now.adversary, min(max(sent, 0.0), now.most_given)) - cost


def yield_value(state: State, weights: Weights, now: Round) -> float:
    """What it brings to play no card (R2)."""
    return -wound_cost(state, weights, now.own, min(now.threat, now.most_taken))


def gamble_value(state: State, weights: Weights, now: Round) -> float:
    """The better of two cards of the own deck, as it was built: nobody knows the order."""
    table = state.table
    results = sorted(play_value(state, weights, now, table.values[card]) for card in table.faction[now.player])
    if not results:
        return yield_value(state, weights, now)
    # Of two draws the better one is number i with the chance ((i + 1)^2 - i^2) / n^2.
    size = len(results)
    return sum(result * (2 * number + 1) for number, result in enumerate(results)) / (size * size)


def combat_choice(state: State, weights: Weights, player: int, legal: Iterable[Choice]) -> dict[Choice, float]:
    """What each way to play a round is worth (R2)."""
    duel = state.duel
    if duel is None:
        raise LookupError("no duel is going on")
    side = duel.round_of
    own, adversary = duel.participants[side], duel.participants[1 - side]
    now = round_of(state, player, own, adversary, duel.threat[side], duel.stat)
    scores: dict[Choice, float] = {}
    for option in legal:
        if option.kind is Kind.YIELD:
            scores[option] = yield_value(state, weights, now)
        elif option.kind is Kind.GAMBLE:
            scores[option] = gamble_value(state, weights, now)
        else:
            scores[option] = play_value(state, weights, now, state.table.values[option.card])
            if option.kind is Kind.FIGHT:
                scores[option] -= card_worth(state, weights, player, option.card)
    return scores


def response(state: State, weights: Weights, now: Round, *, first: bool) -> float:
    """The best that a player can expect of a round with the hand they hold; in the first one a card is due (R2)."""
    found = [
        play_value(state, weights, now, state.table.values[card]) - card_worth(state, weights, now.player, card)
        for card in state.hand[now.player]
    ]
    if first and value(state, now.own, Stat.FINESSE) > 0:
        found.append(gamble_value(state, weights, now))
    if not (first and found):
        found.append(yield_value(state, weights, now))
    return max(found)


def challenge_value(state: State, weights: Weights, player: int, challenger: int, target: int, stat: int) -> float:
    """What a challenge brings if the challenged player takes the better way out of it; engaging is not counted (S3)."""
    threat = float(max(value(state, challenger, stat), 0))
    if not threat:
        return 0.0
    enemy = state.control[target]
    refused = wound_cost(state, weights, target, threat)
    if not state.hand[enemy] and value(state, target, Stat.FINESSE) <= 0:
        return refused
    accepted = _accepted(state, weights, player, challenger, target, threat, stat)
    place = state.place[target]
    for other in crew_at(state, enemy, place):
        if other != target and not state.engaged[other]:
            stepped_in = _accepted(state, weights, player, challenger, other, threat, stat)
            accepted = min(accepted, stepped_in + readiness(state, weights, other))
    return min(refused, accepted)


def _accepted(
    state: State, weights: Weights, player: int, challenger: int, target: int, threat: float, stat: int
) -> float:
    """The target plays a usual card, and the challenger answers with the best of the own hand."""
    returned = min(weights.usual_riposte, threat)
    left = max(threat - returned - weights.usual_parry, 0.0)
    sent = returned + weights.usual_thrust
    now = round_of(state, player, challenger, target, sent, stat)
    return wound_cost(state, weights, target, left) + response(state, weights, now, first=False)


def answer_values(state: State, weights: Weights, player: int, legal: Iterable[Choice]) -> dict[Choice, float]:
    """What accepting, refusing and intervening are worth to the challenged player (S3)."""
    duel = state.duel
    if duel is None:
        raise LookupError("no duel is going on")
    challenger, target = duel.participants
    stat = max(known_value(state, challenger, duel.stat), 0)
    threat = float(stat + duel.bonus)
    scores: dict[Choice, float] = {}
    for option in legal:
        if option.kind is Kind.REFUSE:
            wounds = threat if duel.lethal[0] else min(threat, stat)
            scores[option] = -wound_cost(state, weights, target, wounds)
            continue
        own = target if option.kind is Kind.ACCEPT else option.card
        now = round_of(state, player, own, challenger, threat, duel.stat)
        scores[option] = response(state, weights, now, first=True)
        if option.kind is Kind.INTERVENE:
            scores[option] -= readiness(state, weights, own)
    return scores
