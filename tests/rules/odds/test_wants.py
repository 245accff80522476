"""Wants as people write them, and everything that is answered to them."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue import CardType
from cards.catalogue.datafiles import load_catalogue, load_formats
from cards.query import Engine, QueryError
from decks.decklist import Decklist
from decks.lists.starters import read_starters
from rules.facts import DAYS
from rules.odds.answers import MAX_COMBINATIONS, MAX_HAND, calculate, sides
from rules.odds.exact import Want, exactly, gamble, held_by_day, joint, odds, payable_of_cost
from rules.odds.wants import Unanswerable, Wanted, Wish, daily_draws, parse_wish

CARDS = load_catalogue()
ENGINE = Engine(CARDS, load_formats())
CASTILLE = read_starters()[0].decklist
DECK = dict(CASTILLE.faction)
LEADER = CARDS.card(CASTILLE.leader or "")
SCHEMES = [code for code in CASTILLE.approach if CARDS.card(code).type is CardType.SCHEME]
#: A leader that draws five at Dawn.
YEARNING = "03001"


def wanted(q: str = "", *cards: str, least: int = 1, most: int | None = None) -> Wanted:
    return parse_wish(Wish(q, cards, least, most), DECK, ENGINE)


# Which cards


def test_a_search_means_the_cards_of_the_deck_that_it_finds() -> None:
    found = wanted("t:attachment cost<=1")
    assert found.want.cards == {
        code for code in DECK if CARDS.card(code).type is CardType.ATTACHMENT and CARDS.card(code).cost in (0, 1)
    }
    assert found.copies == sum(DECK[code] for code in found.want.cards) > 0


def test_cards_are_named_by_their_codes_and_those_of_their_printings() -> None:
    reprinted = next(card for card in CARDS if len(card.printings) > 1 and card.deck == "faction")
    deck = {reprinted.code: 2}
    for printing in reprinted.printings:
        assert parse_wish(Wish(cards=(printing.code,)), deck, ENGINE).want.cards == {reprinted.code}


def test_a_search_and_named_cards_count_together() -> None:
    risk = next(code for code in DECK if CARDS.card(code).type is CardType.RISK)
    both = wanted("t:attachment", risk)
    assert both.want.cards == wanted("t:attachment").want.cards | {risk}
    assert both.words == f"attachments, or copies of {CARDS.card(risk).name}"


def test_cards_that_the_deck_does_not_hold_do_no_harm() -> None:
    other = next(card.code for card in CARDS if card.code not in DECK)
    assert wanted("", other).copies == 0
    assert wanted("f:eisen").copies == 0


def test_a_search_that_cannot_be_read_says_why() -> None:
    with pytest.raises(QueryError, match="castille"):
        wanted("f:castile")


@pytest.mark.parametrize(
    ("wish", "field", "words"),
    [
        (Wish(), "", "which cards"),
        (Wish(cards=("99999",)), "cards", "99999"),
        (Wish("t:risk", at_least=3, at_most=2), "at_most", "contradict each other"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(wish: Wish, field: str, words: str) -> None:
    with pytest.raises(Unanswerable, match=words) as refused:
        parse_wish(wish, DECK, ENGINE)
    assert refused.value.field == field


# In words


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (wanted("t:risk cost=0", least=2), "at least 2 of the 19 risks that cost 0"),
        (wanted("f:castille t:risk -sort:cost"), "at least 1 of the 24 Castille risks"),
        (wanted("t:attachment", least=0, most=0), "none of the 8 attachments"),
        (wanted("t:attachment", least=2, most=2), "exactly 2 of the 8 attachments"),
        (wanted("t:attachment", least=0, most=3), "at most 3 of the 8 attachments"),
        (wanted("t:attachment", least=1, most=3), "1 to 3 of the 8 attachments"),
        (wanted("sort:cost"), "at least 1 of the 40 cards"),
        (wanted("", "01100"), "at least 1 of the copies of The Cat’s Glass (1 in the deck)"),
        (wanted("is:brute"), "at least 1 of the Brutes (none in the deck)"),
        (wanted("", *list(DECK)[:4]), "at least 1 of the 6 copies of 4 chosen cards"),
    ],
)
def test_a_want_is_said_in_words(found: Wanted, said: str) -> None:
    assert found.sentence == said


# By when


def test_4_2_6_the_order_of_schemes_changes_what_each_day_draws() -> None:
    vodacce = read_starters()[4].decklist
    schemes = [code for code in vodacce.approach if CARDS.card(code).type is CardType.SCHEME]
    assert daily_draws(vodacce, CARDS) == (6, 6, 6, 6, 6)
    assert daily_draws(vodacce, CARDS, schemes) == (6, 5, 6, 7, 4)
    assert daily_draws(vodacce, CARDS, schemes[::-1]) == (4, 7, 6, 5, 6)
    assert daily_draws(vodacce, CARDS, [None, None, schemes[4]]) == (6, 6, 4, 6, 6)


def test_a_leader_that_draws_at_dawn_draws_so_every_day() -> None:
    assert daily_draws(Decklist.of(YEARNING, (), DECK), CARDS) == (7,) * DAYS


@pytest.mark.parametrize(
    ("decklist", "schemes", "field", "words"),
    [
        (Decklist.of(None, (), DECK), (), "leader", "Choose a leader first"),
        (Decklist.of("01100", (), DECK), (), "leader", "Choose a leader first"),
        (CASTILLE, ("99999",), "schemes.0", "99999"),
        (CASTILLE, (None, "01100"), "schemes.1", "not a scheme in the approach deck"),
        (CASTILLE, (SCHEMES[0], None, SCHEMES[0]), "schemes.2", "two Days"),
        (CASTILLE, (None,) * 6, "schemes", "at most one a Day"),
    ],
)
def test_days_that_cannot_be_reckoned_are_refused(
    decklist: Decklist, schemes: tuple[str | None, ...], field: str, words: str
) -> None:
    with pytest.raises(Unanswerable, match=words) as refused:
        daily_draws(decklist, CARDS, schemes)
    assert refused.value.field == field


def test_a_panache_that_is_not_known_is_refused() -> None:
    nobody = replace(LEADER, panache=None)
    strange = replace(CARDS, cards=tuple(nobody if card is LEADER else card for card in CARDS))
    with pytest.raises(Unanswerable, match="Panache of Soline el Gato"):
        daily_draws(CASTILLE, strange)


# The answer


@cache
def pair() -> tuple[Wanted, Wanted]:
    return wanted("t:risk cost=0", least=2), wanted("t:attachment")


def test_an_answer_has_every_day_and_looks_at_the_one_asked_for() -> None:
    wants = [each.want for each in pair()]
    answer = calculate(DECK, pair(), (6, 7, 6, 6, 6), 1, LEADER)
    assert answer.asked is answer.steps[1]
    assert [step.odds.draws for step in answer.steps] == [6, 13, 19, 25, 31]
    for step in answer.steps:
        assert step.odds == odds(DECK, wants, step.odds.draws)
    assert answer.together == joint(DECK, [want.cards for want in wants], 13)


@given(st.integers(0, 40), st.integers(0, 5), st.none() | st.integers(0, 3))
def test_each_want_alone_is_its_own_distribution(draws: int, least: int, more: int | None) -> None:
    found = wanted("t:attachment", least=least, most=None if more is None else least + more)
    answer = calculate(DECK, [found, *pair()], [draws])
    assert answer.alone(0) == odds(DECK, [found.want], draws).probability
    assert calculate(DECK, [found], [draws]).together == {
        (count,): chance for count, chance in enumerate(exactly(40, 8, draws)) if chance
    }


def test_too_many_combinations_are_left_out() -> None:
    many = [wanted("t:risk"), wanted("cost=0"), wanted("cost=1")]
    assert calculate(DECK, many, [20]).together is None
    few = calculate(DECK, many, [6]).together
    assert few is not None
    assert sum(few.values()) == 1
    assert len(few) <= MAX_COMBINATIONS


def test_too_much_work_is_refused_in_words() -> None:
    deck = {card.code: 4 for card in [card for card in CARDS if card.deck == "faction"][:100]}
    codes = list(deck)
    many = [Wanted(Want(frozenset(codes[place :: place + 2]), 12), 9, "some") for place in range(6)]
    with pytest.raises(Unanswerable, match="^This has too many combinations"):
        calculate(deck, many, [60])


def test_4_5_2e_what_is_seen_is_held_up_to_the_printed_panache() -> None:
    answer = calculate(DECK, [wanted("t:risk", least=6)], (6,) * DAYS, leader=LEADER)
    assert all(step.held == step.odds.probability for step in answer.steps)


def test_4_5_2e_above_the_printed_panache_less_is_held_than_seen() -> None:
    found = wanted("t:risk", least=9)
    first, second, third, *_ = calculate(DECK, [found], (6,) * DAYS, leader=LEADER).steps
    assert first.held == first.odds.probability == 0
    assert second.held == second.odds.probability > 0
    assert third.held == sum(held_by_day(40, found.copies, 6, (6, 6, 6))[-1][9:], Fraction(0))
    assert third.held is not None
    assert third.held < third.odds.probability


@pytest.mark.parametrize(
    "wants",
    [
        (wanted("t:risk", least=5), wanted("t:attachment", least=2)),
        (wanted("t:attachment", least=0, most=1),),
    ],
)
def test_what_is_held_depends_on_play_where_nobody_can_know(wants: tuple[Wanted, ...]) -> None:
    assert calculate(DECK, wants, (6, 6), leader=LEADER).asked.held is None


def test_a_plain_number_of_draws_holds_nothing() -> None:
    assert calculate(DECK, pair(), [9]).asked.held is None


def test_what_is_held_after_the_whole_deck_was_drawn_depends_on_play() -> None:
    small = {"01102": 2, "01103": 8}
    found = Wanted(Want(frozenset(["01103"]), 7), 8, "copies")
    assert calculate(small, [found], (6, 6), leader=LEADER).asked.held is None


# What nobody asked for


def test_6_9_and_r2_are_answered_beside_the_question() -> None:
    found = sides(DECK, CARDS, 7)
    assert found.payable == {cost: payable_of_cost(DECK, CARDS, cost, 7) for cost in (0, 1, 2)}
    assert found.gamble == {value: gamble(DECK, CARDS, value) for value in ("riposte", "parry", "thrust")}


def test_what_is_no_hand_or_not_known_is_left_out() -> None:
    assert sides(DECK, CARDS, MAX_HAND + 1).payable is None
    assert sides({"02027": 1, **DECK}, CARDS, 7).gamble == dict.fromkeys(("riposte", "parry", "thrust"))
