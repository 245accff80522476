"""Pressure and claim (8.1, 5.6)."""

from __future__ import annotations

from typing import Final

from rules.five_sails.deeds.deeds import claim, deed
from rules.five_sails.state.agenda import F
from rules.five_sails.state.log import tell
from rules.five_sails.state.state import Frame, State
from rules.five_sails.state.values import amend, crew_at, is_allowed, value
from rules.five_sails.terms.basics import NONE
from rules.five_sails.terms.happenings import RULES, Cause, Moment
from rules.five_sails.terms.parts import Question


def begin_pressure(
    state: State, performer: int, player: int, place: int, stat: int, *, tie_succeeds: bool = False, by: Cause = RULES
) -> None:
    """Pressure a location; ``reply`` tells the frame below whether it succeeded."""
    state.agenda.append((F.PRESSURE, performer, player, place, stat, tie_succeeds, by))
    tell(state, Moment.PRESSURED, performer, place, player, stat, by)


def totals(state: State, place: int, stat: int) -> dict[int, int]:
    """Each player's total at a place, engaged characters included; a dash adds nothing (8.1).

    The options say whether players without characters there are left out or have 0 (Q23).
    """
    sums: dict[int, int] = {}
    table = state.table
    modified = bool(table.standing[Question.PRESSURE] or state.lasting)
    for player in state.turn_order():
        crew = crew_at(state, player, place)
        if crew or not table.options.pressure_among_present:
            total = 0
            for card in crew:
                number = value(state, card, stat)
                total += amend(state, Question.PRESSURE, card, number, place) if modified else number
            if table.standing[Question.TOTAL] or state.lasting:
                total = amend(state, Question.TOTAL, player, total, place)
            sums[player] = total
    return sums


def compare_pressure(state: State, frame: Frame) -> None:
    """A pressure succeeds only with strictly the highest total; the happening's ``number`` is the margin."""
    _, performer, player, place, stat, tie_succeeds, by = frame
    sums = totals(state, place, stat)
    own = sums.pop(player, 0)
    margin = own - max(sums.values()) if sums else max(own, 1)
    end_pressure(state, performer, place=place, other=player, number=margin + int(tie_succeeds), by=by)


def close_pressure(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """The pressure succeeds if ``number`` is positive."""
    reply(state, int(number > 0))
    tell(state, Moment.PRESSURE_ENDS, card, place, other, int(number > 0), by)


end_pressure: Final = deed(Moment.PRESSURE_ENDS, close_pressure)


def reply(state: State, result: int) -> None:
    """Pass a result to the waiting frame: a program remembers it, a failed claim is cancelled."""
    waiting = state.agenda[-1]
    if waiting[0] == F.RUN:
        _, path, scene = waiting
        state.agenda[-1] = (F.RUN, path, scene.bind("result", result))
    elif waiting[0] == F.CLAIM and not result:
        state.agenda[-1] = (F.NOTHING,)


def deliver_reply(state: State, frame: Frame) -> None:
    """Pass a result from the agenda, for something that ended before the waiting frame was on top."""
    _, result = frame
    reply(state, result)


def claim_place(state: State, frame: Frame) -> None:
    """Give the player control of the location, unless a modifier forbids it."""
    _, player, place, performer = frame
    location = state.table.locations[place]
    if location != NONE and is_allowed(state, Question.MAY_CONTROL, location, player):
        claim(state, performer, place=place, number=player)
