"""Looking ahead: trying a choice in a game as it could be, and seeing what comes of it.

What an ability does only the ability knows, so the bot tries it. It never does so in the real game, whose hidden cards
and dice are none of its business, but in one that ``Game.imagine`` makes of what the player can know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.five_sails.agenda import F
from rules.five_sails.choices import Choice
from rules.five_sails.game import Game

#: Where a trial ends: the next action or the next plan.
_QUIET: Final = frozenset({F.DRAMA, F.PLAN})
#: A trial that takes longer than this is judged as it stands.
_LONGEST: Final = 60

Policy = Callable[[Game], Choice]


def at_rest(game: Game) -> bool:
    """Whether nothing is in the middle of being resolved."""
    return game.over or game.state.agenda[-1][0] in _QUIET


def tried(world: Game, option: Choice, policy: Policy) -> Game:
    """A copy of an imagined game after a choice, and after everything that follows from it at once."""
    game = world.copy()
    game.push(option)
    for _ in range(_LONGEST):
        if at_rest(game):
            break
        game.push(policy(game))
    return game
