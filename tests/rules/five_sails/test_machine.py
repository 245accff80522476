"""Stateful tests: whatever anybody chooses, the invariants hold and the game comes to an end."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.five_sails import PLAYTEST, RULEBOOK, Game
from rules.five_sails.bots import RandomBot, play_out
from rules.random_streams import Stream
from tests.rules.five_sails import invariants
from tests.rules.five_sails.known import BOOK, DECKS

EDITIONS = (RULEBOOK, PLAYTEST)


class Table(RuleBasedStateMachine):
    """A table of two to four players who choose anything."""

    game: Game

    @initialize(
        decks=st.lists(st.integers(0, len(DECKS) - 1), min_size=2, max_size=4),
        seed=st.integers(0, 2**64 - 1),
        options=st.integers(0, 1),
        skip=st.integers(0, 120),
    )
    def set_up(self, decks, seed, options, skip):
        self.game = Game.new(BOOK, [DECKS[deck] for deck in decks], seed=seed, options=EDITIONS[options])
        bot = RandomBot(seed, 7)
        for _ in range(skip):
            if not self.game.over:
                self.game.push(bot.choose(self.game))

    @rule(number=st.integers(0, 999))
    def choose(self, number):
        legal = self.game.legal()
        if not legal:
            return
        choice = legal[number % len(legal)]
        before = self.game.digest()
        after = self.game.apply(choice)
        assert self.game.digest() == before, "apply left the game as it was"
        self.game.push(choice)
        assert after == self.game

    @precondition(lambda self: not self.game.over)
    @rule(seed=st.integers(0, 2**64 - 1))
    def imagine(self, seed):
        player = self.game.to_choose
        other = self.game.imagine(Stream(seed))
        assert other.view(player) == self.game.view(player)
        invariants.check(other)

    @invariant()
    def everything_holds(self):
        if hasattr(self, "game"):
            invariants.check(self.game)

    def teardown(self):
        if hasattr(self, "game"):
            play_out(self.game, [RandomBot(seat) for seat in range(4)])
            assert self.game.over


Table.TestCase.settings = settings(
    max_examples=max(settings.default.max_examples // 4, 10), stateful_step_count=25, deadline=None
)
test_any_choices_at_all = Table.TestCase
