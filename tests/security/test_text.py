"""Characters that no database, feed or reader can bear, in every field of every page and call."""

import json
import re
import unicodedata
from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import models, transaction
from django.test import Client

from decks.models import Comment, Deck, Report, Visibility
from fivesails_site.accounts.models import AccessToken
from rules.jobs.models import Simulation
from tests.cleanup import close
from tests.decks.api_calls import call, starter_body
from tests.security.routes import routes
from tests.security.table import TABLE
from tests.security.world import World
from web.text import clean, is_blank, one_line

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unbounded")]

#: NUL, a control of either block, two noncharacters, and a letter whose accent comes apart.
HOSTILE = "a\0b\x07c\x85d\ufffee\uffffF\U0001fffe e\u0301"
FORBIDDEN = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff\U0001fffe\U0001ffff]")
INVISIBLE = ("\u200b", "\u202e", "\ufe0f", "\u200b\u200d\u2060\ufeff", "\u3164", "\u00ad \u2800", "\u0301")


def stored_texts() -> list[str]:
    """Every text in every row of ours."""
    found: list[str] = []
    for model in apps.get_models():
        if model._meta.app_label not in ("decks", "rules", "accounts", "auth"):
            continue
        names = [
            each.name for each in model._meta.concrete_fields if isinstance(each, models.CharField | models.TextField)
        ]
        for row in model._default_manager.values_list(*names) if names else ():
            found += [str(value) for value in row]
    return found


def test_no_field_of_any_page_stores_what_no_database_can_bear(world: World) -> None:
    """Whatever a form asks for: its own fields with hostile words behind what they usually hold."""
    client, found, tried = world.client("owner"), routes(), 0
    for pattern, row in TABLE.items():
        if "POST" not in row.methods or pattern.startswith("api/") or not row.form:
            continue
        path = found[pattern].path(**world.filled(pattern, "public"))
        for name in row.form:
            tried += 1
            form = {**row.form, name: f"{row.form[name]}{HOSTILE}"}
            with transaction.atomic():
                answer = client.post(path, urlencode(form, doseq=True), "application/x-www-form-urlencoded")
                assert answer.status_code < 500, (path, name)
                bad = [text for text in stored_texts() if FORBIDDEN.search(text)]
                assert not bad, (path, name, bad)
                transaction.set_rollback(True)
    assert tried > 20


def _hostile_bodies(body: Any) -> list[Any]:
    """The body once for each text in it, with that text made hostile."""
    if isinstance(body, str):
        return [body + HOSTILE]
    if isinstance(body, dict):
        return [{**body, name: each} for name, value in body.items() for each in _hostile_bodies(value)]
    if isinstance(body, list):
        return [
            [*body[:place], each, *body[place + 1 :]]
            for place, value in enumerate(body)
            for each in _hostile_bodies(value)
        ]
    return []


def test_no_field_of_any_call_stores_them_either(world: World) -> None:
    client, found, tried = world.client("owner"), routes(), 0
    more = {"name": "x", "description": "y", "seed": "z", "label": "v"}
    for pattern, row in TABLE.items():
        if not pattern.startswith("api/") or row.body is None:
            continue
        path = found[pattern].path(**world.filled(pattern, "public"))
        for method in {"POST", "PUT", "PATCH"} & set(row.methods):
            whole = row.body() or {}
            for body in [each for extra in more for each in _hostile_bodies({**whole, extra: more[extra]})]:
                tried += 1
                with transaction.atomic():
                    answer = client.generic(method, path, json.dumps(body), "application/json")
                    assert answer.status_code < 500, (path, body)
                    bad = [text for text in stored_texts() if FORBIDDEN.search(text)]
                    assert not bad, (path, body, bad)
                    transaction.set_rollback(True)
    assert tried > 20


def test_no_parameter_of_any_page_breaks_it(world: World) -> None:
    client, found = world.client("owner"), routes()
    names = ("q", "view", "sort", "page", "seed", "game", "list", "a", "b", "kind", "moves", "do", "next", "text", "as")
    for pattern, row in TABLE.items():
        if "GET" in row.methods and not pattern.startswith("api/"):
            path = found[pattern].path(**world.filled(pattern, "public"))
            answer = client.get(path, dict.fromkeys(names, HOSTILE))
            assert answer.status_code < 500, path
            if not answer.streaming and answer["Content-Type"].startswith("text/html"):
                assert not FORBIDDEN.search(answer.content.decode()), path
            close(answer)


@pytest.mark.parametrize("seed", ["a\0b", "\ufffe7", "\x1b[31m"])
def test_a_seed_is_stored_without_them(world: World, seed: str) -> None:
    client = world.client("owner")
    client.post("/decks/castille-starter/simulate/", {"games": "10", "seed": seed})
    answer = call(client, "post", "simulations/", starter_body(seed=seed, games=10))
    assert answer.status_code == 400
    assert "seed" in {fault["field"] for fault in answer.json()["errors"]}
    assert [each.seed for each in Simulation.objects.all() if FORBIDDEN.search(each.seed)] == []


def test_a_description_cannot_break_the_feed(world: World) -> None:
    client, deck = world.client("owner"), world.decks["public"]
    client.post(f"/decks/{deck.pk}/edit/", {"description": f"Odd {HOSTILE}", "name": f"Odd {HOSTILE}"})
    Deck.objects.filter(pk=deck.pk).update(visibility=Visibility.PUBLIC)
    answer = call(client, "patch", f"decks/{deck.pk}/", {"description": "Odd\ufffe"})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["code"] == "characters_not_allowed"
    feed = Client().get("/decks/feed.atom").content
    ElementTree.fromstring(feed)


@pytest.mark.parametrize("name", INVISIBLE)
def test_a_name_that_nobody_can_see_is_none(world: World, name: str) -> None:
    client, deck = world.client("owner"), world.decks["private"]
    before = deck.name
    assert client.post(f"/decks/{deck.pk}/rename/", {"name": name}).status_code == 400
    assert call(client, "patch", f"decks/{deck.pk}/", {"name": name}).status_code == 400
    assert call(client, "post", "decks/", starter_body(name=name)).status_code == 400
    assert client.post("/accounts/tokens/", {"name": name}).context["form"].errors
    for path, field in (("comments", "text"), ("report", "reason")):
        assert client.post(f"/decks/{world.decks['public'].pk}/{path}/", {field: name}).status_code == 400, path
    assert client.post("/decks/new/", {"leader": "01006", "name": name}).status_code == 303
    deck.refresh_from_db()
    assert deck.name == before
    names = {*Deck.objects.values_list("name", flat=True), *AccessToken.objects.values_list("name", flat=True)}
    names |= {*Comment.objects.values_list("text", flat=True), *Report.objects.values_list("reason", flat=True)}
    assert not any(is_blank(each) for each in names)


def test_passwords_stay_as_they_were_typed(world: World) -> None:
    """Whoever has an accent in theirs, or something stranger, signed up with just those characters."""
    odd = "cafe\u0301 au lait \u200b\ufe0f sails"
    form = {"username": "odd-password", "password1": odd, "password2": odd}
    assert Client().post("/accounts/sign-up/", form).status_code == 302
    assert User.objects.get(username="odd-password").check_password(odd)


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("plain words", "plain words"),
        (
            "one\r\ntwo\rthree\x0bfour\x0cfive\x85six\u2028seven\u2029eight",
            "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight",
        ),
        ("tab\there", "tab\there"),
        ("nul\0bell\x07del\x7fc1\x9f", "nulbelldelc1"),
        ("half\ud800way", "halfway"),
        ("none\ufffe\uffff\ufdd0\U0010ffff", "none"),
        ("cafe\u0301", "caf\u00e9"),
        ("\U0001f3f4\u200d\u2620\ufe0f", "\U0001f3f4\u200d\u2620\ufe0f"),
    ],
)
def test_cleaning(raw: str, cleaned: str) -> None:
    assert clean(raw) == cleaned
    assert clean(cleaned) == cleaned
    assert unicodedata.is_normalized("NFC", clean(raw))


def test_a_name_is_one_line_and_runs_one_way() -> None:
    assert one_line("  The \n Crimson\u202e\u2066 Roger ") == "The Crimson Roger"
    assert [one_line(name) for name in INVISIBLE] == [""] * len(INVISIBLE)
    assert one_line("\U0001f3f4\u200d\u2620\ufe0f") == "\U0001f3f4\u200d\u2620\ufe0f"
