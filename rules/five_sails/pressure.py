"""Pressure and claim (8.1, 5.6)."""

from __future__ import annotations

from rules.five_sails.abilities.parts import Question
from rules.five_sails.agenda import F, step
from rules.five_sails.deeds import claim, deed
from rules.five_sails.happenings import RULES, Cause, Moment
from rules.five_sails.log import tell
from rules.five_sails.state import Frame, State
from rules.five_sails.terms import NONE
from rules.five_sails.values import allowed, amend, crew_at, value


def begin_pressure(
    state: State, performer: int, player: int, place: int, stat: int, *, tie_succeeds: bool = False, by: Cause = RULES
) -> None:
    """Pressure a location; the frame below hears whether it succeeded (``reply``)."""
    state.agenda.append((F.PRESSURE, performer, player, place, stat, tie_succeeds, by))
    tell(state, Moment.PRESSURED, performer, place, player, stat, by)


def totals(state: State, place: int, stat: int) -> dict[int, int]:
    """Each player's sum at a place, engaged characters included; a dash adds nothing (8.1).

    Players without characters there are left out, or have 0, as the option says (Q23).
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


@step(F.PRESSURE)
def _compare(state: State, frame: Frame) -> None:
    """Success needs strictly the most; ``number`` says by how much it succeeds, 0 or less that it does not."""
    _, performer, player, place, stat, tie_succeeds, by = frame
    sums = totals(state, place, stat)
    own = sums.pop(player, 0)
    margin = own - max(sums.values()) if sums else max(own, 1)
    end_pressure(state, performer, place=place, other=player, number=margin + int(tie_succeeds), by=by)


@deed(Moment.PRESSURE_ENDS)
def end_pressure(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """The pressure succeeds if ``number`` is above 0, and fails otherwise."""
    reply(state, int(number > 0))
    tell(state, Moment.PRESSURE_ENDS, card, place, other, int(number > 0), by)


def reply(state: State, result: int) -> None:
    """Tell the frame that waits for it how something ended: a program remembers it, a failed claim is off."""
    waiting = state.agenda[-1]
    if waiting[0] == F.RUN:
        _, path, scene = waiting
        state.agenda[-1] = (F.RUN, path, scene.bind("result", result))
    elif waiting[0] == F.CLAIM and not result:
        state.agenda[-1] = (F.NOTHING,)


@step(F.REPLY)
def _reply(state: State, frame: Frame) -> None:
    """For what is over before it began: the frame that waits for it is not below yet when it begins."""
    reply(state, frame[1])


@step(F.CLAIM)
def _claim(state: State, frame: Frame) -> None:
    """The location is the player's, unless something says that it cannot be."""
    _, player, place, performer = frame
    location = state.table.locations[place]
    if location != NONE and allowed(state, Question.MAY_CONTROL, location, player):
        claim(state, performer, place=place, number=player)
