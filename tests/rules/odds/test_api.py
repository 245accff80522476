"""Odds over the API: exact, bounded, and never at a loss for words."""

import json
import re
import time
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards.store import current_catalogue
from decks.api.inputs import DeckInput
from decks.decklist import MAX_DECK_SIZE
from decks.models import Deck
from rules.api.odds_shapes import DayAnswerSerializer, OddsInput, OddsSerializer, WantAnswerSerializer, WantInput
from rules.hands import deal_days
from rules.odds.answers import MAX_COMBINATIONS, MAX_HAND
from rules.odds.exact import MAX_WANTS
from tests.decks.api_calls import call, problem, starter_body, starter_list

pytestmark = pytest.mark.django_db

WRITTEN = (Path(__file__).parents[3] / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
RISK, BLADE, OPULENCE = "01102", "01101", "01170"


@pytest.fixture(autouse=True)
def _fresh():
    cache.clear()
    yield
    cache.clear()


def ask(client, **body):
    cache.clear()
    return call(client, "post", "odds/", body)


def answer(client, **body):
    response = ask(client, **body)
    assert response.status_code == 200, response.content
    return response.json()


def schemes_of_the_starter():
    cards = current_catalogue()
    return [code for code in starter_list().approach if cards.card(code).type == "scheme"]


# The answer


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(
    st.dictionaries(st.sampled_from([RISK, BLADE, OPULENCE, "01103"]), st.integers(1, 3), min_size=1),
    st.lists(
        st.tuples(st.sets(st.sampled_from([RISK, BLADE, OPULENCE, "01103", "01104"]), min_size=1), st.integers(0, 3)),
        min_size=1,
        max_size=3,
    ),
    st.data(),
)
def test_the_answer_equals_counting_every_hand(client, deck, wants, data):
    size = sum(deck.values())
    draws = data.draw(st.integers(0, size))
    want = [{"cards": sorted(cards), "at_least": least} for cards, least in wants]
    found = answer(client, faction=deck, draws=draws, want=want)
    hands = list(combinations(Counter(deck).elements(), draws))
    good = sum(all(sum(card in cards for card in hand) >= least for cards, least in wants) for hand in hands)
    assert Fraction(found["probability"]) == Fraction(good, len(hands))
    assert found["float"] == good / len(hands)
    counted = Counter(tuple(sum(card in cards for card in hand) for cards, _ in wants) for hand in hands)
    told = {tuple(each["counts"]): Fraction(each["probability"]) for each in found["distribution"]}
    assert told == {counts: Fraction(number, len(hands)) for counts, number in counted.items()}
    for place, (cards, least) in enumerate(wants):
        alone = sum(sum(card in cards for card in hand) >= least for hand in hands)
        assert Fraction(found["wants"][place]["probability"]) == Fraction(alone, len(hands))


def test_a_want_by_search_by_day_under_schemes(client):
    schemes = schemes_of_the_starter()[:2]
    body = starter_body(day=2, schemes=schemes, want=[{"q": "t:attachment", "at_least": 2}])
    found = answer(client, **body)
    days = found["days"]
    assert [day["scheme"] for day in days] == schemes
    assert [day["seen"] for day in days] == [days[0]["draws"], days[0]["draws"] + days[1]["draws"]]
    seen = days[1]["seen"]
    less = comb(32, seen) + 8 * comb(32, seen - 1)
    assert Fraction(found["probability"]) == 1 - Fraction(less, comb(40, seen))
    assert days[1]["probability"] == found["probability"] == days[1]["held"]["probability"]
    assert (found["deck"], found["draws"], found["day"]) == (40, seen, 2)


def test_4_2_6_another_order_of_schemes_is_another_chance(client):
    schemes = schemes_of_the_starter()
    want = [{"q": "t:attachment"}]
    first = {scheme: answer(client, **starter_body(day=1, schemes=[scheme], want=want))["float"] for scheme in schemes}
    none = answer(client, **starter_body(day=1, want=want))
    assert none["days"][0]["scheme"] is None
    assert none["days"][0]["draws"] == 6
    assert len({*first.values(), none["float"]}) > 1
    later = answer(client, **starter_body(day=2, schemes=[None, schemes[0]], want=want))
    assert [day["scheme"] for day in later["days"]] == [None, schemes[0]]


def test_the_simulator_agrees(client):
    games, catalogue, decklist = 400, current_catalogue(), starter_list()
    schemes = schemes_of_the_starter()[:2]
    want = [{"q": "t:attachment", "at_least": 2}, {"q": "t:risk cost=0", "at_least": 5}]
    found = answer(client, **starter_body(day=2, schemes=schemes, want=want))
    sets = [set(each["cards"]) for each in found["wants"]]
    hits = 0
    for seed in range(games):
        table = deal_days(decklist, catalogue, seed, days=2, schemes=schemes)
        drawn = [code for day in table.days for code in day.drawn]
        hits += all(
            sum(code in cards for code in drawn) >= each["at_least"] for cards, each in zip(sets, want, strict=True)
        )
    spread = (games * found["float"] * (1 - found["float"])) ** 0.5
    assert abs(hits - games * found["float"]) < 4 * spread


def test_everything_around_it_comes_along(client):
    found = answer(client, **starter_body(day=1, want=[{"q": "t:risk"}, {"q": "cost=1", "at_most": 2}]))
    assert sum(Fraction(each["probability"]) for each in found["met"]) == 1
    assert sum(Fraction(each["probability"]) for each in found["distribution"]) == 1
    assert [each["cost"] for each in found["payable"]] == [0, 1, 2]
    for value in ("riposte", "parry", "thrust"):
        assert sum(Fraction(each["probability"]) for each in found["gamble"][value]) == 1
    assert found["days"][0]["held"] is None
    assert found["wants"][0]["explanation"] == "at least 1 of the 32 risks"
    assert (found["wants"][1]["at_least"], found["wants"][1]["at_most"]) == (1, 2)


def test_certainties_are_fractions_too(client):
    assert answer(client, faction={RISK: 2}, draws=2, want=[{"q": "t:risk", "at_least": 2}])["probability"] == "1/1"
    assert answer(client, faction={RISK: 2}, draws=2, want=[{"q": "t:attachment"}])["probability"] == "0/1"


def test_what_is_too_much_to_look_at_is_left_out(client):
    found = answer(client, **starter_body(draws=30, want=[{"q": "t:risk"}, {"q": "cost<=1"}, {"q": "cost=0"}]))
    assert found["distribution"] is None
    assert found["payable"] is None
    unknown = answer(client, faction={"02027": 2}, draws=1, want=[{"q": "t:risk"}])
    assert unknown["gamble"] == {"riposte": None, "parry": None, "thrust": None}


def test_the_answer_is_as_its_description_says(client):
    for more in ({"day": 3}, {"draws": 25}):
        found = answer(client, **starter_body(want=[{"q": "t:risk"}, {"cards": [BLADE]}], **more))
        assert set(found) == set(OddsSerializer().fields)
        assert OddsSerializer(found).data == found


def test_what_is_written_up_is_true(client):
    section = WRITTEN[WRITTEN.index("### `POST /api/v1/odds/`") :].partition("\n## ")[0]
    body = json.loads(re.search(r"-d '(.*?)'", section)[1])
    found = answer(client, **body)
    for key in ("probability", "float", "deck", "draws"):
        assert f'"{key}":{json.dumps(found[key])}' in section
    assert json.dumps(found["distribution"][0], separators=(",", ":")) in section
    named = {*OddsInput().fields, *WantInput().fields, *WantAnswerSerializer().fields, *DayAnswerSerializer().fields}
    assert [name for name in {*named, *found} - {*DeckInput().fields} if f"`{name}`" not in section] == []
    assert f"1 to {MAX_WANTS} wants" in section
    assert f"1 to {MAX_DECK_SIZE} cards" in section
    assert f"more than {MAX_COMBINATIONS:,} combinations" in section
    assert f"`draws` of at most {MAX_HAND}" in section


def test_a_stored_deck_can_be_asked_as_it_came(client):
    record = call(client, "get", f"decks/{Deck.objects.filter(starter=True).first().pk}/").json()
    assert answer(client, **record, draws=6, want=[{"q": "t:risk"}])["deck"] == 40


def test_a_printing_stands_for_its_card(client):
    card = next(card for card in current_catalogue() if len(card.printings) > 1 and card.deck == "faction")
    other = next(printing.code for printing in card.printings if printing.code != card.code)
    found = answer(client, faction={card.code: 1, other: 1, RISK: 2}, draws=2, want=[{"cards": [other]}])
    assert found["wants"][0]["cards"] == {card.code: 2}


# Who may, and how often the database is asked


def test_anyone_may_ask_and_nothing_is_kept(client):
    before = Deck.objects.count()
    body = starter_body(draws=6, want=[{"q": "t:risk"}])
    ask(client, **body)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert ask(client, **body)["Cache-Control"] == "no-store"
    assert len(captured) < 4
    assert Deck.objects.count() == before
    for method in ("get", "put", "patch", "delete"):
        problem(call(client, method, "odds/"), 405, "method_not_allowed")


# What cannot be asked


def refused(client, code="unanswerable", **body):
    found = problem(ask(client, **body), 400, code)
    return found["errors"][0]["field"], found["detail"]


@pytest.mark.parametrize(
    ("body", "field", "words"),
    [
        ({"want": [{"q": "t:risk"}]}, "draws", "Send either"),
        ({"day": 1, "draws": 1, "want": [{"q": "t:risk"}]}, "draws", "Send either"),
        ({"draws": 41, "want": [{"q": "t:risk"}]}, "draws", "from a deck of 40"),
        ({"draws": 1, "schemes": ["01148"], "want": [{"q": "t:risk"}]}, "schemes", "with `draws`"),
        ({"day": 1, "leader": None, "want": [{"q": "t:risk"}]}, "leader", "Choose a leader first"),
        ({"day": 2, "schemes": [None, RISK], "want": [{"q": "t:risk"}]}, "schemes.1", "not a scheme"),
        ({"draws": 1, "want": [{"q": "t:risk"}, {}]}, "want.1", "which cards"),
        ({"draws": 1, "want": [{"cards": ["99999"]}]}, "want.0.cards", "99999"),
        ({"draws": 1, "want": [{"q": "t:risk", "at_least": 2, "at_most": 1}]}, "want.0.at_most", "contradict"),
    ],
)
def test_a_question_without_an_answer_says_what_is_wrong_and_where(client, body, field, words):
    where, why = refused(client, **starter_body(**body))
    assert where == field
    assert words in why


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"draws": -1}, "draws"),
        ({"draws": 401}, "draws"),
        ({"draws": "6"}, "draws"),
        ({"day": 0}, "day"),
        ({"day": 6}, "day"),
        ({"day": 1, "schemes": [None] * 6}, "schemes"),
        ({"day": 1, "want": []}, "want"),
        ({"day": 1, "want": [{"q": "t:risk"}] * 7}, "want"),
        ({"day": 1, "want": "t:risk"}, "want"),
        ({"day": 1, "want": ["t:risk"]}, "want.0"),
        ({"day": 1, "want": [{"q": ""}]}, "want.0.q"),
        ({"day": 1, "want": [{"q": "x" * 501}]}, "want.0.q"),
        ({"day": 1, "want": [{"q": "t:risk"}, {"q": 1}]}, "want.1.q"),
        ({"day": 1, "want": [{"q": "t:risk", "at_least": -1}]}, "want.0.at_least"),
        ({"day": 1, "want": [{"q": "t:risk", "at_least": 401}]}, "want.0.at_least"),
        ({"day": 1, "want": [{"q": "t:risk", "atleast": 1}]}, "want.0.atleast"),
        ({"day": 1, "wants": [{"q": "t:risk"}]}, "wants"),
    ],
)
def test_what_cannot_be_used_is_named(client, body, field):
    body = starter_body(**{"want": [{"q": "t:risk"}], **body})
    assert refused(client, "invalid", **body)[0] == field


def test_a_search_with_a_fault_says_where_and_what_to_write(client):
    found = problem(ask(client, **starter_body(draws=6, want=[{"q": "t:risk"}, {"q": "f:castile"}])), 400, "bad_query")
    (error,) = found["errors"]
    assert (error["field"], error["start"], error["end"], error["suggestion"]) == ("want.1.q", 2, 9, "castille")


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"leader": "99999"}, "leader", "unknown_card"),
        ({"approach": ["99999"]}, "approach", "unknown_card"),
        ({"faction": {"99999": 1}}, "faction", "unknown_card"),
        ({"faction": {RISK: 0}}, "faction", "bad_quantity"),
        ({"faction": {RISK: -2}}, "faction", "bad_quantity"),
        ({"faction": {}}, "faction", "faction_size"),
        ({"faction": {RISK: 99, BLADE: 99, "01103": 99, "01104": 99, "01105": 99}}, "faction", "faction_size"),
    ],
)
def test_a_list_that_has_no_odds_is_refused(client, body, field, code):
    assert refused(client, code, **starter_body(draws=0, want=[{"q": "t:risk"}], **body))[0] == field


# How long it takes


def large_deck():
    cards = [card.code for card in current_catalogue() if card.deck == "faction"][:200]
    return dict.fromkeys(cards, 2)


def test_the_worst_that_can_be_asked_is_answered_or_refused_within_a_second(client):
    deck = large_deck()
    codes = list(deck)
    worst = [
        ([{"cards": codes[place :: place + 2], "at_least": 12} for place in range(6)], 200),
        ([{"cards": codes[place::7], "at_least": 6} for place in range(6)], 30),
        ([{"cards": codes[place::5], "at_least": 10} for place in range(4)], 30),
        ([{"cards": codes[place::3], "at_least": 50} for place in range(2)], 400),
        ([{"cards": codes[: 100 + place], "at_least": 100} for place in range(6)], 400),
        ([{"cards": codes, "at_least": 200}], 400),
    ]
    ask(client, faction=deck, draws=6, want=[{"q": "t:risk"}])
    for want, draws in worst:
        started = time.process_time()
        response = ask(client, faction=deck, draws=draws, want=want)
        taken = time.process_time() - started
        assert response.status_code in (200, 400), response.content
        if response.status_code == 400:
            assert "too many combinations" in response.json()["detail"]
        assert taken < 1, (len(want), draws, taken)


@pytest.mark.parametrize("content", ["9" * 1_000_000, "[" * 1_000_000, '{"want":[' + "{}," * 300_000 + "{}]}"])
def test_a_megabyte_is_refused_at_once(client, content):
    started = time.process_time()
    response = client.post("/api/v1/odds/", content, content_type="application/json")
    problem(response, 413, "too_large")
    assert time.process_time() - started < 1


def test_many_small_wants_are_refused_before_they_are_looked_at(client):
    started = time.process_time()
    body = '{"draws":1,"want":[' + "{}," * 40_000 + "{}]}"
    problem(client.post("/api/v1/odds/", body, content_type="application/json"), 400, "invalid")
    assert time.process_time() - started < 1


# Any body at all


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-500, 500) | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
wants = st.fixed_dictionaries(
    {},
    optional={
        "cards": st.lists(st.sampled_from([RISK, BLADE, "99999", ""]), max_size=4) | json_values,
        "q": st.sampled_from(["t:risk", "cost<=1", "f:castile", "(", "sort:cost", "not", "\u0000"]) | json_values,
        "at_least": st.integers(-1, 401) | json_values,
        "at_most": st.integers(-1, 401) | json_values,
    },
)
bodies = st.fixed_dictionaries(
    {},
    optional={
        "leader": st.sampled_from(["01089", "03001", RISK, "99999", None]) | json_values,
        "approach": st.lists(st.sampled_from(["01148", "01091", RISK]), max_size=4) | json_values,
        "faction": st.dictionaries(st.sampled_from([RISK, BLADE, OPULENCE, "01148", "99999"]), st.integers(-1, 120))
        | json_values,
        "want": st.lists(wants, max_size=7) | json_values,
        "draws": st.integers(-1, 401) | json_values,
        "day": st.integers(-1, 6) | json_values,
        "schemes": st.lists(st.sampled_from(["01148", None, RISK]), max_size=6) | json_values,
    },
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(bodies | json_values)
def test_no_body_breaks_it(client, body):
    cache.clear()
    response = client.post("/api/v1/odds/", json.dumps(body), content_type="application/json")
    assert response.status_code in (200, 400), response.content
    if response.status_code == 200:
        assert 0 <= Fraction(response.json()["probability"]) <= 1
    else:
        assert response.json()["detail"]
