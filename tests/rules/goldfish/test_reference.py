"""What the goldfish plays, rule by rule, on tables small enough to follow."""

from dataclasses import replace

import pytest

from decks.decklist import Decklist
from rules.goldfish import layout
from rules.goldfish.encode import Kind
from rules.goldfish.placements import Bar, Placement
from rules.goldfish.reference import _answer, _Table, play
from tests.rules.goldfish.conftest import Encoder

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
    game._choose_what_to_keep()
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


def test_renown_is_placed_as_the_scheme_says(encoded: Encoder) -> None:
    game = table(encoded("castille"))
    game.city = [0, 1, 2]
    game.renown_at = [1, 0, 0]
    game._resolve_scheme(Placement(bar=Bar.EMPTIED_END, forums=1, chosen=1, among=5))
    assert (game.renown_at, game.barred, game.city) == ([2, 1, 0], 2, [0, 1, None])
    assert game._open() == {0, 1}
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
    game._choose_what_to_keep()
    game._equip_from_hand()
    assert len(game.hand) == 1
    assert len(game.played) == 1


def test_brutes_fight_for_a_day_and_come_back(encoded: Encoder) -> None:
    """Rule 9.2."""
    deck = encoded("vodacce", "spender")
    brute = next(place for place, card in enumerate(deck.cards) if card.kind is Kind.BRUTE and card.cost == 1)
    game = table(deck)
    game.hand = {brute, *(place for place, card in enumerate(deck.cards) if card.kind is Kind.RISK)}
    game._choose_what_to_keep()
    game._play_brutes()
    assert game.brutes == {brute}
    game._look_at_crew()
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
