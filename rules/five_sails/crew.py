"""Limits of what a player and a character may have: the Crew Cap, names, attachments (section 9)."""

from __future__ import annotations

from rules.five_sails.abilities.parts import Question
from rules.five_sails.agenda import F, answer, ask, step
from rules.five_sails.choices import Choice, Kind, choice
from rules.five_sails.deeds import destroy, lock
from rules.five_sails.definitions import OFFHAND, SLOTS
from rules.five_sails.options import SameName
from rules.five_sails.state import Frame, State
from rules.five_sails.values import allowed, amend, is_brute


def crew_cap(state: State, player: int) -> int:
    """How many characters a player may have (9.1)."""
    leader = state.table.leaders[player]
    printed = state.table.definitions[leader].crew_cap
    if state.table.standing[Question.CREW_CAP] or state.lasting:
        return amend(state, Question.CREW_CAP, leader, printed)
    return printed


def counted(state: State, player: int) -> list[int]:
    """The characters that the Crew Cap counts: all but Brutes, the Leader included (9.1)."""
    return [card for card in state.crew[player] if not is_brute(state, card)]


@step(F.CREW)
def check_crew(state: State, frame: Frame) -> None:
    """Whoever has too many characters, or two of one name, gives some up (9.1, Q3, Q26)."""
    player: int = frame[1]
    leader = state.table.leaders[player]
    if state.out[player]:
        return
    crew = counted(state, player)
    if len(crew) > crew_cap(state, player):
        ask(state, player, [choice(Kind.SEND, card) for card in crew if card != leader], frame)
    elif state.table.options.same_name is SameName.DESTROY:
        people = state.table.person
        names = [people[card] for card in state.crew[player]]
        if len(set(names)) < len(names):
            options = [
                choice(Kind.DESTROY, card)
                for card in state.crew[player]
                if names.count(people[card]) > 1 and card != leader
            ]
            ask(state, player, options, frame)


@answer(F.CREW)
def _give_up(state: State, frame: Frame, chosen: Choice) -> None:
    state.agenda.append(frame)
    (lock if chosen.kind is Kind.SEND else destroy)(state, chosen.card)


@step(F.GEAR)
def check_gear(state: State, frame: Frame) -> None:
    """One Weapon, one Armor, one Attire a character; its controller destroys what is too much (9.4)."""
    bearer: int = frame[1]
    worn = state.gear[bearer]
    if len(worn) < 2:
        return
    definitions = state.table.definitions
    for slot in SLOTS:
        if slot == OFFHAND and not state.table.options.offhand_limit:
            continue
        same = [card for card in worn if definitions[card].slots & slot]
        if len(same) > 1 and len(same) > amend(state, Question.SLOTS, bearer, 1, slot):
            loose = [choice(Kind.DESTROY, card) for card in same if allowed(state, Question.MAY_DESTROY, card)]
            if loose:
                ask(state, state.control[bearer], loose, frame)
                return


@answer(F.GEAR)
def _take_off(state: State, frame: Frame, chosen: Choice) -> None:
    state.agenda.append(frame)
    destroy(state, chosen.card)
