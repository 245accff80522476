"""The choices of a recorded game in words, for games that today's rules cannot replay."""

from __future__ import annotations

from dataclasses import dataclass

from rules.five_sails import Book, Game, Record, say_choice
from rules.five_sails.terms.basics import PLAYER_LETTERS


@dataclass(frozen=True, slots=True)
class Line:
    """One choice."""

    number: int
    notation: str
    #: Empty if the choice names a card or an ability that no longer exists.
    words: str
    #: The player's letter, as far as the game replays.
    letter: str


def transcript(kept: Record, book: Book) -> list[Line]:
    """Every choice, in words where they can be found."""
    try:
        game = Game.new(book, kept.decks, seed=kept.seed, game=kept.game, city=kept.city, options=kept.options)
    except (ValueError, LookupError):
        return [Line(number, token, "", "") for number, token in enumerate(kept.choices, 1)]
    lines: list[Line] = []
    replays = True
    for number, token in enumerate(kept.choices, 1):
        player = game.to_choose
        if replays and player is not None:
            replays = _push(game, token)
        letter = PLAYER_LETTERS[player] if replays and player is not None else ""
        lines.append(Line(number, token, _words(game, token), letter))
    return lines


def _push(game: Game, token: str) -> bool:
    try:
        game.push(game.parse(token))
    except (ValueError, LookupError):
        return False
    return True


def _words(game: Game, token: str) -> str:
    try:
        return say_choice(game.table, game.parse(token), brief=True)
    except (ValueError, LookupError):
        return ""
