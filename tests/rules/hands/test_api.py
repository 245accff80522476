"""The call that deals hands: the same for the same seed, and every refusal names its field."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from jsonschema import Draft202012Validator

from cards.store import current_catalogue
from decks.lists.starters import read_starters
from rules.hands import KEEPERS, PLANNERS, deal_days
from rules.random_streams import MASK, seed_from_text
from tests.decks.api_calls import call, client_of, make_user, problem

pytestmark = pytest.mark.django_db

STARTERS = {starter.code: starter.decklist for starter in read_starters()}
CASTILLE = STARTERS["castille-starter"]
WRITTEN = (Path(__file__).parents[3] / "docs" / "reference" / "api.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _no_limits():
    cache.clear()
    yield
    cache.clear()


def body(**fields):
    return {
        "name": "Mine",
        "leader": CASTILLE.leader,
        "approach": list(CASTILLE.approach),
        "faction": dict(CASTILLE.faction),
        **fields,
    }


def dealt(**fields):
    answer = call(Client(), "post", "hands/", body(**fields))
    assert answer.status_code == 200, answer.content
    return answer.json()


def codes(cards):
    return [card["code"] for card in cards]


def test_anyone_may_deal_and_nothing_is_kept():
    for client in (Client(), client_of(make_user("ana"))):
        answer = call(client, "post", "hands/", body(seed=1))
        assert answer.status_code == 200
        assert answer["Cache-Control"] == "no-store"
        assert "RateLimit-Remaining" in answer
    assert call(Client(), "get", "hands/").status_code == 405


def test_it_deals_what_the_library_deals():
    answer = dealt(seed=42, keeper="fighters", planner="most-cards")
    table = deal_days(CASTILLE, current_catalogue(), 42, keeper="fighters", planner="most-cards")
    assert [codes(day["hand"]) for day in answer["days"]] == [list(day.hand) for day in table.days]
    assert [codes(day["kept"]) for day in answer["days"]] == [list(day.kept) for day in table.days]
    assert [day["scheme"]["code"] for day in answer["days"]] == [day.scheme for day in table.days]
    assert (answer["seed"], answer["panache"], answer["deck_size"]) == ("42", 6, len(table.deck))
    assert (answer["planner"], answer["keeper"]) == ("most-cards", "fighters")


def test_4_5_2e_what_a_day_discards_is_what_the_next_does_not_keep():
    days = dealt(seed=3, keeper="dearest")["days"]
    for day, after in pairwise(days):
        assert sorted(codes(day["discarded"]) + codes(after["kept"])) == sorted(codes(day["hand"]))
        assert len(after["kept"]) <= 6
    assert days[-1]["discarded"] == []


def test_a_seed_is_chosen_and_told_and_deals_the_same_again():
    one = dealt()
    assert dealt(seed=one["seed"]) == one
    assert dealt(seed=int(one["seed"])) == one
    assert dealt()["seed"] != one["seed"]


@pytest.mark.parametrize("seed", [0, MASK, str(MASK), "harbour", "Nébuleuse 🦀", 5.0])
def test_a_seed_is_a_number_or_words(seed):
    told = int(seed) if isinstance(seed, float) else seed
    assert dealt(seed=seed, days=1)["seed"] == str(seed_from_text(str(told)))


def test_4_2_1_schemes_and_characters_are_played_in_the_order_given():
    schemes, characters = ["01150", "01098"], ["01097"]
    days = dealt(seed=1, schemes=schemes, characters=characters)["days"]
    assert [day["scheme"]["code"] for day in days][:2] == schemes
    assert days[0]["character"]["code"] == characters[0]
    assert len({day["scheme"]["code"] for day in days}) == 5


def test_so_many_days_as_asked_for():
    assert [len(dealt(seed=1, days=days)["days"]) for days in (1, 3, 5)] == [1, 3, 5]
    assert len(dealt(seed=1)["days"]) == 5


def test_a_list_that_is_not_legal_is_dealt_all_the_same():
    answer = dealt(approach=[], faction={"01100": 2, "01101": 9}, seed=1)
    assert [len(day["drawn"]) for day in answer["days"]] == [6, 6, 6, 6, 6]
    assert answer["days"][0]["scheme"] is None
    assert answer["reshuffles"] > 0


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"leader": None}, "leader", "the list has no leader"),
        ({"leader": "01100"}, "leader", "is not a leader"),
        ({"leader": "99999"}, "leader", "no card has the code 99999"),
        ({"faction": {}}, "faction", "nothing to draw"),
        ({"faction": {"01100": 401}}, "faction", "cannot be tried"),
        ({"faction": {"01100": 0, "01101": 1}}, "faction", "fewer than one copy"),
        ({"faction": {"nonsense": 1}}, "faction", "no card has the code nonsense"),
        ({"approach": ["01100"]}, "approach", "neither a scheme nor a character"),
        ({"approach": ["99999"]}, "approach", "no card has the code 99999"),
        ({"schemes": ["01091"]}, "schemes", "is not a scheme in the approach deck"),
        ({"schemes": ["01098", "01098"]}, "schemes", "any more"),
        ({"schemes": ["99999"]}, "schemes", "no card has the code 99999"),
        ({"characters": ["01098"]}, "characters", "is not a character in the approach deck"),
    ],
)
def test_what_cannot_be_dealt_names_the_field(fields, field, words):
    found = problem(call(Client(), "post", "hands/", body(**fields)), 400, "undealable")
    assert [error["field"] for error in found["errors"]] == [field]
    assert words in found["errors"][0]["message"].lower() or words in found["detail"]


def test_everything_that_is_in_the_way_is_told_at_once():
    found = problem(call(Client(), "post", "hands/", {"approach": ["99999"]}), 400, "undealable")
    assert [error["field"] for error in found["errors"]] == ["leader", "approach", "faction"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"days": 0}, "days"),
        ({"days": 6}, "days"),
        ({"days": "5"}, "days"),
        ({"seed": -1}, "seed"),
        ({"seed": MASK + 1}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"seed": True}, "seed"),
        ({"seed": " "}, "seed"),
        ({"seed": "x" * 65}, "seed"),
        ({"seed": "\ud800"}, "seed"),
        ({"seed": None}, "seed"),
        ({"seed": []}, "seed"),
        ({"schemes": ["01098"] * 6}, "schemes"),
        ({"schemes": "01098"}, "schemes"),
        ({"planner": "luck"}, "planner"),
        ({"keeper": "luck"}, "keeper"),
        ({"sede": 1}, "sede"),
    ],
)
def test_what_is_not_valid_names_the_field(fields, field):
    found = problem(call(Client(), "post", "hands/", body(**fields)), 400, "invalid")
    assert {error["field"].partition(".")[0] for error in found["errors"]} == {field}


def test_a_stored_deck_can_be_sent_as_it_came():
    deck = call(Client(), "get", "decks/castille-starter/").json()
    answer = call(Client(), "post", "hands/", {**deck, "seed": 42})
    assert answer.json() == dealt(seed=42)


def test_answers_are_what_the_document_says():
    from cards.api.views import schema_content

    schema = schema_content()
    content = schema["paths"]["/api/v1/hands/"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    validator = Draft202012Validator({**content, "components": schema["components"]})
    for answer in (dealt(seed=1), dealt(approach=[], seed=1), dealt(keeper="cheapest", planner="chance")):
        assert [error.message for error in validator.iter_errors(answer)] == []


def test_the_answer_written_up_is_the_true_one():
    section = WRITTEN.split("### `POST /api/v1/hands/`")[1].split("\n### ")[0]
    asked = json.loads(re.search(r"-d '(\{.*?\})'", section, re.DOTALL)[1])
    told = re.search(r'"seed":"(\d+)"', section)[1]
    true = call(Client(), "post", "hands/", asked).json()
    assert true["seed"] == told
    shown = json.loads(re.search(r'"hand":(\[.*?\])', section, re.DOTALL)[1])
    assert shown == true["days"][0]["hand"]
    for name in (*PLANNERS, *KEEPERS, *true, *true["days"][0]):
        assert f"`{name}`" in section, name
