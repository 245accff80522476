"""The bots' descriptions, and games that bots play while a page waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import thread_time
from typing import Final

from rules.five_sails import Game
from rules.five_sails.bots import BOTS, Bot

#: Processor time that a game may take while a page waits.
MAX_SECONDS: Final = 3.0

#: A bot without a description goes by its name.
_WORDS: Final[Mapping[str, str]] = {
    "heuristic": "Heuristic: plays to win",
    "random": "Random: makes any legal choice",
}
#: The bots on offer; the first is the default.
DESCRIPTIONS: Final[Mapping[str, str]] = {name: _WORDS.get(name, name.capitalize()) for name in BOTS}
DEFAULT_BOT: Final = next(iter(BOTS))


class TooSlow(RuntimeError):  # noqa: N818  (an answer to a visitor, not a failure)
    """The bots took too long."""


def make_bots(names: Sequence[str], seed: int) -> list[Bot]:
    """A bot for each seat. :raises KeyError: for a name that no bot has."""
    return [BOTS[name](seed, seat + 1) for seat, name in enumerate(names)]


def play_out_in_time(game: Game, bots: Sequence[Bot], seconds: float = MAX_SECONDS) -> None:
    """Play a game to its end, in place. :raises TooSlow: if that takes too much time."""
    end = thread_time() + seconds
    while (player := game.to_choose) is not None:
        if thread_time() > end:
            raise TooSlow(
                f"The bots took too long: {len(game.history)} choices and no end. Try another seed or other bots."
            )
        game.push(bots[player].choose(game))
