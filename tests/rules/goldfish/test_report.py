"""Intervals are what statistics says they are, tallies add up, and the report reads them right."""

import json
import math
import statistics
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue import Catalogue
from decks.decklist import Decklist
from rules.facts import DAYS
from rules.goldfish import (
    ENGINE_VERSION,
    EncodeError,
    PolicyError,
    Tallies,
    adversary,
    city_deck,
    encode,
    merge,
    policy,
    report,
    simulate,
)
from rules.goldfish.layout import MEASURES
from rules.goldfish.results.intervals import Estimate, difference, mean, ratio, share
from rules.goldfish.results.report import LABELS
from rules.odds.exact import at_least_one
from tests.rules.goldfish.conftest import Encoder


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=40))
def test_a_mean_and_its_interval(values: list[int]) -> None:
    found = mean(len(values), sum(values), sum(value * value for value in values))
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    assert found.value == pytest.approx(statistics.mean(values))
    assert found.high - found.value == pytest.approx(half, abs=1e-9)
    assert found.value - found.low == pytest.approx(half, abs=1e-9)


def test_wilson_against_a_worked_value() -> None:
    """10 of 50: the textbook interval."""
    found = share(10, 50)
    assert (round(found.low, 4), round(found.high, 4)) == (0.1124, 0.3304)
    assert share(0, 30).low == 0
    assert share(30, 30).high == 1
    assert share(0, 30).high > 0.1
    assert share(0, 0) is None
    with pytest.raises(ValueError, match="not a share"):
        share(3, 2)


@given(st.integers(0, 400), st.integers(1, 400))
def test_a_share_lies_within_its_interval(part: int, whole: int) -> None:
    found = share(min(part, whole), whole)
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_one_game_has_no_interval() -> None:
    assert mean(1, 5, 25) == Estimate(5.0, None, None)
    assert mean(0, 0, 0) is None
    assert difference((1, 5, 25), (10, 50, 260)) is None


def test_a_difference_and_a_ratio() -> None:
    first, second = [3, 4, 5, 6], [1, 2, 3]
    packed = [(len(group), sum(group), sum(value * value for value in group)) for group in (first, second)]
    found = difference(*packed)
    half = 1.96 * math.sqrt(statistics.variance(first) / 4 + statistics.variance(second) / 3)
    assert found.value == pytest.approx(2.5)
    assert found.high == pytest.approx(2.5 + half)
    # A measure over itself is 1, for certain.
    assert ratio(3, packed[1][1:], packed[1][1:], packed[1][2]) == Estimate(1.0, 1.0, 1.0)
    assert ratio(3, (0, 0), (0, 0), 0) is None


def test_tallies_survive_json_and_refuse_what_is_none(encoded: Encoder) -> None:
    deck = encoded("eisen")
    tallies = simulate(deck, 1, 0, 50)
    assert Tallies.from_dict(json.loads(json.dumps(tallies.as_dict()))) == tallies
    for wrong, words in (
        ({"engine": ENGINE_VERSION, "games": 1}, "not tallies: 'sums'"),
        ({**tallies.as_dict(), "sums": [1]}, "wrong length"),
        ({**tallies.as_dict(), "games": [1, 2]}, "wrong length"),
        ({**tallies.as_dict(), "renown": ["1"] * 32}, "renown must hold whole numbers only"),
        ({**tallies.as_dict(), "cards": None}, "not tallies"),
        ({**tallies.as_dict(), "engine": "0"}, "version '0'"),
        ({}, "not tallies: 'engine'"),
    ):
        with pytest.raises(ValueError, match=words):
            Tallies.from_dict(wrong)
    with pytest.raises(ValueError, match="different sizes"):
        tallies + Tallies.none(encoded(Decklist.of("01035", (), {"01170": 3})))
    with pytest.raises(ValueError, match="different numbers of Days"):
        tallies + Tallies.none(encoded("eisen", days=4))
    with pytest.raises(ValueError, match="no tallies to add up"):
        merge([])


def test_how_often_a_card_is_drawn_agrees_with_the_exact_odds(catalogue: Catalogue, encoded: Encoder) -> None:
    """The simulator against the formula: 6 cards a Day from 40, without a reshuffle."""
    deck = encoded("eisen", "duelist")
    games = 40_000
    found = report(deck, catalogue, simulate(deck, 77, 0, games), 77)
    seen = sum(plan.draws for plan in deck.days)
    outside = 0
    for card in found.cards:
        exact = float(at_least_one(len(deck.cards), card.copies, seen))
        error = math.sqrt(exact * (1 - exact) / games)
        assert abs(card.drawn.value - exact) < 4.5 * error, card.name
        outside += not card.drawn.low <= exact <= card.drawn.high
    assert outside <= 4
    assert found.days[0].measures["drawn"].value == deck.days[0].draws
    hand = found.days[0].measures["attachments"]
    share_of_deck = Fraction(sum(card.gear is not None for card in deck.cards), len(deck.cards))
    assert hand.low - 0.01 <= float(deck.days[0].draws * share_of_deck) <= hand.high + 0.01


def test_the_report_of_a_deck(catalogue: Catalogue, encoded: Encoder) -> None:
    deck = encoded("vodacce", "spender")
    found = report(deck, catalogue, simulate(deck, 5, 0, 3000), 5)
    written = json.loads(json.dumps(found.as_dict()))
    assert written["games"] == 3000
    assert written["seed"] == "5"
    assert len(written["days"]) == DAYS
    assert set(written["days"][0]["measures"]) == set(LABELS) == {*MEASURES, "payable_share"} - {"payable_by_hand"}
    assert sum(part["value"] for part in written["finals"]) == pytest.approx(1)
    reached = [*written["seven_on"], written["seven_never"]]
    assert sum(part["value"] for part in reached) == pytest.approx(1)
    assert {card["code"] for card in written["cards"]} == {card.code for card in deck.cards}
    for card in written["cards"]:
        if card["drawn"]["value"]:
            assert card["idle"]["value"] <= 1 - max(card["played"]["value"], card["paid"]["value"]) + 1e-9
    assert "3,000 games" in found.sentence
    empty = report(deck, catalogue, Tallies.none(deck), 5)
    assert empty.sentence == "No game was played."
    json.dumps(empty.as_dict(), allow_nan=False)


@pytest.mark.parametrize(("days", "words"), [(1, "of 1 Day alone"), (4, "of 4 Days alone")])
def test_the_report_of_fewer_days(catalogue: Catalogue, encoded: Encoder, days: int, words: str) -> None:
    deck = encoded("ussura", days=days)
    found = report(deck, catalogue, simulate(deck, 5, 0, 200), 5)
    written = found.as_dict()
    assert written["day_count"] == len(written["days"]) == len(written["seven_on"]) == days
    assert words in found.sentence
    assert f"by Day {min(days, 2)} in" in found.sentence
    assert sum(part["value"] for part in written["finals"]) == pytest.approx(1)
    assert f"In 1 game {words}" in report(deck, catalogue, simulate(deck, 5, 0, 1), 5).sentence
    with pytest.raises(ValueError, match="another deck or number of Days"):
        report(deck, catalogue, simulate(encoded("ussura", days=3), 5, 0, 1), 5)


def test_a_card_that_wins_duels_moves_the_margin(catalogue: Catalogue, encoded: Encoder) -> None:
    """Eleven useless cards and one that sends all threat back: drawing it must show, and far beyond its error."""
    deck = encoded(Decklist.of("01035", (), {"01170": 39, "01139": 1}), reserve=4)
    found = report(deck, catalogue, simulate(deck, 1, 0, 20_000), 1)
    moved = next(card for card in found.cards if card.code == "01139").margin
    assert moved.low > 0.5


def test_policies_refuse_what_they_cannot_be() -> None:
    with pytest.raises(PolicyError, match="there is no policy 'greedy'"):
        policy("greedy")
    with pytest.raises(PolicyError) as error:
        policy("thrifty", {"reserve": 99, "parley": 1, "luck": 3, "strike": "x"})
    assert set(error.value.faults) == {"reserve", "parley", "luck", "strike"}
    assert policy("thrifty", {"reserve": 3}).name == "thrifty"
    assert policy("thrifty", {"reserve": 4}).name == "custom"
    with pytest.raises(PolicyError, match="resolve: must be from 1 to 20"):
        adversary({"resolve": 0})


def test_decks_that_cannot_be_played_say_why(catalogue: Catalogue) -> None:
    def refuse(deck: Decklist) -> str:
        with pytest.raises(EncodeError) as error:
            encode(deck, catalogue, policy(), adversary(), city_deck(catalogue))
        return str(error.value)

    assert "no leader" in refuse(Decklist.of(None, (), {"01104": 1}))
    assert "not a leader" in refuse(Decklist.of("01104", (), {"01104": 1}))
    assert "empty" in refuse(Decklist.of("01089", (), {}))
    assert "99999" in refuse(Decklist.of("01089", (), {"99999": 1}))
    assert "does not belong" in refuse(Decklist.of("01089", (), {"01098": 1}))
    assert "at most 250" in refuse(Decklist.of("01089", (), {"01104": 300}))
    assert "approach deck has 251 cards; at most 250" in refuse(Decklist.of("01089", ["01092"] * 251, {"01104": 1}))
    with pytest.raises(EncodeError, match="choose one of core"):
        city_deck(catalogue, "atlantis")


def test_what_had_to_be_assumed_is_said(encoded: Encoder) -> None:
    deck = encoded(Decklist.of("01062", ("01066",), {"02027": 1, "01104": 5}))
    assert any("Éventail" in note and "is unknown" in note for note in deck.notes)
    assert any("0 schemes" in note for note in deck.notes)
