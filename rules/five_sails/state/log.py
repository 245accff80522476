"""Reporting what happens: to the log, to "when" Reactions at once, and to "after" Reactions later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rules.five_sails.state.agenda import window
from rules.five_sails.state.state import State
from rules.five_sails.terms.basics import NONE
from rules.five_sails.terms.happenings import LOOKERS_ONLY, OWNERS_ONLY, RULES, Cause, Happening, Moment, Timing

_new = tuple.__new__

#: Bound once: before Python 3.12 it takes five times as long to find a member through its class.
_AFTER: Final = Timing.AFTER
_WHEN: Final = Timing.WHEN


def tell(
    state: State,
    moment: Moment,
    card: int = NONE,
    place: int = NONE,
    other: int = NONE,
    number: int = 0,
    by: Cause = RULES,
) -> None:
    """Record what happened. Reactions go on the agenda, so the caller must do nothing after this (6.3)."""
    happening: Happening = _new(Happening, (moment, card, place, other, number, by))
    state.log.append(happening)
    if not (state.table.has_listeners[moment] or state.waiting):
        return
    if is_awaited(state, moment, _AFTER):
        state.after_queue.append(happening)
    if is_awaited(state, moment, _WHEN):
        state.agenda.append(window(_WHEN, happening))


def is_awaited(state: State, moment: Moment, timing: Timing) -> bool:
    """Whether any card, in its current zone, or any lasting effect reacts to a moment with that timing."""
    zone = state.zone
    for card, zones in state.table.listening_cards[timing][moment]:
        if zone[card] in zones:
            return True
    return bool(state.waiting) and any(each.moment == moment and each.timing == timing for each in state.waiting)


def as_seen(state: State, log: Iterable[Happening], viewer: int | None) -> Iterator[Happening]:
    """The log as a player, or a spectator for None, may read it: without the names of hidden cards."""
    owner = state.table.owner
    for happening in log:
        moment = happening.moment
        hidden = (moment in OWNERS_ONLY and owner[happening.card] != viewer) or (
            moment in LOOKERS_ONLY and happening.by.player != viewer
        )
        yield happening._replace(card=NONE) if hidden and happening.card != NONE else happening
