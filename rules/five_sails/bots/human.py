"""A person at a terminal, playing in place of a bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.five_sails.game import Game
from rules.five_sails.terms.basics import NONE
from rules.five_sails.terms.choices import Choice, Kind
from rules.five_sails.text.board import board, visible_cards
from rules.five_sails.text.prompts import option_labels, prompt

HELP: Final = """\
  NUMBER     choose that option
  i NUMBER   read the cards of an option
  i NAME     read a card you can see, by part of its name
  b          show the board again
  c          show the options again
  q          stop, and print the game so that you can continue it later
  ?          show this help"""


class Stopped(Exception):  # noqa: N818  (a wish, not a failure)
    """The person at the terminal stopped playing."""


class Human:
    """Shows the board and numbered options, and reads the number of one."""

    def __init__(self, read: Callable[[], str], write: Callable[[str], None], describe: Callable[[int], str]) -> None:
        #: Returns a line without its newline; raises ``EOFError`` at the end of input.
        self._read = read
        self._write = write
        #: Returns the full text of a card, by its number on the table.
        self._describe = describe

    def choose(self, game: Game) -> Choice:
        """What the person chooses. :raises Stopped: if they stop playing."""
        self._show_board(game)
        self._show_choices(game)
        while True:
            self._write("Your choice (? for help):")
            try:
                words = self._read().strip().lower()
            except EOFError:
                raise Stopped from None
            if words == "q":
                raise Stopped
            chosen = self._answer(game, words)
            if chosen is not None:
                return chosen

    def _answer(self, game: Game, words: str) -> Choice | None:
        """The choice for an input, or None if the input was a command."""
        if words == "?":
            self._write(HELP)
        elif words == "b":
            self._show_board(game)
        elif words == "c":
            self._show_choices(game)
        elif words.startswith("i "):
            cards = _cards_to_describe(game, words[2:].strip())
            self._write("\n".join(self._describe(card) for card in cards) or "  You cannot see a card like that.")
        elif (option := _choice_by_number(game, words)) is not None:
            return option
        else:
            self._write(f"  Type a number from 1 to {len(game.legal())}, or ? for help.")
        return None

    def _show_board(self, game: Game) -> None:
        self._write("")
        for line in board(game.table, game.view(game.to_choose)):
            self._write(line)

    def _show_choices(self, game: Game) -> None:
        legal, asked = game.legal(), prompt(game.state)
        self._write("")
        self._write(asked.words)
        if asked.text:
            self._write(f"    {asked.text}")
        width = len(str(len(legal)))
        for number, words in enumerate(option_labels(game.state), 1):
            self._write(f"  {number:{width}}  {words}")


def _cards_to_describe(game: Game, words: str) -> list[int]:
    """The cards of an option by its number, or the visible cards whose name contains the words, each once."""
    option = _choice_by_number(game, words)
    if option is not None:
        named = (option.card,) if option.kind is Kind.ORDER else (option.card, option.target)
        return [card for card in named if card != NONE]
    names = {game.table.definitions[card].name: card for card in visible_cards(game.view(game.to_choose))}
    return [card for name, card in names.items() if words in name.casefold()]


def _choice_by_number(game: Game, words: str) -> Choice | None:
    words = words.strip()
    if words.isascii() and words.isdigit() and 1 <= int(words[:4]) <= len(game.legal()) and len(words) <= 4:
        return game.legal()[int(words) - 1]
    return None
