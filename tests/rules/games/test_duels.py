"""The duel table: staged duels keep to the rules, and numbers come with their errors."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.catalogue.datafiles import load_catalogue
from decks.decklist import Decklist
from rules.five_sails import Kind, Moment, Stat, Zone
from rules.five_sails.flow.duel_setup import ImpossibleDuel
from rules.five_sails.terms.basics import FORUMS, HOME
from rules.five_sails.terms.choices import ACCEPT, GAMBLE, REFUSE
from rules.games.duels.form import ME
from rules.games.duels.report import charts, sentence
from rules.games.duels.session import WrongMove, play
from rules.games.duels.setup import DuelSetup, DuelTable, Fighter
from rules.games.duels.simulation import ENDS, Result, Tally, fight, result_of, simulate
from rules.games.replays.bots import TooSlow
from tests.rules.five_sails.known import BARE, BOOK, DECKS

CATALOGUE = load_catalogue()
CHARACTERS = [card for card in CATALOGUE if BOOK.definition(card.code).is_character]
MAYA, KASPAR = "Maya de La Rioja", "Kaspar Dietrich, Old Iron"
NAMES = ("Maya", "Kaspar")


def named(name: str):
    return CATALOGUE.named(name)[0]


def fighter(name: str, deck: int = 0, hand=(), gear=(), dealt: int = 5) -> Fighter:
    return Fighter(named(name), tuple(map(named, gear)), tuple(map(named, hand)), dealt, DECKS[deck])


def duel_table(
    a: Fighter | None = None, b: Fighter | None = None, stat: Stat = Stat.COMBAT, first: int = 0, seed: int = 7
):
    setup = DuelSetup((a or fighter(MAYA), b or fighter(KASPAR, 1)), stat, first, seed)
    return DuelTable(setup, BOOK, CATALOGUE)


# Staging.


@pytest.mark.parametrize("first", [0, 1])
def test_a_staged_duel_begins_with_the_challenge(first):
    table = duel_table(first=first)
    game = table.duel(0)
    duel = game.state.duel
    assert duel.participants == [table.fighters[first], table.fighters[1 - first]]
    assert duel.place == FORUMS
    assert ACCEPT in game.legal()
    assert game.to_choose == 1 - first
    assert game.state.engaged[table.fighters[first]]
    assert not game.state.engaged[table.fighters[1 - first]]


def test_a_side_holds_the_cards_it_is_given_or_dealt():
    table = duel_table(fighter(MAYA, hand=["Not Today", "Not Today", "Triage"]), fighter(KASPAR, 1, dealt=4))
    state = table.duel(0).state
    held = sorted(table.table.definitions[card].name for card in state.hand[0])
    assert held == ["Not Today", "Not Today", "Triage"]
    assert len(state.hand[1]) == 4
    assert len(state.deck[0]) == DECKS[0].faction_size
    assert len(state.deck[1]) == DECKS[1].faction_size - 4


def test_r2_equal_revealed_cards_are_one_choice():
    alike = Decklist.of("01089", [], {"01170": 6})
    kaspar, soline, held = (CATALOGUE.card(code) for code in ("01035", "01089", "01169"))
    sides = Fighter(kaspar, (), (), 0, alike), Fighter(soline, (), (held,), 0, alike)
    game = DuelTable(DuelSetup(sides, Stat.COMBAT, 0, 7), BARE, CATALOGUE).duel(0)
    game.push(ACCEPT)
    before = len(game.log)
    game.push(GAMBLE)
    told = [happening.moment for happening in game.log[before:]]
    assert told.count(Moment.GAMBLED) == 2
    assert told.count(Moment.FOUGHT) == 1


def test_attachments_count():
    bare, armed = duel_table(), duel_table(fighter(MAYA, gear=["Throwing Knife"]))
    one, two = bare.duel(0), armed.duel(0)
    worn = two.view(None).players[0].crew[-1].gear
    assert [card.code for card, _ in worn] == [named("Throwing Knife").code]
    assert not one.view(None).players[0].crew[-1].gear


def test_two_weapons_are_one_too_many():
    weapons = [card for card in CATALOGUE if "Weapon" in card.traits and "Offhand" not in card.keywords][:2]
    side = Fighter(named(MAYA), tuple(weapons), (), 5, DECKS[0])
    with pytest.raises(ImpossibleDuel, match=r"rule 9\.4"):
        duel_table(side)


def test_who_has_a_dash_fights_no_duel_of_that_stat():
    with pytest.raises(ImpossibleDuel, match=r"Penya.*rule 6\.19"):
        duel_table(fighter("Penya"))


def test_somebody_else_leads_where_the_leader_of_the_deck_is_the_same_person():
    leader = CATALOGUE.card(DECKS[0].leader)
    others = [card for card in CHARACTERS if card.person == leader.person and card.code != leader.code]
    for side, other in product([Fighter(card, (), (), 5, DECKS[0]) for card in others], [None, fighter(MAYA)]):
        table = duel_table(side, other)
        assert leader.full_name not in table.leaders
    assert duel_table(Fighter(leader, (), (), 5, DECKS[0])).leaders == ()


@settings(max_examples=40)
@given(st.sampled_from(CHARACTERS), st.sampled_from(CHARACTERS), st.integers(0, 4), st.integers(0, 2**64 - 1))
def test_any_two_characters_can_meet_and_every_card_is_in_one_place(one, two, deck, seed):
    sides = Fighter(one, (), (), 5, DECKS[deck]), Fighter(two, (), (), 3, DECKS[-deck])
    try:
        table = DuelTable(DuelSetup(sides, Stat.COMBAT, seed % 2, seed), BOOK, CATALOGUE)
    except ImpossibleDuel as refusal:
        assert "rule 6.19" in str(refusal)
        return
    state = table.duel(0).state
    piles = [*state.deck, *state.hand, *state.discard, *state.locker, *state.approach, *state.crew]
    places = [card for pile in piles for card in pile]
    places += [card for card, zone in enumerate(state.zone) if zone == Zone.LOCATION]
    assert sorted(places) == list(range(table.table.size))
    for seat, card in enumerate(table.fighters):
        assert state.place[card] == FORUMS
        assert state.control[card] == seat
        leader = table.table.leaders[seat]
        assert leader == card or state.place[leader] == HOME + seat
    tally = simulate(table, ("heuristic", "random"), 2)
    assert sum(tally.ends.values()) == 2


# Simulating.


def test_the_same_seed_fights_the_same_duels():
    one, two = (simulate(duel_table(), ("random", "random"), 20, 60) for _ in range(2))
    other = simulate(duel_table(seed=8), ("random", "random"), 20, 60)
    assert one == two != other
    assert one.played == 20


def test_simulated_duels_are_accepted_whatever_a_bot_would_rather_do():
    game = duel_table().duel(0)
    fight(game, lambda now: REFUSE if REFUSE in now.legal() else now.legal()[0])
    assert {Moment.ACCEPTED, Moment.DUEL_ENDS} <= {each.moment for each in game.log}
    assert Moment.REFUSED not in {each.moment for each in game.log}


def test_who_runs_out_of_time_says_so_instead_of_giving_other_numbers():
    with pytest.raises(TooSlow, match="Ask for fewer"):
        simulate(duel_table(), ("random", "random"), 500, 0.0)


def test_wounds_and_ends_are_what_the_log_tells():
    table = duel_table()
    game = table.duel(3)
    game.push(ACCEPT)
    while game.state.duel is not None and game.to_choose is not None:
        game.push(game.legal()[0])
    result = result_of(table, game.state.log)
    told = [each for each in game.state.log if each.moment is Moment.WOUNDED]
    assert result.over
    for side, card in enumerate(table.fighters):
        assert result.wounds[side] == sum(each.number for each in told if each.card == card)
        if not result.destroyed[side]:
            assert game.state.wounds[card] == result.wounds[side]


results = st.builds(
    Result,
    st.tuples(st.integers(0, 12), st.integers(0, 12)),
    st.tuples(st.booleans(), st.booleans()),
    st.just(False),
    st.just(True),
)


@given(st.lists(results, min_size=1, max_size=60))
def test_shares_make_a_whole_and_errors_hold_their_number(duels):
    tally = Tally()
    for result in duels:
        tally.add(result)
    ends = [tally.end(end) for end in ENDS]
    assert sum(end.value for end in ends) == pytest.approx(1)
    assert all(end.low <= end.value <= end.high for end in ends)
    assert tally.mean_wounds(0).value == pytest.approx(sum(each.wounds[0] for each in duels) / len(duels))
    ended, wounds = charts(tally, NAMES)
    assert sum(int(row[1]) for row in ended.rows) == len(duels)
    assert len(wounds.rows) == min(tally.most_wounds, 9) + 1
    assert "95" not in sentence(tally, NAMES)


def test_nobody_is_said_to_be_ahead_by_chance():
    tally = Tally()
    for destroyed in [(True, False)] * 3 + [(False, True)] * 2 + [(False, False)] * 5:
        tally.add(Result((1, 1), destroyed, refused=False, over=True))
    assert sentence(tally, NAMES).startswith("Neither is clearly ahead: Maya falls in 30.0\u00a0% of the duels")
    for _ in range(40):
        tally.add(Result((5, 1), (True, False), refused=False, over=True))
    assert sentence(tally, NAMES).startswith("Kaspar has the better of it")


# Playing.


def test_a_duel_is_played_by_the_moves_of_an_address():
    table, moves = duel_table(first=1), []
    while not (played := play(table, (ME, "heuristic"), moves)).over:
        assert played.game.to_choose == 0
        moves.append(played.options[0].token)
        assert len(moves) < 40
    assert result_of(table, played.game.state.log).over
    assert play(table, (ME, "heuristic"), moves).history == played.history


def test_a_duel_of_bots_plays_itself():
    assert play(duel_table(), ("heuristic", "random"), []).over


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (["m"], r"Choice 1 of the address, m: .*rule"),
        (["?"], "Choice 1 of the address: .* is not a choice"),
        (["+", "fA999"], "Choice 2 of the address: this game has no card"),
        (["+"] * 100, "at most 80"),
    ],
)
def test_a_move_that_is_not_allowed_is_named(moves, words):
    with pytest.raises(WrongMove, match=words):
        play(duel_table(first=1), (ME, "heuristic"), moves)


def test_moves_beyond_the_end_are_named():
    with pytest.raises(WrongMove, match="The duel is over after 1 choices"):
        play(duel_table(first=1), (ME, "heuristic"), ["!", "+"])


def test_kinds_on_offer_are_those_of_a_duel():
    played = play(duel_table(first=1), (ME, ME), ["+"])
    kinds = {choice.kind for choice in played.game.legal()}
    assert kinds <= {Kind.FIGHT, Kind.GAMBLE, Kind.YIELD}
