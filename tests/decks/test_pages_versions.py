"""Versions: listed with what they changed, named, restored, branched, compared."""

import re

import pytest
from django.test import Client

from cards.store import current_catalogue
from decks import services
from decks.decklist import Decklist
from decks.lists.changes import describe_changes
from decks.models import Deck, Visibility
from tests.decks.factories import CASTILLE, EISEN, deck_of, person, save, signed_in, without
from tests.decks.strategies import CATALOGUE

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine() -> tuple[Client, Deck]:
    """A signed-in client and its deck of three versions."""
    user = person("ana")
    deck = deck_of(user)
    save(deck, without(CASTILLE, "01104"))
    save(deck, EISEN)
    return signed_in(user), deck


def words(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_every_version_says_what_it_changed(mine: tuple[Client, Deck]) -> None:
    client, deck = mine
    text = words(client, f"{deck.get_absolute_url()}versions/")
    assert "First version, with 50 cards." in text
    assert "−2 Amour." in text
    assert "Leader Kaspar Dietrich;" in text
    assert "and " in text


def test_words_for_a_change() -> None:
    assert describe_changes(CASTILLE, CASTILLE, CATALOGUE) == "no changes"
    assert describe_changes(without(CASTILLE, "01104"), CASTILLE, CATALOGUE) == "+2 Amour"
    assert describe_changes(None, Decklist.of(None, (), {}), CATALOGUE) == "first version, empty"
    assert describe_changes(CASTILLE, Decklist.of(None, (), {}), CATALOGUE).startswith("no leader; ")


def test_a_version_is_named_and_its_name_taken_away(mine: tuple[Client, Deck]) -> None:
    client, deck = mine
    path = f"{deck.get_absolute_url()}versions/2/"
    client.post(f"{path}name/", {"label": "Without love"})
    assert "Without love" in words(client, path)
    client.post(f"{path}name/", {"label": ""})
    assert "Without love" not in words(client, f"{deck.get_absolute_url()}versions/").split("Version name removed")[1]


def test_restoring_makes_a_new_version_and_loses_none(mine: tuple[Client, Deck]) -> None:
    client, deck = mine
    client.post(f"{deck.get_absolute_url()}versions/1/restore/")
    deck.refresh_from_db()
    assert deck.head.number == 4
    assert deck.head.decklist == CASTILLE
    assert deck.versions.count() == 4


def test_a_branch_is_a_new_deck_from_a_version(mine: tuple[Client, Deck]) -> None:
    client, deck = mine
    answer = client.post(f"{deck.get_absolute_url()}copy/", {"version": "2"})
    branch = Deck.objects.get(pk=answer["Location"].split("/")[2])
    assert branch.head.decklist == without(CASTILLE, "01104")
    assert branch.source == deck.versions.get(number=2)


def test_a_version_is_seen_as_it_was(mine: tuple[Client, Deck]) -> None:
    client, deck = mine
    assert "2× Amour" in words(client, f"{deck.get_absolute_url()}versions/1/").replace("2×  ", "2× ")
    assert (
        "Amour" not in words(client, f"{deck.get_absolute_url()}versions/2/").split("Legality")[0].split("Restore")[1]
    )
    assert client.get(f"{deck.get_absolute_url()}versions/9/").status_code == 404


def test_two_versions_are_compared(mine: tuple[Client, Deck]) -> None:
    client, deck = mine
    text = words(client, f"{deck.get_absolute_url()}compare/?from=2&to=1")
    assert "2 cards added." in text
    assert "+2 Amour" in text
    assert "Cost curve" in text
    assert "Riposte" in text
    assert "The two lists are identical." in words(client, f"{deck.get_absolute_url()}compare/?from=3&to=3")


def test_versions_are_compared_as_they_are_selected(mine: tuple[Client, Deck]) -> None:
    client, deck = mine
    path = f"{deck.get_absolute_url()}compare/"
    assert "2 cards removed." in words(client, f"{path}?version=2&version=1")
    assert "−2 Amour" in words(client, f"{path}?version=2&version=1")
    one, none = words(client, f"{path}?version=2"), words(client, path)
    assert "version 2 After" in one
    assert "Different leader" in one
    assert one == none
    three = client.get(f"{path}?version=1&version=2&version=3")
    assert three.status_code == 400
    assert "Select two versions to compare." in three.content.decode()


def test_any_two_readable_decks_are_compared(mine: tuple[Client, Deck]) -> None:
    client, deck = mine
    shared = deck_of(person("ben"), Visibility.LINK, "Ben's")
    for other in (
        "castille-starter",
        "castille-starter@1",
        "http://testserver/decks/castille-starter/",
        "https://elsewhere.example/decks/castille-starter/versions/1/",
        f"d/{shared.link}",
        f"http://testserver/d/{shared.link}/",
    ):
        text = words(client, f"/decks/compare/?a={deck.id}@1&b={other}")
        assert "The two lists are identical." in text, other
    assert "Different leader" in words(client, f"/decks/compare/?a={deck.id}&b=castille-starter")


@pytest.mark.parametrize(
    "wrong", ["nothing", "a b", "d/x", "x" * 400, "castille-starter@7", "../../etc/passwd", "@", "%00"]
)
def test_what_cannot_be_compared_is_said_beside_its_field(client: Client, wrong: str) -> None:
    answer = client.get("/decks/compare/", {"a": "castille-starter", "b": wrong})
    assert answer.status_code == 404
    assert 'id="b-fault"' in answer.content.decode()
    assert 'id="a-fault"' not in answer.content.decode()


def test_comparing_gives_no_private_deck_away(client: Client) -> None:
    secret = deck_of(person("ana"), name="A secret plan")
    hidden = client.get(f"/decks/compare/?a={secret.id}&b=castille-starter")
    missing = client.get("/decks/compare/?a=nothing222&b=castille-starter")
    assert hidden.status_code == missing.status_code == 404
    assert "A secret plan" not in hidden.content.decode()
    assert hidden.content.decode().count("There is no such deck") == missing.content.decode().count(
        "There is no such deck"
    )


def test_versions_come_in_pages(mine: tuple[Client, Deck]) -> None:
    client, deck = mine
    for number in range(45):
        services.save(deck, without(CASTILLE, CASTILLE.faction[number % 2][0]), current_catalogue())
    assert client.get(f"{deck.get_absolute_url()}versions/").content.decode().count("versions-what") == 10
    assert client.get(f"{deck.get_absolute_url()}versions/?page=5").content.decode().count("versions-what") == 8
    assert client.get(f"{deck.get_absolute_url()}versions/?page=6").url == f"{deck.get_absolute_url()}versions/"
    assert client.get(f"{deck.get_absolute_url()}versions/?page=zero").status_code == 400
