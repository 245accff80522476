"""Fingerprints of states: equal states have equal digests, on every machine and in every process."""

from __future__ import annotations

import hashlib

from rules.five_sails.state.state import State


def digest(state: State) -> str:
    """Sixteen hexadecimal digits that cover everything a choice can depend on or change."""
    return hashlib.blake2b(canonical(state).encode(), digest_size=8).hexdigest()


def canonical(state: State) -> str:
    """The state as one line of text. Of the log, only this Day's entries count: abilities read no others."""
    duel = state.duel
    parts = (
        state.stream,
        state.dice,
        state.day,
        int(state.phase),
        state.first,
        state.chooser,
        state.outcome,
        state.zone,
        state.place,
        state.control,
        state.engaged,
        state.wounds,
        state.gear,
        state.deck,
        state.discard,
        state.locker,
        state.hand,
        state.approach,
        state.crew,
        state.scheme,
        state.planned,
        state.renown,
        state.out,
        state.doomed,
        state.city_cards,
        state.holder,
        state.renown_at,
        sorted(state.used),
        sorted(state.used_in_duel),
        sorted(state.notes.items()),
        sorted(state.last_known.items()),
        state.lasting,
        state.waiting,
        state.serial,
        state.log[state.dawn :],
        state.after_queue,
        state.agenda,
        None if duel is None else [getattr(duel, name) for name in duel.__slots__],
    )
    return _plain(parts)


def _plain(value: object) -> str:
    """Nested numbers and strings, without class names because those may change."""
    if isinstance(value, (tuple, list)):
        return f"({' '.join(map(_plain, value))})"
    if isinstance(value, int):
        return str(int(value))
    return "-" if value is None else str(value)
