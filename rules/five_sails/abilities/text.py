"""The text of an implemented ability, written from the same fields that run, in the words of the phrase book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cards.catalogue import AbilityKind, CardType
from cards.catalogue.phrases import compose
from cards.catalogue.typography import typeset
from rules.five_sails.abilities.modifiers import Gives
from rules.five_sails.abilities.triggers import say_event
from rules.five_sails.abilities.verbs.blocks import Require, clause
from rules.five_sails.terms.parts import Ability, Limit
from rules.five_sails.terms.phrases import Speech, capital, joined, sentences

_LIMITS = {
    Limit.DAY: "Limit once per Day.",
    Limit.DUEL: "Limit once per duel.",
    Limit.PLAYER: "Limit once per player per Day.",
    Limit.UNLIMITED: "You may use this ability any number of times each Day.",
}


class AbilityText(NamedTuple):
    """The text of an ability, by the fields of the card data; ``text`` is all of it."""

    trigger: str | None
    cost: str | None
    effect: str
    text: str


def say(ability: Ability, card: CardType, granted: str = "") -> AbilityText:
    """The text of an ability as a card of that type prints it; ``granted`` is the text of the ability it grants."""
    speech = Speech(card)
    speech.granted = granted
    trigger = _trigger(ability, speech)
    speech.named = ""
    cost = _cost(ability, speech)
    speech.named = ""
    effect = _effect(ability, speech)
    if trigger is not None and ability.kind is AbilityKind.PASSIVE:
        effect, trigger = f"{trigger}, {effect[:1].lower()}{effect[1:]}", None
    if ability.limit in _LIMITS and not (trigger or "").startswith("The first time"):
        effect = f"{effect} {_LIMITS[ability.limit]}"
    trigger, cost, effect = trigger and typeset(trigger), cost and typeset(cost), typeset(effect)
    return AbilityText(trigger, cost, effect, compose(ability.kind.value, ability.qualifiers, trigger, cost, effect))


def say_all(abilities: Sequence[Ability | None], card: CardType) -> tuple[AbilityText | None, ...]:
    """The text of every printed ability; None for those that are not implemented."""
    granted = next((say(each, card).text for each in abilities if each is not None and each.granted), "")
    return tuple(
        None if each is None else say(each, card, granted) for each in abilities if each is None or not each.granted
    )


def say_way(ability: Ability, way: int, card: CardType) -> str:
    """The text of one mode of an ability, as a player chooses it."""
    path, block = ability.ways[way]
    return typeset(clause(ability.steps[path].programs()[block], Speech(card)))


def _trigger(ability: Ability, speech: Speech) -> str | None:
    if ability.trigger is None:
        return None
    return capital(say_event(ability.trigger.condition, ability.trigger.timing, speech)) or None


def _cost(ability: Ability, speech: Speech) -> str | None:
    conditions = [step.words(speech) for step in ability.cost if isinstance(step, Require)]
    payments = joined(step.words(speech) for step in ability.cost if not isinstance(step, Require))
    return capital(", ".join([*conditions, *([payments] if payments else [])])) or None


def _effect(ability: Ability, speech: Speech) -> str:
    said: list[str] = []
    for modifier in ability.modifiers:
        words = modifier.words(speech)
        if isinstance(modifier, Gives) and said:
            said[-1] += f" and {words}"
        else:
            said.append(words)
            speech.named = ""
    said += [step.words(speech) for step in ability.effect]
    return sentences(said)
