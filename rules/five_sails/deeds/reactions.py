"""Reactions before, when and after something happens, and the end of lasting effects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from rules.five_sails.deeds.deeds import check_resolve, is_pending
from rules.five_sails.deeds.uses import begin, mark_used, may_use, perform_at_once, run_block, users
from rules.five_sails.state.agenda import F, ask, window
from rules.five_sails.state.effects import Waits
from rules.five_sails.state.play import Play
from rules.five_sails.state.state import Frame, State
from rules.five_sails.state.table import AbilityRef
from rules.five_sails.state.values import in_force
from rules.five_sails.terms.basics import NONE, Zone
from rules.five_sails.terms.choices import DECLINE, Choice, Kind, choice
from rules.five_sails.terms.happenings import Happening, Timing
from rules.five_sails.terms.parts import Lasting, Question, Until, Waiting

Effect = TypeVar("Effect", Lasting, Waiting)

_OF_RESOLVE: Final = (Question.RESOLVE,)
#: Ability numbers from here on stand for waiting programs instead of printed abilities.
_WAITING: Final = 100

#: Bound once: before Python 3.12 it takes five times as long to find a member through its class.
_BEFORE: Final = Timing.BEFORE
_AFTER: Final = Timing.AFTER
_WINDOW: Final = F.WINDOW


def offer_after_reactions(state: State, frame: Frame) -> None:
    """An action or ability has resolved: offer "after" Reactions to everything that happened, in order (6.3)."""
    if state.after_queue:
        happening = state.after_queue.pop(0)
        state.agenda += [frame, window(_AFTER, happening)]
    elif in_force(state, _OF_RESOLVE):
        check_resolve(state)


def open_window(state: State, frame: Frame) -> None:
    """Resolve forced abilities in the First Player's order (6.14), then ask players in turn until all decline (Q28).

    A player who reacts is asked again only after the others. A cancelled deed cannot be replaced.
    """
    _, timing, happening, done, declined, turn = frame
    if timing == _BEFORE and not is_pending(state, happening):
        return
    zone = state.zone
    table = state.table
    forced: list[Choice] = []
    free: list[AbilityRef] = []
    holders: set[int] = set()
    for card, index, zones, automatic in table.listeners[timing][happening.moment]:
        if zone[card] not in zones:
            continue
        if not automatic:
            free.append((card, index))
            holders.add(state.control[card] if state.control[card] != NONE else table.owner[card])
        elif (card, index) not in done and users(state, card, index, happening):
            forced.append(choice(Kind.ORDER, card, number=index))
    forced += [
        choice(Kind.ORDER, effect.scene.card, number=_WAITING + effect.serial)
        for effect in state.waiting
        if (effect.moment, effect.timing) == (happening.moment, timing)
        and (effect.scene.card, _WAITING + effect.serial) not in done
        and _waiting_step(state, effect)
        .awaits()
        .condition.holds(Play(state, effect.scene._replace(happening=happening)))
    ]
    if forced:
        ask(state, max(state.first, 0), forced, frame)
        return
    if not free:
        return
    order = state.turn_order()
    player = order[0] if turn == NONE or state.out[turn] else turn
    while declined < len(order):
        if player in holders or NONE in holders:
            reactions = _reactions(state, free, player, happening)
            if reactions:
                ask(state, player, (*reactions, DECLINE), (_WINDOW, timing, happening, done, declined, player))
                return
        declined += 1
        player = state.clockwise(player)


def _reactions(state: State, abilities: Iterable[AbilityRef], player: int, happening: Happening) -> list[Choice]:
    """What a player may react with; copies in hand are one choice."""
    options: list[Choice] = []
    seen: set[AbilityRef] = set()
    table = state.table
    for card, index in abilities:
        equal = (table.kin[card], index)
        if equal not in seen and may_use(state, player, card, index, happening):
            if state.zone[card] == Zone.HAND:
                seen.add(equal)
            options.append(table.uses[card][index])
    return options


def take_reaction(state: State, frame: Frame, chosen: Choice) -> None:
    kind, timing, happening, done, declined, player = frame
    if chosen.kind is Kind.ORDER:
        _resolve_forced(state, frame, chosen)
    elif chosen == DECLINE:
        state.agenda.append((kind, timing, happening, done, declined + 1, state.clockwise(player)))
    else:
        state.agenda.append((kind, timing, happening, done, 0, state.clockwise(player)))
        begin(state, player, chosen.card, chosen.number, happening=happening)


def _resolve_forced(state: State, frame: Frame, chosen: Choice) -> None:
    kind, timing, happening, done, declined, turn = frame
    state.agenda.append((kind, timing, happening, (*done, (chosen.card, chosen.number)), declined, turn))
    if chosen.number < _WAITING:
        player = users(state, chosen.card, chosen.number, happening)[0]
        mark_used(state, player, chosen.card, chosen.number)
        perform_at_once(state, chosen.card, chosen.number, player, happening)
        return
    waiting = next(each for each in state.waiting if each.serial == chosen.number - _WAITING)
    if _waiting_step(state, waiting).is_over():
        state.waiting.remove(waiting)
    run_block(state, waiting.path, waiting.scene._replace(happening=happening))


def _waiting_step(state: State, waiting: Waiting) -> Waits:
    step = state.table.ability(waiting.scene.card, waiting.scene.ability).steps[waiting.path]
    if not isinstance(step, Waits):
        raise TypeError(f"the step at {waiting.path} waits for nothing")
    return step


def ends_with(state: State, until: Until) -> bool:
    """Whether any lasting effect ends at this point."""
    return any(each.until <= until for each in state.lasting) or any(each.until <= until for each in state.waiting)


def end_lasting(state: State, until: Until) -> None:
    """End lasting effects, and destroy characters that only those kept alive (6.16, 9.6)."""
    state.waiting = [_age(each) for each in state.waiting if each.until > until]
    if state.lasting:
        state.lasting = [_age(each) for each in state.lasting if each.until > until]
        check_resolve(state)


def _age(effect: Effect) -> Effect:
    """After a round, an effect that lasts until the next round ends will end with the coming one."""
    return effect._replace(until=Until.ROUND_ENDS) if effect.until is Until.NEXT_ROUND_ENDS else effect
