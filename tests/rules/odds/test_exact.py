"""Exact odds, against counting every hand."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue import Catalogue
from cards.catalogue.datafiles import load_catalogue
from cards.catalogue.stats import Mark
from decks.decklist import Decklist
from decks.lists.starters import read_starters
from rules.odds.exact import (
    MAX_WANTS,
    Want,
    at_least_one,
    best_of_two,
    exactly,
    faction_cards,
    gamble,
    held_by_day,
    joint,
    mean,
    odds,
    odds_by_day,
    payable,
    payable_of_cost,
    seen_by_day,
    without,
)

CARDS = load_catalogue()
STARTER = dict(read_starters()[0].decklist.faction)
OPULENCE = "01170"

letters = "abcdef"
decks = st.dictionaries(st.sampled_from(letters), st.integers(1, 3), min_size=1).filter(lambda d: sum(d.values()) <= 9)
sets = st.frozensets(st.sampled_from(letters + "z"), max_size=5)
wants = st.builds(
    lambda cards, least, more: Want(cards, least, None if more is None else least + more),
    sets,
    st.integers(0, 4),
    st.none() | st.integers(0, 2),
)


def hands_of(deck: dict[str, int], draws: int) -> list[tuple[str, ...]]:
    return list(combinations(list(Counter(deck).elements()), draws))


def share(deck: dict[str, int], draws: int, good: Callable[[tuple[str, ...]], bool]) -> Fraction:
    hands = hands_of(deck, draws)
    return Fraction(sum(good(hand) for hand in hands), len(hands))


# One kind of card


@given(st.integers(1, 9), st.data())
def test_the_formula_equals_counting_every_hand(deck: int, data: st.DataObject) -> None:
    copies, draws = data.draw(st.integers(0, deck)), data.draw(st.integers(0, deck))
    hands = list(combinations(range(deck), draws))
    hits = sum(any(card < copies for card in hand) for hand in hands)
    assert at_least_one(deck, copies, draws) == Fraction(hits, len(hands))
    counts = Counter(sum(card < copies for card in hand) for hand in hands)
    assert exactly(deck, copies, draws) == tuple(Fraction(counts[n], len(hands)) for n in range(min(copies, draws) + 1))


def test_two_copies_in_seven_of_forty() -> None:
    assert at_least_one(40, 2, 7) == Fraction(21, 65)


@pytest.mark.parametrize(("deck", "copies", "draws"), [(40, 41, 1), (40, 1, 41), (40, -1, 1), (40, 1, -1)])
def test_impossible_draws_are_refused(deck: int, copies: int, draws: int) -> None:
    for question in (at_least_one, exactly):
        with pytest.raises(ValueError, match="deck of"):
            question(deck, copies, draws)


# Several wants at once


@given(decks, st.lists(wants, min_size=1, max_size=4), st.data())
def test_wants_that_overlap_equal_counting_every_hand(
    deck: dict[str, int], asked: list[Want], data: st.DataObject
) -> None:
    draws = data.draw(st.integers(0, sum(deck.values())))

    def met(hand: tuple[str, ...]) -> list[bool]:
        counts = [sum(card in want.cards for card in hand) for want in asked]
        return [
            count >= want.at_least and (want.at_most is None or count <= want.at_most)
            for want, count in zip(asked, counts, strict=True)
        ]

    answer = odds(deck, asked, draws)
    assert answer.probability == share(deck, draws, lambda hand: all(met(hand)))
    assert answer.met == tuple(
        share(deck, draws, lambda hand, n=n: sum(met(hand)) == n)  # type: ignore[misc]
        for n in range(len(asked) + 1)
    )
    for want, chances in zip(asked, answer.distributions, strict=True):
        assert sum(chances) == 1
        for count, chance in enumerate(chances):
            assert chance == share(
                deck,
                draws,
                lambda hand, want=want, count=count: sum(card in want.cards for card in hand) == count,  # type: ignore[misc]
            )


@given(decks, st.lists(sets, min_size=1, max_size=3), st.data())
def test_the_joint_distribution_equals_counting_every_hand(
    deck: dict[str, int], asked: list[frozenset[str]], data: st.DataObject
) -> None:
    draws = data.draw(st.integers(0, sum(deck.values())))
    hands = hands_of(deck, draws)
    counted = Counter(tuple(sum(card in cards for card in hand) for cards in asked) for hand in hands)
    assert joint(deck, asked, draws) == {counts: Fraction(n, len(hands)) for counts, n in counted.items()}


@given(decks, st.lists(wants, min_size=1, max_size=3))
def test_all_days_at_once_equal_each_alone(deck: dict[str, int], asked: list[Want]) -> None:
    draws = list(range(sum(deck.values()) + 1))
    assert odds_by_day(deck, asked, draws) == tuple(odds(deck, asked, drawn) for drawn in draws)


def test_two_pairs_of_forty_by_hand() -> None:
    deck = {"a": 2, "b": 2, "c": 36}
    asked = [Want(frozenset("a")), Want(frozenset("b"))]
    neither, one = Fraction(36 * 35, 40 * 39), Fraction(38 * 37, 40 * 39)
    assert odds(deck, asked, 2).probability == 1 - 2 * one + neither


def test_wants_of_a_real_deck_on_every_day_grow() -> None:
    asked = [Want(frozenset(list(STARTER)[:8]), 2), Want(frozenset(list(STARTER)[4:14]), 3)]
    chances = [answer.probability for answer in odds_by_day(STARTER, asked, [6, 12, 18, 24, 30, 40])]
    assert chances == sorted(chances)
    assert chances[-1] == 1


def test_more_than_there_is_never_comes() -> None:
    assert odds({"a": 2, "b": 5}, [Want(frozenset("a"), 3)], 7).probability == 0


@pytest.mark.parametrize("count", [0, MAX_WANTS + 1])
def test_too_many_wants_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"1 to {MAX_WANTS} sets of cards"):
        odds(STARTER, [Want(frozenset(STARTER))] * count, 6)


def test_too_much_work_is_refused() -> None:
    deck = {f"{number:03}": 1 for number in range(120)}
    codes = list(deck)
    asked = [Want(frozenset(codes[place :: place + 2]), 12) for place in range(6)]
    with pytest.raises(ValueError, match="too many combinations"):
        odds(deck, asked, 60)


@pytest.mark.parametrize(
    ("deck", "draws", "words"),
    [
        ({}, 0, "1 to 400 cards, not 0"),
        ({"a": 401}, 1, "not 401"),
        ({"a": -1, "b": 3}, 1, "-1 copies of a"),
        ({"a": 3}, 4, "4 cards cannot be drawn"),
        ({"a": 3}, -1, "-1 cards cannot be drawn"),
    ],
)
def test_decks_that_cannot_be_asked_are_refused(deck: dict[str, int], draws: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        odds(deck, [Want(frozenset("a"))], draws)
    with pytest.raises(ValueError, match=words):
        joint(deck, [frozenset("a")], draws)


@pytest.mark.parametrize(("least", "most"), [(-1, None), (2, 1)])
def test_wants_that_make_no_sense_are_refused(least: int, most: int | None) -> None:
    with pytest.raises(ValueError, match="cannot want"):
        Want(frozenset("a"), least, most)


# Day by Day


def test_1_9_after_the_whole_deck_nothing_new_is_seen() -> None:
    assert seen_by_day(40, [6, 7, 5, 12, 14]) == (6, 13, 18, 30, 40)


@given(st.integers(0, 4), st.integers(0, 3), st.lists(st.integers(0, 3), min_size=1, max_size=3))
def test_4_5_2e_cards_held_equal_playing_every_order(copies: int, panache: int, draws: list[int]) -> None:
    deck = 6
    draws = draws if sum(draws) <= deck else [2, 2]
    orders = list(set(permutations([True] * copies + [False] * (deck - copies))))
    days: list[Counter[int]] = [Counter() for _ in draws]
    for order in orders:
        held = drawn = 0
        for day, count in enumerate(draws):
            held = min(held, panache) + sum(order[drawn : drawn + count])
            drawn += count
            days[day][held] += 1
    assert held_by_day(deck, copies, panache, draws) == tuple(
        tuple(Fraction(day[n], len(orders)) for n in range(max(day) + 1)) for day in days
    )


def test_4_5_2e_up_to_the_panache_holding_is_having_seen() -> None:
    panache, draws = 4, [6, 5, 7, 6]
    for day, chances in zip(seen_by_day(40, draws), held_by_day(40, 12, panache, draws), strict=True):
        seen = exactly(40, 12, day)
        for least in range(panache + 1):
            assert sum(chances[least:]) == sum(seen[least:])
    assert sum(held_by_day(40, 12, panache, draws)[1][7:]) < sum(exactly(40, 12, 11)[7:])


def test_what_is_held_after_a_reshuffle_depends_on_play() -> None:
    with pytest.raises(ValueError, match="go through the deck of 40"):
        held_by_day(40, 2, 6, [10] * 5)
    with pytest.raises(ValueError, match="cannot keep -1"):
        held_by_day(40, 2, -1, [6])
    with pytest.raises(ValueError, match="too many combinations"):
        held_by_day(400, 200, 100, [80] * 5)


def test_printings_are_counted_as_their_card() -> None:
    deck = Decklist.of(None, (), {"01159a": 1, "01159b": 1, "01023": 2})
    assert faction_cards(deck, CARDS) == {CARDS.card("01159a").code: 2, "01023": 2}
    with pytest.raises(ValueError, match="no card has the code 99999"):
        faction_cards(Decklist.of(None, (), {"99999": 1}), CARDS)


# Paying


FREE, ONE, TWO = (next(c.code for c in CARDS if c.deck == "faction" and c.cost == n) for n in (0, 1, 2))


@given(
    st.dictionaries(st.sampled_from([FREE, ONE, TWO, OPULENCE]), st.integers(1, 3), min_size=1),
    st.frozensets(st.sampled_from([FREE, ONE, TWO, OPULENCE])),
    st.data(),
)
def test_6_9_payable_cards_equal_counting_every_hand(
    deck: dict[str, int], cards: frozenset[str], data: st.DataObject
) -> None:
    draws = data.draw(st.integers(0, min(5, sum(deck.values()))))
    value = {FREE: 1, ONE: 1, TWO: 1, OPULENCE: 2}
    cost = {FREE: 0, ONE: 1, TWO: 2, OPULENCE: 0}

    def pays(hand: tuple[str, ...]) -> bool:
        return any(
            card in cards and sum(value[other] for other in hand[:place] + hand[place + 1 :]) >= cost[card]
            for place, card in enumerate(hand)
        )

    assert payable(deck, CARDS, cards, draws) == share(deck, draws, pays)


def test_6_9_a_wealth_card_pays_two_on_its_own() -> None:
    assert payable({TWO: 1, OPULENCE: 1}, CARDS, {TWO}, 2) == 1
    assert payable({TWO: 1, ONE: 1}, CARDS, {TWO}, 2) == 0


def test_4_2_6_a_card_of_each_cost_on_day_one() -> None:
    for cost in range(4):
        copies = sum(n for code, n in STARTER.items() if CARDS.card(code).cost == cost)
        assert payable_of_cost(STARTER, CARDS, cost, 6) == at_least_one(40, copies, 6)
    assert payable_of_cost(STARTER, CARDS, 1, 1) == 0


def test_a_cost_that_is_not_known_is_refused() -> None:
    unknown = Catalogue("x", (replace(CARDS.card(ONE), cost=Mark.UNKNOWN),))
    with pytest.raises(ValueError, match=f"the cost of .*{ONE}.* is not known"):
        payable({ONE: 2}, unknown, {ONE}, 1)
    with pytest.raises(ValueError, match="no card has the code 99999"):
        payable({"99999": 2}, CARDS, {ONE}, 1)


# Gambling


@given(st.dictionaries(st.integers(0, 5), st.integers(0, 4), min_size=1).filter(lambda scores: any(scores.values())))
def test_r2_the_better_of_two_equals_counting_every_pair(scores: dict[int, int]) -> None:
    pile = list(Counter(scores).elements())
    pairs = list(combinations(pile, min(2, len(pile))))
    best = Counter(max(pair) for pair in pairs)
    chances = best_of_two(scores)
    assert chances == {score: Fraction(count, len(pairs)) for score, count in best.items()}
    assert mean(chances) == Fraction(sum(map(max, pairs)), len(pairs))


def test_r2_a_gamble_reads_a_dash_as_zero_and_never_below() -> None:
    base = CARDS.card(ONE)
    catalogue = Catalogue(
        "x",
        tuple(
            replace(base, code=code, printings=(), thrust=thrust)
            for code, thrust in (("a1", Mark.DASH), ("a2", -2), ("a3", 3))
        ),
    )
    assert gamble({"a1": 1, "a2": 1, "a3": 1}, catalogue, "thrust") == {0: Fraction(1, 3), 3: Fraction(2, 3)}


def test_r2_a_gamble_with_an_unknown_value_is_refused() -> None:
    with pytest.raises(ValueError, match=r"the thrust of .*02027.* is not known"):
        gamble({"02027": 2}, CARDS, "thrust")
    with pytest.raises(ValueError, match="'resolve' is no combat value"):
        gamble(STARTER, CARDS, "resolve")
    with pytest.raises(ValueError, match="no card to reveal"):
        gamble({}, CARDS, "parry")


def test_known_cards_are_left_out() -> None:
    assert without({"a": 2, "b": 1}, ["a", "b"]) == {"a": 1}
    with pytest.raises(ValueError, match="3 copies of a cannot be elsewhere"):
        without({"a": 2}, ["a"] * 3)
