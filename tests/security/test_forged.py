"""Requests that somebody else made up: forged forms, ids of others, fields nobody offered, ways that lead astray."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext

from decks.builder.import_page import _mark
from decks.models import Comment, Deck, DeckCard, DeckVersion, Like, Report
from fivesails_site.accounts.models import AccessToken
from rules.games.models import GameRecord
from rules.jobs.models import Chunk, Run, Simulation
from tests.decks.api_calls import call, starter_body
from tests.decks.factories import EISEN, deck_of, save
from tests.rules.games.games import notation
from tests.security.routes import SAFE, routes
from tests.security.table import TABLE
from tests.security.test_matrix import ADMIN, staff_path
from tests.security.world import World
from web.ownership import BROWSER_KEY

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unbounded")]

SECRET = "a long enough secret"

# --- forms from elsewhere ---

#: Calls that know nobody and keep nothing, so that there is nothing to forge; and the colour of one's own pages.
NEEDS_NO_TOKEN = frozenset(
    {
        "theme/",
        *(f"api/v1/decks/{name}/" for name in ("validate", "import", "export")),
        *("api/v1/hands/", "api/v1/odds/", ".well-known/change-password"),
    }
)


def unsafe() -> list[tuple[str, str]]:
    """Every address and method that changes something for somebody."""
    return [
        (pattern, method)
        for pattern, row in TABLE.items()
        for method, cell in row.methods.items()
        if method not in SAFE and pattern not in NEEDS_NO_TOKEN
    ]


def test_a_forged_form_changes_nothing_anywhere(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.people["owner"])
    found, tried = routes(), unsafe()
    assert len(tried) > 40
    faults = []
    for pattern, method in tried:
        row, path = TABLE[pattern], found[pattern].path(**world.filled(pattern, "public"))
        json_body = path.startswith("/api/")
        body = json.dumps(row.body() if row.body else None) if json_body else urlencode(row.form)
        kind = "application/json" if json_body else "application/x-www-form-urlencoded"
        with CaptureQueriesContext(connection) as asked:
            response = client.generic(method, path, body, content_type=kind, headers={"origin": "https://evil.example"})
        written = [each["sql"][:90] for each in asked if each["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
        if response.status_code != 403 or written:
            faults.append(f"{method} {pattern}: {response.status_code} {written}")
    assert not faults, "\n".join(faults)


def test_a_forged_form_changes_nothing_in_the_staffs_pages(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.people["staff"])
    faults = []
    for route in ADMIN.values():
        path = staff_path(route, world)
        response = client.post(path, {"post": "yes"})
        if response.status_code != 403 and path not in ("/admin/login/", "/admin/password_change/"):
            faults.append(f"{path}: {response.status_code}")
    assert not faults, "\n".join(faults)


def test_a_browser_without_an_account_is_guarded_as_well(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    session = client.session
    session[BROWSER_KEY] = "b" * 43
    session.save()
    client.cookies["session"] = session.session_key or ""
    for method, path, body in (
        ("post", "/api/v1/decks/", starter_body()),
        ("post", "/api/v1/simulations/", starter_body(games=1)),
    ):
        assert call(client, method, path, body).status_code == 403, path
    for path in ("/decks/new/", "/decks/import/", "/games/", f"/decks/{world.decks['public'].pk}/copy/"):
        assert client.post(path, {"leader": "01006"}).status_code == 403, path


# --- ids of others, one inside the other ---


def test_what_belongs_to_one_deck_is_not_found_under_another(world: World) -> None:
    other, owner = world.people["other"], world.people["owner"]
    mine = deck_of(other)
    theirs = world.decks["public"]
    save(theirs, EISEN)
    client = world.client("other")
    comment = world.comments["public"]
    for path, form in (
        (f"/decks/{mine.pk}/versions/2/", None),
        (f"/decks/{mine.pk}/compare/?from=1&to=2", None),
        (f"/decks/{mine.pk}/export/?version=2", None),
        (f"/decks/{mine.pk}/export/text/?version=2", None),
        (f"/decks/{mine.pk}/hands/?v=2", None),
        (f"/decks/{mine.pk}/simulate/?version=2", None),
        (f"/decks/{mine.pk}/versions/2/restore/", {}),
        (f"/decks/{mine.pk}/versions/2/name/", {"label": "x"}),
        (f"/decks/{mine.pk}/copy/", {"version": "2"}),
        (f"/decks/{mine.pk}/simulate/", {"version": "2", "games": "2"}),
        (f"/decks/{world.decks['link'].pk}/comments/{comment.pk}/report/", None),
        (f"/decks/castille-starter/comments/{comment.pk}/report/", None),
        (f"/decks/castille-starter/comments/{comment.pk}/delete/", {}),
        (f"/decks/{theirs.pk}/comments/{comment.pk}/delete/", {}),
        (f"/accounts/tokens/{AccessToken.objects.get(user=owner).pk}/revoke/", {}),
    ):
        answer = client.get(path) if form is None else client.post(path, form)
        assert answer.status_code == 404, path
    assert call(client, "get", f"decks/{mine.pk}/diff/?from=1&to=2").status_code == 404
    assert call(client, "get", f"decks/{mine.pk}/export/text/?version=2").status_code == 404
    assert call(client, "post", f"decks/{mine.pk}/copy/", {"version": 2}).status_code == 404
    assert Comment.objects.filter(pk=comment.pk).exists()
    assert AccessToken.objects.filter(user=owner).exists()


@pytest.mark.parametrize("hidden", ["private", "link"])
def test_a_hidden_deck_is_not_reached_through_what_names_decks(world: World, hidden: str) -> None:
    client, deck = world.client("other"), world.decks[hidden]
    mine = deck_of(world.people["other"])
    answers: list[HttpResponseBase] = [
        client.get("/decks/compare/", {"a": deck.pk, "b": mine.pk}),
        client.get("/decks/compare/", {"a": f"/decks/{deck.pk}/versions/1/", "b": mine.pk}),
        client.post(f"/decks/{mine.pk}/simulate/", {"games": "2", "against": deck.pk}),
        client.post(f"/decks/{mine.pk}/simulate/", {"games": "2", "against": f"{deck.pk}@1"}),
        client.post("/games/", {"deck_a": deck.pk, "deck_b": mine.pk}),
        client.get("/decks/", {"q": "Secret"}),
        client.get("/decks/feed.atom"),
        client.get("/players/owner/"),
        client.get("/offline/decks.json"),
        client.get("/hands/"),
        client.get("/"),
        client.get("/cards/01006/don-constanzo-scarpa/"),
        call(client, "get", "decks/?q=Secret"),
        call(client, "get", "decks/?q=Whispered"),
        call(client, "post", "simulations/", {"deck": {"deck": deck.pk}, "games": 1}),
        call(client, "post", "simulations/", {"deck": {"deck": deck.pk, "link": "A" * 22}, "games": 1}),
        call(client, "post", "simulations/", {**starter_body(games=1), "against": {"deck": deck.pk}}),
    ]
    for number, answer in enumerate(answers):
        assert f"Secret of {hidden}" not in answer.content.decode(), number
        assert deck.pk not in answer.content.decode() or number in (0, 1, 2, 3, 4), number
    assert not Simulation.objects.filter(version__deck=deck, owner=world.people["other"]).exists()


def test_an_id_with_a_character_that_no_id_has_is_not_even_looked_up(world: World) -> None:
    from django.http import Http404

    from decks.permissions import find
    from web.ownership import Visitor

    with CaptureQueriesContext(connection) as asked, pytest.raises(Http404):
        find(Visitor(), "a\0b")
    assert len(asked) == 0


# --- fields that nobody offered ---

MODELS = (Deck, DeckVersion, Comment, Report, Like, User, AccessToken, Simulation, Run, GameRecord)


def hostile(world: World) -> dict[str, Any]:
    """A wish for every field that any model has."""
    wishes: dict[str, Any] = {}
    other = world.people["other"].pk
    for model in MODELS:
        for each in model._meta.concrete_fields:
            kind = each.get_internal_type()
            wish: Any = {"BooleanField": True, "DateTimeField": "2001-02-03T04:05:06Z", "JSONField": ["01001"]}.get(
                kind
            )
            if wish is None:
                wish = other if each.is_relation else 4242 if "Integer" in kind or "AutoField" in kind else "hostile"
            wishes[each.name] = wishes[each.attname] = wish
    return {**wishes, "is_staff": True, "is_superuser": True, "user": other, "mine": True, "liked": True, "secret": "x"}


def rows() -> dict[tuple[str, Any], dict[str, Any]]:
    """Everything that is stored."""
    return {(model.__name__, row["pk"]): row for model in MODELS for row in map(_row, model.objects.all())}


def _row(record: Any) -> dict[str, Any]:
    return {"pk": record.pk, **{each.attname: getattr(record, each.attname) for each in record._meta.concrete_fields}}


#: What each form may change in rows that were there, and which rows it may make.
FORMS: dict[str, tuple[dict[str, set[str]], set[str]]] = {
    "decks/<slug:deck_id>/edit/": ({"Deck": {"name", "description", "folded_name", "folded_description"}}, set()),
    "decks/<slug:deck_id>/rename/": ({"Deck": {"name", "folded_name"}}, set()),
    "decks/<slug:deck_id>/share/": ({"Deck": {"visibility", "link"}}, set()),
    "decks/<slug:deck_id>/link/": ({"Deck": {"link"}}, set()),
    "decks/<slug:deck_id>/versions/<int:number>/name/": ({"DeckVersion": {"label"}}, set()),
    "decks/<slug:deck_id>/versions/<int:number>/restore/": ({}, set()),
    "decks/<slug:deck_id>/build/": ({"Deck": {"head_id", "legal_in", "updated_at"}}, {"DeckVersion"}),
    "decks/<slug:deck_id>/like/": ({"Deck": {"likes"}}, {"Like"}),
    "decks/<slug:deck_id>/comments/": ({}, {"Comment"}),
    "decks/<slug:deck_id>/comments/<int:comment_id>/report/": ({}, {"Report"}),
    "decks/<slug:deck_id>/report/": ({}, {"Report"}),
    "decks/<slug:deck_id>/copy/": ({}, {"Deck", "DeckVersion"}),
    "decks/<slug:deck_id>/simulate/": ({}, {"Simulation", "Run"}),
    "decks/new/": ({}, {"Deck", "DeckVersion"}),
    "decks/import/": ({}, {"Deck", "DeckVersion"}),
    "simulations/<slug:simulation_id>/again/": ({}, {"Simulation"}),
    "games/": ({}, {"GameRecord"}),
    "accounts/tokens/": ({}, {"AccessToken"}),
    "accounts/mail/": ({}, set()),
    "accounts/password/": ({}, set()),
}
#: What is sent where the table's own form keeps nothing.
KEPT_FORMS: dict[str, dict[str, str]] = {
    "decks/import/": {"text": "2 Not Today", "kind": "text", "do": "keep", "mark": _mark("2 Not Today", "text")},
    "games/": {"paste": "1", "text": notation(2, 3, choices=12)},
}
#: Forms that keep nothing, that take away, and those whose own tests say what they keep.
KEEPS_NOTHING = {
    "hands/",
    "theme/",
    "accounts/sign-out/",
    ".well-known/change-password",
    "accounts/reset/",
    "accounts/mail/again/",
}
TAKES_AWAY = {
    *(f"decks/<slug:deck_id>/{tail}" for tail in ("delete/", "comments/<int:comment_id>/delete/")),
    *("simulations/<slug:simulation_id>/cancel/", "games/<slug:game_id>/delete/"),
    *("accounts/tokens/<int:pk>/revoke/", "accounts/delete/"),
}
ELSEWHERE = {
    *("accounts/sign-up/", "accounts/sign-in/", "accounts/reset/<uidb64>/<token>/"),
    "accounts/mail/confirm/<str:sealed>/",
}
#: What a new row has in its fields, whatever was wished.
GIVEN: dict[str, dict[str, Any]] = {
    "Deck": {
        "browser": "",
        "starter": False,
        "withheld": False,
        "likes": 0,
        "visibility": "private",
        "link": None,
    },
    "Comment": {"hidden": False},
    "Report": {"resolved": False},
    "Simulation": {"browser": "", "cancelled_at": None, "against_version_id": None},
    "Run": {"status": "queued", "error": "", "report": None, "tallies": None, "finished_at": None},
}
OWNERS = {
    "Deck": "owner_id",
    "Comment": "author_id",
    "Report": "reporter_id",
    "Like": "user_id",
    "AccessToken": "user_id",
    "Simulation": "owner_id",
    "GameRecord": "owner_id",
}


def changes(
    before: dict[Any, Any], may: dict[str, set[str]], make: set[str], actor: int, wishes: dict[str, Any]
) -> list[str]:
    """What was changed or made beyond what may be."""
    found = []
    for key, row in rows().items():
        kind = key[0]
        if key in before:
            moved = {name for name, value in row.items() if before[key][name] != value}
            found += [f"{key} changed {name}" for name in moved - may.get(kind, set())]
            continue
        if kind not in make:
            found.append(f"{key} was made")
        found += [
            f"{key} has {name} {row[name]!r}" for name, value in GIVEN.get(kind, {}).items() if row[name] != value
        ]
        if kind in OWNERS and row[OWNERS[kind]] != actor:
            found.append(f"{key} belongs to {row[OWNERS[kind]]}")
        if row["pk"] in (wishes["id"], 4242, "hostile"):
            found.append(f"{key} has the id that was wished for")
        if any(getattr(value, "year", 3000) == 2001 for value in row.values()):
            found.append(f"{key} is as old as was wished")
    return found


def test_every_form_that_stores_something_is_tried() -> None:
    sent = {
        pattern for pattern, row in TABLE.items() if "POST" in row.methods and not pattern.startswith(("api/", "d/"))
    }
    assert sent == set(FORMS) | KEEPS_NOTHING | TAKES_AWAY | ELSEWHERE


def test_every_model_is_watched() -> None:
    """Of those that people's words or choices end in; cards and the parts of a run are the site's own."""
    own = {"cards", "admin", "auth", "contenttypes", "sessions", "operations"}
    stored = {model for model in apps.get_models() if model._meta.app_label not in own}
    assert stored - set(MODELS) == {DeckCard, Chunk}


@pytest.mark.parametrize("pattern", FORMS)
def test_a_form_sets_what_it_offers_and_nothing_else(world: World, pattern: str) -> None:
    may, make = FORMS[pattern]
    path = routes()[pattern].path(**world.filled(pattern, "public"))
    wishes, form = hostile(world), dict(KEPT_FORMS.get(pattern, TABLE[pattern].form))
    offered = {"version", "name", "format", "seed", "link", "days", "games", "policy"}
    sent = {name: value for name, value in wishes.items() if name not in offered}
    client, before = world.client("owner"), rows()
    response = client.post(path, {**{name: str(value) for name, value in sent.items()}, **form})
    assert response.status_code in (200, 302, 303), response.content[:500]
    assert changes(before, may, make, world.people["owner"].pk, wishes) == []


def test_sign_up_gives_no_rights(client: Client, world: World) -> None:
    wishes = {name: str(value) for name, value in hostile(world).items()}
    form = {"username": "newcomer", "email": "new@sails.example", "password1": SECRET, "password2": SECRET}
    assert client.post("/accounts/sign-up/", {**wishes, **form}).status_code == 302
    made = User.objects.get(username="newcomer")
    assert (made.is_staff, made.is_superuser, made.email, made.first_name, made.last_name) == (False, False, "", "", "")
    assert made.pk != 4242
    assert made.date_joined.year > 2001
    assert made.check_password(SECRET)


CALLS: list[tuple[str, str, Any, dict[str, set[str]], set[str]]] = [
    ("post", "decks/", starter_body, {}, {"Deck", "DeckVersion"}),
    ("put", "decks/{}/", starter_body, {"Deck": {"name", "folded_name"}}, set()),
    ("patch", "decks/{}/", lambda: {"name": "Other"}, {"Deck": {"name", "folded_name"}}, set()),
    ("post", "decks/{}/copy/", dict, {}, {"Deck", "DeckVersion"}),
    ("post", "decks/{}/link/", dict, {"Deck": {"link"}}, set()),
    ("put", "decks/{}/like/", dict, {"Deck": {"likes"}}, {"Like"}),
    ("post", "simulations/", lambda: starter_body(games=1), {}, {"Simulation", "Run"}),
]


def test_every_call_that_stores_something_is_tried() -> None:
    """Deleting keeps nothing, and what knows nobody keeps nothing either."""
    tried = {(method.upper(), "api/v1/" + path.replace("{}", "<slug:deck_id>")) for method, path, *_ in CALLS}
    assert tried == {
        (method, pattern) for pattern, method in unsafe() if pattern.startswith("api/") and method != "DELETE"
    }


@pytest.mark.parametrize(("method", "path", "body", "may", "make"), CALLS)
def test_a_call_sets_what_it_offers_and_nothing_else(
    world: World, method: str, path: str, body: Any, may: Any, make: Any
) -> None:
    """Every field of every model, one at a time: known ones of the site are not looked at, others are refused."""
    client, wishes = world.client("owner"), hostile(world)
    offered = {"name", "leader", "approach", "faction", "description", "format", "visibility", "version", "seed"}
    offered |= {"games", "days", "policy", "adversary", "city", "deck", "against", "expected_version"}
    deck, content, before = world.decks["public"].pk, body(), rows()
    for name, wish in wishes.items():
        if name not in offered:
            response = call(client, method, path.format(deck), {**content, name: wish})
            assert response.status_code in (200, 201, 202, 400), name
    assert changes(before, may, make, world.people["owner"].pk, wishes) == []


# --- ways that lead astray ---

ASTRAY = [
    "//evil.example",
    "///evil.example",
    "////evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "https:/evil.example",
    "https://evil.example",
    "http:///evil.example",
    "HtTpS://evil.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "\tjavascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "\x00//evil.example",
    "//evil.example%2f..",
    "/%09/evil.example",
    "/%5cevil.example",
    "//evil%E3%80%82example",
    "//evil。example",
    "http://testserver@evil.example/",
    "http://testserver:x@evil.example",
    "//testserver.evil.example",
    "http://testserver\\@evil.example",
    "https://testserver%40evil.example",
    "http://[::1]@evil.example",
    "//[evil",
    "http://testserver%00.evil.example",
    "ftp://testserver/",
    "blob:http://testserver/",
    "/\u2028/evil.example",
    "〱〱evil.example",
    "／／evil.example",
    "x" * 5000,
    "?next=//evil.example",
    "#//evil.example",
    ".evil.example",
]


def leads_away(address: str) -> bool:
    """Whether a browser would leave the site, read as browsers read: backslashes are slashes, blanks are nothing."""
    read = "".join(sign for sign in address.replace("\\", "/") if sign not in "\t\r\n").strip(
        "".join(map(chr, range(33)))
    )
    parts = urlsplit(read)
    return read.startswith("//") or (bool(parts.scheme or parts.netloc) and not read.startswith("http://testserver/"))


def test_no_way_leads_off_the_site(world: World) -> None:
    faults = [fault for where in ASTRAY for fault in led(world, where)]
    assert not faults, "\n".join(faults)


def led(world: World, where: str) -> Iterator[str]:
    """What is wrong with where the site sends somebody who was given this way."""
    form = {"username": "owner", "password": SECRET, "next": where}
    answers = [
        Client().post("/accounts/sign-in/", form),
        Client().post(f"/accounts/sign-in/?{urlencode({'next': where})}", {"username": "owner", "password": SECRET}),
        world.client("owner").get("/accounts/sign-in/", {"next": where}),
        world.client("owner").post("/accounts/sign-out/", {"next": where}),
        world.client("owner").get("/accounts/sign-up/", {"next": where}),
        Client().get("/admin/login/", {"next": where}),
        world.client("owner").get("/admin/login/", {"next": where}),
        world.client("staff").post("/admin/logout/", {"next": where}),
    ]
    if where.isprintable() and where.isascii():
        answers.append(Client().post("/theme/", {"theme": "day"}, headers={"referer": where}))
    for number, answer in enumerate(answers):
        if answer.status_code not in (302, 200):
            yield f"{where!r}, way {number}: {answer.status_code}"
        if leads_away(answer.headers.get("Location", "/")):
            yield f"{where!r}, way {number}: {answer.headers['Location']!r}"
    page = Client().get("/accounts/sign-in/", {"next": where}).content.decode()
    if any(leads_away(unescape(found)) for found in re.findall(r'(?:href|action)="([^"]*)"', page)):
        yield f"{where!r} stands in a link"


@pytest.mark.parametrize("role", ["owner", "nobody"])
def test_no_form_leads_where_whoever_sends_it_was_told_to(world: World, role: str) -> None:
    """Under every name by which sites take a way back: in the form, in the address, and as the page one comes from."""
    ways = dict.fromkeys(
        ("next", "to", "back", "url", "return", "return_to", "redirect", "redirect_to"), "//evil.example/x"
    )
    faults = []
    for pattern, row in TABLE.items():
        if "POST" not in row.methods or pattern.startswith("api/"):
            continue
        path = routes()[pattern].path(**world.filled(pattern, "public"))
        form = {**KEPT_FORMS.get(pattern, row.form), **ways}
        with transaction.atomic():
            answer = world.client(role).post(
                f"{path}?{urlencode(ways)}", form, headers={"referer": "https://evil.example/x"}
            )
            transaction.set_rollback(True)
        if leads_away(answer.headers.get("Location", "/")):
            faults.append(f"{pattern}: {answer.headers['Location']}")
    assert not faults


def test_the_way_back_is_kept_where_it_is_ours(world: World) -> None:
    form = {"username": "owner", "password": SECRET, "next": "/decks/mine/?page=1"}
    assert Client().post("/accounts/sign-in/", form)["Location"] == "/decks/mine/?page=1"
    back = Client().post("/theme/", {"theme": "day"}, headers={"referer": "http://testserver/cards/?q=x"})
    assert back["Location"] == "http://testserver/cards/?q=x"
