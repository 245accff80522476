"""Choices and happenings in plain words, for transcripts, terminals and pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cards.catalogue.phrases import plain
from rules.five_sails.abilities.text import say, say_way
from rules.five_sails.state.table import Table
from rules.five_sails.terms.basics import NONE, PLAYER_LETTERS, Stat
from rules.five_sails.terms.choices import WAYS, Choice, Kind
from rules.five_sails.terms.happenings import Happening, Moment
from rules.five_sails.terms.parts import Until
from rules.five_sails.text.views import place_name
from web.number_format import quantity

_CHOICES: Final = {
    Kind.PLAN: "plan {card}",
    Kind.ORDER: "{card} first{ability}",
    Kind.SEND: "send {card} to The Locker",
    Kind.PASS: "pass",
    Kind.MOVE: "move {card} to {place}",
    Kind.EQUIP: "equip {card} to {target}",
    Kind.RECRUIT: "recruit {card}",
    Kind.CHALLENGE: "challenge with {card}",
    Kind.CLAIM: "claim with {card}",
    Kind.PLAY: "play {card}",
    Kind.USE: "use {card}{ability}",
    Kind.PAY: "pay with {card}",
    Kind.DISCARD: "discard {card}",
    Kind.TARGET: "target {card}",
    Kind.ACCEPT: "accept the challenge",
    Kind.REFUSE: "refuse the challenge",
    Kind.INTERVENE: "intervene with {card}",
    Kind.FIGHT: "fight with {card}",
    Kind.GAMBLE: "gamble",
    Kind.YIELD: "play no combat card",
    Kind.TAKE: "take {card}",
    Kind.DECLINE: "decline",
    Kind.DESTROY: "destroy {card}",
    Kind.PERFORM: "{card} performs it",
    Kind.CHOOSE: "choose {card}",
    Kind.PLACE: "choose {place}",
    Kind.NUMBER: "{card}: {way}",
}

#: Choices of an ability, with its text to tell it from other abilities of the card.
_WITH_TEXT: Final = frozenset({Kind.USE, Kind.ORDER})

_DURATIONS: Final = {
    Until.ROUND_ENDS: "until the round ends",
    Until.NEXT_ROUND_ENDS: "until the next round ends",
    Until.DUEL_ENDS: "until the duel ends",
    Until.ACTION_ENDS: "until the action ends",
    Until.DAY_ENDS: "until the Day ends",
    Until.GAME_ENDS: "for the rest of the game",
}

_HAPPENINGS: Final = {
    Moment.SETUP: "The game begins.",
    Moment.DAY_BEGINS: "Day {number} begins.",
    Moment.DAWN_BEGINS: "Dawn begins.",
    Moment.DAWN_ENDS: "Dawn ends.",
    Moment.PLANNING_ENDS: "Planning ends.",
    Moment.DRAMA_BEGINS: "High Drama begins.",
    Moment.DRAMA_ENDS: "High Drama ends.",
    Moment.PLUNDER: "Renown has been collected.",
    Moment.DUSK_BEGINS: "Dusk begins.",
    Moment.DUSK_ENDS: "Dusk ends.",
    Moment.DAY_ENDS: "Day {number} ends.",
    Moment.PLACED: "{card} is placed at {place}.",
    Moment.PLANNED: "Player {player} plans {card}.",
    Moment.REVEALED: "{card} is revealed.",
    Moment.FIRST_PLAYER: "Player {player} is First Player.",
    Moment.MUSTERED: "{card} musters at {place}.",
    Moment.RECRUITED: "Player {player} recruits {card} at {place}.",
    Moment.ENTERED: "{card} enters play at {place}.",
    Moment.DREW: "Player {player} draws {card}.",
    Moment.DISCARDED: "{card} is discarded.",
    Moment.PAID: "Player {player} pays with {card}.",
    Moment.SHUFFLED: "The discard pile of {owner} is shuffled into a new deck.",
    Moment.SUNK: "{card} is sunk.",
    Moment.MOVED: "{card} moves from {left} to {place}.",
    Moment.ENGAGED: "{card} engages.",
    Moment.EN_GARDE: "{card} becomes en garde.",
    Moment.WOUNDED: "{card} takes {wounds}.",
    Moment.HEALED: "{card} heals {wounds}.",
    Moment.DESTROYED: "{card} is destroyed.",
    Moment.LOCKED: "{card} goes to The Locker.",
    Moment.EQUIPPED: "{card} is equipped to {other}.",
    Moment.CLAIMED: "Player {player} claims {place}.",
    Moment.LOST: "{place} becomes uncontrolled.",
    Moment.PRESSURED: "{card} pressures {place} with {stat}.",
    Moment.PRESSURE_ENDS: "The pressure on {place} {result}.",
    Moment.RENOWN_ADDED: "{number} Renown is added to {place}.",
    Moment.RENOWN_MOVED: "{number} Renown moves from {from_place} to {place}.",
    Moment.RENOWN_REMOVED: "{number} Renown is removed from {place}.",
    Moment.COLLECTED: "Player {by} collects {number} Renown from {place}.",
    Moment.GAINED: "Player {by} gains {number} Renown.",
    Moment.SPENT: "Player {by} spends {number} Renown.",
    Moment.PASSED: "Player {player} passes.",
    Moment.ANNOUNCED: "Player {by} uses {card}.",
    Moment.TARGETED: "{card} is targeted{cause}.",
    Moment.RESOLVED: "{card} has resolved.",
    Moment.CANCELED: "The effects of {card} are cancelled.",
    Moment.CHALLENGED: "{card} challenges {other} to a duel of {stat}.",
    Moment.ACCEPTED: "{card} accepts.",
    Moment.INTERVENED: "{card} intervenes.",
    Moment.REFUSED: "{card} refuses.",
    Moment.ROUND_BEGINS: "{card} starts a round with {number} threat.",
    Moment.GAMBLED: "{card} is revealed.",
    Moment.FOUGHT: "{other} fights with {card}.",
    Moment.THREATENED: "{card} faces {number} threat.",
    Moment.ROUND_ENDS: "{card} ends the round.",
    Moment.DUEL_ENDS: "The duel is over.",
    Moment.ELIMINATED: "Player {player} is out of the game.",
    Moment.GAME_ENDS: "The game is over: {winner}.",
    Moment.RETURNED: "{card} returns to player {player}'s hand.",
    Moment.LOOKED: "Player {by} looks at {card}.",
    Moment.PAYING: "Player {by} pays {number} for {card}.",
    Moment.STAKED: "Player {player} moves 1 Renown to {card}.",
    Moment.HANDED_OVER: "{card} moves to {other}.",
    Moment.WITHDRAWN: "{card} returns to player {player}'s Approach Deck.",
}


#: Happenings whose sentences already name the card that caused them.
_OWN_CAUSE: Final = frozenset({Moment.TARGETED, Moment.RESOLVED, Moment.CANCELED})


def card_name(table: Table, card: int) -> str:
    """A card's name, or "a card" if the reader may not know it."""
    return "a card" if card == NONE else table.definitions[card].name


def say_choice(table: Table, choice: Choice, *, brief: bool = False) -> str:
    """A choice in a few words; unless ``brief``, with the text of the ability that is used."""
    text = choice_text(table, choice) if choice.kind in _WITH_TEXT and not brief else ""
    words = _CHOICES[choice.kind].format(
        card=card_name(table, choice.card),
        target=card_name(table, choice.target),
        place=place_name(choice.place) if choice.place != NONE else "",
        ability=f": {text}" if text else "",
        way=_way(table, choice) if choice.kind is Kind.NUMBER else "",
    )
    if choice.kind is Kind.CHOOSE and choice.number != NONE:
        # The only choice of a card that also picks a direction: add or remove.
        words += ": add" if choice.number else ": remove"
    if choice.kind is Kind.RECRUIT and choice.target != NONE:
        words += f", {card_name(table, choice.target)} parleys"
    return words


def say_duration(until: Until) -> str:
    """How long a lasting effect lasts (6.16)."""
    return _DURATIONS[until]


def choice_text(table: Table, choice: Choice) -> str:
    """The text of the ability that a choice uses or puts first; empty for other choices."""
    return ability_text(table, choice.card, choice.number) if choice.kind in _WITH_TEXT else ""


def ability_text(table: Table, card: int, number: int) -> str:
    """The text of a card's ability; empty for waiting programs, which have no number on the card."""
    if card == NONE:
        return ""
    definition = table.definitions[card]
    if 0 <= number < len(definition.texts):
        return plain(definition.texts[number])
    if len(definition.texts) <= number < len(definition.abilities):
        return plain(say(table.ability(card, number), definition.type).text)
    return ""


def _way(table: Table, choice: Choice) -> str:
    """The text of the chosen mode of an ability."""
    index, way = divmod(choice.number, WAYS)
    definition = table.definitions[choice.card]
    return plain(say_way(table.ability(choice.card, index), way, definition.type))


def say_happening(table: Table, happening: Happening) -> str:
    moment, card, place, other, number, by = happening
    text = _HAPPENINGS[moment]
    return text.format(
        card=card_name(table, card),
        other=card_name(table, other),
        place=place_name(place) if place != NONE else "nowhere",
        left=place_name(number) if moment is Moment.MOVED else "",
        from_place=place_name(other) if moment is Moment.RENOWN_MOVED else "",
        number=number,
        wounds=quantity(number, "wound"),
        player=PLAYER_LETTERS[number] if 0 <= number < table.players else "?",
        by=PLAYER_LETTERS[by.player] if by.player != NONE else "?",
        owner="the City" if number == NONE else f"player {PLAYER_LETTERS[number % len(PLAYER_LETTERS)]}",
        stat=Stat(number).name.capitalize() if moment in (Moment.PRESSURED, Moment.CHALLENGED) else "",
        result="succeeds" if number else "fails",
        cause=f" by {card_name(table, by.card)}" if by.card != NONE else "",
        winner=f"player {PLAYER_LETTERS[number]} wins" if 0 <= number < table.players else "a draw",
    )


def say_log(table: Table, log: Iterable[Happening]) -> Iterator[str]:
    """A sentence for each happening, preceded by the card if its ability was not announced."""
    doer = NONE
    for happening in log:
        words, by = say_happening(table, happening), happening.by.card
        if happening.moment is Moment.ANNOUNCED:
            doer = happening.card
        elif by not in (NONE, doer) and happening.moment not in _OWN_CAUSE:
            doer = by
            words = f"{card_name(table, by)}: {words}"
        yield words


def transcript(table: Table, log: Iterable[Happening]) -> str:
    """A log as text, a line for each happening."""
    return "\n".join(say_log(table, log))
