"""What the site hands a browser for the time without a network: the manifest, the worker, all cards, own decks."""

import io
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image

from cards.catalogue.phrases import body, plain
from cards.faces.icons import BRAND, VIEW
from cards.faces.sprite import maskable_png
from cards.faces.vector import rings
from cards.models import CardImage
from cards.paths import card_path
from cards.store import current_catalogue
from decks import services
from decks.models import Visibility
from fivesails_site.offline import own, pages
from tests.decks.factories import CASTILLE, deck_of, person, signed_in
from tests.security.routes import routes
from web.ownership import BROWSER_KEY, Visitor

pytestmark = pytest.mark.django_db

STATIC = Path(__file__).parents[2] / "static"
DECKS = "/offline/decks.json"


def plan(text: str) -> dict[str, Any]:
    found = re.search(r"^const PLAN = (.*);$", text, re.MULTILINE)
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told


# --- the manifest ---


def test_the_manifest_names_icons_that_are_there_in_the_sizes_it_says(client: Client) -> None:
    response = client.get("/site.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    told = response.json()
    assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} >= {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for icon in told["icons"]:
        file = finders.find(icon["src"].removeprefix("/static/"))
        assert file, icon
        if icon["sizes"] != "any":
            with Image.open(file) as picture:
                assert f"{picture.width}x{picture.height}" == icon["sizes"]
    assert '<link rel="manifest" href="/site.webmanifest">' in client.get("/").content.decode()


def test_what_the_manifest_leads_to_can_be_read(client: Client) -> None:
    told = client.get("/site.webmanifest").json()
    for address in (told["start_url"], *(shortcut["url"] for shortcut in told["shortcuts"])):
        assert client.get(address).status_code == 200, address
    assert [shortcut["short_name"] for shortcut in told["shortcuts"]] == ["Cards", "Build", "Hands"]


def test_the_colours_of_the_frame_are_those_of_the_pages(client: Client) -> None:
    css = (STATIC / "css" / "site.css").read_text()
    (day, night) = (
        re.search(rf"{which}.*?--paper: (#\w+);.*?--sheet: (#\w+);", css, re.DOTALL)
        for which in (r":root \{", r':root\[data-theme="night"\] \{')
    )
    assert day
    assert night
    told = client.get("/site.webmanifest").json()
    assert (told["background_color"], told["theme_color"]) == day.groups()
    tag = '<meta name="theme-color" content="{}"{}>'
    by_system = client.get("/").content.decode()
    assert tag.format(day[2], ' media="(prefers-color-scheme: light)"') in by_system
    assert tag.format(night[2], ' media="(prefers-color-scheme: dark)"') in by_system
    client.cookies["theme"] = "night"
    chosen = client.get("/").content.decode()
    assert re.findall("theme-color.*", chosen) == [tag.format(night[2], "")[12:]]


def test_a_device_may_cut_the_icon_to_a_circle_and_leave_the_ship_whole() -> None:
    """The middle four fifths are safe, whatever the shape."""
    size = 192
    picture = Image.open(io.BytesIO(maskable_png(size))).convert("L")
    ground = picture.getpixel((0, 0))
    drawn = [(x, y) for x in range(size) for y in range(size) if abs(int(picture.getpixel((x, y))) - int(ground)) > 40]  # type: ignore[arg-type]
    assert max((x - size / 2) ** 2 + (y - size / 2) ** 2 for x, y in drawn) < (0.4 * size) ** 2
    points = [point for shape in BRAND["five-sails"].shapes for ring in rings(shape.d) for point in ring]
    wide = (max(x for x, _ in points) - min(x for x, _ in points)) / VIEW * 0.5 * size
    assert max(x for x, _ in drawn) - min(x for x, _ in drawn) > wide, "and is no speck"


# --- the worker ---


def test_the_worker_is_asked_for_anew_each_time_and_may_serve_the_whole_site(client: Client) -> None:
    response = client.get("/service-worker.js")
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert response["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in response["Content-Security-Policy"]
    assert client.post("/service-worker.js").status_code == 405


def test_the_worker_changes_with_the_static_files_and_with_the_pages_stored_ahead(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edition() -> str:
        pages._worker.cache_clear()
        told: str = plan(client.get("/service-worker.js").content.decode())["edition"]
        return told

    first = edition()
    assert edition() == first
    monkeypatch.setattr(pages.staticfiles_storage, "manifest_hash", "another", raising=False)
    second = edition()
    shell = pages._shell
    monkeypatch.setattr(pages, "_shell", lambda template, theme: shell(template, theme) + "<!-- changed -->")
    third = edition()
    monkeypatch.undo()
    pages._worker.cache_clear()
    assert len({first, second, third}) == 3


def test_what_the_worker_stores_ahead_is_there_and_public(client: Client) -> None:
    told = plan(client.get("/service-worker.js").content.decode())
    for path in told["files"]:
        assert finders.find(path.removeprefix("/static/")), path
    for path in (*told["shells"], told["reader"], told["offline"], told["decks"]):
        response = client.get(path)
        assert response.status_code == 200
        assert "public" in response["Cache-Control"]
        text = response.content.decode()
        assert told["main"] in text, "where the worker says that a page is from the store"
        for address in re.findall(r'(?:href|src)="(/static/[^"#]+\.(?:css|js|woff2))"', text):
            assert address in told["files"], address


def test_a_page_that_may_be_stored_shows_nobody_and_sets_no_cookie() -> None:
    """The worker cannot see cookies, so that the site has to keep them off these pages."""
    user = person("visible-name-anna")
    deck_of(user, name="Secret of Anna")
    card = card_path(current_catalogue().card("01001"))
    fill = {"sets": "/sets/core/", "factions": "/factions/eisen/", "rules": "/rules/duels/", "cards": card}
    stored = 0
    for pattern in routes():
        path = (
            fill[pattern.partition("/")[0]] if "<" in pattern and pattern.partition("/")[0] in fill else f"/{pattern}"
        )
        if "<" in path or not re.search(pages.PAGES, path):
            continue
        stored += 1
        theirs, anybodys = signed_in(user).get(path), Client().get(path)
        assert not {**theirs.cookies, **anybodys.cookies}, path
        assert b"visible-name-anna" not in anybodys.content, path
        assert theirs["Cache-Control"] == "private, no-store", path
        name = b'<span class="vh">Signed in as </span><span class="name">visible-name-anna</span>'
        assert theirs.content.count(b"visible-name-anna") == theirs.content.count(name) == 2, path
        assert b"Secret of Anna" not in theirs.content, path
    assert stored >= 9


@pytest.mark.parametrize(
    "path",
    [
        *("/decks/", "/decks/mine/", "/decks/abc/", "/d/abc/", "/accounts/", "/accounts/sign-in/", "/players/anna/"),
        *("/games/", "/hands/", "/simulations/", "/admin/", "/api/v1/version/", "/cards/", "/cards/01001/"),
        *("/cards/01001/x/y/", "/about/?x", "//evil.example/", "/rules/../decks/mine/"),
    ],
)
def test_no_other_page_may_be_stored(path: str) -> None:
    assert not re.search(pages.PAGES, path)


# --- all cards ---


def test_the_reader_has_every_card_with_all_its_words(client: Client) -> None:
    text = client.get("/offline/cards/").content.decode()
    pieces = {found[1]: found[0] for found in re.finditer(r'<li id="(\w+)".*?</li>(?=<li id|</ul>)', text, re.DOTALL)}
    catalogue = current_catalogue()
    assert set(pieces) == {card.code for card in catalogue}
    for card in catalogue:
        words = unescape(re.sub(r"<[^>]*>", "", pieces[card.code]))
        assert card.full_name in words
        for ability in card.abilities:
            assert plain(body(ability.trigger, ability.cost, ability.effect)) in words, card.code
        for said in (*card.traits, *card.keywords, *(ruling.text for ruling in card.rulings)):
            assert said in words, card.code
        if isinstance(card.cost, int):
            assert f"Cost {card.cost}" in words


def test_the_reader_says_the_version_that_the_version_endpoint_says(client: Client) -> None:
    def announced() -> str:
        told = client.get("/api/v1/version/").json()
        return f"{told['cards']}.{told['engine']}"

    before = client.get("/offline/cards/")["X-Cards"]
    assert before == announced()
    CardImage.objects.create(card_id="01001", key="feedfacecafe")
    assert client.get("/offline/cards/")["X-Cards"] == announced() != before


# --- one's own decks ---


def test_own_decks_are_those_of_whoever_asks_and_no_cache_may_keep_them() -> None:
    anna, berta = person("anna"), person("berta")
    deck_of(anna, name="Hers alone")
    deck_of(anna, Visibility.PUBLIC, name="Hers for all")
    deck_of(berta, Visibility.PUBLIC, name="Somebody else’s")
    response = signed_in(anna).get(DECKS)
    assert response["Cache-Control"] == "private, no-store"
    assert "Cookie" in response["Vary"]
    told = response.json()
    assert told["name"] == "anna"
    assert {deck["name"] for deck in told["decks"]} == {"Hers alone", "Hers for all"}
    (deck, _) = told["decks"]
    assert deck["legal"] is True
    assert deck["leader"]["name"].startswith("Soline el Gato")
    listed = {line["code"]: line["quantity"] for section in deck["sections"] for line in section["lines"]}
    assert listed == {**dict.fromkeys(CASTILLE.approach, 1), **dict(CASTILLE.faction)}
    theirs = signed_in(berta).get(DECKS).json()
    assert theirs["account"] != told["account"] != ""
    assert signed_in(anna).get(DECKS).json()["account"] == told["account"]
    assert not any(word in told["account"] for word in ("anna", str(anna.pk).zfill(8)))


def test_nobody_has_no_decks_and_no_account(client: Client) -> None:
    told = client.get(DECKS).json()
    assert (told["account"], told["name"], told["decks"]) == ("", "", [])
    assert not client.cookies


def test_a_browser_without_an_account_has_its_own(client: Client) -> None:
    session = client.session
    session[BROWSER_KEY] = "x" * 43
    session.save()
    services.create(Visitor(None, "x" * 43), "Of this browser", CASTILLE, current_catalogue())
    told = client.get(DECKS).json()
    assert [deck["name"] for deck in told["decks"]] == ["Of this browser"]
    assert told["account"]
    assert "x" * 8 not in told["account"]


def test_many_decks_cost_no_more_queries_and_only_the_last_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = person("anna")
    client = signed_in(anna)

    def queries() -> int:
        with CaptureQueriesContext(connection) as taken:
            client.get(DECKS)
        return len(taken)

    deck_of(anna, name="first")
    client.get(DECKS)
    one = queries()
    for each in range(3):
        deck_of(anna, name=f"later {each}")
    assert queries() == one
    monkeypatch.setattr(own, "MAX_DECKS", 2)
    told = client.get(DECKS).json()
    assert ([deck["name"] for deck in told["decks"]], told["more"]) == (["later 2", "later 1"], True)
