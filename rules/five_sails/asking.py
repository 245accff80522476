"""What a player is asked, by which card and ability, and what each answer would cost: for terminals and pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from rules.five_sails.abilities.parts import Scene
from rules.five_sails.abilities.performing import price, scenes
from rules.five_sails.abilities.play import Play
from rules.five_sails.abilities.speech import counted
from rules.five_sails.agenda import F
from rules.five_sails.challenge import duel_of
from rules.five_sails.choices import Choice, Kind
from rules.five_sails.drama import parleyed_cost
from rules.five_sails.happenings import Timing
from rules.five_sails.sentences import ability_text, card_name, choice_text, say_choice, say_happening
from rules.five_sails.state import Frame, State
from rules.five_sails.terms import NONE, PLAYER_LETTERS, Stat
from rules.five_sails.values import cost_of, crew_at, worth_of
from rules.five_sails.views import place_name


class Asked(NamedTuple):
    """A question; with the card that asks it, and what that card says, where an ability does."""

    words: str
    card: int = NONE
    text: str = ""


#: What the steps of an ability ask, by the first answer to it.
_STEPS: Final[Mapping[Kind, str]] = {
    Kind.TARGET: "Choose a target (rule 6.7).",
    Kind.CHOOSE: "Choose a card.",
    Kind.PLACE: "Choose a place.",
    Kind.NUMBER: "Choose one way.",
    Kind.DISCARD: "Discard a card.",
    Kind.PERFORM: "Choose who performs it (rule 6.11).",
    Kind.MOVE: "Choose who moves, and where.",
    Kind.ORDER: "Choose what comes first (rule 6.14).",
}
_OTHERS: Final[Mapping[F, str]] = {
    F.WHEN_REVEALED: "Choose what comes first (rule 6.14).",
    F.GEAR: "One of these is too much: destroy it (rule 9.4).",
    F.DRAMA: "High Drama: your action (rule 4.3).",
    F.S1_TECHNIQUE: "You may use a Technique with the challenge (rule S1).",
    F.R2_TAKE: "Take one of the revealed cards (rule R2).",
    F.R3_ABILITIES: "You may use a Technique and the Maneuver of your combat card (rule R3).",
}


def question(state: State) -> Asked:
    """What has to be chosen now. :raises LookupError: if nothing has."""
    if not state.legal:
        raise LookupError("nobody has to choose now")
    frame = state.agenda[-1]
    kind = F(frame[0])
    asker = _ASKERS.get(kind)
    return asker(state, frame) if asker else Asked(_OTHERS.get(kind, "Choose."))


def _planning(state: State, frame: Frame) -> Asked:
    return Asked(f"Plan {'a character' if frame[2] else 'a scheme'} for the Day (rule 4.2.1).")


def _paying(state: State, frame: Frame) -> Asked:
    return Asked(f"Pay for {card_name(state.table, frame[4])}: {frame[2]} still due (rule 6.9).", frame[4])


def _crowded(state: State, frame: Frame) -> Asked:
    if state.legal[0].kind is Kind.DESTROY:
        return Asked("You have two characters of one name: destroy one of them (rule Q3).")
    return Asked("You have too many characters: send one to The Locker (rule 9.1).")


def _once_more(state: State, frame: Frame) -> Asked:
    only = f" with {card_name(state.table, frame[2])}" if frame[2] != NONE else ""
    return Asked(f"You may take another action{only}.", frame[2])


def _discarding(state: State, frame: Frame) -> Asked:
    _, _, _, count, by = frame
    words = f"Discard {counted(count, 'card')}"
    if by.card == NONE:
        return Asked(f"{words}: you hold more than your Panache (rule 4.5.2).")
    return Asked(
        f"{card_name(state.table, by.card)}: {words}.", by.card, ability_text(state.table, by.card, by.ability)
    )


def _of_ability(state: State, frame: Frame) -> Asked:
    """A step of an ability asks, or who performs it, or what its price depends on."""
    found = frame[2] if frame[0] == F.RUN else frame[1]
    scene: Scene = found if isinstance(found, Scene) else found[0]
    kind = state.legal[0].kind
    words = _STEPS.get(kind, "Choose.")
    if any(option.kind is Kind.DECLINE for option in state.legal) and kind is not Kind.DECLINE:
        words = f"{words[:-1]}, or decline."
    words = f"{card_name(state.table, scene.card)}: {words}"
    return Asked(words, scene.card, ability_text(state.table, scene.card, scene.ability))


def _window(state: State, frame: Frame) -> Asked:
    _, timing, happening, _, _, _ = frame
    told = say_happening(state.table, happening)
    if state.legal[0].kind is Kind.ORDER:
        return Asked(f"Choose what comes first (rule 6.14). {told}")
    if timing == Timing.BEFORE:
        return Asked(f"You may react before this happens (rule 6.3): {told}")
    return Asked(f"You may react (rule 6.3). {told}")


def _challenging(state: State, frame: Frame) -> Asked:
    duel = duel_of(state)
    challenger, target = (card_name(state.table, card) for card in duel.participants)
    stat = Stat(duel.stat).name.capitalize()
    if frame[0] == F.S2_TARGET:
        return Asked(f"Choose whom {challenger} challenges to a duel of {stat} (rule S2).")
    return Asked(f"{challenger} challenges {target} to a duel of {stat} (rule S3).")


def _fighting(state: State, frame: Frame) -> Asked:
    duel = duel_of(state)
    who = card_name(state.table, duel.participants[duel.round_of])
    duty = " You must play a card." if all(option.kind is not Kind.YIELD for option in state.legal) else ""
    return Asked(f"The round of {who}, who faces {duel.threat[duel.round_of]} threat: the combat card (rule R2).{duty}")


_ASKERS: Final[Mapping[F, Callable[[State, Frame], Asked]]] = {
    F.PLAN: _planning,
    F.PAY: _paying,
    F.DISCARD: _discarding,
    F.CREW: _crowded,
    F.ANOTHER_ACTION: _once_more,
    F.PERFORM: _of_ability,
    F.RUN: _of_ability,
    F.WINDOW: _window,
    F.S2_TARGET: _challenging,
    F.S3_ANSWER: _challenging,
    F.R2_CARD: _fighting,
}


def offers(state: State) -> list[str]:
    """Everything that can be chosen now, in words that tell each from the others."""
    words = [_offer(state, option, "") for option in state.legal]
    counts = Counter(words)
    return [
        _offer(state, option, _whereabouts(state, option.card)) if counts[said] > 1 else said
        for option, said in zip(state.legal, words, strict=True)
    ]


def _whereabouts(state: State, card: int) -> str:
    """Whose a card is and where, to tell it from another one of its name."""
    if card == NONE:
        return ""
    player = state.control[card] if state.control[card] != NONE else state.table.owner[card]
    words = [f"player {PLAYER_LETTERS[player]}'s"] if player != NONE else []
    if state.bearer[card] != NONE:
        words.append(f"borne by {card_name(state.table, state.bearer[card])}")
    elif state.place[card] != NONE:
        words.append(f"at {place_name(state.place[card])}")
    return f" ({', '.join([*words, state.table.refs[card]])})"


def _offer(state: State, option: Choice, which: str) -> str:
    """A choice in words, with what it costs in wealth or is worth as payment."""
    words, text = say_choice(state.table, option, brief=True), choice_text(state.table, option)
    words += which
    if option.kind is Kind.PAY and (worth := worth_of(state, option.card, state.agenda[-1][4])) != 1:
        words += f", worth {worth}"
    elif due := _price(state, option):
        words += f", costs {due}"
    return f"{words}: {text}" if text else words


def _price(state: State, option: Choice) -> str:
    """The wealth to be paid (6.9), as far as it is known before the performer and the targets are."""
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
    """What an ability costs by each of its performers, and by what is chosen before paying."""
    frame, ability = state.agenda[-1], state.table.ability(option.card, option.number)
    happening = frame[2] if frame[0] == F.WINDOW else None
    prices: set[int] = set()
    for scene in scenes(state, state.chooser, option.card, option.number, happening, option.target):
        begun = [scene]
        if ability.prepares is not None:
            key, play = ability.prepares.key, Play(state, scene)
            begun = [scene.bind(key, each.card) for each in ability.prepares.options(play)]
        prices.update(price(state, ability, each) for each in begun)
    return prices
