"""Planning (4.2): the secret choice, initiative, muster, schemes and the draw."""

from __future__ import annotations

from cards.catalogue import AbilityKind, CardType
from rules.five_sails.abilities.parts import Question
from rules.five_sails.abilities.performing import perform_at_once
from rules.five_sails.agenda import F, answer, ask, step
from rules.five_sails.choices import Choice, Kind, choice
from rules.five_sails.deeds import draw, muster
from rules.five_sails.happenings import Moment
from rules.five_sails.log import tell
from rules.five_sails.options import InitiativeTie
from rules.five_sails.state import Frame, State
from rules.five_sails.table import Spot
from rules.five_sails.terms import NONE, Zone
from rules.five_sails.values import amend

#: What is picked first, and what second.
_PICKS = (CardType.SCHEME, CardType.CHARACTER)


@step(F.PLAN)
def _ask_for_plan(state: State, frame: Frame) -> None:
    """Each player picks a scheme, then a character, of what there is (4.2.1, Q6).

    One seat after the other, but nobody sees what the others picked.
    """
    _, player, pick = frame
    if player == state.table.players:
        return
    table = state.table
    options: list[Choice] = []
    if not state.out[player]:
        seen: set[int] = set()
        for card in state.approach[player]:
            if table.definitions[card].type is _PICKS[pick] and table.kin[card] not in seen:
                seen.add(table.kin[card])
                options.append(choice(Kind.PLAN, card))
    if options:
        ask(state, player, options, frame)
    else:
        _next_pick(state, player, pick, NONE)


@answer(F.PLAN)
def _plan(state: State, frame: Frame, chosen: Choice) -> None:
    _, player, pick = frame
    state.approach[player].remove(chosen.card)
    state.zone[chosen.card] = Zone.PLANNED
    _next_pick(state, player, pick, chosen.card)
    tell(state, Moment.PLANNED, chosen.card, number=player)


def _next_pick(state: State, player: int, pick: int, card: int) -> None:
    state.planned[player] = (card, NONE) if pick == 0 else (state.planned[player][0], card)
    state.agenda.append((F.PLAN, player, 1) if pick == 0 else (F.PLAN, player + 1, 0))


@step(F.REVEAL_PLANS)
def _reveal_plans(state: State, frame: Frame) -> None:
    """All are revealed together; what happens then is ordered by the First Player (4.2.2).

    If several things need an order and there is no First Player yet, initiative comes first (Q7).
    """
    state.agenda.append((F.SETTLE,))
    revealed = [card for player in state.turn_order() for card in state.planned[player] if card != NONE]
    waiting = tuple(
        (card, index)
        for card in revealed
        for index, ability in enumerate(state.table.abilities[card])
        if ability is not None and ability.kind is AbilityKind.WHEN_REVEALED
    )
    if len(waiting) > 1 and state.first == NONE:
        state.agenda += [(F.WHEN_REVEALED, waiting), (F.INITIATIVE,)]
    else:
        state.agenda += [(F.INITIATIVE,), (F.WHEN_REVEALED, waiting)]
    for card in revealed:
        state.zone[card] = Zone.REVEALED
        tell(state, Moment.REVEALED, card, number=state.table.owner[card])


@step(F.WHEN_REVEALED)
def _resolve_revealed(state: State, frame: Frame) -> None:
    waiting: tuple[Spot, ...] = frame[1]
    if len(waiting) > 1:
        options = [choice(Kind.ORDER, card, number=index) for card, index in waiting]
        ask(state, state.first, options, frame)
    elif waiting:
        perform_at_once(state, *waiting[0], state.table.owner[waiting[0][0]])


@answer(F.WHEN_REVEALED)
def _resolve_first(state: State, frame: Frame, chosen: Choice) -> None:
    first = (chosen.card, chosen.number)
    state.agenda.append((F.WHEN_REVEALED, tuple(spot for spot in frame[1] if spot != first)))
    perform_at_once(state, *first, state.table.owner[chosen.card])


@step(F.INITIATIVE)
def determine_initiative(state: State, frame: Frame) -> None:
    """The highest Initiative takes the token; ties as the options say, by lot if nobody has it (4.2.3, Q6, Q8)."""
    players = state.turn_order()
    definitions = state.table.definitions
    bids = {
        player: definitions[state.planned[player][0]].initiative if state.planned[player][0] != NONE else NONE
        for player in players
    }
    highest = max(bids.values())
    tied = [player for player in players if bids[player] == highest]
    if len(tied) == 1:
        first = tied[0]
    elif state.first == NONE:
        tied.sort()
        first = tied[state.below(len(tied))]
    else:
        first = _break_tie(state, tied)
    if first != state.first:
        state.first = first
        tell(state, Moment.FIRST_PLAYER, number=first)


def _break_tie(state: State, tied: list[int]) -> int:
    rule, player = state.table.options.initiative_tie, state.first
    if rule is InitiativeTie.STAYS:
        return player
    player = state.clockwise(player)
    while rule is InitiativeTie.NEAREST and player not in tied:
        player = state.clockwise(player)
    return player


@step(F.MUSTER)
def _muster(state: State, frame: Frame) -> None:
    """The revealed characters come into play, from the First Player on (4.2.4)."""
    players: tuple[int, ...] = state.turn_order() if frame[1] is None else frame[1]
    for number, player in enumerate(players):
        card = state.planned[player][1]
        if card != NONE and state.zone[card] == Zone.REVEALED:
            state.agenda.append((F.MUSTER, players[number + 1 :]))
            muster(state, card)
            return


@step(F.RESOLVE_SCHEMES)
def _resolve_schemes(state: State, frame: Frame) -> None:
    """From the First Player on, each resolves the text above the bar, in its order (4.2.5)."""
    players: tuple[int, ...] = state.turn_order() if frame[1] is None else frame[1]
    if not players:
        return
    player = players[0]
    state.agenda += [(F.RESOLVE_SCHEMES, players[1:]), (F.SETTLE,)]
    card = state.planned[player][0]
    if card == NONE or state.out[player]:
        return
    state.agenda.append((F.SCHEME_STAYS, player, card))
    texts = [
        index
        for index, ability in enumerate(state.table.abilities[card])
        if ability is not None and ability.kind is AbilityKind.SCHEME and not ability.below_bar
    ]
    for index in reversed(texts):
        perform_at_once(state, card, index, player)


@step(F.SCHEME_STAYS)
def _scheme_stays(state: State, frame: Frame) -> None:
    """The scheme stays face up in play, and the text below its bar works from now on (4.2.5)."""
    _, player, card = frame
    if state.zone[card] == Zone.REVEALED:
        state.zone[card] = Zone.PLAY
        state.control[card] = player
        state.scheme[player] = card


@step(F.PLANNING_DRAW)
def _draw_for_planning(state: State, frame: Frame) -> None:
    """Everybody draws cards equal to the modified Panache (4.2.6)."""
    state.agenda.append((F.SETTLE,))
    for player in state.turn_order():
        draw(state, player, planning_draw(state, player))


def planning_draw(state: State, player: int) -> int:
    """How many cards Planning brings: the Leader's Panache as the scheme and other cards modify it, at least 0."""
    table = state.table
    leader, scheme = table.leaders[player], state.planned[player][0]
    panache = table.definitions[leader].panache
    if scheme != NONE:
        panache += table.definitions[scheme].panache_mod
    if table.options.cards_modify_draw and (table.standing[Question.PANACHE] or state.lasting):
        panache = amend(state, Question.PANACHE, leader, panache)
    return max(panache, 0)
