"""What a bot is, and playing a game to its end with bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules.five_sails.game import Game
from rules.five_sails.terms.choices import Choice


class Bot(Protocol):
    """Something that can play in a seat.

    A bot gets the whole game but must not cheat: it may look at ``game.legal()`` and at
    ``game.view(game.to_choose)``, and it may search in games from ``game.imagine``.
    """

    def choose(self, game: Game) -> Choice:
        """One of ``game.legal()``, for the player ``game.to_choose``. Must not change the game."""
        ...


def play_out(game: Game, bots: Sequence[Bot]) -> Game:
    """Play a game to its end, in place, with a bot for each seat."""
    while (player := game.to_choose) is not None:
        game.push(bots[player].choose(game))
    return game
