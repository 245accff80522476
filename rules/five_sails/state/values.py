"""Current values: every stat, cost and permission is read here, with all modifiers applied."""

from __future__ import annotations

from typing import Final

from rules.five_sails.state.effects import modifier_of
from rules.five_sails.state.play import Play
from rules.five_sails.state.state import State
from rules.five_sails.terms.basics import DASH, NONE, Stat, Zone
from rules.five_sails.terms.parts import Layer, Limit, Modifier, Question, Scene

#: Bound once: before Python 3.12 it takes five times as long to find a member through its class.
_Q_HAS_ABILITIES: Final = Question.HAS_ABILITIES
_Q_COST: Final = Question.COST
_Q_WORTH: Final = Question.WORTH
_Q_TRAIT: Final = Question.TRAIT
_PLAY: Final = Zone.PLAY


def is_dash(state: State, card: int, stat: int) -> bool:
    """Whether a character's stat is a dash, which nothing modifies (6.19)."""
    return state.table.stats[stat][card] == DASH


def value(state: State, card: int, stat: int) -> int:
    """A character's current stat with its attachments and all modifiers; a dash reads as 0.

    The result can be negative; callers clamp it where that matters.
    """
    table = state.table
    number = table.stats[stat][card]
    if number == DASH:
        return 0
    for worn in state.gear[card]:
        number += table.bonus[stat][worn]
    if table.modifiers[stat][card] or state.lasting:
        return amend(state, Question(stat), card, number)
    return number


def known_value(state: State, card: int, stat: int) -> int:
    """A character's stat, or its last known value if it has left play (6.17)."""
    if state.zone[card] == _PLAY:
        return value(state, card, stat)
    last = state.last_known.get(card)
    return last.stats[stat] if last is not None else 0


def known_place(state: State, card: int) -> int:
    """Where a character is, or last was if it has left play (6.17)."""
    if state.zone[card] == _PLAY:
        return state.place[card]
    last = state.last_known.get(card)
    return last.place if last is not None else NONE


def has_trait(state: State, card: int, trait: str) -> bool:
    """Whether a card has a trait, printed or gained."""
    table = state.table
    printed = trait in table.definitions[card].traits
    if is_amended(state, _Q_TRAIT, card):
        return bool(amend(state, _Q_TRAIT, card, int(printed), table.traits.get(trait, NONE)))
    return printed


def counts_as(state: State, card: int, trait: str, player: int) -> bool:
    """Whether a player's abilities may count one of their characters as having a trait."""
    return state.control[card] == player and is_allowed(
        state, Question.COUNTS_AS, card, state.table.traits.get(trait, NONE), default=False
    )


def is_brute(state: State, card: int) -> bool:
    """Whether a character is a Brute, printed or gained (9.2)."""
    printed = state.table.is_brute[card]
    if state.table.modifiers[Question.BRUTE][card] or state.lasting:
        return bool(amend(state, Question.BRUTE, card, int(printed)))
    return printed


def is_allowed(state: State, question: Question, subject: int, other: int = NONE, *, default: bool = True) -> bool:
    """The answer to a yes-or-no question: ``default``, with all modifiers applied."""
    if state.table.modifiers[question][subject] or state.lasting:
        return bool(amend(state, question, subject, int(default), other))
    return default


def use_permission(state: State, question: Question, subject: int, other: int = NONE) -> None:
    """Mark the permissions with a daily limit as used (6.6)."""
    for card, index, modifier, zones in state.table.modifiers[question][subject]:
        if state.zone[card] in zones and state.table.ability(card, index).limit is Limit.DAY:
            scene = _scene(state, card, index)
            if modifier.amend(Play(state, scene), subject, 0, other):
                state.used.add((card, index, NONE))


def _layer(entry: tuple[Modifier, Scene]) -> Layer:
    return entry[0].layer


def amend(state: State, question: Question, subject: int, number: int, other: int = NONE) -> int:
    """A number with all modifiers applied: first those that change it, then those that set it (6.20)."""
    table, zone = state.table, state.zone
    active: list[tuple[Modifier, Scene]] = []
    for card, index, modifier, zones in table.modifiers[question][subject]:
        if zone[card] in zones and (question == _Q_HAS_ABILITIES or has_abilities(state, card)):
            active.append((modifier, _scene(state, card, index)))
    if state.lasting:
        active += [(modifier_of(table, each), each.scene) for each in state.lasting if each.question == question]
    if len(active) > 1:
        active.sort(key=_layer)
    for modifier, scene in active:
        number = modifier.amend(Play(state, scene), subject, number, other)
    return number


def in_force(state: State, questions: tuple[Question, ...]) -> bool:
    """Whether any modifier of these questions is in force, for any card."""
    zone, standing = state.zone, state.table.standing
    for question in questions:
        for entry in standing[question]:
            if zone[entry[0]] in entry[3]:
                return True
    return bool(state.lasting) and any(lasting.question in questions for lasting in state.lasting)


def is_amended(state: State, question: Question, subject: int) -> bool:
    """Whether any modifier of a question is in force for a card."""
    zone = state.zone
    for entry in state.table.modifiers[question][subject]:
        if zone[entry[0]] in entry[3]:
            return True
    return bool(state.lasting) and any(lasting.question == question for lasting in state.lasting)


def has_abilities(state: State, card: int) -> bool:
    """Whether a card still has its abilities; some effects take them away."""
    if state.table.modifiers[_Q_HAS_ABILITIES][card] or state.lasting:
        return bool(amend(state, _Q_HAS_ABILITIES, card, 1))
    return True


def stats_of(state: State, card: int) -> tuple[int, int, int, int]:
    return (
        value(state, card, Stat.RESOLVE),
        value(state, card, Stat.COMBAT),
        value(state, card, Stat.FINESSE),
        value(state, card, Stat.INFLUENCE),
    )


def cost_of(state: State, card: int, other: int) -> int:
    """What a card costs now, never below 0 (6.9); ``other`` is the future bearer or the performer."""
    number = state.table.cost[card]
    if is_amended(state, _Q_COST, card):
        number = max(amend(state, _Q_COST, card, number, other), 0)
    return number


def worth_of(state: State, card: int, paid_for: int = NONE) -> int:
    """What a hand card pays (6.9)."""
    if state.table.modifiers[_Q_WORTH][card] or state.lasting:
        return amend(state, _Q_WORTH, card, state.table.worth[card], paid_for)
    return state.table.worth[card]


def crew_at(state: State, player: int, place: int) -> list[int]:
    where = state.place
    return [card for card in state.crew[player] if where[card] == place]


def is_opposed(state: State, player: int, place: int) -> bool:
    """Whether another player has a character at a place."""
    where = state.place
    for other, crew in enumerate(state.crew):
        if other != player:
            for card in crew:
                if where[card] == place:
                    return True
    return False


def opposing(state: State, player: int, place: int) -> list[int]:
    """The other players' characters at a place, starting with the next player's."""
    players, where = state.table.players, state.place
    opponents: list[int] = []
    for step in range(1, players):
        opponents += [card for card in state.crew[(player + step) % players] if where[card] == place]
    return opponents


def _scene(state: State, card: int, index: int) -> Scene:
    """The scene of a passive ability, cached by controller and performer."""
    table = state.table
    performer = card if table.is_character[card] else state.bearer[card]
    key = (card, index, state.control[card], performer)
    scene = table.scenes.get(key)
    if scene is None:
        scene = table.scenes[key] = Scene(card, index, state.control[card], performer)
    return scene
