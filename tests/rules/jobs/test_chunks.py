"""Every game is played once, however games are cut."""

from hypothesis import given
from hypothesis import strategies as st

from rules.facts import DAYS
from rules.jobs.run import chunks
from rules.jobs.run.chunks import Plan, charge, max_games, plan, priority

GAMES = st.integers(1, 2_000)
SIZES = st.integers(1, 2_500)


@given(GAMES, SIZES)
def test_chunks_cover_every_game_once(games, size):
    cut = Plan(games, size)
    played = [
        game for index in range(cut.chunks) for game in range(cut.first(index), cut.first(index) + cut.count(index))
    ]
    assert played == list(range(games))


@given(GAMES, SIZES, st.data())
def test_progress_is_the_games_of_the_chunks_that_are_stored(games, size, data):
    cut = Plan(games, size)
    stored = data.draw(st.sets(st.integers(0, cut.chunks - 1)))
    assert cut.done(len(stored), cut.chunks - 1 in stored) == sum(cut.count(index) for index in stored)


@given(GAMES, st.booleans(), st.booleans(), st.integers(1, DAYS))
def test_shorter_games_make_larger_chunks(games, pair, compiled, days):
    cut, whole = (plan(games, pair=pair, compiled=compiled, days=number) for number in (days, DAYS))
    assert cut.games == games
    assert cut.chunk_size * days <= whole.chunk_size * DAYS < (cut.chunk_size + 1) * days


def test_a_comparison_counts_twice_and_a_slow_deck_for_its_slowness():
    assert charge(1000, pair=False, compiled=True) == 1000
    assert charge(1000, pair=True, compiled=True) == 2000
    assert charge(1000, pair=False, compiled=False) == 1000 * chunks.SLOWNESS
    assert max_games(10_000_000, compiled=False) * chunks.SLOWNESS == max_games(10_000_000, compiled=True)
    assert max_games(10, compiled=False) == 1


@given(st.integers(1, 1_000), st.integers(1, 1_000))
def test_small_work_goes_before_large_work(few, many):
    few, many = sorted((few, many))
    # For the queue the smaller number is the more urgent one.
    assert priority(few) <= priority(many) < chunks.BACKGROUND
