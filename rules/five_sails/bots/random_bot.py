"""The bot that picks legal choices uniformly at random."""

from __future__ import annotations

from rules.five_sails.game import Game
from rules.five_sails.terms.choices import Choice
from rules.random_streams import Stream


class RandomBot:
    """Chooses uniformly at random, from a stream of its own."""

    def __init__(self, seed: int, game: int = 0) -> None:
        self._stream = Stream(seed, game)

    def choose(self, game: Game) -> Choice:
        legal = game.legal()
        return legal[self._stream.below(len(legal))]
