"""Estimates for duels: what a combat card is worth against a threat, and whether a challenge pays off."""

from __future__ import annotations

from collections.abc import Iterable

from rules.five_sails.bots.weights import Weights
from rules.five_sails.bots.worth import card_worth, readiness, wound_cost
from rules.five_sails.state.state import State, current_duel
from rules.five_sails.state.values import crew_at, known_value, value
from rules.five_sails.terms.basics import NONE, Stat, Zone
from rules.five_sails.terms.choices import Choice, Kind


class Round:
    """A round as seen by the player who has to play a card: a threat, two characters, their hand."""

    def __init__(
        self, state: State, weights: Weights, player: int, own: int, adversary: int, threat: float, stat: int
    ) -> None:
        self._state, self._weights, self._player = state, weights, player
        self._own, self._adversary, self._threat = own, adversary, threat
        # A character inflicts at most its stat at once, a Lethal one everything (7.1, 7.2).
        self._max_taken = float(max(known_value(state, adversary, stat), 0))
        self._max_given = float(max(known_value(state, own, stat), 0))
        self._gains = [0, 0, 0]
        duel = state.duel
        if duel is not None and adversary in duel.participants:
            self._gains = duel.gains
            if duel.lethal[duel.side_of(adversary)]:
                self._max_taken = threat
        enemy = state.control[adversary]
        self._adversary_in_play = state.zone[adversary] == Zone.PLAY
        answered = enemy != NONE and (state.hand[enemy] or value(state, adversary, Stat.FINESSE) > 0)
        self._expected_defence = weights.usual_riposte + weights.usual_parry if answered else 0.0
        self._taken: dict[float, float] = {}
        self._given: dict[float, float] = {}

    def play(self, values: tuple[int, int, int]) -> float:
        """The value of a card with these combat values: wounds dealt less wounds taken (R4, R5)."""
        riposte, parry, thrust = values
        gains = self._gains
        returned = min(max(riposte + gains[0], 0), self._threat)
        cost = self._cost_of_wounds(max(self._threat - returned - max(parry + gains[1], 0), 0.0))
        if not self._adversary_in_play:
            return -cost
        return self._value_of_wounds(max(returned + max(thrust + gains[2], 0) - self._expected_defence, 0.0)) - cost

    def play_from_hand(self, card: int) -> float:
        """The value of playing a hand card, less the card itself."""
        state = self._state
        return self.play(state.table.values[card]) - card_worth(state, self._weights, self._player, card)

    def play_no_card(self) -> float:
        """The value of playing no card (R2)."""
        return -self._cost_of_wounds(self._threat)

    def gamble(self) -> float:
        """The better of two cards from the full deck list, since the order of the deck is unknown (R2)."""
        table = self._state.table
        results = sorted(self.play(table.values[card]) for card in table.faction[self._player])
        if not results:
            return self.play_no_card()
        # The better of two draws is number i of n with probability ((i + 1)^2 - i^2) / n^2.
        return sum(result * (2 * number + 1) for number, result in enumerate(results)) / len(results) ** 2

    def best(self, *, first: bool) -> float:
        """The best value to expect. In the first round a card must be played, and gambling is considered too (R2)."""
        values = [self.play_from_hand(card) for card in self._state.hand[self._player]]
        if first and value(self._state, self._own, Stat.FINESSE) > 0:
            values.append(self.gamble())
        if not (first and values):
            values.append(self.play_no_card())
        return max(values)

    def _cost_of_wounds(self, threat: float) -> float:
        wounds = min(threat, self._max_taken)
        if wounds not in self._taken:
            self._taken[wounds] = wound_cost(self._state, self._weights, self._own, wounds)
        return self._taken[wounds]

    def _value_of_wounds(self, threat: float) -> float:
        wounds = min(threat, self._max_given)
        if wounds not in self._given:
            self._given[wounds] = wound_cost(self._state, self._weights, self._adversary, wounds)
        return self._given[wounds]


def combat_values(state: State, weights: Weights, player: int, legal: Iterable[Choice]) -> dict[Choice, float]:
    """The value of each option in a round (R2)."""
    duel = current_duel(state)
    side = duel.round_of
    own, adversary = duel.participants[side], duel.participants[1 - side]
    now = Round(state, weights, player, own, adversary, duel.threat[side], duel.stat)
    scores: dict[Choice, float] = {}
    for option in legal:
        if option.kind is Kind.YIELD:
            scores[option] = now.play_no_card()
        elif option.kind is Kind.GAMBLE:
            scores[option] = now.gamble()
        elif option.kind is Kind.FIGHT:
            scores[option] = now.play_from_hand(option.card)
        else:
            scores[option] = now.play(state.table.values[option.card])
    return scores


def challenge_value(state: State, weights: Weights, player: int, challenger: int, target: int, stat: int) -> float:
    """The value of a challenge if the challenged player answers as well as possible, not counting engaging (S3)."""
    threat = float(max(value(state, challenger, stat), 0))
    if not threat:
        return 0.0
    enemy = state.control[target]
    refused = wound_cost(state, weights, target, threat)
    if not state.hand[enemy] and value(state, target, Stat.FINESSE) <= 0:
        return refused
    accepted = _value_if_accepted(state, weights, player, challenger, target, threat, stat)
    for other in crew_at(state, enemy, state.place[target]):
        if other != target and not state.engaged[other]:
            stepped_in = _value_if_accepted(state, weights, player, challenger, other, threat, stat)
            accepted = min(accepted, stepped_in + readiness(state, weights, other))
    return min(refused, accepted)


def _value_if_accepted(
    state: State, weights: Weights, player: int, challenger: int, target: int, threat: float, stat: int
) -> float:
    """The value if the target accepts: it plays a typical card, and the challenger answers with their best one."""
    returned = min(weights.usual_riposte, threat)
    left = max(threat - returned - weights.usual_parry, 0.0)
    now = Round(state, weights, player, challenger, target, returned + weights.usual_thrust, stat)
    return wound_cost(state, weights, target, left) + now.best(first=False)


def answer_values(state: State, weights: Weights, player: int, legal: Iterable[Choice]) -> dict[Choice, float]:
    """The value of accepting, refusing and intervening for the challenged player (S3)."""
    duel = current_duel(state)
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
        scores[option] = Round(state, weights, player, own, challenger, threat, duel.stat).best(first=True)
        if option.kind is Kind.INTERVENE:
            scores[option] -= readiness(state, weights, own)
    return scores
