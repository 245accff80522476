"""Prompts for terminals and pages: what a player is asked, by which card, and what each option costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from rules.five_sails.deeds.uses import price, scene_of, scenes
from rules.five_sails.flow.drama import parleyed_cost
from rules.five_sails.state.agenda import F, asking_kind
from rules.five_sails.state.play import Play
from rules.five_sails.state.state import Frame, State, current_duel
from rules.five_sails.state.values import cost_of, crew_at, worth_of
from rules.five_sails.terms.basics import NONE, PLAYER_LETTERS, Stat
from rules.five_sails.terms.choices import Choice, Kind
from rules.five_sails.terms.happenings import Timing
from rules.five_sails.terms.parts import Scene
from rules.five_sails.text.sentences import ability_text, card_name, choice_text, say_choice, say_happening
from rules.five_sails.text.views import place_name
from web.number_format import quantity


class Prompt(NamedTuple):
    """What a player is asked, with the card and the text of the ability that asks, if any."""

    words: str
    card: int = NONE
    text: str = ""


#: What the steps of an ability ask, by the kind of the first option.
_STEP_PROMPTS: Final[Mapping[Kind, str]] = {
    Kind.TARGET: "Choose a target (rule 6.7).",
    Kind.CHOOSE: "Choose a card.",
    Kind.PLACE: "Choose a place.",
    Kind.NUMBER: "Choose one.",
    Kind.DISCARD: "Discard a card.",
    Kind.PERFORM: "Choose who performs it (rule 6.11).",
    Kind.MOVE: "Choose who moves, and where to.",
    Kind.ORDER: "Choose what comes first (rule 6.14).",
}
_FIXED_PROMPTS: Final[Mapping[F, str]] = {
    F.WHEN_REVEALED: "Choose what comes first (rule 6.14).",
    F.GEAR: "Too many attachments of this kind: destroy one (rule 9.4).",
    F.DRAMA: "High Drama: your action (rule 4.3).",
    F.S1_TECHNIQUE: "You may use a Technique with the challenge (rule S1).",
    F.R2_TAKE: "Take one of the revealed cards (rule R2).",
    F.R3_ABILITIES: "You may use a Technique and the Maneuver of your combat card (rule R3).",
}


def prompt(state: State) -> Prompt:
    """What the current player has to choose. :raises LookupError: if nobody has to choose."""
    if not state.legal:
        raise LookupError("nobody has to choose now")
    kind = asking_kind(state)
    make_prompt = _PROMPTS.get(kind)
    return make_prompt(state, state.agenda[-1]) if make_prompt else Prompt(_FIXED_PROMPTS.get(kind, "Choose."))


def _plan_prompt(state: State, frame: Frame) -> Prompt:
    _, _, pick = frame
    return Prompt(f"Plan {'a character' if pick else 'a scheme'} for the Day (rule 4.2.1).")


def _payment_prompt(state: State, frame: Frame) -> Prompt:
    _, _, due, _, paid_for, _ = frame
    return Prompt(f"Pay for {card_name(state.table, paid_for)}: {due} left to pay (rule 6.9).", paid_for)


def _crew_prompt(state: State, frame: Frame) -> Prompt:
    if state.legal[0].kind is Kind.DESTROY:
        return Prompt("You have two characters of the same name: destroy one of them (rule Q3).")
    return Prompt("You have too many characters: send one to The Locker (rule 9.1).")


def _another_action_prompt(state: State, frame: Frame) -> Prompt:
    _, _, performer = frame
    only = f" with {card_name(state.table, performer)}" if performer != NONE else ""
    return Prompt(f"You may take another action{only}.", performer)


def _discard_prompt(state: State, frame: Frame) -> Prompt:
    _, _, _, count, by = frame
    words = f"Discard {quantity(count, 'card')}"
    if by.card == NONE:
        return Prompt(f"{words}: you hold more than your Panache (rule 4.5.2).")
    return Prompt(
        f"{card_name(state.table, by.card)}: {words}.", by.card, ability_text(state.table, by.card, by.ability)
    )


def _ability_prompt(state: State, frame: Frame) -> Prompt:
    """For a step of an ability, or the choice of its performer or of what its price depends on."""
    scenes = scene_of(frame)
    if scenes is None:
        raise LookupError("no ability is being used")
    scene = scenes if isinstance(scenes, Scene) else scenes[0]
    kind = state.legal[0].kind
    words = _STEP_PROMPTS.get(kind, "Choose.")
    if any(option.kind is Kind.DECLINE for option in state.legal) and kind is not Kind.DECLINE:
        words = f"{words[:-1]}, or decline."
    words = f"{card_name(state.table, scene.card)}: {words}"
    return Prompt(words, scene.card, ability_text(state.table, scene.card, scene.ability))


def _reaction_prompt(state: State, frame: Frame) -> Prompt:
    _, timing, happening, _, _, _ = frame
    told = say_happening(state.table, happening)
    if state.legal[0].kind is Kind.ORDER:
        return Prompt(f"Choose what comes first (rule 6.14). {told}")
    if timing == Timing.BEFORE:
        return Prompt(f"You may react before this happens (rule 6.3): {told}")
    return Prompt(f"You may react (rule 6.3). {told}")


def _challenge_prompt(state: State, frame: Frame) -> Prompt:
    duel = current_duel(state)
    challenger, target = (card_name(state.table, card) for card in duel.participants)
    stat = Stat(duel.stat).name.capitalize()
    if asking_kind(state) is F.S2_TARGET:
        return Prompt(f"Choose whom {challenger} challenges to a duel of {stat} (rule S2).")
    return Prompt(f"{challenger} challenges {target} to a duel of {stat} (rule S3).")


def _combat_card_prompt(state: State, frame: Frame) -> Prompt:
    duel = current_duel(state)
    who = card_name(state.table, duel.participants[duel.round_of])
    duty = " You must play a card." if all(option.kind is not Kind.YIELD for option in state.legal) else ""
    return Prompt(f"Choose a combat card for {who}, who faces {duel.threat[duel.round_of]} threat (rule R2).{duty}")


_PROMPTS: Final[Mapping[F, Callable[[State, Frame], Prompt]]] = {
    F.PLAN: _plan_prompt,
    F.PAY: _payment_prompt,
    F.DISCARD: _discard_prompt,
    F.CREW: _crew_prompt,
    F.ANOTHER_ACTION: _another_action_prompt,
    F.PERFORM: _ability_prompt,
    F.RUN: _ability_prompt,
    F.WINDOW: _reaction_prompt,
    F.S2_TARGET: _challenge_prompt,
    F.S3_ANSWER: _challenge_prompt,
    F.R2_CARD: _combat_card_prompt,
}


def option_labels(state: State) -> list[str]:
    """A label for each option, worded so that no two are the same."""
    words = [_label(state, option, "") for option in state.legal]
    counts = Counter(words)
    return [
        _label(state, option, _whereabouts(state, option.card)) if counts[said] > 1 else said
        for option, said in zip(state.legal, words, strict=True)
    ]


def _whereabouts(state: State, card: int) -> str:
    """A card's controller and place, to tell it from others of its name."""
    if card == NONE:
        return ""
    player = state.control[card] if state.control[card] != NONE else state.table.owner[card]
    words = [f"player {PLAYER_LETTERS[player]}'s"] if player != NONE else []
    if state.bearer[card] != NONE:
        words.append(f"borne by {card_name(state.table, state.bearer[card])}")
    elif state.place[card] != NONE:
        words.append(f"at {place_name(state.place[card])}")
    return f" ({', '.join([*words, state.table.refs[card]])})"


def _label(state: State, option: Choice, which: str) -> str:
    """A choice in words, with its cost or its worth as payment."""
    words, text = say_choice(state.table, option, brief=True), choice_text(state.table, option)
    words += which
    if option.kind is Kind.PAY:
        _, _, _, _, paid_for, _ = state.agenda[-1]
        if (worth := worth_of(state, option.card, paid_for)) != 1:
            words += f", worth {worth}"
    elif due := _price(state, option):
        words += f", costs {due}"
    return f"{words}: {text}" if text else words


def _price(state: State, option: Choice) -> str:
    """The wealth to pay (6.9), as far as it is known before the performer and targets are chosen."""
    card, table = option.card, state.table
    match option.kind:
        case Kind.EQUIP:
            prices = {cost_of(state, card, option.target)}
        case Kind.RECRUIT if option.target != NONE:
            prices = {max(parleyed_cost(state, card, option.target), 0)}
        case Kind.RECRUIT:
            here = crew_at(state, state.chooser, state.place[card])
            prices = {cost_of(state, card, here[0] if here else table.leaders[state.chooser])}
        case Kind.PLAY:
            prices = {cost_of(state, card, table.leaders[state.chooser])}
        case Kind.USE:
            prices = _prices_of_use(state, option)
        case _:
            return ""
    least, most = min(prices, default=0), max(prices, default=0)
    return "" if not most else str(most) if least == most else f"{least} to {most}"


def _prices_of_use(state: State, option: Choice) -> set[int]:
    """The possible costs of an ability, by performer and by what is chosen before paying."""
    ability = state.table.ability(option.card, option.number)
    happening = None
    if asking_kind(state) is F.WINDOW:
        _, _, happening, _, _, _ = state.agenda[-1]
    prices: set[int] = set()
    for scene in scenes(state, state.chooser, option.card, option.number, happening=happening, actor=option.target):
        variants = [scene]
        if ability.prepares is not None:
            key, play = ability.prepares.key, Play(state, scene)
            variants = [scene.bind(key, pick.card) for pick in ability.prepares.options(play)]
        prices.update(price(state, ability, variant) for variant in variants)
    return prices
