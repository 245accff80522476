"""The bot that plays to win: rules of thumb for the game's own decisions, trial and error for those of abilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rules.five_sails.bots.drama import Drama
from rules.five_sails.bots.duel import answer_values, challenge_value, combat_values
from rules.five_sails.bots.foresight import play_through
from rules.five_sails.bots.weights import Weights
from rules.five_sails.bots.worth import card_worth, character_worth, evaluate, gear_worth
from rules.five_sails.game import Game
from rules.five_sails.state.agenda import F, asking_kind
from rules.five_sails.state.state import State, current_duel
from rules.five_sails.terms.basics import Stat
from rules.five_sails.terms.choices import DECLINE, PASS, Choice, Kind
from rules.random_streams import Stream

#: How deep abilities inside abilities are tried out by default; below that the bot declines or takes the first choice.
_DEFAULT_DEPTH: Final = 2
#: The most trials for one decision.
_MAX_TRIALS: Final = 24


class HeuristicBot:
    """Chooses what scores best by its ``Weights``. The seed determines which hidden cards it imagines."""

    def __init__(
        self, seed: int = 0, game: int = 0, weights: Weights | None = None, *, max_depth: int = _DEFAULT_DEPTH
    ) -> None:
        self.weights = weights or Weights()
        self.max_depth = max_depth
        self._seed, self._game = seed, game
        self._depth = 0
        self._trials = 0

    def choose(self, game: Game) -> Choice:
        """The choice with the best score; the first one offered if several are equal."""
        self._depth = self._trials = 0
        return self._decide(game)

    def _decide(self, game: Game) -> Choice:
        scores = self._score(game)
        return max(game.legal(), key=scores.__getitem__)

    def _score(self, game: Game) -> dict[Choice, float]:
        state = game.state
        kind = asking_kind(state)
        if kind is F.DRAMA:
            return self._score_actions(game)
        scorer = _SCORERS.get(kind)
        return self._score_by_trial(game, state.legal) if scorer is None else scorer(self, state)

    # High Drama.

    def _score_actions(self, game: Game) -> dict[Choice, float]:
        """Score actions by their value, and abilities by how much they improve the situation."""
        state, player = game.state, game.state.chooser
        drama = Drama(state, self.weights, player)
        scores = {option: drama.score(option) for option in game.legal() if option.kind is not Kind.USE}
        scores[PASS] = self.weights.threshold
        abilities = [option for option in game.legal() if option.kind is Kind.USE]
        if abilities:
            now = evaluate(state, self.weights, player)
            # An action that ends the phase must be compared with passing, which ends it too.
            *used, passed = self._try_each(game, [*abilities, PASS])
            for option, then in zip(abilities, used, strict=True):
                ended = (then.state.day, then.state.phase) != (state.day, state.phase)
                before = evaluate(passed.state, self.weights, player) if ended else now
                scores[option] = evaluate(then.state, self.weights, player) - before
        return scores

    # Planning.

    def score_plans(self, state: State) -> dict[Choice, float]:
        """Score schemes by Initiative, Panache and abilities, characters by their stats (4.2.1)."""
        return {option: self._plan_value(state, option.card) for option in state.legal}

    def _plan_value(self, state: State, card: int) -> float:
        weights, definition = self.weights, state.table.definitions[card]
        if definition.is_character:
            return character_worth(state, weights, card)
        implemented = sum(ability is not None for ability in definition.abilities)
        return (
            weights.panache * definition.panache_mod
            + weights.initiative * definition.initiative / 100
            + weights.ability * implemented
        )

    # Giving up cards.

    def score_payments(self, state: State) -> dict[Choice, float]:
        """Prefer the least useful card, and avoid overpaying (6.9)."""
        _, _, due, _, _, _ = state.agenda[-1]
        worth = state.table.worth
        return {
            option: -card_worth(state, self.weights, state.chooser, option.card) / min(worth[option.card], due)
            for option in state.legal
        }

    def score_discards(self, state: State) -> dict[Choice, float]:
        """Prefer the least useful hand card."""
        return {option: -card_worth(state, self.weights, state.chooser, option.card) for option in state.legal}

    def score_sacrifices(self, state: State) -> dict[Choice, float]:
        """Prefer the least valuable character or attachment when there is one too many (9.1, 9.4)."""
        return {option: -self._keep_value(state, option.card) for option in state.legal}

    def _keep_value(self, state: State, card: int) -> float:
        if state.table.is_character[card]:
            return character_worth(state, self.weights, card)
        return gear_worth(state.table.definitions[card], self.weights)

    # Duels.

    def score_targets(self, state: State) -> dict[Choice, float]:
        """Prefer the target that gives the best duel (S2)."""
        duel = current_duel(state)
        return {
            option: challenge_value(
                state, self.weights, state.chooser, duel.participants[0], option.card, Stat(duel.stat)
            )
            for option in state.legal
        }

    def score_answers(self, state: State) -> dict[Choice, float]:
        return answer_values(state, self.weights, state.chooser, state.legal)

    def score_rounds(self, state: State) -> dict[Choice, float]:
        return combat_values(state, self.weights, state.chooser, state.legal)

    # Everything else.

    def _score_by_trial(self, game: Game, options: tuple[Choice, ...]) -> dict[Choice, float]:
        """Score each choice by the situation after it in an imagined game."""
        if self._depth == self.max_depth or self._trials >= _MAX_TRIALS:
            return {option: float(option == DECLINE) for option in options}
        player = game.state.chooser
        return {
            option: evaluate(then.state, self.weights, player)
            for option, then in zip(options, self._try_each(game, options), strict=True)
        }

    def _try_each(self, game: Game, options: Sequence[Choice]) -> list[Game]:
        """The game after each choice, if everybody continues by the same rules of thumb."""
        # Inside a trial the game is already imagined.
        world = game if self._depth else game.imagine(Stream(self._seed, self._stream_number(game)))
        self._trials += len(options)
        self._depth += 1
        try:
            return [play_through(world, option, self._decide) for option in options]
        finally:
            self._depth -= 1

    def _stream_number(self, game: Game) -> int:
        """Unique for each moment of each game, so that the same moment is always imagined the same way."""
        return (self._game << 20) + len(game.state.history)


#: How the bot scores the questions of the rules themselves; abilities ask the rest, which is tried out.
_SCORERS: Final[Mapping[F, Callable[[HeuristicBot, State], dict[Choice, float]]]] = {
    F.PLAN: HeuristicBot.score_plans,
    F.PAY: HeuristicBot.score_payments,
    F.DISCARD: HeuristicBot.score_discards,
    F.CREW: HeuristicBot.score_sacrifices,
    F.GEAR: HeuristicBot.score_sacrifices,
    F.S2_TARGET: HeuristicBot.score_targets,
    F.S3_ANSWER: HeuristicBot.score_answers,
    F.R2_CARD: HeuristicBot.score_rounds,
    F.R2_TAKE: HeuristicBot.score_rounds,
}
