"""Exact odds against the hand tester, on the starter decks: both read the same rules, by two roads."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import exp, lgamma, log

import pytest

from cards.catalogue.datafiles import load_catalogue
from decks.lists.starters import read_starters
from rules.facts import draws_by_day
from rules.hands import Gamble, Table, deal_days
from rules.odds.exact import COMBAT_VALUES, Want, gamble, odds_by_day, payable_of_cost, seen_by_day

CARDS = load_catalogue()
STARTERS = {starter.code: starter.decklist for starter in read_starters()}
GAMES = 300

#: Fixed seeds make the tests the same every time; a fair stream fails one such bound in a million.
RAREST = 1e-6


@cache
def games(code: str) -> tuple[Table, ...]:
    return tuple(deal_days(STARTERS[code], CARDS, seed) for seed in range(GAMES))


def tail(hits: int, chance: float) -> float:
    """The chance of a count at least as far out on its side, by the binomial distribution."""

    def exactly_so_many(n: int) -> float:
        ways = lgamma(GAMES + 1) - lgamma(n + 1) - lgamma(GAMES - n + 1)
        return exp(ways + n * log(chance) + (GAMES - n) * log(1 - chance))

    side = range(hits, GAMES + 1) if hits > GAMES * chance else range(hits + 1)
    return sum(map(exactly_so_many, side))


def agrees(code: str, chance: Fraction, happens: Callable[[Table], bool]) -> None:
    hits = sum(map(happens, games(code)))
    if chance in {0, 1}:
        assert hits == GAMES * chance
    else:
        assert tail(hits, float(chance)) > RAREST, f"{hits} of {GAMES}, expected {float(GAMES * chance):.1f}"


def test_the_bound_tells_a_wrong_chance_from_a_right_one() -> None:
    assert tail(150, 0.5) > 0.4
    assert tail(150, 0.65) < RAREST
    assert tail(150, 0.35) < RAREST


@pytest.mark.parametrize("code", STARTERS)
def test_4_2_6_two_wants_by_every_day(code: str) -> None:
    deck = dict(STARTERS[code].faction)
    weapons = frozenset(card for card in deck if CARDS.card(card).type == "attachment")
    cheap = frozenset(card for card in deck if CARDS.card(card).cost == 0)
    asked = [Want(weapons, 3), Want(cheap, 4)]
    first = games(code)[0]
    draws = draws_by_day(first.leader, [CARDS.card(str(day.scheme)) for day in first.days])
    for day, answer in enumerate(odds_by_day(deck, asked, seen_by_day(40, draws)), 1):

        def seen(table: Table, day: int = day) -> bool:
            drawn = [card for record in table.days[:day] for card in record.drawn]
            return all(sum(card in want.cards for card in drawn) >= want.at_least for want in asked)

        agrees(code, answer.probability, seen)


@pytest.mark.parametrize("code", STARTERS)
def test_6_9_a_payable_card_on_day_one(code: str) -> None:
    deck = dict(STARTERS[code].faction)
    draws = len(games(code)[0].days[0].hand)
    for cost in (0, 1, 2):

        def payable(table: Table, cost: int = cost) -> bool:
            first = deal_days(table.decklist, CARDS, table.seed, days=1)
            return any(CARDS.card(card).cost == cost for card in first.playable)

        agrees(code, payable_of_cost(deck, CARDS, cost, draws), payable)


@pytest.mark.parametrize("code", STARTERS)
def test_r2_the_better_of_two(code: str) -> None:
    deck = dict(STARTERS[code].faction)
    for value in COMBAT_VALUES:
        chances = gamble(deck, CARDS, value)
        for least in range(1, 5):

            def reaches(table: Table, value: str = value, least: int = least) -> bool:
                shown = (CARDS.card(card).stat(value) for card in table.do(Gamble()).revealed)
                return any(isinstance(stat, int) and stat >= least for stat in shown)

            chance = sum((c for score, c in chances.items() if score >= least), Fraction(0))
            agrees(code, chance, reaches)
