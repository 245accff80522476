"""What the built-in actions of High Drama are worth (section 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.five_sails.bots.duel import challenge_value
from rules.five_sails.bots.weights import Weights
from rules.five_sails.bots.worth import (
    card_worth,
    character_worth,
    gear_worth,
    margin,
    readiness,
    resolve_left,
    stake,
    wound_cost,
)
from rules.five_sails.contests.challenge import may_be_challenged
from rules.five_sails.contests.pressure import totals
from rules.five_sails.deeds.limits import capped_crew, crew_cap
from rules.five_sails.flow.drama import parleyed_cost
from rules.five_sails.state.state import State
from rules.five_sails.state.values import cost_of, crew_at, opposing, value
from rules.five_sails.terms.basics import DASH, HOME, NONE, Stat, Zone
from rules.five_sails.terms.choices import Choice, Kind


class Drama:
    """The situation as one player sees it before an action: who is where, who could claim, who could be hurt."""

    def __init__(self, state: State, weights: Weights, player: int) -> None:
        self.state, self.weights, self.player = state, weights, player
        line = state.table.line
        self.sums = {place: totals(state, place, Stat.INFLUENCE) for place in line}
        self.ready = {
            place: [card for card in crew_at(state, player, place) if not state.engaged[card] and self._claims(card)]
            for place in (*line, HOME + player)
        }
        self.enemies = {place: opposing(state, player, place) for place in line}
        self.enemies_at_home = [
            card
            for other, crew in enumerate(state.crew)
            if other != player
            for card in crew
            if state.place[card] == HOME + other and not state.engaged[card]
        ]
        self._duels: dict[tuple[int, int], float] = {}

    def _claims(self, card: int) -> bool:
        return self.state.table.stats[Stat.INFLUENCE][card] != DASH

    def score(self, option: Choice) -> float:
        """What a built-in action is worth; passing is worth 0."""
        return _SCORES[option.kind](self, option)

    # Claims.

    def lead(self, place: int, extra: int = 0) -> int:
        """By how much a claim would succeed with some extra Influence (8.1)."""
        sums = self.sums[place]
        own = sums.get(self.player, 0) + extra
        others = [total for player, total in sums.items() if player != self.player]
        return own - max(others) if others else max(own, 1)

    def _influence(self, card: int) -> int:
        return value(self.state, card, Stat.INFLUENCE)

    def _is_contested(self, place: int, lead: int) -> bool:
        """Whether an enemy, there or at Home, could still take a location back."""
        state = self.state
        if lead <= 0:
            return True
        if any(not state.engaged[card] for card in self.enemies[place]) and lead <= 1:
            return True
        coming = max((self._influence(card) for card in self.enemies_at_home), default=0)
        return coming > lead

    def claim(self, card: int) -> float:
        """The value of claiming: taking the location, less engaging (5.6)."""
        state, weights = self.state, self.weights
        place = state.place[card]
        if state.holder[place] == self.player or margin(state, self.player, place) <= 0:
            return -readiness(state, weights, card)
        worth = stake(state, weights, self.player, place)
        if self._is_contested(place, self.lead(place)):
            worth *= weights.contested
        return worth - readiness(state, weights, card)

    # Moves.

    def move(self, card: int, place: int) -> float:
        """The value of moving: free from Home, at the cost of engaging from anywhere else (5.2)."""
        state = self.state
        here = state.place[card]
        if here >= HOME:
            return self._arrival(card, place) - self._exposure(card, place)
        # Leaving a City location engages the character and gives up its Influence there (5.2).
        worth = self._exposure(card, here) - readiness(state, self.weights, card)
        if self._claims(card) and self.lead(here) > 0 >= self.lead(here, -self._influence(card)):
            worth -= self.weights.support * stake(state, self.weights, self.player, here)
        if place < HOME:
            worth += self._support(card, place) - self._exposure(card, place)
        return worth

    def _arrival(self, card: int, place: int) -> float:
        """What an en garde character could do at a location after moving there."""
        state, weights = self.state, self.weights
        worth = 0.0
        if self._claims(card) and state.holder[place] != self.player:
            stakes = stake(state, weights, self.player, place)
            covered = bool(self.ready[place]) and self.lead(place) > 0
            after = self.lead(place, self._influence(card))
            together = after + sum(self._influence(other) for other in self.ready[HOME + self.player] if other != card)
            if not covered and after > 0:
                worth = weights.prepared * stakes * (weights.contested if self._is_contested(place, after) else 1.0)
            elif covered and self._is_contested(place, self.lead(place)):
                worth = weights.support * weights.support * stakes
            elif not covered and together > 0:
                worth = weights.support * stakes
        else:
            worth = self._support(card, place)
        worth += weights.opportunity * max(self._best_duel(card, place), 0.0)
        return worth + weights.opportunity * self._bargain(place)

    def _support(self, card: int, place: int) -> float:
        """What a character's Influence changes at a location even if it does not claim itself."""
        state, weights = self.state, self.weights
        before, after = self.lead(place), self.lead(place, self._influence(card))
        if not self._claims(card) or before > 0 >= after or (before <= 0) == (after <= 0):
            return 0.0
        if state.holder[place] == self.player or self.ready[place]:
            return weights.support * stake(state, weights, self.player, place)
        return 0.0

    def _exposure(self, card: int, place: int) -> float:
        """What a character risks at a location from enemies who could challenge it."""
        state, weights = self.state, self.weights
        risk = 0.0
        together = 0
        for enemy in self.enemies[place]:
            if not state.engaged[enemy]:
                blow = max(value(state, enemy, Stat.COMBAT), 0)
                risk += weights.challenged_here * wound_cost(state, weights, card, min(blow, resolve_left(state, card)))
                together += blow
        for enemy in self.enemies_at_home:
            blow = max(value(state, enemy, Stat.COMBAT), 0)
            risk += weights.challenged_from_home * min(
                wound_cost(state, weights, card, blow), character_worth(state, weights, card)
            )
        if card == state.table.leaders[self.player] and together >= resolve_left(state, card):
            risk += weights.challenged_here * weights.victory
        return risk

    # Duels.

    def challenge(self, card: int) -> float:
        """The value of the best duel that a character could have where it is (5.5)."""
        return self._best_duel(card, self.state.place[card]) - readiness(self.state, self.weights, card)

    def _best_duel(self, card: int, place: int) -> float:
        state = self.state
        if state.table.stats[Stat.COMBAT][card] == DASH:
            return 0.0
        key = (card, place)
        if key not in self._duels:
            targets = may_be_challenged(state, card, Stat.COMBAT) if state.place[card] == place else self.enemies[place]
            self._duels[key] = max(
                (challenge_value(state, self.weights, self.player, card, target, Stat.COMBAT) for target in targets),
                default=0.0,
            )
        return self._duels[key]

    # Cards.

    def _price(self, cost: int, card: int) -> float:
        """The value of the cards in the cheapest payment (6.9)."""
        if cost <= 0:
            return 0.0
        state = self.state
        hand = sorted(
            (card_worth(state, self.weights, self.player, each) / state.table.worth[each], state.table.worth[each])
            for each in state.hand[self.player]
            if each != card
        )
        spent = 0.0
        for each, worth in hand:
            spent += each * worth
            cost -= worth
            if cost <= 0:
                break
        return spent

    def equip(self, card: int, bearer: int) -> float:
        """The value of equipping: the gear, less the payment, the combat card and what it displaces (5.3, 9.4)."""
        state, weights = self.state, self.weights
        table = state.table
        own = state.control[bearer] == self.player
        worth = self._gear(card)
        slots = table.definitions[card].slots
        displaced = [self._gear(worn) for worn in state.gear[bearer] if table.definitions[worn].slots & slots]
        worth -= min([worth, *displaced]) if displaced else 0.0
        if not own:
            worth = -worth
        share = character_worth(state, weights, bearer) / 10
        worth *= min(share, 1.0) * (weights.brute if table.is_brute[bearer] else 1.0)
        worth -= self._price(cost_of(state, card, bearer), card)
        if state.zone[card] == Zone.HAND:
            worth -= card_worth(state, weights, self.player, card) / 2
        return worth

    def _gear(self, card: int) -> float:
        """The value of an attachment in play: its bonuses last, and its abilities can be used repeatedly."""
        return 2 * gear_worth(self.state.table.definitions[card], self.weights)

    def recruit(self, card: int, speaker: int) -> float:
        """The value of recruiting: the Mercenary stays, and stands en garde where it may be able to claim (5.4)."""
        state, weights = self.state, self.weights
        place = state.place[card]
        if speaker == NONE:
            here = crew_at(state, self.player, place)
            due = cost_of(state, card, here[0])
        else:
            due = parleyed_cost(state, card, speaker)
        worth = self._newcomer(card, place) - self._price(due, NONE)
        if speaker != NONE:
            worth -= readiness(state, weights, speaker)
            if speaker in self.ready[place] and len(self.ready[place]) == 1 and not self._claims(card):
                worth -= weights.support * stake(state, weights, self.player, place)
        if len(capped_crew(state, self.player)) >= crew_cap(state, self.player):
            worth -= self._weakest()
        return worth

    def _newcomer(self, card: int, place: int) -> float:
        state, weights = self.state, self.weights
        worth = character_worth(state, weights, card) + readiness(state, weights, card)
        claims = self._claims(card) and state.holder[place] != self.player and not self.ready[place]
        if claims and self.lead(place, self._influence(card)) > 0:
            worth += weights.prepared * stake(state, weights, self.player, place)
        return worth

    def _weakest(self) -> float:
        state = self.state
        return min(
            (
                character_worth(state, self.weights, card)
                for card in capped_crew(state, self.player)
                if card != state.table.leaders[self.player]
            ),
            default=0.0,
        )

    def play(self, card: int) -> float:
        """The value of a Brute, one more character for this Day (5.8)."""
        state, weights = self.state, self.weights
        worth = character_worth(state, weights, card) + readiness(state, weights, card)
        if self._claims(card) and not self.ready[HOME + self.player]:
            worth += weights.prepared * max(
                (
                    stake(state, weights, self.player, place)
                    for place in state.table.line
                    if state.holder[place] != self.player
                    and not self.ready[place]
                    and self.lead(place, self._influence(card)) > 0
                ),
                default=0.0,
            )
        due = cost_of(state, card, state.table.leaders[self.player])
        return worth - self._price(due, card) - card_worth(state, weights, self.player, card) / 2

    def _bargain(self, place: int) -> float:
        """The best Mercenary that could be recruited at a location where the player has nobody yet."""
        state = self.state
        if crew_at(state, self.player, place):
            return 0.0
        best = 0.0
        purse = sum(state.table.worth[card] for card in state.hand[self.player])
        for card in state.city_cards[place]:
            if state.table.is_character[card]:
                due = max(state.table.cost[card], 0)
                if due <= purse:
                    best = max(best, character_worth(state, self.weights, card) - self._price(due, NONE))
        return best


_SCORES: Final[Mapping[Kind, Callable[[Drama, Choice], float]]] = {
    Kind.PASS: lambda drama, option: 0.0,
    Kind.CLAIM: lambda drama, option: drama.claim(option.card),
    Kind.MOVE: lambda drama, option: drama.move(option.card, option.place),
    Kind.CHALLENGE: lambda drama, option: drama.challenge(option.card),
    Kind.EQUIP: lambda drama, option: drama.equip(option.card, option.target),
    Kind.RECRUIT: lambda drama, option: drama.recruit(option.card, option.target),
    Kind.PLAY: lambda drama, option: drama.play(option.card),
}
