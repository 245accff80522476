"""Computer players."""

from collections.abc import Callable, Mapping
from typing import Final

from rules.five_sails.bots.heuristic import HeuristicBot
from rules.five_sails.bots.protocol import Bot, play_out
from rules.five_sails.bots.random_bot import RandomBot
from rules.five_sails.bots.weights import Weights

#: Every bot by name, made from a seed and a game number.
BOTS: Final[Mapping[str, Callable[[int, int], Bot]]] = {"heuristic": HeuristicBot, "random": RandomBot}

__all__ = ["BOTS", "Bot", "HeuristicBot", "RandomBot", "Weights", "play_out"]
