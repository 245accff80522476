"""Lists judged, read and written over the API, without anything being kept."""

import json
import time

import pytest
from django.core.cache import cache

from decks.api.base import MAX_BODY, MAX_IMPORT_BODY
from decks.exchange import KINDS
from decks.models import Deck
from tests.decks.api_calls import call, problem, starter_body
from web.rate_limits import Limit, WorkThrottle

pytestmark = pytest.mark.django_db

BODIES = {
    "validate": starter_body,
    "import": lambda: {"text": "2 Not Today"},
    "export": lambda: starter_body(kind="csv"),
}


@pytest.fixture(autouse=True)
def _fresh():
    cache.clear()
    yield
    cache.clear()


def test_a_legal_list_is_legal(client):
    answer = call(client, "post", "decks/validate/", starter_body())
    assert answer.status_code == 200
    verdict = answer.json()
    assert verdict["legal"] is True
    assert verdict["format"] == "rulebook-2023"
    assert verdict["violations"] == []
    assert verdict["counts"]["approach"] == verdict["counts"]["characters"] + verdict["counts"]["schemes"] == 10
    assert verdict["counts"]["faction"] >= 40


def test_everything_that_is_wrong_is_told_at_once(client):
    body = starter_body(leader="99999", faction={"01100": 0, "nonsense": 2})
    verdict = call(client, "post", "decks/validate/", body).json()
    assert verdict["legal"] is False
    codes = {violation["code"] for violation in verdict["violations"]}
    assert {"unknown_card", "bad_quantity", "faction_size"} <= codes
    fields = {"code", "severity", "zone", "cards", "actual", "allowed", "rule", "message"}
    assert all(set(violation) == fields for violation in verdict["violations"])


def test_nothing_at_all_is_an_incomplete_deck(client):
    verdict = call(client, "post", "decks/validate/", {}).json()
    assert {violation["severity"] for violation in verdict["violations"]} == {"incomplete"}
    assert "no_leader" in {violation["code"] for violation in verdict["violations"]}


def test_another_format_judges_otherwise(client):
    body = starter_body(format="playtest-5.9.4e")
    body["faction"] = {**body["faction"], "01100": body["faction"].get("01100", 0) + 1}
    size = sum(body["faction"].values())
    verdict = call(client, "post", "decks/validate/", body).json()
    assert verdict["format"] == "playtest-5.9.4e"
    assert ("faction_size" in {each["code"] for each in verdict["violations"]}) == (size != 40)


def test_a_stored_deck_can_be_judged_as_it_came(client):
    deck = Deck.objects.filter(starter=True).first()
    record = call(client, "get", f"decks/{deck.pk}/").json()
    assert call(client, "post", "decks/validate/", record).json()["legal"] is True
    written = call(client, "post", "decks/export/", {**record, "kind": "text"})
    assert record["name"] in written.content.decode()


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"leader": 1089}, "leader", "invalid"),
        ({"leader": True}, "leader", "invalid"),
        ({"leader": ""}, "leader", "blank"),
        ({"leader": "x" * 41}, "leader", "max_length"),
        ({"leader": "\ud800"}, "leader", "surrogate_characters_not_allowed"),
        ({"leader": "0\x001"}, "leader", "null_characters_not_allowed"),
        ({"approach": "01091"}, "approach", "not_a_list"),
        ({"approach": [1]}, "approach.0", "invalid"),
        ({"approach": [[]]}, "approach.0", "invalid"),
        ({"approach": ["01091"] * 401}, "approach", "max_length"),
        ({"approach": [""] * 401}, "approach", "max_length"),
        ({"faction": []}, "faction", "not_a_dict"),
        ({"faction": {"01100": "2"}}, "faction.01100", "invalid"),
        ({"faction": {"01100": True}}, "faction.01100", "invalid"),
        ({"faction": {"01100": 1.5}}, "faction.01100", "invalid"),
        ({"faction": {"01100": None}}, "faction.01100", "null"),
        ({"faction": {"01100": 10**7}}, "faction.01100", "max_value"),
        ({"faction": {"\ud800": 1}}, "faction", "surrogate_characters_not_allowed"),
        ({"faction": {"x" * 41: 1}}, "faction", "max_length"),
        ({"faction": {str(number): 1 for number in range(401)}}, "faction", "too_many"),
        ({"faction": {str(number): "" for number in range(401)}}, "faction", "too_many"),
        ({"format": "rulebok-2023"}, "format", "unknown_format"),
        ({"fraction": {}}, "fraction", "unknown_field"),
        ({"name": "x" * 81}, "name", "max_length"),
        ([], "", "invalid"),
        ("text", "", "invalid"),
        (None, "", "null"),
    ],
)
def test_what_cannot_be_used_is_named(client, body, field, code):
    response = client.post("/api/v1/decks/validate/", json.dumps(body), content_type="application/json")
    errors = problem(response, 400, "invalid")["errors"]
    assert [(error["field"], error["code"]) for error in errors] == [(field, code)]


def test_two_and_two_point_zero_are_one_number(client):
    body = {"faction": {"01100": 2.0}}
    assert call(client, "post", "decks/validate/", body).json()["counts"]["faction"] == 2


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "line 1"),
        (b"\xff\xfe{", "UTF-8"),
        (b'{"name": NaN}', "NaN"),
        (b'{"leader": "a", "leader": "b"}', "duplicate key"),
        (b'{"faction": {"01100": 1, "01100": 2}}', "duplicate key"),
        (b"[" * 100_000, "nested"),
        (b'{"name": ' + b"9" * 5000 + b"}", "not valid JSON"),
        (b"", ""),
    ],
)
def test_a_body_that_is_not_json_is_told_so(client, content, words):
    response = client.post("/api/v1/decks/import/", content, content_type="application/json")
    code = "parse_error" if content else "invalid"
    assert words in problem(response, 400, code)["detail"]


@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
def test_a_body_must_say_that_it_is_json(client, media_type):
    response = client.generic("POST", "/api/v1/decks/validate/", b"{}", content_type=media_type)
    problem(response, 415, "unsupported_media_type")


@pytest.mark.parametrize("route", BODIES)
def test_a_megabyte_is_refused_at_once(client, route):
    started = time.monotonic()
    for content in ("2x Not Today\n" * 80_000, "\u202e" * 400_000, "{" * 1_000_000, "01100 " * 170_000):
        body = {"text": content} if route == "import" else {"name": content, "kind": "text"}
        response = client.post(f"/api/v1/decks/{route}/", json.dumps(body), content_type="application/json")
        problem(response, 413, "too_large")
    assert time.monotonic() - started < 4


def test_a_body_is_read_no_further_than_its_limit(client):
    for route, most in (("validate", MAX_BODY), ("import", MAX_IMPORT_BODY)):
        response = client.post(f"/api/v1/decks/{route}/", b" " * (most + 1), content_type="application/json")
        problem(response, 413, "too_large")


def test_a_text_becomes_a_deck(client):
    written = call(client, "post", "decks/export/", starter_body(kind="text")).content.decode()
    answer = call(client, "post", "decks/import/", {"text": written, "kind": "auto"}).json()
    assert answer["deck"] == {**starter_body(), "name": "Mine"}
    assert answer["legal"] is True
    assert answer["violations"] == []
    assert answer["kind"] == "text"
    assert len(answer["decks"]) == 1
    assert {key: answer[key] for key in ("deck", "lines", "legal", "violations")} == answer["decks"][0]
    assert {line["status"] for line in answer["lines"]} <= {"matched", "ignored"}


def test_several_decks_in_one_text(client):
    one = call(client, "post", "decks/export/", starter_body(kind="json", name="One")).json()
    two = call(client, "post", "decks/export/", starter_body(kind="json", name="Two")).json()
    answer = call(client, "post", "decks/import/", {"text": json.dumps([one, two])}).json()
    assert [each["deck"]["name"] for each in answer["decks"]] == ["One", "Two"]
    assert answer["deck"]["name"] == "One"


def test_lines_tell_what_became_of_them(client):
    answer = call(client, "post", "decks/import/", {"text": "2x Not Tody\n3 qwertz asdf yxcv\n\n1 Not Today"}).json()
    by_status = {line["status"]: line for line in answer["lines"]}
    assert by_status["guessed"]["candidates"][0].keys() == {"code", "score"}
    assert by_status["failed"]["text"].strip().endswith("yxcv")
    assert answer["legal"] is False


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"text": "   "}, "empty"),
        ({"text": "{"}, "bad_json"),
        ({"text": "{}", "kind": "tts"}, None),
        ({"text": "x", "kind": "xml"}, "invalid"),
        ({"kind": "text"}, "invalid"),
        ({"text": 5}, "invalid"),
    ],
)
def test_a_text_that_holds_no_deck_is_told_so(client, body, code):
    response = call(client, "post", "decks/import/", body)
    answer = problem(response, 400, code or response.json()["code"])
    assert answer["errors"]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_is_written_with_its_media_type(client, kind):
    response = call(client, "post", "decks/export/", starter_body(kind=kind))
    assert response.status_code == 200
    assert response["Content-Type"] == KINDS[kind].media_type
    assert response["Content-Disposition"] == f'attachment; filename="mine.{KINDS[kind].extension}"'
    assert response.content
    if kind == "tts":
        assert b"http://testserver/faces/sheets/" in response.content


def test_a_list_that_no_table_holds_is_refused(client):
    body = starter_body(kind="tts", faction={"01100": 1319.0})
    error = problem(call(client, "post", "decks/export/", body), 400, "too_many_cards")["errors"][0]
    assert error["field"] == "faction"
    assert "at most 500" in error["message"]


def test_an_unknown_kind_is_refused(client):
    for body in (starter_body(kind="xml"), starter_body()):
        assert problem(call(client, "post", "decks/export/", body), 400, "invalid")["errors"][0]["field"] == "kind"


@pytest.mark.parametrize("route", BODIES)
def test_work_is_limited_by_address(client, route, monkeypatch):
    monkeypatch.setattr(WorkThrottle, "limit", Limit("test", "calls", 2, 3600))
    body = (
        {"text": "2 Not Today"}
        if route == "import"
        else starter_body(**({"kind": "text"} if route == "export" else {}))
    )
    answers = [call(client, "post", f"decks/{route}/", body) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[0]["RateLimit-Limit"] == "2"
    problem(answers[2], 429, "throttled")
    assert int(answers[2]["Retry-After"]) > 0
    assert call(client, "get", "cards/01001/").status_code == 200


def test_nothing_is_kept(client):
    before = Deck.objects.count()
    for route, body in (
        ("validate", starter_body()),
        ("import", {"text": "2 Not Today"}),
        ("export", starter_body(kind="csv")),
    ):
        assert call(client, "post", f"decks/{route}/", body)["Cache-Control"] == "no-store"
    assert Deck.objects.count() == before


@pytest.mark.parametrize("route", BODIES)
@pytest.mark.parametrize("method", ["get", "put", "patch", "delete"])
def test_other_methods_are_not_theirs(client, route, method):
    response = call(client, method, f"decks/{route}/")
    problem(response, 405, "method_not_allowed")
    assert "POST" in response["Allow"]
