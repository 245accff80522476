"""Planning (4.2): the secret choice, initiative, muster, schemes and the draw."""

from __future__ import annotations

from cards.catalogue import AbilityKind, CardType
from rules.five_sails.deeds.deeds import draw, muster
from rules.five_sails.deeds.uses import perform_at_once
from rules.five_sails.state.agenda import F, ask
from rules.five_sails.state.log import tell
from rules.five_sails.state.state import Frame, State
from rules.five_sails.state.values import amend
from rules.five_sails.terms.basics import NONE, Zone
from rules.five_sails.terms.choices import Choice, Kind, choice
from rules.five_sails.terms.happenings import Moment
from rules.five_sails.terms.options import InitiativeTie
from rules.five_sails.terms.parts import Question

#: The card types in the order they are picked.
_PICKS = (CardType.SCHEME, CardType.CHARACTER)


def ask_for_plan(state: State, frame: Frame) -> None:
    """Each player picks a scheme, then a character, if they have any (4.2.1, Q6).

    Players are asked in seat order, but nobody sees what the others picked.
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


def take_plan(state: State, frame: Frame, chosen: Choice) -> None:
    _, player, pick = frame
    state.approach[player].remove(chosen.card)
    state.zone[chosen.card] = Zone.PLANNED
    _next_pick(state, player, pick, chosen.card)
    tell(state, Moment.PLANNED, chosen.card, number=player)


def _next_pick(state: State, player: int, pick: int, card: int) -> None:
    state.planned[player] = (card, NONE) if pick == 0 else (state.planned[player][0], card)
    state.agenda.append((F.PLAN, player, 1) if pick == 0 else (F.PLAN, player + 1, 0))


def reveal_plans(state: State, frame: Frame) -> None:
    """Reveal all picks together; the First Player orders the When Revealed abilities (4.2.2).

    If there is more than one and no First Player yet, initiative is determined first (Q7).
    """
    state.agenda.append((F.AFTER_REACTIONS,))
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


def resolve_revealed(state: State, frame: Frame) -> None:
    _, waiting = frame
    if len(waiting) > 1:
        options = [choice(Kind.ORDER, card, number=index) for card, index in waiting]
        ask(state, state.first, options, frame)
    elif waiting:
        card, index = waiting[0]
        perform_at_once(state, card, index, state.table.owner[card])


def take_first(state: State, frame: Frame, chosen: Choice) -> None:
    _, waiting = frame
    first = (chosen.card, chosen.number)
    state.agenda.append((F.WHEN_REVEALED, tuple(ref for ref in waiting if ref != first)))
    perform_at_once(state, *first, state.table.owner[chosen.card])


def determine_initiative(state: State, frame: Frame) -> None:
    """The highest Initiative takes the token. Options settle ties, or chance if nobody has it yet (4.2.3, Q6, Q8)."""
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


def muster_planned(state: State, frame: Frame) -> None:
    """The revealed characters enter play, starting with the First Player's (4.2.4)."""
    _, remaining = frame
    players: tuple[int, ...] = state.turn_order() if remaining is None else remaining
    for index, player in enumerate(players):
        card = state.planned[player][1]
        if card != NONE and state.zone[card] == Zone.REVEALED:
            state.agenda.append((F.MUSTER, players[index + 1 :]))
            muster(state, card)
            return


def resolve_schemes(state: State, frame: Frame) -> None:
    """Starting with the First Player, each player resolves the text above the bar of their scheme (4.2.5)."""
    _, remaining = frame
    players: tuple[int, ...] = state.turn_order() if remaining is None else remaining
    if not players:
        return
    player = players[0]
    state.agenda += [(F.RESOLVE_SCHEMES, players[1:]), (F.AFTER_REACTIONS,)]
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


def scheme_stays(state: State, frame: Frame) -> None:
    """The scheme stays in play face up, and the text below its bar takes effect (4.2.5)."""
    _, player, card = frame
    if state.zone[card] == Zone.REVEALED:
        state.zone[card] = Zone.PLAY
        state.control[card] = player
        state.scheme[player] = card


def draw_for_planning(state: State, frame: Frame) -> None:
    """Every player draws cards equal to their modified Panache (4.2.6)."""
    state.agenda.append((F.AFTER_REACTIONS,))
    for player in state.turn_order():
        draw(state, player, planning_draw(state, player))


def planning_draw(state: State, player: int) -> int:
    """How many cards a player draws in Planning: the Leader's Panache with all modifiers, at least 0."""
    table = state.table
    leader, scheme = table.leaders[player], state.planned[player][0]
    panache = table.definitions[leader].panache
    if scheme != NONE:
        panache += table.definitions[scheme].panache_mod
    if table.options.cards_modify_draw and (table.standing[Question.PANACHE] or state.lasting):
        panache = amend(state, Question.PANACHE, leader, panache)
    return max(panache, 0)
