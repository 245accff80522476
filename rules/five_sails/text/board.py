"""A game as plain text: the board as one player sees it, and what happened, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rules.five_sails.state.table import Table
from rules.five_sails.terms.basics import HOME, NONE, PLAYER_LETTERS, Phase
from rules.five_sails.terms.happenings import Happening, Moment
from rules.five_sails.terms.phrases import capital
from rules.five_sails.text.sentences import ability_text, card_name, say_duration, say_log
from rules.five_sails.text.views import CardView, CharacterView, DuelView, PlayerView, View, place_name
from web.number_format import quantity

#: Moments left out because something else tells them: a phase heading, or the deed they belong to.
_SILENT: Final = frozenset(
    {
        Moment.SETUP,
        Moment.DAWN_BEGINS,
        Moment.DAWN_ENDS,
        Moment.PLANNING_ENDS,
        Moment.DRAMA_ENDS,
        Moment.PLUNDER,
        Moment.DUSK_ENDS,
        Moment.DAY_ENDS,
        Moment.ENTERED,
        Moment.RESOLVED,
        Moment.ROUND_ENDS,
        Moment.LOST,
        Moment.PRESSURED,
    }
)
_PHASES: Final = {Moment.DRAMA_BEGINS: "High Drama", Moment.DUSK_BEGINS: "Dusk"}
_STATS: Final = ("Resolve", "Combat", "Finesse", "Influence")


def narrate(table: Table, happenings: Iterable[Happening]) -> Iterator[str]:
    """What happened, line by line: a heading for each Day, a sentence for each happening; draws are combined."""
    drawn: list[Happening] = []
    told = [happening for happening in happenings if happening.moment not in _SILENT]
    for happening, words in zip(told, say_log(table, told), strict=True):
        if drawn and (happening.moment is not Moment.DREW or happening.number != drawn[0].number):
            yield _draw_line(table, drawn)
            drawn = []
        if happening.moment is Moment.DREW:
            drawn.append(happening)
        elif happening.moment is Moment.DAY_BEGINS:
            yield f"\nDay {happening.number}\n{'=' * len(f'Day {happening.number}')}"
        elif happening.moment in _PHASES:
            yield f"\n{_PHASES[happening.moment]}"
        else:
            yield f"  {words}"
            if happening.moment is Moment.ANNOUNCED and (text := ability_text(table, happening.card, happening.number)):
                yield f"      {text}"
    if drawn:
        yield _draw_line(table, drawn)


def _draw_line(table: Table, drawn: list[Happening]) -> str:
    known = [card_name(table, happening.card) for happening in drawn if happening.card != NONE]
    letter = PLAYER_LETTERS[drawn[0].number]
    cards = quantity(len(drawn), "card")
    return f"  Player {letter} draws {cards}: {'; '.join(known)}." if known else f"  Player {letter} draws {cards}."


def board(table: Table, view: View) -> Iterator[str]:
    """The whole table as one viewer sees it, place by place, then their hand."""
    phase = Phase(view.phase).name.replace("_", " ").title()
    first = "nobody yet" if view.first is None else f"player {PLAYER_LETTERS[view.first]}"
    yield f"Day {view.day}, {phase}. First Player: {first}."
    for player in view.players:
        yield _player_line(table, player, own=player.hand is not None)
    everybody = [character for player in view.players for character in player.crew]
    for place in view.places:
        holder = "uncontrolled" if place.holder is None else f"controlled by {PLAYER_LETTERS[place.holder]}"
        yield f"{place.name}: {holder}, {place.renown} Renown"
        for card in place.lying:
            yield f"    {_city_card_line(table, card)}"
        yield from (_character_line(table, character) for character in everybody if character.place == place.place)
    for seat in range(len(view.players)):
        home = [_character_line(table, character) for character in everybody if character.place == HOME + seat]
        if home:
            yield f"{place_name(HOME + seat)}:"
            yield from home
    for lasting in view.lasting:
        text, name = ability_text(table, lasting.source, lasting.ability), card_name(table, lasting.source)
        yield f"{capital(say_duration(lasting.until))}: {name}. {text}".rstrip()
    if view.duel is not None:
        yield from _duel_lines(table, view.duel)
    if view.viewer is not None:
        hand = view.players[view.viewer].hand or ()
        yield "Your hand:" if hand else "Your hand is empty."
        yield from (f"    {_hand_card_line(table, card)}" for card in hand)


def visible_cards(view: View) -> Iterator[int]:
    """Every public card, and the viewer's own hand, approach deck and picks."""
    for place in view.places:
        yield from (card.card for card in place.lying)
    for player in view.players:
        for character in player.crew:
            yield character.card
            yield from (worn.card for worn, _ in character.gear)
        if player.scheme is not None:
            yield player.scheme.card
        for cards in (player.hand, player.approach, player.planned, player.discard):
            yield from (card.card for card in cards or ())


def _player_line(table: Table, player: PlayerView, *, own: bool) -> str:
    words = [
        f"{player.renown} Renown",
        f"{quantity(player.hand_size, 'card')} in hand",
        f"{player.deck_size} in the deck",
    ]
    if player.scheme is not None:
        words.append(f"scheme {card_name(table, player.scheme.card)}{_renown_on(player.scheme)}")
    if player.out:
        words.append("out of the game")
    return f"Player {player.letter}{' (you)' if own else ''}: {', '.join(words)}"


def _character_line(table: Table, character: CharacterView) -> str:
    stats = ", ".join(
        f"{name} {'-' if number is None else number}" for name, number in zip(_STATS, character.stats, strict=True)
    )
    words = "engaged" if character.engaged else "en garde"
    if character.wounds:
        words += f", {quantity(character.wounds, 'wound')}"
    line = f"  {PLAYER_LETTERS[character.player]} {card_name(table, character.card)}: {stats}; {words}"
    if character.gear:
        line += "; bears " + ", ".join(
            card_name(table, worn.card) + (" (engaged)" if engaged else "") for worn, engaged in character.gear
        )
    return line


def _city_card_line(table: Table, card: CardView) -> str:
    definition = table.definitions[card.card]
    kind = definition.type.value.replace("_", " ").removeprefix("city ")
    words = f"{definition.name}: {kind}{_renown_on(card)}"
    if definition.is_character or table.is_attachment[card.card]:
        words += f", cost {definition.cost}"
    if definition.is_character:
        words += "".join(
            f", {name} {'-' if number < 0 else number}" for name, number in zip(_STATS, definition.stats, strict=True)
        )
    return words


def _renown_on(card: CardView) -> str:
    return f", {card.renown} Renown on it" if card.renown else ""


def _hand_card_line(table: Table, card: CardView) -> str:
    definition = table.definitions[card.card]
    riposte, parry, thrust = definition.values
    worth = ", pays 2" if definition.worth > 1 else ""
    kind = definition.type.value.replace("_", " ")
    return (
        f"{definition.name}: {kind}, cost {definition.cost}{worth}; Riposte {riposte}, Parry {parry}, Thrust {thrust}"
    )


def _duel_lines(table: Table, duel: DuelView) -> Iterator[str]:
    challenger, target = duel.participants
    against = f" against {card_name(table, target)}" if target != NONE else ""
    word = "Duel" if duel.accepted else "Challenge"
    yield f"{word} of {duel.stat.name.capitalize()}: {card_name(table, challenger)}{against}"
    for side, who in enumerate(duel.participants):
        if duel.accepted and who != NONE:
            line = ", ".join(card_name(table, card.card) for card in duel.lines[side]) or "no card yet"
            lethal = ", Lethal" if duel.lethal[side] else ""
            yield f"    {card_name(table, who)} faces {duel.threat[side]} threat{lethal}; played: {line}"
    if duel.revealed:
        yield "    Revealed: " + "; ".join(_hand_card_line(table, card) for card in duel.revealed)
