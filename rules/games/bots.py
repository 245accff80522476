"""Bots by their names, and games that they play while somebody waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Final

from rules.five_sails import Game
from rules.five_sails.bots import Bot, RandomBot

#: Processor time that a game may take while a page is waited for.
MOST_SECONDS: Final = 0.7


class TooSlow(RuntimeError):  # noqa: N818  (an answer to a visitor, not a failure)
    """The bots thought for longer than anybody is made to wait."""


@dataclass(frozen=True, slots=True)
class Player:
    """A kind of bot: its name in addresses, what it is called, and how one is made for a seat."""

    key: str
    name: str
    description: str
    make: Callable[[int, int], Bot]


_RANDOM: Final = Player("random", "Random", "does anything that the rules allow", RandomBot)

BOTS: Final[Mapping[str, Player]] = {player.key: player for player in (_RANDOM,)}
DEFAULT_BOT: Final = next(iter(BOTS))


def play_out_in_time(game: Game, bots: Sequence[Bot], seconds: float = MOST_SECONDS) -> None:
    """Play a game to its end, in place. :raises TooSlow: if that takes too much time."""
    end = thread_time() + seconds
    while (player := game.to_choose) is not None:
        if thread_time() > end:
            raise TooSlow(
                f"The bots had not finished after {len(game.history)} choices. Try another seed or other bots."
            )
        game.push(bots[player].choose(game))
