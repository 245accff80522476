"""Limits on crews and attachments: the Crew Cap, unique names, one attachment of each kind (section 9)."""

from __future__ import annotations

from rules.five_sails.deeds.deeds import destroy, lock
from rules.five_sails.state.agenda import ask
from rules.five_sails.state.definitions import OFFHAND, SLOTS
from rules.five_sails.state.state import Frame, State
from rules.five_sails.state.values import amend, is_allowed, is_brute
from rules.five_sails.terms.choices import Choice, Kind, choice
from rules.five_sails.terms.options import SameName
from rules.five_sails.terms.parts import Question


def crew_cap(state: State, player: int) -> int:
    """How many characters a player may have (9.1)."""
    leader = state.table.leaders[player]
    printed = state.table.definitions[leader].crew_cap
    if state.table.standing[Question.CREW_CAP] or state.lasting:
        return amend(state, Question.CREW_CAP, leader, printed)
    return printed


def capped_crew(state: State, player: int) -> list[int]:
    """The characters that count against the Crew Cap: all but Brutes, including the Leader (9.1)."""
    return [card for card in state.crew[player] if not is_brute(state, card)]


def check_crew(state: State, frame: Frame) -> None:
    """A player with too many characters, or two of one name, gives some up (9.1, Q3, Q26)."""
    _, player = frame
    leader = state.table.leaders[player]
    if state.out[player]:
        return
    crew = capped_crew(state, player)
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


def give_up_character(state: State, frame: Frame, chosen: Choice) -> None:
    state.agenda.append(frame)
    (lock if chosen.kind is Kind.SEND else destroy)(state, chosen.card)


def excess_gear(state: State, bearer: int) -> list[int]:
    """The attachments of which a character must give one up, because it has too many of that kind (9.4)."""
    worn = state.gear[bearer]
    if len(worn) < 2:
        return []
    definitions = state.table.definitions
    for slot in SLOTS:
        if slot == OFFHAND and not state.table.options.offhand_limit:
            continue
        same = [card for card in worn if definitions[card].slots & slot]
        if len(same) > 1 and len(same) > amend(state, Question.SLOTS, bearer, 1, slot):
            loose = [card for card in same if is_allowed(state, Question.MAY_DESTROY, card)]
            if loose:
                return loose
    return []


def check_gear(state: State, frame: Frame) -> None:
    """The controller destroys an attachment if the character has too many of a kind (9.4)."""
    _, bearer = frame
    if excess := excess_gear(state, bearer):
        ask(state, state.control[bearer], [choice(Kind.DESTROY, card) for card in excess], frame)


def give_up_attachment(state: State, frame: Frame, chosen: Choice) -> None:
    state.agenda.append(frame)
    destroy(state, chosen.card)
