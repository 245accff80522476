"""What characters, cards and situations are worth to a player, who sees only their own hidden cards."""

from __future__ import annotations

from functools import lru_cache

from rules.five_sails.bots.weights import Weights
from rules.five_sails.contests.pressure import totals
from rules.five_sails.state.definitions import Definition
from rules.five_sails.state.state import State
from rules.five_sails.state.values import value
from rules.five_sails.terms.basics import CORE, NONE, Phase, Stat


def resolve_left(state: State, card: int) -> int:
    """How many more wounds destroy a character (9.6)."""
    return value(state, card, Stat.RESOLVE) - state.wounds[card]


def character_worth(state: State, weights: Weights, card: int) -> float:
    """A character's worth by its stats, with wounds and attachments while it is in play."""
    worth = (
        weights.influence * max(value(state, card, Stat.INFLUENCE), 0)
        + weights.combat * max(value(state, card, Stat.COMBAT), 0)
        + weights.finesse * max(value(state, card, Stat.FINESSE), 0)
        + weights.resolve * max(resolve_left(state, card), 0)
    )
    return worth * weights.brute if state.table.is_brute[card] else worth


def wound_cost(state: State, weights: Weights, card: int, wounds: float) -> float:
    """What wounds, possibly fractional expected ones, cost the character's controller."""
    if wounds <= 0:
        return 0.0
    left = max(resolve_left(state, card), 1)
    if card in state.table.leaders:
        if wounds >= left:
            return weights.victory
        share = wounds / left
        return weights.leader_wound * wounds + weights.leader_peril * share * share
    worth = character_worth(state, weights, card)
    return worth if wounds >= left else worth * weights.wounded * wounds / left


def readiness(state: State, weights: Weights, card: int) -> float:
    """What is lost when a character engages."""
    return weights.ready + weights.ready_combat * max(value(state, card, Stat.COMBAT), 0)


def card_worth(state: State, weights: Weights, player: int, card: int) -> float:
    """What a hand card is worth: as payment, as a combat card, and for its abilities."""
    table = state.table
    worth = _printed_worth(table.definitions[card], weights)
    panache = table.definitions[table.leaders[player]].panache
    return worth * weights.surplus if len(state.hand[player]) > panache else worth


@lru_cache(maxsize=4096)
def _printed_worth(card: Definition, weights: Weights) -> float:
    riposte, parry, thrust = card.values
    return (
        weights.card * card.worth
        + weights.riposte * riposte
        + weights.parry * parry
        + weights.thrust * thrust
        + gear_worth(card, weights)
    )


def gear_worth(card: Definition, weights: Weights) -> float:
    """What an attachment's bonuses and a card's implemented abilities are worth."""
    resolve, combat, finesse, influence = card.bonus
    return (
        weights.resolve * resolve
        + weights.combat * combat
        + weights.finesse * finesse
        + weights.influence * influence
        + weights.ability * sum(ability is not None for ability in card.abilities)
    )


def control_worth(state: State, weights: Weights, player: int, place: int) -> float:
    """What controlling a location at Plunder is worth to a player, all else being equal."""
    renown = state.renown_at[place]
    worth = weights.control + weights.renown_at * renown
    if place in CORE:
        others = sum(state.holder[core] == player for core in CORE if core != place)
        if others == len(CORE) - 1:
            worth += weights.dominance
        elif others:
            worth += weights.second_location
    if renown:
        coming = sum(
            state.renown_at[held] for held in state.table.line if held != place and state.holder[held] == player
        )
        if state.renown[player] + coming + renown >= state.table.options.renown_to_win:
            worth += weights.race
    return worth


def stake(state: State, weights: Weights, player: int, place: int) -> float:
    """What taking a location is worth to a player, including that an opponent loses it."""
    worth = control_worth(state, weights, player, place)
    holder = state.holder[place]
    if holder not in (NONE, player):
        worth += control_worth(state, weights, holder, place)
    return worth


def evaluate(state: State, weights: Weights, player: int) -> float:
    """The evaluation of a state for a player: their side of the table less the best of the others."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return 0.0 if winner is None else weights.victory if winner == player else -weights.victory
    sides = [_side(state, weights, seat) for seat in range(state.table.players)]
    own = sides.pop(player)
    return own - max(sides)


def _side(state: State, weights: Weights, player: int) -> float:
    if state.out[player] or player in state.doomed:
        return -weights.victory
    table = state.table
    worth = weights.renown * state.renown[player] + weights.card * len(state.hand[player])
    held = [place for place in table.line if state.holder[place] == player]
    if held:
        worth += sum(control_worth(state, weights, player, place) for place in held) - (
            weights.second_location if sum(place in CORE for place in held) == len(CORE) - 1 else 0.0
        )
    drama = state.phase == Phase.HIGH_DRAMA
    for card in state.crew[player]:
        if card == table.leaders[player]:
            full = value(state, card, Stat.RESOLVE)
            share = state.wounds[card] / max(full, 1)
            worth -= weights.leader_wound * state.wounds[card] + weights.leader_peril * share * share
        else:
            worth += character_worth(state, weights, card)
        worth += weights.ability * len(state.gear[card])
        if drama and not state.engaged[card]:
            worth += readiness(state, weights, card)
    if drama:
        worth += sum(_foothold(state, weights, player, place) for place in table.line)
    return worth


def _foothold(state: State, weights: Weights, player: int, place: int) -> float:
    """The value of the claim that a player could make at a location now."""
    if state.holder[place] == player:
        return 0.0
    ready = any(state.place[card] == place and not state.engaged[card] for card in state.crew[player])
    if not ready or margin(state, player, place) <= 0:
        return 0.0
    return weights.support * stake(state, weights, player, place)


def margin(state: State, player: int, place: int) -> int:
    """By how much a claim would succeed; 0 or less if it would fail (8.1)."""
    sums = totals(state, place, Stat.INFLUENCE)
    own = sums.pop(player, 0)
    return own - max(sums.values()) if sums else max(own, 1)
