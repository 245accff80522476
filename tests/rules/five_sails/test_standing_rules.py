"""The rules behind the others: components (1), decks (2), trigger points of the Day (4), standing rules (9)."""

from collections import Counter

import pytest

from cards.catalogue import CardType
from cards.catalogue.datafiles import load_catalogue, load_formats
from decks.decklist import Decklist
from decks.legality import check
from rules.five_sails import Game, Kind, Moment, Options, Victory, Zone
from rules.five_sails.abilities.nouns.places import HERE
from rules.five_sails.abilities.verbs.deeds import add_renown_to
from rules.five_sails.bots import RandomBot
from rules.five_sails.deeds.deeds import gain_renown, sink
from rules.five_sails.state.play import Play
from rules.five_sails.terms.basics import BAZAAR, CORE, DOCKS, FORUMS, HOME, INN, NONE
from rules.five_sails.terms.happenings import Timing
from rules.five_sails.terms.options import SameName
from rules.five_sails.terms.parts import Ability, AbilityKind, Step, Trigger
from tests.rules.five_sails.known import BARE, BOOK, DECKS, STARTERS, random_game
from tests.rules.five_sails.scenarios import (
    A,
    B,
    Side,
    Stage,
    attachment,
    brute,
    character,
    event,
    leader,
    mercenary,
    risk,
)

CARDS = load_catalogue()


# 1


def test_1_1_there_is_one_city_deck_and_one_token_for_all():
    state = random_game(0, 1, 2, choices=0).state
    assert len(state.deck) == 4
    assert len(state.table.city) == 30
    assert state.first == NONE


def test_1_3_what_is_in_the_locker_is_out_of_the_game():
    game, bot = Game.new(BARE, DECKS[:2], seed=8), RandomBot(8)
    gone: set[int] = set()
    while not game.over:
        game.push(bot.choose(game))
        now = {card for card, zone in enumerate(game.state.zone) if zone == Zone.LOCKER}
        assert gone <= now
        gone = now
    assert gone


def test_1_4_locations_belong_to_no_deck_and_stay_where_they_are():
    state = random_game(0, 1, 2, seed=2).state
    for place in state.table.line:
        card = state.table.locations[place]
        assert (state.zone[card], state.place[card], state.table.owner[card]) == (Zone.LOCATION, place, NONE)
        assert "City" in state.table.definitions[card].traits
    assert CORE == (DOCKS, FORUMS, BAZAAR)


def test_1_5_a_location_is_controlled_by_one_player_or_none():
    stage = Stage(Side(crew={"ann": character(at=FORUMS)}), Side(crew={"bob": character(at=FORUMS, influence=0)}))
    assert stage.state.holder[FORUMS] == NONE
    assert stage.do(Kind.CLAIM, "ann").state.holder[FORUMS] == A


@pytest.mark.parametrize("code", sorted(BOOK.city_decks))
def test_1_6_a_city_deck_has_thirty_cards_of_three_types(code):
    cards = [BOOK.definition(card) for card in BOOK.city_decks[code].cards]
    assert len(cards) == 30
    kinds = Counter(card.type for card in cards)
    assert set(kinds) == {CardType.CITY_CHARACTER, CardType.CITY_ATTACHMENT, CardType.EVENT}
    assert all(card.is_mercenary for card in cards if card.is_character)


def test_1_11_sunk_cards_go_to_the_bottom_in_random_order():
    orders = set()
    for seed in range(12):
        stage = Stage(Side(deck={f"d{i}": risk() for i in range(6)}), Side(), seed=seed)
        top = stage.state.deck[A][-1]
        sink(stage.state, [stage["d3"], stage["d4"], stage["d5"]])
        assert stage.state.deck[A][-1] == top
        orders.add(tuple(stage.state.deck[A][:3]))
        assert set(stage.state.deck[A][:3]) == {stage["d3"], stage["d4"], stage["d5"]}
    assert len(orders) > 3


# 2


def test_2_1_exactly_one_leader():
    deck = STARTERS["eisen-starter"]
    with pytest.raises(ValueError, match="D1"):
        Game.new(BOOK, [Decklist(None, deck.approach, deck.faction), deck])
    with pytest.raises(ValueError, match="D1"):
        Game.new(BOOK, [Decklist("01036", deck.approach, deck.faction), deck])


def test_2_2_city_cards_are_never_loyal():
    assert all(CARDS.card(code).faction is None for deck in CARDS.city_decks for code in deck.cards)


def test_q2_schemes_must_be_neutral_or_loyal():
    deck = STARTERS["eisen-starter"]
    foreign = next(card.code for card in CARDS if card.type == "scheme" and card.faction == "castille")
    swapped = [code for code in deck.approach if CARDS.card(code).type != "scheme"][:5]
    own = [code for code in deck.approach if CARDS.card(code).type == "scheme"][:4]
    formats = {format.code: format for format in load_formats()}
    judged = check(
        Decklist.of(deck.leader, [*swapped, *own, foreign], dict(deck.faction)), formats["rulebook-2023"], CARDS
    )
    assert not judged.legal


def test_2_3_nothing_is_checked_against_the_opponents_deck():
    deck = STARTERS["eisen-starter"]
    game = Game.new(BOOK, [deck, deck], seed=4)
    assert [game.table.definitions[card].code for card in game.table.leaders] == [deck.leader] * 2


def test_2_5_copies_of_different_players_do_not_disturb_each_other():
    stage = Stage(
        Side(crew={"ann": character(person="Ann")}, hand={"thug": brute(cost=0)}),
        Side(crew={"amy": character(person="Ann")}),
    ).do(Kind.PLAY, "thug")
    assert stage.zone("ann") is stage.zone("amy") is Zone.PLAY
    assert stage.table.options.same_name is SameName.DESTROY


# 4: the trigger points


@pytest.mark.parametrize(
    ("number", "moment"),
    [
        ("4.1.1", Moment.DAY_BEGINS),
        ("4.1.2", Moment.DAWN_BEGINS),
        ("4.1.4", Moment.DAWN_ENDS),
        ("4.5.1", Moment.DUSK_BEGINS),
        ("4.5.3", Moment.DUSK_ENDS),
        ("4.5.4", Moment.DAY_ENDS),
    ],
)
@pytest.mark.parametrize("timing", [Timing.WHEN, Timing.AFTER])
def test_4_1_1_4_1_2_4_1_4_4_5_1_4_5_3_abilities_can_wait_for_the_parts_of_a_day(number, moment, timing):
    waits = Ability(kind=AbilityKind.FORCED, trigger=Trigger(moment, timing), effect=(add_renown_to(DOCKS),))
    stage = Stage(Side(leader=leader(abilities=(waits,))), Side()).passes(2)
    assert stage.state.day == 2
    assert stage.state.renown_at[DOCKS] == 1


def test_4_1_2_4_1_4_the_steps_of_a_day_are_told_in_their_order():
    log = random_game(0, 1, seed=1).log
    parts = [told.moment for told in log if told.moment <= Moment.DAY_ENDS and told.moment != Moment.SETUP]
    day = [moment for moment in Moment if Moment.DAY_BEGINS <= moment <= Moment.DAY_ENDS]
    assert parts[: len(day)] == day


def test_q4_city_cards_are_placed_going_away_from_the_city_deck():
    log = random_game(0, 1, 2, choices=0).log
    assert [told.place for told in log if told.moment is Moment.PLACED] == [INN, DOCKS, FORUMS, BAZAAR]


class GainFive(Step):
    """Its player gains five Renown."""

    def run(self, play: Play) -> None:
        gain_renown(play.state, number=5, by=play.cause)


EXTRA = Ability(kind=AbilityKind.FORCED, trigger=Trigger(Moment.PLUNDER), effect=(GainFive(),))


def test_4_4_3_extra_renown_comes_before_the_economic_check():
    stage = Stage(Side(leader=leader(abilities=(EXTRA,)), renown=2), Side()).passes(2)
    assert stage.game.outcome == (Victory.ECONOMIC, A)


def test_4_4_1_dominance_is_checked_before_anything_is_collected():
    stage = Stage(Side(leader=leader(abilities=(EXTRA,)), renown=6), Side())
    for place in CORE:
        stage.state.holder[place] = B
    stage.state.renown_at[DOCKS] = 3
    stage.passes(2)
    assert stage.game.outcome == (Victory.DOMINANCE, B)
    assert not stage.told(Moment.COLLECTED)


def test_4_4_4_4_4_5_the_economic_check_comes_before_that_of_the_fifth_day():
    stage = Stage(Side(renown=7), Side(renown=3), day=5).passes(2)
    assert stage.game.outcome == (Victory.ECONOMIC, A)


def test_q29_an_economic_tie_is_played_on_to_the_fifth_day_at_most():
    stage = Stage(Side(renown=7, leader=leader(influence=5)), Side(renown=7), day=4).passes(2)
    assert stage.state.day == 5
    assert stage.passes(2).game.outcome == (Victory.FIFTH_DAY, A)


def test_q25_the_most_influence_is_summed_over_all_characters_in_play():
    stage = Stage(
        Side(crew={"ann": character(influence=1), "thug": brute(influence=2)}),
        Side(crew={"bob": character(influence=2, at=DOCKS)}),
        day=5,
    )
    assert stage.passes(2).game.outcome == (Victory.FIFTH_DAY, A)


def test_q9_brutes_go_home_before_they_are_discarded():
    stage = Stage(Side(crew={"thug": brute(at=FORUMS)}, deck={f"d{i}": risk() for i in range(9)}), Side()).passes(2)
    moves = [told for told in stage.state.log if told.card == stage["thug"]]
    assert [told.moment for told in moves] == [Moment.MOVED, Moment.DISCARDED]


def test_q10_renown_stays_on_its_location_until_somebody_takes_it():
    stage = Stage(Side(crew={"ann": character(at=FORUMS)}), Side())
    stage.state.renown_at[FORUMS] = 2
    stage.passes(2)
    assert stage.state.renown_at[FORUMS] == 2


# 5, 6, 7


def test_q11_a_brute_is_played_by_an_action_of_its_own():
    stage = Stage(Side(hand={"thug": brute(cost=0)}), Side()).do(Kind.PLAY, "thug")
    assert stage.game.to_choose == B


def test_6_13_cards_enter_play_en_garde_and_the_engaged_cannot_engage_for_a_cost():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}, hand={"thug": brute(cost=0), "hat": attachment()}),
        Side(),
        city={"m": mercenary(at=FORUMS, cost=0)},
    )
    stage.do(Kind.PLAY, "thug").passes().do(Kind.EQUIP, "hat", "ann").passes().do(Kind.RECRUIT, "m").passes()
    assert not any(stage.engaged(name) for name in ("thug", "hat", "m"))
    stage.do(Kind.CLAIM, "ann").passes()
    for kind in (Kind.CLAIM, Kind.CHALLENGE, Kind.MOVE):
        assert not any(choice.kind is kind and choice.card == stage["ann"] for choice in stage.game.legal())


def test_q17_an_intervener_must_be_en_garde_and_cannot_refuse():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(crew={"bob": character(at=FORUMS), "bea": character(at=FORUMS)}, hand={"x": risk(), "y": risk()}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.TARGET, "bob").do(Kind.INTERVENE, "bea")
    assert stage.rule(Kind.REFUSE) == "R2"
    assert stage.state.duel.accepted


def test_q18_a_duel_without_threat_is_over_before_it_begins():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=0)}),
        Side(crew={"bob": character(at=FORUMS)}, hand={"x": risk(), "y": risk()}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT)
    assert stage.state.duel is None
    assert len(stage.told(Moment.DUEL_ENDS)) == 1
    assert not stage.told(Moment.ROUND_BEGINS)


# 9


def test_9_2_brutes_are_paid_for_enter_at_home_and_are_outside_the_crew_cap():
    stage = Stage(Side(leader=leader(crew_cap=1), hand={"thug": brute(cost=1), "h": risk()}), Side())
    stage.do(Kind.PLAY, "thug")
    assert stage.place("thug") == HOME + A
    assert stage.hand(A) == set()


def test_9_3_a_leader_is_an_ordinary_character_otherwise():
    stage = Stage(Side(leader=leader(at=FORUMS)), Side(crew={"bob": character(at=FORUMS, influence=0)}))
    assert stage.can(Kind.CLAIM, "leader_a")
    assert stage.can(Kind.CHALLENGE, "leader_a")
    assert stage.can(Kind.MOVE, "leader_a", place=DOCKS)


def test_9_5_events_are_controlled_by_nobody_and_work_for_whoever_is_there():
    works = Ability(kind=AbilityKind.ACTION, effect=(add_renown_to(HERE),))
    stage = Stage(
        Side(crew={"ann": character(at=DOCKS)}),
        Side(crew={"bob": character(at=FORUMS)}),
        city={"ev": event(at=FORUMS, abilities=(works,))},
    )
    assert stage.state.control[stage["ev"]] == NONE
    assert not stage.can(Kind.USE, "ev", number=0)
    stage.passes().do(Kind.USE, "ev", number=0)
    assert stage.state.renown_at[FORUMS] == 1


def test_9_7_characters_enter_at_home_unless_directed():
    stage = Stage(Side(approach={"c": character()}), Side(), begin=False)
    assert stage.place("c") == HOME + A


def test_9_8_risks_are_hidden_until_played_and_cost_nothing_for_their_values():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(crew={"bob": character(at=FORUMS)}, hand={"x": risk(thrust=1, cost=5), "y": risk()}),
    )
    assert stage.game.view(A).players[B].hand is None
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT).do(Kind.FIGHT, "x")
    assert stage.hand(B) == {"y"}
    assert stage["x"] in {told.card for told in stage.game.view(A).log}


def test_competitive_play_needs_no_draw():
    stage = Stage(day=5, options=Options(draws_by_lot=True)).passes(2)
    assert stage.game.outcome.winner is not None
