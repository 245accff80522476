"""The way in: the masthead of every page, and the first screen of the home page."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from cards.store import current_catalogue
from decks.models import Visibility
from rules.games.models import GameRecord
from rules.games.services import SAMPLE_ID, record_sample
from tests.decks.factories import deck_of, person, signed_in

pytestmark = pytest.mark.django_db

MAIN = [("/cards/", "Cards"), ("/decks/", "Decks"), ("/decks/new/", "Build"), ("/test/", "Test"), ("/games/", "Play")]
LINK = re.compile(r'<a href="([^"]*)"( aria-current="\w+")?>(?:<svg.*?</svg>)?([^<]*)</a>')


def masthead(client: Client, path: str) -> str:
    return client.get(path).content.decode().partition("<main")[0]


def main_links(html: str) -> list[tuple[str, str, str]]:
    bar = html.partition('<nav class="nav"')[2].partition("</nav>")[0]
    return LINK.findall(re.sub(r"<details.*?</details>", "", bar, flags=re.DOTALL))


def test_the_masthead_is_ordered_by_what_people_come_for(client: Client) -> None:
    found = main_links(masthead(client, "/"))
    assert [(path, label) for path, _, label in found] == [*MAIN, ("/rules/", "Rules")]


def test_every_link_of_the_masthead_leads_somewhere(client: Client) -> None:
    addresses = set(re.findall('<a[^>]* href="(/[^"]*)"', masthead(client, "/about/")))
    assert {"/sets/", "/factions/", "/hands/", "/simulations/", "/duels/", "/decks/mine/"} <= addresses
    for path in addresses:
        assert client.get(path.partition("#")[0]).status_code == 200, path


@pytest.mark.parametrize(
    ("path", "section", "current"),
    [
        ("/cards/", "Cards", "page"),
        ("/sets/", "Cards", "true"),
        ("/factions/eisen/", "Cards", "true"),
        ("/decks/", "Decks", "page"),
        ("/decks/mine/", "Decks", "true"),
        ("/decks/new/", "Build", "page"),
        ("/decks/import/", "Build", "true"),
        ("/test/", "Test", "page"),
        ("/hands/", "Test", "true"),
        ("/decks/castille-starter/odds/", "Test", "true"),
        ("/decks/castille-starter/simulate/", "Test", "true"),
        ("/simulations/", "Test", "true"),
        ("/games/", "Play", "page"),
        ("/duels/", "Play", "true"),
        ("/rules/duels/", "Rules", "page"),
    ],
)
def test_the_masthead_says_where_one_is(client: Client, path: str, section: str, current: str) -> None:
    marked = [(label, mark) for _, mark, label in main_links(masthead(client, path)) if mark]
    assert marked == [(section, f' aria-current="{current}"')]


@pytest.mark.parametrize("path", ["/", "/cards/", "/rules/", "/decks/", "/test/", "/games/", "/players/ana/"])
def test_the_masthead_says_who_is_signed_in(path: str) -> None:
    ana = person("ana")
    assert '<a class="account-link" href="/accounts/sign-in/">Sign in</a>' in masthead(Client(), path)
    own = masthead(signed_in(ana), path)
    assert '<span class="vh">Signed in as </span><span class="name">ana</span>' in own
    assert "Sign in<" not in own


def test_a_browser_with_decks_and_no_account_is_asked_to_sign_in(client: Client) -> None:
    session = client.session
    session["deck_browser"] = "x" * 43
    session.save()
    assert ">Sign in</a>" in masthead(client, "/cards/")


@pytest.mark.parametrize("path", ["/cards/99999/", "/nowhere/", "/offline/"])
def test_a_page_that_does_not_know_offers_the_account(path: str) -> None:
    html = masthead(signed_in(person("ana")), path)
    assert '<a class="account-link" href="/accounts/">Account</a>' in html
    assert "ana</span>" not in html


# --- the first screen of the home page ---


def first_screen(client: Client) -> str:
    return client.get("/").content.decode().partition('<section class="hero">')[2].partition("</section>")[0]


def test_the_four_things_one_can_do_here_each_have_a_door_that_opens_at_once(client: Client) -> None:
    record_sample(current_catalogue())
    html = first_screen(client)
    assert 'action="/cards/" role="search"' in html
    assert re.findall("<h2>([^<]*)</h2>", html) == ["Build a deck", "Test a hand", "Watch a game"]
    doors = re.findall('<a class="btn btn-main" href="([^"]*)"', html)
    assert len(doors) == 3
    for door in doors:
        assert client.get(door.replace("&amp;", "&")).status_code == 200, door
    assert doors[2] == f"/games/{SAMPLE_ID}/"


def test_today_s_hand_is_the_same_for_everybody_and_another_tomorrow(monkeypatch: pytest.MonkeyPatch) -> None:
    def hand(day: int) -> str:
        monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 3, day, 12, tzinfo=UTC))
        return first_screen(Client()).partition("Test a hand")[2].partition("</li>")[0]

    assert hand(1) == hand(1) != hand(2)


def test_until_a_game_is_recorded_the_door_leads_to_the_bots(client: Client) -> None:
    assert '<a class="btn btn-main" href="/games/">Watch bots play</a>' in first_screen(client)


def test_the_sample_game_is_recorded_once_for_each_version_of_the_rules() -> None:
    catalogue = current_catalogue()
    record_sample(catalogue)
    first = GameRecord.objects.get(pk=SAMPLE_ID)
    record_sample(catalogue)
    assert GameRecord.objects.get().created_at == first.created_at
    GameRecord.objects.update(rules_version="older", ending="Otherwise")
    record_sample(catalogue)
    assert GameRecord.objects.get().ending == first.ending
    assert first.owner is not None
    assert not first.owner.has_usable_password()


# --- testing a deck ---


def test_the_test_page_leads_from_any_deck_to_its_hands_odds_and_simulations() -> None:
    ana = person("ana")
    deck = deck_of(ana, Visibility.PRIVATE, "Sealed orders")
    own, anybodys = signed_in(ana).get("/test/"), Client().get("/test/")
    for page, deck_id in ((own, deck.id), (own, "castille-starter"), (anybodys, "castille-starter")):
        for tail in ("hands/", "odds/", "simulate/"):
            assert f'href="/decks/{deck_id}/{tail}"' in page.content.decode()
    assert "Sealed orders" in own.content.decode()
    assert own["Cache-Control"] == "private, no-store"
    assert "Sealed orders" not in anybodys.content.decode()
