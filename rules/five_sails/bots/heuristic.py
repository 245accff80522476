"""The bot that plays to win: rules of thumb for everything the rules know, and foresight for what only cards know."""

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

#: Abilities inside abilities are tried out this deep, unless told otherwise; below that they are declined, or the
#: first choice is taken.
_DEFAULT_DEPTH: Final = 2
#: How many trials one decision may take.
_MAX_TRIALS: Final = 24


class HeuristicBot:
    """Chooses what its ``Weights`` make the most of. The seed settles what it imagines of hidden cards."""

    def __init__(
        self, seed: int = 0, game: int = 0, weights: Weights | None = None, *, max_depth: int = _DEFAULT_DEPTH
    ) -> None:
        self.weights = weights or Weights()
        self.max_depth = max_depth
        self._seed, self._game = seed, game
        self._depth = 0
        self._trials = 0

    def choose(self, game: Game) -> Choice:
        """The best choice by rules of thumb; equal ones in the order in which they are offered."""
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
        """Every action by what it brings; an ability by how much better it leaves the situation than it is."""
        state, player = game.state, game.state.chooser
        drama = Drama(state, self.weights, player)
        scores = {option: drama.score(option) for option in game.legal() if option.kind is not Kind.USE}
        scores[PASS] = self.weights.threshold
        abilities = [option for option in game.legal() if option.kind is Kind.USE]
        if abilities:
            now = evaluate(state, self.weights, player)
            # If nobody has anything else to do, an action ends the phase, and is to be compared with passing.
            *used, passed = self._try_each(game, [*abilities, PASS])
            for option, then in zip(abilities, used, strict=True):
                ended = (then.state.day, then.state.phase) != (state.day, state.phase)
                before = evaluate(passed.state, self.weights, player) if ended else now
                scores[option] = evaluate(then.state, self.weights, player) - before
        return scores

    # Planning.

    def score_plans(self, state: State) -> dict[Choice, float]:
        """A scheme by its Initiative, its Panache and what it does; a character by its stats (4.2.1)."""
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

    # What goes.

    def score_payments(self, state: State) -> dict[Choice, float]:
        """The least useful card first, and none that pays more than is due (6.9)."""
        _, _, due, _, _, _ = state.agenda[-1]
        worth = state.table.worth
        return {
            option: -card_worth(state, self.weights, state.chooser, option.card) / min(worth[option.card], due)
            for option in state.legal
        }

    def score_discards(self, state: State) -> dict[Choice, float]:
        """The least useful card of the hand."""
        return {option: -card_worth(state, self.weights, state.chooser, option.card) for option in state.legal}

    def score_sacrifices(self, state: State) -> dict[Choice, float]:
        """The character or attachment that is worth least, where one is too many (9.1, 9.4)."""
        return {option: -self._keep_value(state, option.card) for option in state.legal}

    def _keep_value(self, state: State, card: int) -> float:
        if state.table.is_character[card]:
            return character_worth(state, self.weights, card)
        return gear_worth(state.table.definitions[card], self.weights)

    # Duels.

    def score_targets(self, state: State) -> dict[Choice, float]:
        """Who is challenged: whoever the best duel is with (S2)."""
        duel = current_duel(state)
        return {
            option: challenge_value(
                state, self.weights, state.chooser, duel.participants[0], option.card, Stat(duel.stat)
            )
            for option in state.legal
        }

    def score_answers(self, state: State) -> dict[Choice, float]:
        """Accept, refuse or intervene (S3)."""
        return answer_values(state, self.weights, state.chooser, state.legal)

    def score_rounds(self, state: State) -> dict[Choice, float]:
        """A combat card, a gamble or nothing (R2)."""
        return combat_values(state, self.weights, state.chooser, state.legal)

    # Everything else.

    def _score_by_trial(self, game: Game, options: tuple[Choice, ...]) -> dict[Choice, float]:
        """How the player stands after each choice, in an imagined game."""
        if self._depth == self.max_depth or self._trials >= _MAX_TRIALS:
            return {option: float(option == DECLINE) for option in options}
        player = game.state.chooser
        return {
            option: evaluate(then.state, self.weights, player)
            for option, then in zip(options, self._try_each(game, options), strict=True)
        }

    def _try_each(self, game: Game, options: Sequence[Choice]) -> list[Game]:
        """What becomes of the game after each choice, if everybody goes on by the same rules of thumb."""
        # Inside a trial the game is imagined already.
        world = game if self._depth else game.imagine(Stream(self._seed, self._stream_number(game)))
        self._trials += len(options)
        self._depth += 1
        try:
            return [play_through(world, option, self._decide) for option in options]
        finally:
            self._depth -= 1

    def _stream_number(self, game: Game) -> int:
        """A number for each moment of each game, so that the same moment is always imagined alike."""
        return (self._game << 20) + len(game.state.history)


#: How the bot answers what the rules themselves ask; everything else is asked by abilities, and tried.
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
