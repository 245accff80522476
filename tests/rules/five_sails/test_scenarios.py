"""A single duel as a game of its own."""

from collections import Counter

import pytest

from rules.five_sails import Kind, Moment, Stat, Victory, Zone
from rules.five_sails.bots import RandomBot, play_out
from rules.five_sails.scenarios import DuelSide, duel_game
from rules.five_sails.terms import DOCKS
from rules.five_sails.values import value
from tests.rules.five_sails import invariants
from tests.rules.five_sails.known import BARE, BOOK

#: Kaspar Dietrich with a sword against Soline el Gato, with a deck each.
KASPAR = DuelSide("01035", gear=("01195",), hand=("01057", "01169"), deck=("01170",) * 6)
SOLINE = DuelSide("01089", hand=("01114", "01115"), deck=("01170",) * 6, wounds=2)


def test_a_duel_begins_with_the_first_threat():
    game = duel_game(BARE, KASPAR, SOLINE)
    state = game.state
    assert state.duel.threat == [0, 4]
    assert value(state, state.duel.participants[0], Stat.COMBAT) == 4
    assert state.wounds[state.duel.participants[1]] == 2
    assert [len(hand) for hand in state.hand] == [2, 2]
    assert game.to_choose == 1
    invariants.check(game)


def test_the_answer_may_be_left_open_and_the_stat_and_place_chosen():
    game = duel_game(BARE, KASPAR, SOLINE, accepted=False, stat=Stat.FINESSE, place=DOCKS)
    assert {choice.kind for choice in game.legal()} == {Kind.ACCEPT, Kind.REFUSE}
    assert (game.state.duel.stat, game.state.duel.place) == (Stat.FINESSE, DOCKS)


def test_the_game_ends_with_the_duel():
    ends = Counter()
    for seed in range(40):
        game = duel_game(BOOK, KASPAR, SOLINE, seed=seed)
        play_out(game, [RandomBot(seed, 1), RandomBot(seed, 2)])
        assert [told.moment for told in game.log].count(Moment.DAY_BEGINS) == 0
        ends[game.outcome.victory] += 1
    assert set(ends) <= {Victory.DUEL, Victory.ASSASSINATION}
    assert ends[Victory.DUEL]


def test_the_survivor_wins():
    game = duel_game(BARE, DuelSide("01186"), DuelSide("01203", wounds=3))
    assert game.outcome == (Victory.DUEL, 0)
    assert game.state.zone[game.table.numbers["Y27"]] == Zone.LOCKER


def test_nobody_wins_when_both_live():
    assert duel_game(BARE, DuelSide("01180"), DuelSide("01186")).outcome == (Victory.DUEL, None)


def test_characters_of_every_kind_can_duel():
    for code in ("01006", "01012", "01019", "01178"):
        game = duel_game(BARE, DuelSide(code), SOLINE)
        invariants.check(game)
        assert game.table.definitions[game.state.duel.participants[0]].code == code


@pytest.mark.parametrize(
    ("side", "fault"),
    [
        (DuelSide("99999"), "99999"),
        (DuelSide("01169"), "cannot duel"),
        (DuelSide("01035", gear=("01169",)), "no attachment"),
        (DuelSide("01035", gear=("01195", "01195")), "no City Deck"),
        (DuelSide("01035", hand=("01036",)), "faction deck"),
    ],
)
def test_what_cannot_take_its_part_is_named(side, fault):
    with pytest.raises(ValueError, match=fault):
        duel_game(BARE, side, SOLINE)
