"""Letting bots play a game to its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules.five_sails.game import Game
from rules.five_sails.terms.choices import Choice


class Bot(Protocol):
    """Something that can take a seat.

    A bot gets the whole game but must not cheat: it may look at ``game.legal()`` and at
    ``game.view(game.to_choose)``, and it may search in games that ``game.imagine`` makes of what it can know.
    """

    def choose(self, game: Game) -> Choice:
        """One of ``game.legal()``, for the player ``game.to_choose``; the game must be left as it is."""
        ...


def play_out(game: Game, bots: Sequence[Bot]) -> Game:
    """Play a game to its end, in place, with a bot for each seat."""
    while (player := game.to_choose) is not None:
        game.push(bots[player].choose(game))
    return game
