"""Games on paper: text and JSON that read back to the same game, and recorded games that still end the same way."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.decklist import Decklist
from rules.five_sails import (
    PLAYTEST,
    Choice,
    Kind,
    Options,
    from_json,
    from_text,
    record,
    replay,
    to_json,
    to_text,
)
from rules.five_sails.records import MAX_CHOICES, MAX_LENGTH, Record, parse_deck, write_deck
from rules.five_sails.terms.choices import SIGNS
from rules.five_sails.terms.options import InitiativeTie
from rules.five_sails.text.notation import parse_choice, write_choice
from tests.rules.five_sails.known import BARE, BOOK, DECKS, random_game

GAMES = sorted((Path(__file__).parent / "games").glob("*.txt"))

#: What a message in a chat holds.
CHAT_MESSAGE = 2000


@pytest.mark.parametrize("seed", range(10))
def test_a_game_comes_back_from_its_text_and_from_its_json(seed):
    game = random_game(seed % 5, (seed + 1) % 5, seed=seed)
    kept = record(game)
    assert from_text(to_text(kept)) == kept
    assert from_json(json.loads(json.dumps(to_json(kept)))) == kept
    again = replay(kept, BOOK)
    assert again == game
    assert again.log == game.log


@pytest.mark.parametrize("decks", [(0, 1, 2), (1, 2, 3, 4)])
def test_games_of_more_players_come_back_too(decks):
    game = random_game(*decks, seed=3)
    assert replay(from_text(to_text(record(game))), BOOK) == game


def test_a_whole_game_fits_in_a_chat_message():
    lengths = [len(to_text(record(random_game(seed % 5, (seed + 2) % 5, seed=seed)))) for seed in range(25)]
    assert max(lengths) < CHAT_MESSAGE


def test_options_and_settings_come_back():
    options = replace(PLAYTEST, days=3, initiative_tie=InitiativeTie.NEAREST, city_reshuffles=True)
    game = random_game(0, 1, seed=9, options=options, city="update-2024")
    text = to_text(record(game))
    assert "initiative_tie=nearest" in text.splitlines()[0]
    assert from_text(text).options == options
    assert replay(from_text(text), BOOK) == game


def test_a_game_in_the_middle_of_anything_comes_back():
    for choices in range(0, 160, 7):
        game = random_game(2, 4, seed=6, choices=choices)
        assert replay(from_text(to_text(record(game))), BOOK) == game


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_recorded_games_still_come_to_the_same_end(path):
    kept = from_text(path.read_text(encoding="utf-8"))
    assert kept.digest
    assert replay(kept, BARE).over


def test_there_are_recorded_games():
    assert len(GAMES) >= 6


# Choices.


def test_every_kind_of_choice_has_a_sign_of_its_own():
    assert len(SIGNS) == len(set(SIGNS)) == len(Kind)


CHOICES = st.builds(
    Choice, st.sampled_from(Kind), st.integers(-1, 130), st.integers(-1, 130), st.integers(-1, 6), st.integers(-1, 99)
)


@given(CHOICES.filter(lambda choice: choice.place not in (0, 4)))
def test_every_choice_comes_back(choice):
    table = random_game(0, 1, choices=0).table
    assert parse_choice(table, write_choice(table, choice)) == choice


def test_choices_read_as_documented():
    table = random_game(0, 1, choices=0).table
    first = table.faction[0][12]
    assert write_choice(table, Choice(Kind.MOVE, 0, place=2)) == "mA0>f"
    assert write_choice(table, Choice(Kind.EQUIP, first, 0)) == "eA23:A0"
    assert write_choice(table, Choice(Kind.USE, 0, number=1)) == "uA0.1"
    assert write_choice(table, Choice(Kind.MOVE, 0, place=5)) == "mA0>hA"


@pytest.mark.parametrize("token", ["", "q", "mA999", "mE1", "m A0", "mA0>x", "A0", "mA0>hE", "u" * 50])
def test_what_is_no_choice_is_said(token):
    with pytest.raises(ValueError, match="not a choice|no card"):
        parse_choice(random_game(0, 1, choices=0).table, token)


# Decks.


def test_decks_come_back():
    for deck in DECKS:
        assert parse_deck(write_deck(deck)) == deck


codes = st.from_regex(r"0[1-4][0-9]{3}", fullmatch=True)


@given(codes, st.lists(codes, max_size=12), st.dictionaries(codes, st.integers(1, 9), max_size=12))
def test_any_deck_comes_back(leader, approach, faction):
    deck = Decklist.of(leader, approach, faction)
    assert parse_deck(write_deck(deck)) == deck


@pytest.mark.parametrize("text", ["", "01035", "01035/01036", "01035/x/", "01035/036/", "01035//01048x0", "a/b/c/d"])
def test_a_deck_that_cannot_be_read_is_said(text):
    with pytest.raises(ValueError, match="deck"):
        parse_deck(text)


# Faults.


def broken(**changes: object) -> dict[str, object]:
    return {**to_json(record(random_game(0, 1, seed=2, choices=30))), **changes}


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        ([], "format"),
        ({}, "format"),
        (broken(format="chess"), "format"),
        (broken(extra=1), "unknown fields in a recorded game: extra"),
        (broken(seed=-1), "seed"),
        (broken(seed="7"), "seed"),
        (broken(game=2**64), "game"),
        (broken(city=5), "must be strings"),
        (broken(options=[]), "options"),
        (broken(options={"colour": "red"}), "colour"),
        (broken(options={"days": "five"}), "days"),
        (broken(options={"days": 12}), "1 to 9"),
        (broken(options={"initiative_tie": "left"}), "initiative_tie"),
        (broken(decks=[]), "two to four"),
        (broken(decks=[1, 2]), "object"),
        (broken(decks=[{"leader": 5}, {}]), "leader"),
        (broken(choices="p1"), "choice 1"),
        (broken(choices=" ".join(["-"] * (MAX_CHOICES + 1))), "the limit is"),
    ],
)
def test_a_fault_in_a_record_is_named(document, fault):
    with pytest.raises(ValueError, match=fault):
        from_json(document)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "starts with"),
        ("chess/1", "starts with"),
        ("five-sails/1 seed", "line 1"),
        ("five-sails/1 seed=x", "seed"),
        ("five-sails/1 seed=1 seed=2", "line 1"),
        ("five-sails/1 seed=1\nA 01035//", "two to four"),
        ("x" * (MAX_LENGTH + 1), "the limit is"),
    ],
)
def test_a_fault_in_a_text_is_named(text, fault):
    with pytest.raises(ValueError, match=fault):
        from_text(text)


def test_a_choice_that_is_not_allowed_is_named_with_its_rule():
    kept = record(random_game(0, 1, seed=2, choices=10))
    with pytest.raises(ValueError, match=r"choice 1, -: .*rule 4\.2\.1"):
        replay(replace(kept, choices=("-",)), BOOK)
    with pytest.raises(ValueError, match="choice 1: this game has no card"):
        replay(replace(kept, choices=("pA99",)), BOOK)


def test_another_end_than_the_recorded_one_is_told():
    kept = record(random_game(0, 1, seed=2, choices=10))
    with pytest.raises(ValueError, match="replays as"):
        replay(replace(kept, digest="0" * 16), BOOK)
    assert replay(replace(kept, digest=""), BOOK)


def test_a_record_is_a_value():
    kept = Record((DECKS[0], DECKS[1]), 7)
    assert kept == replace(kept)
    assert kept.options == Options()
    assert from_text(to_text(kept)) == kept


@given(st.text(max_size=300) | st.text(alphabet="five-sails/1 seed=AB0123456789,x/pm>:.;\n", max_size=400))
def test_any_text_is_a_game_or_a_value_error(text):
    for candidate in (text, f"five-sails/1 {text}", f"five-sails/1\nA {text}\nB {text}"):
        try:
            kept = from_text(candidate)
        except ValueError:
            continue
        assert from_text(to_text(kept)) == kept


@given(st.integers(0, 2**32), st.integers(0, 200), st.sampled_from("pos-merdcbu$xt+!ifgyk=wahlnABY0123456789>:. \n;"))
def test_a_mangled_game_is_refused_or_another_game(seed, place, sign):
    text = to_text(record(random_game(0, 1, seed=seed % 5, choices=25)))
    at = len(text) - 1 - place % len(text)
    mangled = text[:at] + sign + text[at + 1 :]
    try:
        again = replay(from_text(mangled), BOOK)
    except ValueError:
        return
    assert again.legal() or again.over
