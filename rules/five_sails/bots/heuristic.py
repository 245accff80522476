"""The bot that plays to win: rules of thumb for everything the rules know, and foresight for what only cards know."""

from __future__ import annotations

from typing import Final

from rules.five_sails.agenda import F
from rules.five_sails.bots.drama import Drama
from rules.five_sails.bots.dueling import answer_values, challenge_value, combat_choice
from rules.five_sails.bots.foresight import outlook
from rules.five_sails.bots.weights import Weights
from rules.five_sails.bots.worth import card_worth, character_worth, gear_worth, situation
from rules.five_sails.choices import PASS, Choice, Kind
from rules.five_sails.game import Game
from rules.five_sails.state import State
from rules.five_sails.terms import Stat
from rules.streams import Stream

#: Abilities inside abilities are tried out this deep; below that the first choice is as good as any.
_DEEPEST: Final = 2
#: How many trials one decision may take.
_MOST_TRIALS: Final = 48

_HAND: Final = frozenset({Kind.PAY, Kind.DISCARD})
_GIVEN_UP: Final = frozenset({Kind.SEND, Kind.DESTROY})
_COMBAT: Final = frozenset({Kind.FIGHT, Kind.GAMBLE, Kind.YIELD, Kind.TAKE})
_ANSWERS: Final = frozenset({Kind.ACCEPT, Kind.REFUSE, Kind.INTERVENE})


class HeuristicBot:
    """Chooses what its ``Weights`` make the most of. The seed settles what it imagines of hidden cards."""

    def __init__(self, seed: int = 0, game: int = 0, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()
        self._seed, self._game = seed, game
        self._depth = 0
        self._trials = 0

    def choose(self, game: Game) -> Choice:
        """The best choice by rules of thumb; equal ones in the order in which they are offered."""
        self._depth = self._trials = 0
        return self._decide(game)

    def _decide(self, game: Game) -> Choice:
        scores = self._scores(game)
        return max(game.legal(), key=scores.__getitem__)

    def _scores(self, game: Game) -> dict[Choice, float]:
        state, legal, player = game.state, game.legal(), game.state.chooser
        frame, kind = state.agenda[-1][0], legal[0].kind
        if frame == F.DRAMA:
            return self._actions(game)
        if kind is Kind.PLAN:
            return {option: self._plan(state, option.card) for option in legal}
        if kind in _HAND:
            return {option: self._spare(state, player, option) for option in legal}
        if kind in _GIVEN_UP:
            return {option: -self._kept(state, option.card) for option in legal}
        if kind in _COMBAT:
            return combat_choice(state, self.weights, player, legal)
        if kind in _ANSWERS:
            return answer_values(state, self.weights, player, legal)
        if frame == F.S2_TARGET and state.duel is not None:
            challenger, stat = state.duel.participants[0], state.duel.stat
            return {
                option: challenge_value(state, self.weights, player, challenger, option.card, stat) for option in legal
            }
        return self._foreseen(game, legal)

    # High Drama.

    def _actions(self, game: Game) -> dict[Choice, float]:
        """Every action by what it brings; an ability by how much better it leaves the situation than it is."""
        state, player = game.state, game.state.chooser
        drama = Drama(state, self.weights, player)
        scores = {option: drama.score(option) for option in game.legal() if option.kind is not Kind.USE}
        scores[PASS] = self.weights.threshold
        abilities = [option for option in game.legal() if option.kind is Kind.USE]
        if abilities:
            now = situation(state, self.weights, player)
            for option, then in self._foreseen(game, abilities).items():
                scores[option] = then - now
        return scores

    # Planning.

    def _plan(self, state: State, card: int) -> float:
        """A scheme by its Initiative, its Panache and what it does; a character by its stats (4.2.1)."""
        weights, definition = self.weights, state.table.definitions[card]
        if definition.is_character:
            return character_worth(state, weights, card)
        built = sum(ability is not None for ability in definition.abilities)
        return (
            weights.panache * definition.panache_mod
            + weights.initiative * definition.initiative / 100
            + weights.ability * built
        )

    # What goes.

    def _spare(self, state: State, player: int, option: Choice) -> float:
        """How gladly a hand card is given: the least useful first, and none that pays more than is due."""
        worth = card_worth(state, self.weights, player, option.card)
        if option.kind is Kind.PAY:
            paid = state.table.worth[option.card]
            due: int = state.agenda[-1][2]
            return -worth / min(paid, due)
        return -worth

    def _kept(self, state: State, card: int) -> float:
        """What a card in play is worth to whoever has to give one up (9.1, 9.4)."""
        if state.table.is_character[card]:
            return character_worth(state, self.weights, card)
        built = sum(ability is not None for ability in state.table.abilities[card])
        return sum(gear_worth(state, self.weights, card, stat) for stat in Stat) + self.weights.ability * built

    # Everything else.

    def _foreseen(self, game: Game, options: tuple[Choice, ...] | list[Choice]) -> dict[Choice, float]:
        """How each choice turns out in a game as it could be."""
        if self._depth == _DEEPEST or self._trials >= _MOST_TRIALS:
            return {option: -float(number) for number, option in enumerate(options)}
        player = game.state.chooser
        # Inside a trial the game is imagined already.
        world = game if self._depth else game.imagine(Stream(self._seed, self._dice(game)))
        self._trials += len(options)
        self._depth += 1
        try:
            return outlook(world, options, self.weights, player, self._decide)
        finally:
            self._depth -= 1

    def _dice(self, game: Game) -> int:
        """A number for each moment of each game, so that the same moment is always imagined alike."""
        return (self._game << 20) + len(game.state.history)
