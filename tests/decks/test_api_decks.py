"""Stored decks over the API: found, made, changed, compared, taken along."""

import json

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from jsonschema import Draft202012Validator

from cards.store import current_catalogue
from decks.decklist import Decklist
from decks.exports.files import LABELS
from decks.models import Deck, DeckVersion, Like, Visibility
from decks.permissions import readable
from decks.query import parse_deck_sort, search_decks
from decks.services import create, save
from tests.decks.api_calls import call, client_of, make_deck, make_user, problem, starter_body, starter_list
from web.ownership import Visitor
from web.rate_limits import Limit, WriteThrottle

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def owner(db):
    return make_user("owner")


@pytest.fixture
def mine(owner):
    """The owner's client."""
    return client_of(owner)


def one_fewer(decklist):
    (code, quantity), *rest = decklist.faction
    return Decklist.of(
        decklist.leader, decklist.approach, dict([*rest, (code, quantity - 1)] if quantity > 1 else rest)
    )


def test_a_deck_is_made_read_changed_and_deleted(mine, owner):
    made = call(mine, "post", "decks/", starter_body(description="**Bold**", format="core-only", visibility="link"))
    assert made.status_code == 201
    record = made.json()
    assert made["Location"] == f"http://testserver/api/v1/decks/{record['id']}/"
    assert record["version"] == 1
    assert record["owner"] == "owner"
    assert record["mine"] is True
    assert (record["visibility"], record["format"]) == ("link", "core-only")
    assert record["link_url"] == f"http://testserver/d/{record['link']}/"
    assert "rulebook-2023" in record["legal_in"]
    read = mine.get(made["Location"])
    assert read.json() == record
    assert read["ETag"] == made["ETag"]
    changed = call(mine, "patch", f"decks/{record['id']}/", {"name": "  Renamed ", "description": ""})
    assert changed.json()["name"] == "Renamed"
    assert changed.json()["version"] == 1
    assert changed.json()["leader"] == record["leader"]
    fewer = one_fewer(starter_list())
    replaced = call(mine, "put", f"decks/{record['id']}/", starter_body(faction=dict(fewer.faction))).json()
    assert replaced["version"] == 2
    assert replaced["faction"] == dict(fewer.faction)
    assert (replaced["visibility"], replaced["format"]) == ("link", "core-only")
    gone = call(mine, "delete", f"decks/{record['id']}/")
    assert (gone.status_code, gone.content) == (204, b"")
    problem(call(mine, "delete", f"decks/{record['id']}/"), 404, "not_found")
    problem(call(mine, "get", f"decks/{record['id']}/"), 404, "not_found")


def test_a_deck_need_not_be_complete(mine):
    record = call(mine, "post", "decks/", {"name": "Only a name"}).json()
    assert record["counts"] == {"leader": 0, "approach": 0, "faction": 0}
    assert record["legal"] is False
    assert record["legal_in"] == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "x", "leader": "99999"}, "unknown_card"),
        ({"name": "x", "approach": ["nope"]}, "unknown_card"),
        ({"name": "x", "faction": {"01100": 0}}, "bad_quantity"),
        ({"name": "x", "faction": {"01100": 100}}, "bad_quantity"),
        ({"name": "x", "faction": {"01100": -1}}, "bad_quantity"),
        ({}, "invalid"),
        ({"name": ""}, "invalid"),
        ({"name": "\t "}, "invalid"),
        ({"name": "\x07"}, "invalid"),
        ({"name": "x", "visibility": "everyone"}, "invalid"),
        ({"name": "x", "description": "x" * 10_001}, "invalid"),
        ({"name": "x", "expected_version": 1}, "invalid"),
    ],
)
def test_a_deck_that_cannot_be_kept_is_refused_whole(mine, body, code):
    before = Deck.objects.count()
    problem(call(mine, "post", "decks/", body), 400, code)
    assert Deck.objects.count() == before


def test_a_change_that_cannot_be_made_changes_nothing(mine, owner):
    deck = make_deck(owner)
    body = {"name": "Renamed", "visibility": "public", "leader": "99999"}
    problem(call(mine, "patch", f"decks/{deck.pk}/", body), 400, "unknown_card")
    fresh = Deck.objects.get(pk=deck.pk)
    assert (fresh.name, fresh.visibility) == (deck.name, Visibility.PRIVATE)


def test_replacing_takes_a_whole_list(mine, owner):
    """Leaving a part out must not empty it."""
    deck = make_deck(owner)
    errors = problem(call(mine, "put", f"decks/{deck.pk}/", {"name": "x"}), 400, "invalid")["errors"]
    assert {error["field"] for error in errors} == {"leader", "approach", "faction"}


def test_parts_of_a_list_can_be_changed_alone(mine, owner):
    deck = make_deck(owner)
    record = call(mine, "patch", f"decks/{deck.pk}/", {"leader": None}).json()
    assert record["leader"] is None
    assert record["faction"] == dict(starter_list().faction)
    record = call(mine, "patch", f"decks/{deck.pk}/", {"approach": [], "faction": {}}).json()
    assert record["counts"] == {"leader": 0, "approach": 0, "faction": 0}


def test_sending_a_list_twice_makes_one_version(mine, owner):
    deck = make_deck(owner)
    body = starter_body(faction=dict(one_fewer(starter_list()).faction))
    first = call(mine, "put", f"decks/{deck.pk}/", body)
    second = call(mine, "put", f"decks/{deck.pk}/", body)
    assert first.json() == second.json()
    assert first["ETag"] == second["ETag"]
    assert deck.versions.count() == 2


def test_what_was_read_can_be_sent_back(mine, owner):
    deck = make_deck(owner, Visibility.LINK)
    record = call(mine, "get", f"decks/{deck.pk}/").json()
    answer = call(mine, "put", f"decks/{deck.pk}/", record)
    assert answer.status_code == 200
    assert answer.json() == record


# Two writers


def test_a_stale_version_is_a_conflict_that_tells_what_stands(mine, owner):
    deck = make_deck(owner)
    save(deck, one_fewer(starter_list()), current_catalogue())
    for method, body in (
        ("put", starter_body(expected_version=1)),
        ("patch", {"name": "x", "expected_version": 1}),
        ("patch", {"visibility": "public", "expected_version": 3}),
    ):
        answer = problem(call(mine, method, f"decks/{deck.pk}/", body), 409, "stale_version")
        assert answer["current"]["version"] == 2
        assert answer["current"]["faction"] == dict(one_fewer(starter_list()).faction)
    fresh = Deck.objects.get(pk=deck.pk)
    assert (fresh.name, fresh.visibility, fresh.head.number) == (deck.name, Visibility.PRIVATE, 2)
    answer = call(mine, "patch", f"decks/{deck.pk}/", {"name": "x", "expected_version": 2})
    assert answer.json()["name"] == "x"


def test_a_tag_guards_a_change(mine, owner):
    deck = make_deck(owner)
    path = f"decks/{deck.pk}/"
    tag = call(mine, "get", path)["ETag"]
    changed = call(mine, "patch", path, {"name": "Second"}, **{"If-Match": tag})
    assert changed.status_code == 200
    for method, body in (("patch", {"name": "Third"}), ("put", starter_body()), ("delete", None)):
        answer = problem(call(mine, method, path, body, **{"If-Match": tag}), 412, "precondition_failed")
        assert answer["current"]["name"] == "Second"
    assert call(mine, "patch", path, {"name": "Third"}, **{"If-Match": "*"}).status_code == 200
    weak = "W/" + call(mine, "get", path)["ETag"]
    problem(call(mine, "delete", path, **{"If-Match": weak}), 412, "precondition_failed")
    assert call(mine, "delete", path, **{"If-Match": call(mine, "get", path)["ETag"]}).status_code == 204


def test_an_unchanged_answer_is_not_sent_again(mine, owner):
    deck = make_deck(owner, Visibility.PUBLIC)
    for path in (f"decks/{deck.pk}/", "decks/", f"decks/{deck.pk}/versions/", f"decks/{deck.pk}/diff/"):
        first = call(mine, "get", path)
        again = call(mine, "get", path, **{"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert first["Cache-Control"] == "private, no-store"
        assert call(client_of(), "get", path)["Cache-Control"] == "public, max-age=0, must-revalidate"
        assert {"Authorization", "Cookie"} <= {name.strip() for name in first["Vary"].split(",")}
    assert call(client_of(), "get", f"decks/{deck.pk}/")["ETag"] != call(mine, "get", f"decks/{deck.pk}/")["ETag"]


# What a caller must not set

# The leader is that of the list.
ALLOWED = {"name", "description", "format", "visibility", "leader"}


@pytest.mark.parametrize(
    "field", sorted(({field.name for field in Deck._meta.get_fields()} - ALLOWED) | {"owner_id", "head_id", "pk"})
)
@pytest.mark.parametrize("method", ["post", "put", "patch"])
def test_no_field_of_the_model_is_set_from_outside(mine, owner, field, method):
    """Sent with a call that is otherwise good, a field is either refused by name or not looked at."""
    deck = make_deck(owner)
    other = make_deck(make_user("victim"))
    evil = {"owner": other.owner_id, "owner_id": other.owner_id, "head": other.head_id, "starter": True, "id": other.pk}
    value = evil.get(field, 77)
    body = {**({"name": "x"} if method == "patch" else starter_body()), field: value}
    path = "decks/" if method == "post" else f"decks/{deck.pk}/"
    before = dict(Deck.objects.filter(pk=other.pk).values()[0].items())
    response = call(mine, method, path, body)
    assert response.status_code in (200, 201, 400)
    if response.status_code == 400:
        errors = problem(response, 400, "invalid")["errors"]
        assert [(error["field"], error["code"]) for error in errors] == [(field, "unknown_field")]
    else:
        made = Deck.objects.get(pk=response.json()["id"])
        assert made.pk != other.pk
        assert made.owner == owner
        assert (made.likes, made.starter, made.link, made.withheld, made.browser) == (0, False, None, False, "")
        assert made.head.deck_id == made.pk
        assert made.leader_id == made.head.leader_id
        assert made.source is None
    assert Deck.objects.filter(pk=other.pk).values()[0] == before


# Listing


def test_a_listing_is_searched_sorted_and_paged(mine, owner):
    made = [make_deck(owner, Visibility.PUBLIC, name=f"Épée {number}") for number in range(5)]
    for likes, deck in enumerate(made):
        Deck.objects.filter(pk=deck.pk).update(likes=likes)
    answer = call(mine, "get", "decks/?q=epee+likes>0&sort=likes&page_size=2").json()
    assert answer["count"] == 4
    assert [deck["likes"] for deck in answer["results"]] == [4, 3]
    assert answer["explanation"] == "Decks that mention “epee” and have more than 0 likes"
    rest = mine.get(answer["next"]).json()
    assert [deck["likes"] for deck in rest["results"]] == [2, 1]
    assert rest["next"] is None
    assert mine.get(rest["previous"]).json()["results"] == answer["results"]
    newest = call(mine, "get", "decks/?q=n:epee").json()["results"]
    assert [deck["id"] for deck in newest] == [deck.pk for deck in reversed(made)]
    by_card = call(client_of(), "get", "decks/", None).json()
    assert {deck["visibility"] for deck in by_card["results"]} == {"public"}


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("q=leadr:x", 400, "bad_query"),
        ("sort=cost", 400, "bad_parameter"),
        ("scope=theirs", 400, "bad_parameter"),
        ("page=0", 400, "bad_parameter"),
        ("page=99", 404, "no_such_page"),
        ("page_size=201", 400, "bad_parameter"),
        ("querry=x", 400, "bad_parameter"),
        ("q=a&q=b", 400, "bad_parameter"),
    ],
)
def test_a_listing_that_cannot_be_made_says_why(client, query, status, code):
    problem(client.get(f"/api/v1/decks/?{query}"), status, code)


def test_a_faulty_query_tells_places_and_guesses(client):
    text = 'card:"Not Tody" factoin:eisen'
    errors = problem(client.get("/api/v1/decks/", {"q": text}), 400, "bad_query")["errors"]
    assert [text[error["start"] : error["end"]] for error in errors] == ['"Not Tody"', "factoin"]
    assert [error["suggestion"] for error in errors] == ['"Not Today"', "faction"]


@pytest.mark.parametrize(
    "path", ["decks/?page_size=200&q=epee", "decks/?scope=mine", "decks/{pk}/", "decks/{pk}/versions/"]
)
def test_the_number_of_queries_does_not_grow(mine, owner, path):
    source = make_deck(owner, Visibility.PUBLIC)
    path = path.replace("{pk}", source.pk)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            assert call(mine, "get", path).status_code == 200
        counts.append(len(asked))
        for number in range(8):
            copied = create(Visitor(owner), "Épée", starter_list(), current_catalogue(), source=source.head)
            Like.objects.create(deck=copied, user=owner)
            save(source, Decklist.of(None, (), {"01100": number + 1}), current_catalogue())
    assert counts[0] == counts[1] <= 9


# What belongs to a deck


def test_versions_tell_the_history(mine, owner):
    deck = make_deck(owner, Visibility.PUBLIC)
    save(deck, one_fewer(starter_list()), current_catalogue())
    answer = call(client_of(), "get", f"decks/{deck.pk}/versions/?page_size=1").json()
    assert answer["count"] == 2
    (newest,) = answer["results"]
    assert (newest["number"], newest["parent"], newest["current"]) == (2, 1, True)
    (first,) = client_of().get(answer["next"]).json()["results"]
    assert (first["number"], first["parent"], first["current"]) == (1, None, False)
    assert first["faction"] == dict(starter_list().faction)


def test_a_difference_tells_what_changed(mine, owner):
    deck = make_deck(owner, Visibility.PUBLIC)
    save(deck, one_fewer(starter_list()), current_catalogue())
    path = f"decks/{deck.pk}/diff/"
    unless_told = call(mine, "get", path).json()
    assert unless_told == call(mine, "get", f"{path}?from=1&to=2").json()
    assert unless_told["same"] is False
    (change,) = [*unless_told["removed"], *unless_told["changed"]]
    assert change["before"] - change["after"] == 1
    back = call(mine, "get", f"{path}?from=2&to=1").json()
    assert [*back["added"], *back["changed"]][0]["after"] == change["before"]
    assert call(mine, "get", f"{path}?from=2&to=2").json()["same"] is True
    problem(call(mine, "get", f"{path}?from=3"), 404, "not_found")
    problem(call(mine, "get", f"{path}?from=0"), 400, "bad_parameter")
    problem(call(mine, "get", f"{path}?to=one"), 400, "bad_parameter")


@pytest.mark.parametrize("kind", sorted(set(LABELS) - {"proxies.pdf"}))
def test_every_kind_of_file(mine, owner, kind):
    deck = make_deck(owner, Visibility.PUBLIC)
    response = call(client_of(), "get", f"decks/{deck.pk}/export/{kind}/")
    assert response.status_code == 200
    assert response["Content-Disposition"].startswith('attachment; filename="epee.')
    if kind.endswith(".pdf"):
        assert response.content.startswith(b"%PDF-")
        assert response["Content-Type"] == "application/pdf"
    else:
        body = starter_body(kind=kind, name="Épée")
        assert response.content == call(mine, "post", "decks/export/", body).content


def test_an_older_version_can_be_taken_along(mine, owner):
    deck = make_deck(owner)
    save(deck, one_fewer(starter_list()), current_catalogue())
    path = f"decks/{deck.pk}/export/json/"
    assert call(mine, "get", f"{path}?version=1").json()["faction"] == dict(starter_list().faction)
    assert call(mine, "get", path).json()["faction"] == dict(one_fewer(starter_list()).faction)
    problem(call(mine, "get", f"{path}?version=9"), 404, "not_found")


def test_a_file_that_cannot_be_made_says_why(mine, owner, monkeypatch):
    from decks.api import parts
    from decks.exports.files import StillDrawingError

    deck = make_deck(owner)
    problem(call(mine, "get", f"decks/{deck.pk}/export/xml/"), 404, "not_found")
    problem(call(mine, "get", f"decks/{deck.pk}/export/sheet.pdf/?paper=a3"), 400, "bad_parameter")
    save(
        deck,
        Decklist.of(None, (), dict.fromkeys(("01100", "01101", "01102", "01103", "01104", "01105"), 99)),
        current_catalogue(),
    )
    for kind in ("proxies.pdf", "tts"):
        problem(call(mine, "get", f"decks/{deck.pk}/export/{kind}/"), 400, "too_many_cards")
        assert client_of(owner).get(f"/decks/{deck.pk}/export/{kind}/").status_code == 400
    assert client_of(owner).get(f"/decks/{deck.pk}/export/?kind=tts").status_code == 400

    def drawing(*_, **__):
        raise StillDrawingError(3, 50)

    monkeypatch.setattr(parts, "export", drawing)
    answer = call(mine, "get", f"decks/{deck.pk}/export/proxies.pdf/")
    assert (answer.status_code, answer.json()) == (202, {"left": 3, "total": 50})
    assert answer["Retry-After"] == "2"


def test_a_copy_is_ones_own_and_knows_its_source(owner):
    deck = make_deck(owner, Visibility.PUBLIC)
    save(deck, one_fewer(starter_list()), current_catalogue())
    copier = client_of(make_user("copier"))
    answer = call(copier, "post", f"decks/{deck.pk}/copy/", {"version": 1, "name": "Copied"})
    copied = answer.json()
    assert answer.status_code == 201
    assert answer["Location"].endswith(f"/api/v1/decks/{copied['id']}/")
    assert (copied["name"], copied["owner"], copied["visibility"]) == ("Copied", "copier", "private")
    assert copied["source"] == {"deck": deck.pk, "version": 1}
    assert copied["faction"] == dict(starter_list().faction)
    assert call(copier, "post", f"decks/{deck.pk}/copy/").json()["name"] == deck.name
    problem(call(copier, "post", f"decks/{deck.pk}/copy/", {"version": 9}), 404, "not_found")
    Deck.objects.filter(pk=deck.pk).update(visibility=Visibility.PRIVATE)
    assert call(copier, "get", f"decks/{copied['id']}/").json()["source"] is None


def test_liking_twice_is_liking_once(owner):
    deck = make_deck(owner, Visibility.PUBLIC)
    friend = client_of(make_user("friend"))
    path = f"decks/{deck.pk}/like/"
    assert [call(friend, "put", path).json() for _ in range(2)] == [{"liked": True, "likes": 1}] * 2
    assert call(friend, "get", f"decks/{deck.pk}/").json()["liked"] is True
    assert call(friend, "get", "decks/?q=likes:1").json()["results"][0]["liked"] is True
    assert call(client_of(), "get", f"decks/{deck.pk}/").json()["liked"] is False
    assert [call(friend, "delete", path).json() for _ in range(2)] == [{"liked": False, "likes": 0}] * 2


def test_writing_is_limited_by_address(mine, owner, monkeypatch):
    monkeypatch.setattr(WriteThrottle, "limit", Limit("test", "calls", 2, 3600))
    deck = make_deck(owner)
    codes = [call(mine, "patch", f"decks/{deck.pk}/", {"name": "x"}).status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    assert call(mine, "get", f"decks/{deck.pk}/").status_code == 200


# Answers against the description


@pytest.fixture(scope="module")
def schema():
    from cards.api.views import schema_content

    return schema_content()


def test_answers_are_what_the_document_says(schema, mine, owner):
    deck = make_deck(owner, Visibility.LINK)
    save(deck, one_fewer(starter_list()), current_catalogue())
    public = make_deck(owner, Visibility.PUBLIC)
    calls = [
        ("get", "decks/", "decks/", None),
        ("post", "decks/", "decks/", starter_body()),
        ("post", "decks/validate/", "decks/validate/", {"leader": "x", "faction": {"01100": -3}}),
        ("post", "decks/import/", "decks/import/", {"text": "2x Not Tody\nqwertz yxcv\n\n[Risks]"}),
        ("post", "decks/import/", "decks/import/", {"text": "{"}),
        ("get", "decks/{deck_id}/", f"decks/{deck.pk}/", None),
        ("put", "decks/{deck_id}/", f"decks/{deck.pk}/", starter_body()),
        ("patch", "decks/{deck_id}/", f"decks/{deck.pk}/", {"leader": None}),
        ("patch", "decks/{deck_id}/", f"decks/{deck.pk}/", {"expected_version": 1}),
        ("get", "decks/{deck_id}/versions/", f"decks/{deck.pk}/versions/", None),
        ("get", "decks/{deck_id}/diff/", f"decks/{deck.pk}/diff/?from=1", None),
        ("post", "decks/{deck_id}/link/", f"decks/{deck.pk}/link/", None),
        ("post", "decks/{deck_id}/copy/", f"decks/{deck.pk}/copy/", {}),
        ("put", "decks/{deck_id}/like/", f"decks/{public.pk}/like/", None),
        ("get", "decks/{deck_id}/", "decks/nothere/", None),
    ]
    for method, route, path, body in calls:
        answer = call(mine, method, path, body)
        described = schema["paths"][f"/api/v1/{route}"][method]["responses"][str(answer.status_code)]
        content = described["content"][answer["Content-Type"]]["schema"]
        validator = Draft202012Validator({**content, "components": schema["components"]})
        faults = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(answer.json())]
        assert faults == [], (method, path, json.dumps(answer.json()))
    shown = schema["components"]["schemas"]["Deck"]
    record = call(mine, "get", f"decks/{deck.pk}/").json()
    assert set(record) == set(shown["properties"]) == set(shown["required"])


def test_every_call_is_described(schema):
    from decks import api_urls
    from tests.decks.test_api_permissions import offered

    routes = {route.name: str(route.pattern) for route in api_urls.urlpatterns}
    for name, method in offered():
        path = "/api/v1/" + routes[name].replace("<slug:", "{").replace("<str:", "{").replace(">", "}")
        operation = schema["paths"][path][method]
        assert operation["summary"]
        assert operation["description"]
        assert {"400", "429"} <= set(operation["responses"])


def test_a_deck_without_a_list_is_readable(owner):
    deck = Deck.objects.create(name="Empty", visibility=Visibility.PUBLIC, owner=owner)
    assert call(client_of(), "get", f"decks/{deck.pk}/").json()["version"] is None
    problem(call(client_of(), "get", f"decks/{deck.pk}/diff/"), 404, "not_found")
    assert call(client_of(), "get", f"decks/{deck.pk}/versions/").json()["count"] == 0
    assert DeckVersion.objects.filter(deck=deck).count() == 0


def many(owner, number):
    """Public decks without lists, by the row."""
    return Deck.objects.bulk_create(
        Deck(name=f"Lantern {i}", owner=owner, visibility=Visibility.PUBLIC) for i in range(number)
    )


def test_what_a_search_finds_is_counted_as_far_as_needed_and_reached_to_the_last(owner):
    made = {deck.pk for deck in many(owner, 130)}
    first = call(client_of(), "get", "decks/?q=lantern&page_size=25").json()
    assert (first["count"], first["count_is_exact"]) == (100, False)
    seen, page = [], first
    while page["next"]:
        seen += [deck["id"] for deck in page["results"]]
        page = client_of().get(page["next"]).json()
    assert (page["count"], page["count_is_exact"]) == (130, True)
    seen += [deck["id"] for deck in page["results"]]
    assert len(seen) == 130
    assert set(seen) == made
    problem(call(client_of(), "get", "decks/?q=lantern&page_size=25&page=7"), 404, "no_such_page")
    narrower = call(client_of(), "get", 'decks/?q=n="lantern 7"').json()
    assert (narrower["count"], narrower["count_is_exact"]) == (1, True)


def test_a_list_of_everything_is_counted_whole(owner):
    many(owner, 130)
    answer = call(client_of(owner), "get", "decks/?scope=mine").json()
    assert (answer["count"], answer["count_is_exact"]) == (130, True)


@pytest.mark.parametrize("sort", ["", "name", "-name", "-likes"])
def test_public_decks_and_ones_own_are_one_list_without_gap_or_repetition(owner, sort):
    other = make_user("other")
    for number in range(9):
        whose, visibility = (owner, other)[number % 2], list(Visibility)[number % 3]
        deck = make_deck(whose, visibility, name=f"Deck {number * 7 % 9}")
        Deck.objects.filter(pk=deck.pk).update(likes=number % 4)
    asked = f"decks/?sort={sort}" if sort else "decks/?"
    whole = [deck["id"] for deck in call(client_of(owner), "get", f"{asked}&page_size=200").json()["results"]]
    expected = search_decks("", readable(Visitor(owner)), parse_deck_sort(sort)).queryset
    assert whole == list(expected.values_list("pk", flat=True))
    pages = [call(client_of(owner), "get", f"{asked}&page_size=2&page={page}").json() for page in range(1, 7)]
    assert {page["count"] for page in pages} == {len(whole)}
    assert [deck["id"] for page in pages for deck in page["results"]] == whole[:12]
