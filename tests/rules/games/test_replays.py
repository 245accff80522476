"""Recorded games at any step: the same states as the game itself went through, and what is wrong with others."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.five_sails import Game, Moment, from_text, to_text
from rules.games.replays.replay import MAX_CHOICES, MAX_LENGTH, Replay, UnplayableRecord, read_record
from rules.games.replays.story import Story
from rules.games.replays.viewers import Viewer
from tests.rules.five_sails.known import BOOK
from tests.rules.games.games import notation

GAMES = [Replay(from_text(notation(*decks, seed=seed)), BOOK) for *decks, seed in ((0, 1, 3), (2, 4, 8), (1, 2, 3, 5))]


@pytest.mark.parametrize("replay", GAMES)
def test_every_step_is_the_game_after_so_many_choices(replay):
    kept = replay.record
    game = Game.new(BOOK, kept.decks, seed=kept.seed, game=kept.game, city=kept.city, options=kept.options)
    for step, choice in enumerate((*replay.last.history, None)):
        shown = replay.at(step)
        assert shown.digest() == game.digest()
        assert replay.marks[step].day == game.state.day
        assert replay.marks[step].dueling == (game.state.duel is not None)
        if choice is not None:
            assert replay.made[step].player == game.to_choose
            game.push(choice)
    assert replay.at(replay.steps) == replay.last


@given(st.sampled_from(GAMES), st.data())
def test_steps_can_be_asked_for_in_any_order_and_changed_without_harm(replay, data):
    step = data.draw(st.integers(0, replay.steps - 1))
    before = replay.at(step).digest()
    replay.at(step).push(replay.made[step].choice)
    assert replay.at(step).digest() == before


@pytest.mark.parametrize("replay", GAMES)
def test_the_log_is_told_in_whole_and_in_order(replay):
    told = [each for step in range(replay.steps + 1) for each in replay.told(step)]
    assert tuple(told) == replay.log


@pytest.mark.parametrize("replay", GAMES)
def test_days_begin_where_the_log_says_and_duels_with_a_challenge(replay):
    days = [each.number for each in replay.log if each.moment is Moment.DAY_BEGINS]
    assert [day for day, _ in replay.days] == days
    for day, step in replay.days:
        assert replay.dawn(step) == step
        assert any(each.moment is Moment.DAY_BEGINS and each.number == day for each in replay.told(step))
    assert replay.duels
    for step in replay.duels:
        assert replay.at(step).state.duel is not None
        assert replay.at(step - 1).state.duel is None


def test_a_choice_that_the_rules_forbid_is_named_with_its_rule():
    lines = notation(0, 1).splitlines()
    lines[3] = lines[3].replace(" ", " mA0>f ", 1)
    with pytest.raises(UnplayableRecord, match=r"choice 2, mA0>f: .*\(rule 4\.2\.1\)"):
        Replay(read_record("\n".join(lines)), BOOK)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "starts with five-sails/1"),
        ("x" * (MAX_LENGTH + 1), f"at most {MAX_LENGTH:,}"),
        ("\n".join([*notation(0, 1).splitlines()[:3], "- " * (MAX_CHOICES + 1)]), "choices; at most"),
        ("five-sails/1 seed=1\nA 01035//\nB x//", "code"),
    ],
)
def test_what_is_no_game_is_refused_in_words(text, words):
    with pytest.raises(UnplayableRecord, match=words):
        Replay(read_record(text), BOOK)


def test_another_end_than_the_recorded_one_is_told():
    text = "\n".join([*notation(0, 1).splitlines()[:-1], "; 0123456789abcdef"])
    with pytest.raises(UnplayableRecord, match="the rules or cards have changed"):
        Replay(read_record(text), BOOK)


def test_a_step_leaves_out_what_dusk_does_every_day():
    replay = GAMES[0]
    step = replay.days[1][1]
    story = Story(replay, replay.at(step), step, Viewer(None), lambda number, viewer: f"{number}")
    told = " ".join(story.entry.told)
    assert "Dusk begins." in told
    assert f"Day {replay.marks[step].day} begins." in told
    assert "becomes en garde" not in told
    assert "moves from" not in told.partition("Dusk begins.")[2].partition("Day 2 begins.")[0]
    assert len(story.entry.brief) <= len(told)


@pytest.mark.parametrize("replay", GAMES)
def test_what_was_chosen_is_marked_among_what_could_be(replay):
    for step in range(0, replay.steps, 5):
        now = replay.at(step)
        story = Story(replay, now, step, Viewer(None), lambda number, viewer: f"{number}")
        assert [each.taken for each in story.offered].count(True) == 1
        assert story.listed[0].taken
        assert len(story.listed) + story.unlisted == len(now.legal())
        others = Story(replay, now, step, Viewer((now.to_choose + 1) % replay.players), lambda number, viewer: "")
        assert others.offered == []


TOKENS = sorted({token for game in GAMES for token in game.record.choices})


@given(st.data())
def test_a_text_that_was_tampered_with_is_a_game_or_is_refused(data):
    kept = GAMES[data.draw(st.integers(0, len(GAMES) - 1))].record
    choices = list(kept.choices)
    for _ in range(data.draw(st.integers(1, 3))):
        choices[data.draw(st.integers(0, len(choices) - 1))] = data.draw(st.sampled_from(TOKENS))
    text = to_text(replace(kept, choices=tuple(choices), digest=""))
    try:
        replay = Replay(read_record(text), BOOK)
    except UnplayableRecord as refused:
        assert re.match(r"choice \d+", str(refused))
    else:
        assert replay.last.history
