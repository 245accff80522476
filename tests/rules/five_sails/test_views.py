"""Hidden stays hidden: what each seat sees, and what it cannot tell apart."""

from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.five_sails import Choice, Kind, Moment, Phase, say_choice, say_happening, transcript
from rules.five_sails.state.log import as_seen
from rules.five_sails.terms.basics import FORUMS, NONE
from rules.five_sails.terms.choices import ACCEPT
from rules.five_sails.terms.happenings import LOOKERS_ONLY, OWNERS_ONLY, Cause, Happening
from rules.random_streams import Stream
from tests.rules.five_sails.known import random_game
from tests.rules.five_sails.scenarios import DASH, A, B, Side, Stage, attachment, character, risk

MOMENTS = st.tuples(st.lists(st.integers(0, 4), min_size=2, max_size=4), st.integers(0, 40), st.integers(0, 200))


def numbers(value: object) -> set[int]:
    """Every card number in a view, wherever it stands."""
    if isinstance(value, dict):
        found = {value["card"]} if isinstance(value.get("card"), int) else set()
        return found.union(*(numbers(inner) for inner in value.values()))
    if isinstance(value, (list, tuple)):
        return set().union(*(numbers(inner) for inner in value))
    return set()


@given(MOMENTS)
def test_no_hidden_card_is_in_a_view(moment):
    decks, seed, choices = moment
    game = random_game(*decks, seed=seed, choices=choices)
    state = game.state
    for viewer in (None, *range(len(decks))):
        seen = game.view(viewer)
        shown = asdict(seen)
        del shown["log"], shown["legal"]
        hidden = {card for deck in state.deck for card in deck}
        for player in range(len(decks)):
            if player != viewer:
                planned = {card for card in state.planned[player] if card != NONE and state.zone[card] == 1}
                hidden |= {*state.hand[player], *state.approach[player], *planned}
        assert not numbers(shown) & hidden
        assert seen.legal == (game.legal() if viewer == game.to_choose else ())


@given(MOMENTS, st.integers(0, 2**64 - 1))
def test_whoever_chooses_cannot_tell_an_imagined_game_from_the_real_one(moment, dice):
    decks, seed, choices = moment
    game = random_game(*decks, seed=seed, choices=choices)
    if game.over:
        return
    player = game.to_choose
    other = game.imagine(Stream(dice))
    assert other.view(player) == game.view(player)
    assert other.legal() == game.legal()


def test_imagining_deals_the_hidden_cards_anew():
    game = random_game(0, 1, seed=3, choices=40)
    other = next(seat for seat in (0, 1) if seat != game.to_choose)
    hands = {tuple(sorted(game.imagine(Stream(dice)).state.hand[other])) for dice in range(8)}
    assert len(hands) > 4
    decks = {tuple(game.imagine(Stream(dice)).state.deck[-1]) for dice in range(8)}
    assert len(decks) == 8


def test_face_down_picks_are_imagined_too():
    game = random_game(0, 1, seed=3, choices=2)
    assert (game.state.phase, game.to_choose) == (Phase.PLANNING, B)
    picks = {game.imagine(Stream(dice)).state.planned[A] for dice in range(30)}
    assert len({scheme for scheme, _ in picks}) > 2
    assert len({character for _, character in picks}) > 2


def test_others_do_not_read_what_was_drawn_or_planned():
    game = random_game(0, 1, seed=3, choices=30)
    own, other, public = (game.view(viewer).log for viewer in (A, B, None))
    assert len(own) == len(other) == len(public) == len(game.log)
    for true, mine, theirs in zip(game.log, own, other, strict=True):
        if true.moment in OWNERS_ONLY and game.table.owner[true.card] == A:
            assert mine == true
            assert theirs.card == NONE
            assert theirs.number == true.number
    assert all(told.card == NONE for told in public if told.moment in OWNERS_ONLY)


def test_only_whoever_looked_reads_what_was_seen():
    state = random_game(0, 1, choices=0).state
    looked = Happening(Moment.LOOKED, 5, by=Cause(B))
    assert Moment.LOOKED in LOOKERS_ONLY
    assert [next(as_seen(state, [looked], viewer)).card for viewer in (A, B, None)] == [NONE, 5, NONE]


def test_a_view_shows_the_table():
    stage = Stage(
        Side(
            crew={"ann": character(at=FORUMS, combat=DASH, wounds=1, gear={"hat": attachment(influence=2)})},
            hand={"h": risk()},
        ),
        Side(renown=3),
    )
    stage.state.holder[FORUMS] = A
    seen = stage.game.view(A)
    ann = seen.players[A].crew[1]
    assert (ann.ref, ann.place, ann.wounds, ann.engaged) == ("A1", FORUMS, 1, False)
    assert ann.stats == (5, None, 2, 4)
    assert [worn.card for worn, _ in ann.gear] == [stage["hat"]]
    assert [card.card for card in seen.players[A].hand or ()] == [stage["h"]]
    assert (seen.players[B].renown, seen.players[B].hand, seen.players[B].hand_size) == (3, None, 0)
    assert seen.places[1].holder == A
    assert (seen.day, seen.phase, seen.first, seen.to_choose) == (1, Phase.HIGH_DRAMA, A, A)


def test_a_view_shows_a_duel():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=3)}),
        Side(crew={"bob": character(at=FORUMS)}, hand={"x": risk(), "y": risk()}, deck={"d": risk(), "e": risk()}),
    )
    assert stage.game.view(None).duel is None
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT)
    duel = stage.game.view(None).duel
    assert duel.participants == (stage["ann"], stage["bob"])
    assert (duel.threat, duel.round_of, duel.stat.name) == ((0, 3), 1, "COMBAT")
    stage.do(Kind.GAMBLE)
    assert {card.card for card in stage.game.view(A).duel.revealed} == {stage["d"], stage["e"]}


@pytest.mark.parametrize("viewer", [-1, 2, 9])
def test_nobody_looks_from_an_empty_seat(viewer):
    with pytest.raises(ValueError, match="no player"):
        random_game(0, 1, choices=0).view(viewer)


# Sentences.


def test_everything_can_be_said():
    for decks in ((0, 1), (0, 1, 2, 3)):
        game = random_game(*decks, seed=5)
        text = transcript(game.table, game.log)
        assert len(text.splitlines()) == len(game.log)
        assert "{" not in text


def test_every_moment_and_every_kind_has_words():
    table = random_game(0, 1, choices=0).table
    for moment in Moment:
        assert say_happening(table, Happening(moment, 0, 1, 1, 1, Cause(0))).endswith(".")
    for kind in set(Kind) - {Kind.NUMBER}:
        assert say_choice(table, Choice(kind, 0, 1, 1, 1))
    maya = next(number for number, card in enumerate(table.definitions) if card.code == "01093")
    assert say_choice(table, Choice(Kind.NUMBER, maya, number=1)).endswith("move this character to any location")


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (ACCEPT, "accept the challenge"),
        (Choice(Kind.MOVE, 0, place=2), "move Soline el Gato, Prince of Thieves to The Forums"),
        (Choice(Kind.RECRUIT, 110, 0), "parleys"),
        (Choice(Kind.PAY, NONE), "pay with a card"),
    ],
)
def test_choices_in_words(choice, words):
    assert words in say_choice(random_game(0, 1, choices=0).table, choice)
