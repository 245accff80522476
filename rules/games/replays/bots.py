"""What pages say of the engine's bots, and games that bots play while somebody waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import thread_time
from typing import Final

from rules.five_sails import Game
from rules.five_sails.bots import BOTS, Bot

#: Processor time that a game may take while a page is waited for.
MOST_SECONDS: Final = 3.0

#: A word on each bot; one that nobody has described yet goes by its name alone.
_WORDS: Final[Mapping[str, str]] = {
    "heuristic": "Heuristic: plays to win",
    "random": "Random: does whatever the rules allow",
}
#: The bots that can be chosen; the first is the usual one.
DESCRIPTIONS: Final[Mapping[str, str]] = {name: _WORDS.get(name, name.capitalize()) for name in BOTS}
DEFAULT_BOT: Final = next(iter(BOTS))


class TooSlow(RuntimeError):  # noqa: N818  (an answer to a visitor, not a failure)
    """The bots thought for longer than anybody is made to wait."""


def make_bots(names: Sequence[str], seed: int) -> list[Bot]:
    """A bot for each seat. :raises KeyError: for a name that no bot has."""
    return [BOTS[name](seed, seat + 1) for seat, name in enumerate(names)]


def play_out_in_time(game: Game, bots: Sequence[Bot], seconds: float = MOST_SECONDS) -> None:
    """Play a game to its end, in place. :raises TooSlow: if that takes too much time."""
    end = thread_time() + seconds
    while (player := game.to_choose) is not None:
        if thread_time() > end:
            raise TooSlow(
                f"The bots had not finished after {len(game.history)} choices. Try another seed or other bots."
            )
        game.push(bots[player].choose(game))
