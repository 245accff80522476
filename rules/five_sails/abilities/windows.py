"""When abilities come in: Reactions before, when and after something happens, and the end of lasting effects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from rules.five_sails.abilities.parts import Lasting, Question, Until, Waiting, Waits
from rules.five_sails.abilities.performing import begin, mark_used, may_use, perform_at_once, run_block, users
from rules.five_sails.abilities.play import Play
from rules.five_sails.agenda import F, answer, ask, step
from rules.five_sails.choices import DECLINE, Choice, Kind, choice
from rules.five_sails.deeds import check_resolve, is_pending
from rules.five_sails.happenings import Happening, Timing
from rules.five_sails.state import Frame, State
from rules.five_sails.table import Spot
from rules.five_sails.terms import NONE, Zone
from rules.five_sails.values import in_force

Ends = TypeVar("Ends", Lasting, Waiting)

_OF_RESOLVE: Final = (Question.RESOLVE,)
#: From this number on, what is to be ordered is no printed ability but a waiting program.
_WAITING: Final = 100

#: Bound once: before Python 3.12 it takes five times as long to find a member through its class.
_BEFORE: Final = Timing.BEFORE
_AFTER: Final = Timing.AFTER
_WINDOW: Final = F.WINDOW


@step(F.SETTLE)
def _settle(state: State, frame: Frame) -> None:
    """An action or ability has resolved: now "after" Reactions hear of everything in it, in its order (6.3)."""
    if state.later:
        happening = state.later.pop(0)
        state.agenda += [frame, (_WINDOW, _AFTER, happening, (), 0, NONE)]
    elif in_force(state, _OF_RESOLVE):
        check_resolve(state)


@step(F.WINDOW)
def _open_window(state: State, frame: Frame) -> None:
    """First what is forced, in the First Player's order (6.14), then the players from the First on, until all decline.

    That is Q28. Whoever reacts is not asked again before the others were. Nobody replaces what is cancelled already.
    """
    _, timing, happening, done, declined, turn = frame
    if timing == _BEFORE and not is_pending(state, happening):
        return
    zone = state.zone
    table = state.table
    forced: list[Choice] = []
    free: list[Spot] = []
    holders: set[int] = set()
    for card, index, zones, by_itself in table.awaited[timing][happening.moment]:
        if zone[card] not in zones:
            continue
        if not by_itself:
            free.append((card, index))
            holders.add(state.control[card] if state.control[card] != NONE else table.owner[card])
        elif (card, index) not in done and users(state, card, index, happening):
            forced.append(choice(Kind.ORDER, card, number=index))
    forced += [
        choice(Kind.ORDER, each.scene.card, number=_WAITING + each.serial)
        for each in state.waiting
        if (each.moment, each.timing) == (happening.moment, timing)
        and (each.scene.card, _WAITING + each.serial) not in done
        and _later(state, each).awaits().condition.holds(Play(state, each.scene._replace(happening=happening)))
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


def _reactions(state: State, spots: Iterable[Spot], player: int, happening: Happening) -> list[Choice]:
    """What a player may react with; equal cards in the hand are one choice."""
    options: list[Choice] = []
    seen: set[Spot] = set()
    table = state.table
    for card, index in spots:
        equal = (table.kin[card], index)
        if equal not in seen and may_use(state, player, card, index, happening):
            if state.zone[card] == Zone.HAND:
                seen.add(equal)
            options.append(table.uses[card][index])
    return options


@answer(F.WINDOW)
def _react(state: State, frame: Frame, chosen: Choice) -> None:
    kind, timing, happening, done, declined, player = frame
    if chosen.kind is Kind.ORDER:
        _force(state, frame, chosen)
    elif chosen == DECLINE:
        state.agenda.append((kind, timing, happening, done, declined + 1, state.clockwise(player)))
    else:
        state.agenda.append((kind, timing, happening, done, 0, state.clockwise(player)))
        begin(state, player, chosen.card, chosen.number, happening)


def _force(state: State, frame: Frame, chosen: Choice) -> None:
    kind, timing, happening, done, declined, turn = frame
    state.agenda.append((kind, timing, happening, (*done, (chosen.card, chosen.number)), declined, turn))
    if chosen.number < _WAITING:
        player = users(state, chosen.card, chosen.number, happening)[0]
        mark_used(state, player, chosen.card, chosen.number)
        perform_at_once(state, chosen.card, chosen.number, player, happening)
        return
    waiting = next(each for each in state.waiting if each.serial == chosen.number - _WAITING)
    if _later(state, waiting).is_over():
        state.waiting.remove(waiting)
    run_block(state, waiting.path, waiting.scene._replace(happening=happening))


def _later(state: State, waiting: Waiting) -> Waits:
    step = state.table.ability(waiting.scene.card, waiting.scene.ability).steps[waiting.path]
    if not isinstance(step, Waits):
        raise TypeError(f"the step at {waiting.path} waits for nothing")
    return step


def ends_with(state: State, until: Until) -> bool:
    """Whether something lasting comes to its end now."""
    return any(each.until <= until for each in state.lasting) or any(each.until <= until for each in state.waiting)


def end_lasting(state: State, until: Until) -> None:
    """Lasting effects come to their end, and whoever they kept alive too (6.16, 9.6)."""
    state.waiting = [_aged(each) for each in state.waiting if each.until > until]
    if state.lasting:
        state.lasting = [_aged(each) for each in state.lasting if each.until > until]
        check_resolve(state)


def _aged(each: Ends) -> Ends:
    """Whatever should last to the end of the next round and is still there has lived through the end of one."""
    return each._replace(until=Until.ROUND_ENDS) if each.until is Until.NEXT_ROUND_ENDS else each
