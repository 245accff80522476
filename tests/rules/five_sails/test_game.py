"""A game is a value: copies share nothing, refused choices change nothing, the same choices give the same game."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.five_sails import Choice, Game, IllegalChoice, Kind
from rules.five_sails.bots import RandomBot, play_out
from rules.five_sails.flow.handlers import ANSWERS, STEPS
from rules.five_sails.state.agenda import F
from rules.five_sails.terms.basics import DOCKS, FORUMS
from rules.five_sails.text import refusals
from rules.five_sails.text.views import place_name
from rules.random_streams import Stream
from tests.rules.five_sails.known import BARE, DECKS, random_game
from tests.rules.five_sails.scenarios import A, Side, Stage, character

MOMENTS = st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 50), st.integers(0, 160))


def at(moment: tuple[int, int, int, int]) -> Game:
    one, two, seed, choices = moment
    return random_game(one, two, seed=seed, choices=choices)


def mutable_parts(value: object) -> list[int]:
    """The identities of every list, set, dict and object with slots inside a state."""
    found: list[int] = []
    if isinstance(value, (list, set, dict)):
        found.append(id(value))
        inner = value.values() if isinstance(value, dict) else value
        for item in inner:
            found += mutable_parts(item)
    elif hasattr(value, "__slots__") and type(value).__name__ in ("State", "Duel"):
        found.append(id(value))
        for name in value.__slots__:
            if name not in ("table", "legal", "outcome", "technique"):
                found += mutable_parts(getattr(value, name))
    return found


@given(MOMENTS)
def test_a_copy_never_shares(moment):
    game = at(moment)
    twin = game.copy()
    assert twin == game
    assert twin.log == game.log
    assert twin.history == game.history
    assert not set(mutable_parts(twin.state)) & set(mutable_parts(game.state))


@given(MOMENTS, st.integers(0, 10_000))
def test_a_copy_goes_on_alike_and_alone(moment, number):
    game = at(moment)
    if game.over:
        return
    twin, before = game.copy(), game.digest()
    choice = game.legal()[number % len(game.legal())]
    assert twin.apply(choice) == game.apply(choice)
    twin.push(choice)
    assert game.digest() == before


@given(MOMENTS, st.data())
def test_an_illegal_choice_is_refused_with_its_rule_and_changes_nothing(moment, data):
    game = at(moment)
    size = game.table.size
    choice = Choice(
        data.draw(st.sampled_from(Kind)),
        data.draw(st.integers(-1, size)),
        data.draw(st.integers(-1, size)),
        data.draw(st.integers(-1, 7)),
        data.draw(st.integers(-1, 3)),
    )
    before, log = game.digest(), len(game.log)
    refusal = game.why_not(choice)
    assert (refusal is None) == (choice in game.legal())
    if refusal is not None:
        assert refusal.rule
        assert refusal.message[0].islower() or refusal.message[0].isupper() or refusal.message[0] in "\"“'"
        for change in (game.push, game.apply):
            with pytest.raises(IllegalChoice, match="rule") as refused:
                change(choice)
            assert refused.value.refusal == refusal
    assert (game.digest(), len(game.log)) == (before, log)


@given(MOMENTS)
def test_legal_choices_of_the_wrong_cards_are_explained_one_by_one(moment):
    """Every choice near a legal one is either legal or refused with a rule of its own kind."""
    game = at(moment)
    for choice in game.legal()[:6]:
        for card in range(-1, game.table.size, 7):
            near = choice._replace(card=card)
            refusal = game.why_not(near)
            assert (refusal is None) == (near in game.legal())


def test_the_same_seed_and_choices_give_the_same_game():
    first, second = (random_game(0, 3, seed=11) for _ in range(2))
    assert first == second
    assert first.history == second.history
    assert first.log == second.log


def test_other_seeds_and_game_numbers_give_other_games():
    games = [Game.new(BARE, DECKS[:2], seed=seed, game=number) for seed, number in ((1, 0), (2, 0), (1, 1))]
    assert len({game.digest() for game in games}) == 3


def test_equal_deck_lists_give_equal_games_whatever_their_order():
    from decks.decklist import Decklist

    one = DECKS[0]
    other = Decklist(one.leader, tuple(reversed(one.approach)), tuple(reversed(one.faction)))
    assert Game.new(BARE, [one, DECKS[1]]).digest() == Game.new(BARE, [other, DECKS[1]]).digest()


def test_digests_are_the_same_in_another_process():
    script = (
        "from tests.rules.five_sails.known import BARE, random_game;"
        "print(random_game(1, 2, seed=5, book=BARE, choices=150).digest())"
    )
    root = Path(__file__).parents[3]
    found = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=root,
        env={"PYTHONHASHSEED": "77", "PATH": "", "PYTHONPATH": str(root)},
    )
    assert found.stdout.strip() == random_game(1, 2, seed=5, book=BARE, choices=150).digest()


def test_the_log_tells_what_came_of_a_choice():
    stage = Stage(Side(crew={"ann": character(at=FORUMS)}), Side())
    before = len(stage.game.log)
    stage.game.push(stage.choice(Kind.MOVE, "ann", place=DOCKS))
    assert [happening.moment.name for happening in stage.game.log[before:]] == ["ENGAGED", "MOVED"]


def test_apply_leaves_the_game_and_push_changes_it():
    game = Game.new(BARE, DECKS[:2])
    history = random_game(0, 1, book=BARE, choices=20).history
    other = game
    for choice in history:
        other = other.apply(choice)
    assert (game.history, other.history) == ((), history)
    for choice in history:
        game.push(choice)
    assert game == other


@given(MOMENTS)
def test_every_choice_can_be_said_and_written(moment):
    game = at(moment)
    for choice in game.legal():
        assert game.say(choice)
        assert game.parse(game.write(choice)) == choice


def test_a_printed_game_is_the_board_of_whoever_must_choose():
    game = random_game(0, 1, seed=3, choices=40)
    assert "Your hand" in str(game)
    assert "Your hand" not in str(random_game(0, 1))


def test_a_game_that_is_over_asks_nobody():
    game = random_game(0, 1)
    assert (game.over, game.to_choose, game.legal()) == (True, None, ())
    assert game.why_not(Choice(Kind.PASS)).rule == "8"
    with pytest.raises(ValueError, match="player to choose"):
        game.imagine(Stream(1))


def test_what_is_no_choice_at_all_is_refused():
    game = Game.new(BARE, DECKS[:2])
    assert game.why_not(Choice(99)).rule == "1"
    assert game.why_not((1, 2, 3)).rule == "1"


def test_a_game_shows_itself():
    game = Game.new(BARE, DECKS[:2], seed=3)
    assert repr(game).startswith("<Game 3/0: Day 1, planning, 0 choices, ")
    assert game != "a game"
    assert len({game, game.copy()}) == 1


def test_bots_play_a_game_out():
    game = Game.new(BARE, DECKS[:2], seed=3)
    assert play_out(game, [RandomBot(1), RandomBot(2)]).over


def test_places_have_names():
    assert [place_name(place) for place in (0, 1, 5, 6)] == ["Ole’s Inn", "The Docks", "A's Home", "B's Home"]
    assert A == 0


def test_every_question_of_the_engine_can_be_refused_in_words():
    assert set(ANSWERS) == set(refusals.EXPECTED)


def test_every_frame_has_a_handler():
    assert set(STEPS) == set(F)


def test_the_session_in_the_docs_holds():
    page = Path(__file__).parents[3] / "docs" / "explanation" / "engine.md"
    found = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert found.failed == 0
    assert found.attempted > 9
