"""What the goldfish plays, rule by rule, on tables small enough to follow."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue import Catalogue
from decks.decklist import Decklist
from rules.facts import Slot
from rules.goldfish import POLICIES, layout
from rules.goldfish.encoding import Gear, Kind, Stats
from rules.goldfish.placements import Bar, Placement
from rules.goldfish.reference import _answer, _Table, play
from tests.rules.goldfish.conftest import Encoder, any_deck

RISKS = {"01104": 2, "01105": 2, "01109": 2, "01115": 2, "01160": 2, "01163": 2}


def table(deck, seed: int = 1, game: int = 0) -> _Table:
    return _Table(deck, seed, game)


@pytest.mark.parametrize(
    ("threat", "card", "left"),
    [
        pytest.param(3, (5, 0, 1), (0, 4), id="vector 7"),
        pytest.param(4, (1, 2, 2), (1, 3), id="vector 8"),
        pytest.param(0, (0, 2, 0), (0, 0), id="vector 9"),
    ],
)
def test_combat_values_in_their_order(threat: int, card: tuple[int, int, int], left: tuple[int, int]) -> None:
    assert _answer(threat, *card) == left


def test_panache_with_the_scheme_is_drawn_and_the_printed_one_is_kept(encoded: Encoder) -> None:
    """Vector 21."""
    deck = encoded(Decklist.of("01089", ("01152",), RISKS), scheme_draw=0)
    assert deck.panache == 6
    assert deck.days[0].draws == 4
    days = play(deck, 1, 1).days
    assert days[0][layout.DRAWN] == 4
    assert days[1][layout.HAND] == 10
    assert days[1][layout.DEAD] == 4


def test_the_city_lays_a_card_on_each_location(encoded: Encoder) -> None:
    """Rule 4.1.3: from the top, none twice; Q5: nothing where none is left."""
    game = table(encoded("castille"))
    order = list(game.city_deck)
    laid = []
    for _ in range(5):
        game._dawn()
        laid += game.city
    assert laid == order[:15]
    game.city_deck = [7]
    game._dawn()
    assert game.city == [7, None, None]


def test_an_empty_deck_is_made_anew_from_the_discard_pile(encoded: Encoder) -> None:
    """Rule 1.9; Q1: what is not there is not drawn."""
    game = table(encoded(Decklist.of("01089", (), RISKS)))
    game.faction_deck, game.discard, game.hand = [4, 2], {7, 8, 9}, set()
    game._draw(4)
    assert game.hand > {2, 4}
    assert game.hand | set(game.faction_deck) == {2, 4, 7, 8, 9}
    assert game.discard == set()
    game._draw(4)
    assert game.hand == {2, 4, 7, 8, 9}
    assert game.today[layout.RESHUFFLES] == 1
    assert game.today[layout.DRAWN] == 5


@given(st.integers(0, 2**32))
def test_no_card_is_made_or_lost(catalogue: Catalogue, encoded: Encoder, number: int) -> None:
    """After every Dusk each card is in one place, and only Wealth that was paid with is in none (1.8, 6.9)."""
    dice = random.Random(number)
    deck = encoded(any_deck(catalogue, dice), dice.choice(list(POLICIES)))
    game = table(deck, number)
    for day in range(5):
        game.play_day(day)
        worn = [place for person in game.crew.members for place in game.crew.gear[person]]
        places = [*game.hand, *game.faction_deck, *game.discard, *worn]
        assert len(places) == len(set(places))
        gone = set(range(len(deck.cards))) - set(places)
        assert gone <= game.paid
        assert all(deck.cards[place].wealth for place in gone)
        assert len(game.hand) <= deck.panache
        assert deck.leader in game.crew.members
        assert len(game.crew.members) <= max(1, deck.crew_cap)
        assert game.brutes == set()


def test_the_crew_cap_sends_the_least_useful_but_never_the_leader(encoded: Encoder) -> None:
    """Vector 19 and Q26."""
    deck = replace(encoded("castille"), crew_cap=2)
    game = table(deck)
    for day in range(3):
        game._muster(deck.days[day].musters)
    assert len(game.crew.members) == 2
    assert deck.leader in game.crew.members
    assert game.crew.members - {deck.leader} == {max(deck.days[day].musters for day in range(3))}


def test_wealth_pays_two_and_leaves_the_game(encoded: Encoder) -> None:
    """Vector 17."""
    deck = encoded(Decklist.of("01089", (), {**RISKS, "01170": 1}), "spender", reserve=0)
    wealthy = next(place for place, card in enumerate(deck.cards) if card.wealth)
    plain = [place for place, card in enumerate(deck.cards) if not card.wealth]
    game = table(deck)
    game.hand = {wealthy, *plain[:2]}
    assert game._pay(3)
    assert game.hand == {plain[1]}
    assert game.discard == {plain[0]}
    game.hand = {wealthy}
    assert game._pay(1)
    assert game.today[layout.OVERPAID] == 1
    assert not game._pay(1)


def test_reserved_cards_are_not_paid_with_and_wanted_ones_last(encoded: Encoder) -> None:
    deck = encoded("eisen", "spender", reserve=2)
    game = table(deck)
    risks = [place for place, card in enumerate(deck.cards) if card.kind is Kind.RISK]
    gear = next(place for place, card in enumerate(deck.cards) if card.wanted)
    game.hand = {*risks[:4], gear}
    game._choose_reserve()
    assert game.reserved == set(risks[2:4])
    assert game._pay(2)
    assert game.hand == {*risks[2:4], gear}
    assert game._pay(1)
    assert game.hand == set(risks[2:4])
    assert not game._pay(1)


def test_a_mercenary_costs_less_by_the_influence_of_who_parleys(encoded: Encoder) -> None:
    """Vector 16: who parleys is engaged, so the mercenary claims instead."""
    deck = encoded("montaigne", "spender")
    offer = next(
        i for i, card in enumerate(deck.city) if card.kind is Kind.MERCENARY and deck.people[card.person].claims
    )
    cost = deck.city[offer].cost
    game = table(deck)
    game.city = [offer, None, None]
    influence = game.crew.stats[deck.leader]["influence"]
    game.hand = set(range(8))
    game._recruit()
    assert game.today[layout.SPENT] == max(0, cost - influence)
    assert game.crew.engaged == {deck.leader}
    assert game.manned == {0}
    assert game._claim() == {0}


def test_parley_is_not_worth_a_location(encoded: Encoder) -> None:
    deck = encoded("montaigne", "spender")
    mute = next(
        i for i, card in enumerate(deck.city) if card.kind is Kind.MERCENARY and not deck.people[card.person].claims
    )
    game = table(deck)
    game.city = [None, mute, None]
    game.hand = set(range(8))
    game._recruit()
    assert game.today[layout.PARLEYS] == 0
    assert game.today[layout.SPENT] == deck.city[mute].cost
    assert game._claim() == {1}


def test_claims_go_where_the_renown_is(encoded: Encoder) -> None:
    deck = encoded("castille")
    game = table(deck)
    game._muster(deck.days[0].musters)
    game.renown_at = [0, 2, 1]
    assert game._claim() == {1, 2}
    game._plunder()
    assert (game.renown, game.renown_at) == (3, [0, 0, 0])
    assert game.today[layout.DOMINANCE] == 0


def test_somebody_with_a_dash_for_influence_claims_nothing(encoded: Encoder) -> None:
    """Vector 5."""
    deck = encoded(Decklist.of("01062", ("01066",), RISKS))
    game = table(deck)
    game._muster(deck.days[0].musters)
    assert len(game.crew.members) == 2
    assert len(game._claim()) == 1


def test_renown_that_nobody_takes_stays(encoded: Encoder) -> None:
    """Rule 4.5.5, Q10."""
    game = table(encoded(Decklist.of("01089", (), RISKS)))
    game.renown_at = [1, 3, 2]
    game._plunder()
    game._dusk(Placement())
    assert (game.renown, game.renown_at) == (3, [1, 0, 2])
    game._plunder()
    assert (game.renown, game.renown_at) == (5, [1, 0, 0])


def test_three_who_can_claim_dominate(encoded: Encoder) -> None:
    """Rule 8.2, vector 22."""
    deck = encoded("castille")
    game = table(deck)
    for day in range(2):
        assert len(game._claim()) == day + 1
        game._muster(deck.days[day].musters)
    game._plunder()
    assert game.today[layout.DOMINANCE] == game.today[layout.DOMINATED] == 1


def test_who_recruits_must_be_there_and_no_mercenary(encoded: Encoder) -> None:
    """Rules 5.4 and 9.1: one who has gone elsewhere cannot, nor can a full crew take anybody in."""
    deck = encoded("montaigne", "spender")
    offers = [place for place, card in enumerate(deck.city) if card.kind is Kind.MERCENARY][:3]
    game = table(deck)
    game.city, game.hand = list(offers), set(range(20))
    game._recruit()
    assert game.today[layout.RECRUITED] == 1
    assert set(game.crew.posts.values()) == {0}
    game._dusk(Placement())
    assert not game.crew.posts
    assert not game.crew.engaged
    full = table(replace(deck, crew_cap=1))
    full.city, full.hand = list(offers), set(range(20))
    full._recruit()
    assert full.crew.members == {deck.leader}


def test_the_price_that_a_policy_pays_is_kept_to(encoded: Encoder) -> None:
    for most, recruited in ((9, 1), (0, 0), (-1, 0)):
        deck = encoded("montaigne", "spender", recruit_most=most, parley=False)
        game = table(deck)
        game.city = [next(place for place, card in enumerate(deck.city) if card.kind is Kind.MERCENARY), None, None]
        game.hand = set(range(20))
        game._recruit()
        assert game.today[layout.RECRUITED] == recruited


def test_gear_of_the_city_is_taken_by_somebody_who_goes_there_and_claims(encoded: Encoder) -> None:
    """Rule 5.3: whoever has gone to another location cannot."""
    deck = encoded("eisen", "spender")
    offer = next(place for place, card in enumerate(deck.city) if card.gear and card.cost == 1)
    for elsewhere, taken in ((False, 1), (True, 0)):
        game = table(deck)
        game.city, game.hand = [None, None, offer], {0, 1}
        if elsewhere:
            game.crew.posts[deck.leader] = 1
        game._equip_from_city()
        assert game.today[layout.CITY_GEAR] == taken
        assert game.manned == ({2} if taken else set())


def test_renown_is_placed_as_the_scheme_says(encoded: Encoder) -> None:
    game = table(encoded("castille"))
    game.city = [0, 1, 2]
    game.renown_at = [1, 0, 0]
    game._resolve_scheme(Placement(bar=Bar.EMPTIED_END, forums=1, chosen=1, among=5))
    assert (game.renown_at, game.barred, game.city) == ([2, 1, 0], 2, [0, 1, None])
    assert game._open_locations() == {0, 1}
    game._resolve_scheme(Placement(bare=2))
    assert game.renown_at == [2, 1, 1]
    game._resolve_scheme(Placement(empties=True, chosen=2, scares=True))
    assert (game.renown_at, game.city) == ([1, 1, 0], [None, 1, None])
    game._resolve_scheme(Placement(bar=Bar.POOREST, chosen=1))
    assert (game.barred, game.renown_at) == (2, [2, 1, 0])


def test_a_second_weapon_stays_in_hand(encoded: Encoder) -> None:
    """Vector 18: nothing is equipped that would have to be destroyed."""
    deck = encoded(Decklist.of("01035", (), {"01048": 2}), "spender")
    game = table(deck)
    game.hand = {0, 1}
    game._choose_reserve()
    game._equip_from_hand()
    assert len(game.hand) == 1
    assert len(game.played) == 1


def test_the_champion_is_who_fights_best_and_bears_the_gear(catalogue: Catalogue, encoded: Encoder) -> None:
    """Odette has Combat 1, Henri Michelet 3: the policy values her more, the adversary meets him."""
    deck = encoded("montaigne", "spender")
    henri = next(
        place for place, person in enumerate(deck.people) if catalogue.card(person.code).name == "Henri Michelet"
    )
    game = table(deck)
    assert game.crew.champion() == deck.leader
    game.crew.join(henri)
    assert henri < deck.leader
    assert game.crew.champion() == henri
    blade = Gear(
        slot=Slot.WEAPON,
        stats=Stats(combat=1),
        bearers=frozenset({henri, deck.leader}),
        needs_weapon=False,
        for_leader=False,
        technique=None,
    )
    assert game._best({henri, deck.leader}, blade) == henri
    assert game._best({deck.leader}, blade) == deck.leader
    assert game._best({henri, deck.leader}, replace(blade, stats=Stats(influence=1), for_leader=True)) == deck.leader


def test_brutes_fight_for_a_day_and_come_back(encoded: Encoder) -> None:
    """Rule 9.2."""
    deck = encoded("vodacce", "spender")
    brute = next(place for place, card in enumerate(deck.cards) if card.kind is Kind.BRUTE and card.cost == 1)
    game = table(deck)
    game.hand = {brute, *(place for place, card in enumerate(deck.cards) if card.kind is Kind.RISK)}
    game._choose_reserve()
    game._play_brutes()
    assert game.brutes == {brute}
    game._measure_crew()
    assert game.today[layout.CREW] == 1
    assert game.today[layout.COMBAT] == deck.people[deck.leader].stats.combat + deck.cards[brute].stats.combat
    game._dusk(Placement())
    assert brute in game.discard
    assert not game.brutes


def test_leaders_who_draw_at_dawn_or_search_at_setup(encoded: Encoder) -> None:
    cesca = encoded(Decklist.of("03001", (), RISKS))
    assert play(cesca, 1, 1).days[0][layout.DRAWN] == 7
    scarpa = encoded("vodacce")
    assert [scarpa.cards[place].kind for place in scarpa.opening] == [Kind.BRUTE]
    assert set(scarpa.opening) <= play(scarpa, 1, 1).drawn


def fighter(encoded: Encoder, hand: list[tuple[int, int, int]], **enemy: int) -> list[int]:
    """The measures of one duel of Yevgeni (Combat 4, Resolve 12) with these combat cards and nothing in the deck."""
    deck = encoded(Decklist.of("01116", (), {"01104": 1}), **enemy)
    card = deck.cards[0]
    deck = replace(deck, cards=tuple(replace(card, values=values, dashes=(False,) * 3) for values in hand))
    game = table(deck)
    game.hand = set(range(len(hand)))
    game.faction_deck = []
    game._duel()
    return [game.today[measure] for measure in (layout.DEALT, layout.TAKEN, layout.WON, layout.LOST)]


def test_a_duel_with_no_card_costs_what_the_adversary_can_deal(encoded: Encoder) -> None:
    """Vector 1."""
    assert fighter(encoded, [], enemy_combat=3) == [0, 3, 0, 0]
    assert fighter(encoded, [], enemy_combat=12) == [0, 12, 0, 1]


def test_a_duel_is_over_when_no_threat_is_left(encoded: Encoder) -> None:
    assert fighter(encoded, [(0, 3, 0)], enemy_combat=3) == [0, 0, 0, 0]


def test_threat_goes_back_and_forth_until_somebody_has_no_card(encoded: Encoder) -> None:
    """3 facing: 2 go back, 1 wounds; the adversary with no card takes 2 + 1, at most our Combat of 4."""
    assert fighter(encoded, [(2, 0, 1)], enemy_combat=3, enemy_cards=0) == [3, 1, 0, 0]
    assert fighter(encoded, [(2, 0, 9)], enemy_combat=3, enemy_cards=0) == [4, 1, 0, 0]
    # It answers once: 1 returned, 1 parried, 2 thrust; we face 3 with nothing left.
    assert fighter(encoded, [(2, 0, 1)], enemy_combat=3, enemy_cards=1) == [1, 4, 0, 0]


def test_a_destroyed_adversary_is_still_answered_once(encoded: Encoder) -> None:
    """Rule 7.4."""
    assert fighter(encoded, [(0, 3, 0), (0, 3, 6)], enemy_combat=3, enemy_resolve=3) == [3, 0, 1, 0]


def test_a_destroyed_champions_threat_still_stands(encoded: Encoder) -> None:
    """Rules 7.3 and R4: combat values come before destruction."""
    assert fighter(encoded, [(0, 0, 4)], enemy_combat=12, enemy_cards=0) == [4, 12, 0, 1]


def test_wounds_are_capped_by_combat(encoded: Encoder) -> None:
    """Rule 7.1: of 9 threat an adversary with Combat 2 makes 2 wounds."""
    assert fighter(encoded, [(0, 0, 1)], enemy_combat=2, enemy_cards=1, enemy_thrust=9) == [0, 4, 0, 0]


def test_finesse_gambles_when_the_hand_is_empty(encoded: Encoder) -> None:
    """Vector 13, and R2: the better of two, no more often than Finesse."""
    deck = encoded(Decklist.of("01116", (), {"01104": 2, "01169": 2}), enemy_combat=3)
    game = table(deck)
    game.hand = set()
    game.faction_deck = [0, 3, 1, 2]
    cards, pile = [], list(game.faction_deck)
    card, left = game._combat_card(cards, pile, 2)
    assert (card, left, pile) == (deck.cards[3], 1, [1, 2])
    assert game._combat_card(cards, pile, 0) == (None, 0)
    game._duel()
    assert game.faction_deck == [0, 3, 1, 2]


def test_nothing_can_be_added_to_a_dash(encoded: Encoder) -> None:
    """Rule 6.19, with a leader whose Technique adds 1 Riposte."""
    deck = encoded(Decklist.of("03025", (), {"01104": 1}), enemy_combat=3, enemy_cards=0)
    for dashed, dealt in ((False, 1), (True, 0)):
        card = replace(deck.cards[0], values=(0, 0, 0), dashes=(dashed, False, False))
        game = table(replace(deck, cards=(card,)))
        game.hand, game.faction_deck = {0}, []
        game._duel()
        assert game.today[layout.DEALT] == dealt
