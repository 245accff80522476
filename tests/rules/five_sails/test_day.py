"""Setup and the Day, phase by phase: sections 1, 3 and 4 of the rules."""

from collections import Counter

import pytest

from decks.decklist import Decklist
from decks.lists.starters import read_starters
from rules.five_sails import Game, Kind, Moment, Options, Phase, Zone
from rules.five_sails.abilities.verbs.deeds import Draw, add_renown_to
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, GARDENS, HOME, INN, NONE
from rules.five_sails.terms.options import InitiativeTie
from rules.five_sails.terms.parts import Ability, AbilityKind
from tests.rules.five_sails.known import BOOK, STARTERS
from tests.rules.five_sails.scenarios import (
    A,
    B,
    C,
    Side,
    Spec,
    Stage,
    attachment,
    brute,
    character,
    city_attachment,
    event,
    leader,
    mercenary,
    risk,
    scheme,
    wealth,
)


def starters(players: int) -> list[Decklist]:
    return [starter.decklist for starter in read_starters()][:players]


def morning(*plans: dict[str, Spec], options: Options | None = None, seed: int = 1, **leaders: Spec) -> Stage:
    """A game of players who have the given approach decks, before anybody has planned."""
    sides = [
        Side(
            leader=leaders.get("abcd"[seat], leader()),
            approach=plan,
            deck={f"deck_{'abcd'[seat]}{i}": risk() for i in range(20)},
        )
        for seat, plan in enumerate(plans)
    ]
    return Stage(*sides, begin=False, seed=seed, options=options or Options())


# 3


@pytest.mark.parametrize(
    ("players", "line"),
    [
        (2, (DOCKS, FORUMS, BAZAAR)),
        (3, (INN, DOCKS, FORUMS, BAZAAR)),
        (4, (INN, DOCKS, FORUMS, BAZAAR, GARDENS)),
    ],
)
def test_3_2_the_line_of_locations(players, line):
    assert Game.new(BOOK, starters(players)).table.line == line


def test_3_3_adjacency():
    table = Game.new(BOOK, starters(4)).table
    assert table.neighbours[FORUMS] == (DOCKS, BAZAAR)
    assert table.neighbours[INN] == (DOCKS,)
    assert table.neighbours[HOME + A] == (INN, DOCKS, FORUMS, BAZAAR, GARDENS)
    assert table.reach[B][INN] == (DOCKS, HOME + B)


def test_3_4_leaders_begin_en_garde_at_home():
    state = Game.new(BOOK, starters(3)).state
    for player, card in enumerate(state.table.leaders):
        assert (state.zone[card], state.place[card], state.engaged[card]) == (Zone.PLAY, HOME + player, 0)


def test_3_5_no_starting_hand_and_no_first_player():
    state = Game.new(BOOK, starters(2)).state
    assert state.hand == [[], []]
    assert state.first == NONE
    assert [len(deck) for deck in state.deck] == [40, 40, 27]
    assert [len(deck) for deck in state.approach] == [10, 10]


def test_3_1_decks_are_shuffled_by_the_seed_alone():
    orders = [Game.new(BOOK, starters(2), seed=seed).state.deck for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0][A]) == sorted(orders[2][A])


@pytest.mark.parametrize("players", [0, 1, 5])
def test_only_two_to_four_players_play(players):
    with pytest.raises(ValueError, match="two to four players"):
        Game.new(BOOK, [STARTERS["eisen-starter"]] * players)


@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        (Decklist.of(None, [], {}), "no leader"),
        (Decklist.of("01036", [], {}), "not a leader"),
        (Decklist.of("01035", ["01017"], {}), "approach deck"),
        (Decklist.of("01035", [], {"01036": 1}), "faction deck"),
        (Decklist.of("01035", ["99999"], {}), "99999"),
        (Decklist.of("01035", [], {"01048": 0}), "no card 0 times"),
        (Decklist.of("01035", [], {"01048": 101}), "at most 100"),
        (Decklist.of("01035", ["01036"] * 101, {}), "at most 100"),
    ],
)
def test_a_deck_that_cannot_be_played_is_named(deck, fault):
    with pytest.raises(ValueError, match=fault):
        Game.new(BOOK, [STARTERS["eisen-starter"], deck])


def test_an_unknown_city_deck_is_named():
    with pytest.raises(ValueError, match="there is no City Deck 'moon'"):
        Game.new(BOOK, starters(2), city="moon")


# 4.1


@pytest.mark.parametrize(("players", "cards"), [(2, 3), (3, 4), (4, 5)])
def test_4_1_3_one_city_card_for_each_location(players, cards):
    state = Game.new(BOOK, starters(players)).state
    assert [len(state.city_cards[place]) for place in state.table.line] == [1] * cards
    assert [told.place for told in state.log if told.moment is Moment.PLACED] == list(state.table.line)


def test_q5_an_empty_city_deck_places_nothing():
    stage = Stage(city={"m": mercenary()})
    stage.state.discard[NONE] += stage.state.deck[NONE]
    stage.state.deck[NONE].clear()
    stage.passes(2)
    assert stage.state.day == 2
    assert not any(stage.state.city_cards)


def test_q5_an_empty_city_deck_may_be_made_anew_by_option():
    stage = Stage(city={"m": mercenary()}, options=Options(city_reshuffles=True))
    stage.state.discard[NONE] += stage.state.deck[NONE]
    stage.state.deck[NONE].clear()
    stage.passes(2)
    assert sum(map(len, stage.state.city_cards)) == 3


# 4.2.1


def test_4_2_1_a_scheme_and_then_a_character_of_the_own_approach_deck():
    stage = morning({"s1": scheme(), "s2": scheme(), "c1": character(), "c2": character()}, {"t1": scheme()})
    assert stage.game.to_choose == A
    assert stage.offered(Kind.PLAN) == {"s1", "s2"}
    assert stage.rule(Kind.PLAN, "c1") == stage.rule(Kind.PLAN, "t1") == "4.2.1"
    assert stage.do(Kind.PLAN, "s2").offered(Kind.PLAN) == {"c1", "c2"}


def test_q6_whoever_has_nothing_left_plans_nothing():
    stage = morning({"s1": scheme(10)}, {})
    assert stage.state.phase is Phase.HIGH_DRAMA
    assert stage.state.first == A
    assert len(stage.state.hand[B]) == 6


def test_2_4_a_card_put_back_into_the_approach_deck_may_be_chosen_again():
    stage = morning({"s1": scheme(10), "c1": character()}, {})
    stage.passes(2)
    stage.state.approach[A].append(stage["c1"])
    assert stage["c1"] in stage.state.approach[A]


# 4.2.2, 4.2.3


def test_4_2_2_all_are_revealed_together():
    stage = morning({"s1": scheme(10)}, {"t1": scheme(20), "t2": scheme(30)})
    stage.do(Kind.PLAN, "t2")
    moments = [told.moment for told in stage.state.log]
    assert moments.index(Moment.REVEALED) > max(i for i, m in enumerate(moments) if m is Moment.PLANNED)


REVEALED = Ability(kind=AbilityKind.WHEN_REVEALED, effect=(Draw(),))


def test_4_2_2_the_first_player_orders_what_happens_on_revealing():
    stage = morning(
        {"s1": scheme(10, abilities=(REVEALED,))}, {"t1": scheme(20, abilities=(REVEALED,))}, {"u1": scheme(5)}
    )
    assert stage.state.first == B
    assert stage.game.to_choose == B
    assert stage.offered(Kind.ORDER) == {"s1", "t1"}
    stage.do(Kind.ORDER, "s1", number=0)
    drawn = [told.number for told in stage.told(Moment.DREW)]
    assert drawn[:2] == [A, B]


def test_q7_a_single_effect_needs_no_first_player():
    stage = morning({"s1": scheme(10, abilities=(REVEALED,))}, {"t1": scheme(20)})
    moments = [told.moment for told in stage.state.log]
    assert moments.index(Moment.DREW) < moments.index(Moment.FIRST_PLAYER)


def test_4_2_3_the_highest_initiative_takes_the_token():
    assert morning({"s1": scheme(10)}, {"t1": scheme(20)}).state.first == B


def test_4_2_3_a_tie_without_a_token_is_decided_by_lot():
    firsts = Counter(morning({"s1": scheme(40)}, {"t1": scheme(40)}, seed=seed).state.first for seed in range(60))
    assert set(firsts) == {A, B}
    assert min(firsts.values()) > 15


@pytest.mark.parametrize(
    ("rule", "first"),
    [(InitiativeTie.PASSES, B), (InitiativeTie.NEAREST, C), (InitiativeTie.STAYS, A)],
)
def test_q8_a_tie_with_a_token(rule, first):
    stage = morning(
        {"a1": scheme(90), "a2": scheme(40)},
        {"b1": scheme(10), "b2": scheme(10)},
        {"c1": scheme(20), "c2": scheme(40)},
        options=Options(initiative_tie=rule),
    )
    stage.do(Kind.PLAN, "a1").do(Kind.PLAN, "b1").do(Kind.PLAN, "c1")
    assert stage.state.first == A
    stage.passes(3)
    assert stage.state.day == 2
    assert stage.state.first == first


# 4.2.4


def test_4_2_4_the_character_musters_en_garde_at_home():
    stage = morning({"s1": scheme(), "c1": character()}, {})
    assert stage.zone("c1") is Zone.PLAY
    assert stage.place("c1") == HOME + A
    assert not stage.engaged("c1")


def test_4_2_4_over_the_crew_cap_its_controller_sends_characters_to_the_locker():
    stage = morning({"s1": scheme(), "c1": character()}, {}, a=leader(crew_cap=1))
    assert stage.zone("c1") is Zone.LOCKER
    assert not stage.told(Moment.DESTROYED)


# 4.2.5


def added(place: int, *, below: bool = False) -> Ability:
    return Ability(kind=AbilityKind.SCHEME, effect=(add_renown_to(place),), below_bar=below)


def test_4_2_5_schemes_resolve_from_the_first_player_on_from_top_to_bottom():
    stage = morning(
        {"s1": scheme(10, abilities=(added(DOCKS), added(FORUMS)))}, {"t1": scheme(20, abilities=(added(BAZAAR),))}
    )
    assert [told.place for told in stage.told(Moment.RENOWN_ADDED)] == [BAZAAR, DOCKS, FORUMS]


def test_4_2_5_the_scheme_stays_in_play():
    stage = morning({"s1": scheme(10)}, {})
    assert stage.zone("s1") is Zone.PLAY
    assert stage.state.scheme[A] == stage["s1"]


# 4.2.6


@pytest.mark.parametrize(("panache", "modifier", "drawn"), [(6, 0, 6), (6, -1, 5), (6, 1, 7), (2, -3, 0)])
def test_4_2_6_draw_cards_equal_to_the_modified_panache(panache, modifier, drawn):
    stage = morning({"s1": scheme(panache_mod=modifier)}, {}, a=leader(panache=panache))
    assert len(stage.state.hand[A]) == drawn


def test_1_9_an_empty_deck_is_made_anew_from_the_discard_pile():
    stage = Stage(Side(leader=leader(panache=4), deck={"d1": risk()}, discard={"d2": risk(), "d3": risk()}), Side())
    stage.passes(2)
    assert stage.hand(A) == {"d1", "d2", "d3"}
    assert [told.number for told in stage.told(Moment.SHUFFLED)] == [A]


# 4.3


def test_4_3_1_one_action_each_from_the_first_player_on():
    stage = Stage(Side(crew={"ann": character()}), Side(crew={"bob": character()}), Side(), first=B)
    seats = [stage.game.to_choose]
    stage.do(Kind.MOVE, "bob", place=DOCKS)
    seats.append(stage.game.to_choose)
    stage.passes()
    seats.append(stage.game.to_choose)
    stage.do(Kind.MOVE, "ann", place=DOCKS)
    assert [*seats, stage.game.to_choose] == [B, C, A, B]


def test_4_3_2_passing_does_not_bar_later_actions():
    stage = Stage(Side(crew={"ann": character()}), Side(crew={"bob": character()}))
    stage.passes().do(Kind.MOVE, "bob", place=DOCKS)
    assert stage.can(Kind.MOVE, "ann", place=DOCKS)


def test_4_3_2_the_phase_ends_when_all_pass_in_a_row():
    stage = Stage(Side(crew={"ann": character()}), Side(crew={"bob": character()}))
    stage.passes().do(Kind.MOVE, "bob", place=DOCKS).passes()
    assert not stage.told(Moment.DRAMA_ENDS)
    stage.passes()
    assert stage.told(Moment.DRAMA_ENDS)


# 4.4


def test_4_4_2_players_take_the_renown_of_the_locations_they_control():
    stage = Stage()
    stage.state.renown_at[DOCKS], stage.state.renown_at[FORUMS], stage.state.renown_at[BAZAAR] = 2, 3, 1
    stage.state.holder[DOCKS], stage.state.holder[FORUMS] = A, B
    stage.passes(2)
    assert stage.state.renown == [2, 3]
    assert stage.state.renown_at[BAZAAR] == 1


def test_4_5_5_renown_on_a_location_that_nobody_controls_stays():
    stage = Stage()
    stage.state.renown_at[DOCKS] = 2
    stage.passes(2)
    assert stage.state.day == 2
    assert stage.state.renown_at[DOCKS] == 2


# 4.5


def test_4_5_2_everything_is_cleaned_up():
    stage = Stage(
        Side(
            crew={"ann": character(at=FORUMS, engaged=True, wounds=2, gear={"hat": attachment(("Attire",))})},
            scheme={"s1": scheme()},
        ),
        Side(),
        city={"m": mercenary(at=DOCKS), "thing": city_attachment(at=FORUMS), "ev": event(at=BAZAAR)},
    )
    stage.state.holder[FORUMS] = A
    stage.state.engaged[stage["hat"]] = 1
    stage.passes(2)
    assert stage.state.holder == [NONE] * 5
    assert (stage.place("ann"), stage.engaged("ann"), stage.engaged("hat")) == (HOME + A, False, False)
    assert stage.wounds("ann") == 2
    assert {stage.zone(name) for name in ("m", "thing", "ev")} == {Zone.DISCARD}
    assert stage.zone("s1") is Zone.LOCKER


def too_many(panache: int) -> Stage:
    """It is Dusk, and A has five cards in hand and enough of them in the deck."""
    hand = {f"h{i}": risk() for i in range(5)}
    deck = {f"d{i}": risk() for i in range(9)}
    return Stage(Side(leader=leader(panache=panache), hand=hand, deck=deck), Side()).passes(2)


def test_4_5_2e_discard_down_to_the_printed_panache():
    stage = too_many(panache=3)
    assert stage.game.to_choose == A
    assert stage.asked() == {Kind.DISCARD}
    assert stage.rule(Kind.PASS) == "4.5.2e"
    stage.do(Kind.DISCARD, "h1").do(Kind.DISCARD, "h3")
    assert stage.hand(A) >= {"h0", "h2", "h4"}
    assert {stage.zone(name) for name in ("h1", "h3")} == {Zone.DISCARD}


def test_4_5_2e_every_set_of_cards_can_be_discarded_in_exactly_one_way():
    stage = too_many(panache=2)
    ends = Counter()
    games = [stage.game]
    while games:
        game = games.pop()
        if game.to_choose == A and game.legal()[0].kind is Kind.DISCARD:
            games += [game.apply(choice) for choice in game.legal()]
        else:
            ends[frozenset(game.state.discard[A])] += 1
    assert len(ends) == 10
    assert set(ends.values()) == {1}


def test_4_5_4_brutes_are_discarded_at_the_end_of_the_day_after_going_home():
    deck = {f"d{i}": risk() for i in range(9)}
    stage = Stage(Side(crew={"thug": brute(at=FORUMS)}, deck=deck), Side()).passes(2)
    assert stage.zone("thug") is Zone.DISCARD
    moments = [(told.moment, told.card) for told in stage.state.log]
    assert moments.index((Moment.MOVED, stage["thug"])) < moments.index((Moment.DISCARDED, stage["thug"]))


def test_a_day_follows_until_the_fifth_is_over():
    stage = Stage(Side(crew={"ann": character()}), Side())
    for day in range(1, 5):
        assert stage.state.day == day
        stage.passes(2)
    assert stage.state.day == 5
    assert not stage.game.over
    stage.passes(2)
    assert stage.game.over


# 1.8


@pytest.mark.parametrize(
    ("spec", "zone", "owner"),
    [(character(), Zone.LOCKER, A), (brute(), Zone.DISCARD, A), (mercenary(), Zone.LOCKER, NONE)],
)
def test_1_8_where_destroyed_characters_go(spec, zone, owner):
    city = spec.facts["deck"] == "city"
    stage = Stage(
        Side(crew={} if city else {"x": Spec(spec.facts, at=FORUMS, wounds=4)}),
        Side(crew={"bob": character(at=FORUMS, combat=3)}),
        city={"x": spec} if city else {},
        first=B,
    )
    if city:
        stage.settle("x", Spec(spec.facts, at=FORUMS, wounds=4), A).again()
    stage.do(Kind.CHALLENGE, "bob").do(Kind.REFUSE)
    assert stage.zone("x") is zone
    row = {Zone.LOCKER: stage.state.locker, Zone.DISCARD: stage.state.discard}[zone][owner]
    assert stage["x"] in row


def test_1_8_attachments_go_to_their_owners_and_the_citys_to_the_citys():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, wounds=4, gear={"own": attachment()})}),
        Side(crew={"bob": character(at=FORUMS, combat=3)}),
        city={"found": city_attachment(at=FORUMS)},
    )
    stage.do(Kind.EQUIP, "found", "ann").do(Kind.CHALLENGE, "bob").do(Kind.REFUSE)
    assert stage["own"] in stage.state.discard[A]
    assert stage["found"] in stage.state.discard[NONE]


def test_1_8_wealth_that_paid_goes_to_the_locker():
    stage = Stage(Side(crew={"ann": character()}, hand={"w": wealth(), "sword": attachment(cost=2)}), Side())
    stage.do(Kind.EQUIP, "sword", "ann")
    assert stage.zone("w") is Zone.LOCKER


def test_1_8_wealth_goes_to_the_discard_pile_by_option():
    stage = Stage(
        Side(crew={"ann": character()}, hand={"w": wealth(), "sword": attachment(cost=2)}),
        Side(),
        options=Options(wealth_to_locker=False),
    )
    stage.do(Kind.EQUIP, "sword", "ann")
    assert stage.zone("w") is Zone.DISCARD
