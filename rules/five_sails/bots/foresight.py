"""Looking ahead: trying out a choice in an imagined game.

Only an ability knows what it does, so the bot tries it out. It never uses the real game, whose hidden cards and dice it
must not see, but one that ``Game.imagine`` makes from what the player can know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.five_sails.game import Game
from rules.five_sails.state.agenda import F, asking_kind
from rules.five_sails.terms.choices import Choice

#: Where a trial ends: at the next action or plan.
_QUIET: Final = frozenset({F.DRAMA, F.PLAN})
#: A trial that takes longer than this is evaluated as it stands.
_MAX_CHOICES: Final = 60

Policy = Callable[[Game], Choice]


def is_quiet(game: Game) -> bool:
    """Whether nothing is in the middle of being resolved."""
    return game.over or asking_kind(game.state) in _QUIET


def play_through(world: Game, option: Choice, policy: Policy) -> Game:
    """A copy of an imagined game after a choice and everything that follows from it at once."""
    game = world.copy()
    game.push(option)
    for _ in range(_MAX_CHOICES):
        if is_quiet(game):
            break
        game.push(policy(game))
    return game
