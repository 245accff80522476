"""Typographic quotes in the data, and straight ones wherever people type."""

import json
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from cards.catalogue.datafiles import DATA, load_catalogue, load_formats
from cards.catalogue.typography import typeset
from cards.paths import card_path
from cards.query import Engine, Query
from cards.query.tree import Bare, Text

CATALOGUE = load_catalogue()
ENGINE = Engine(CATALOGUE, load_formats())
DOLORES, GLASS = CATALOGUE.card("01091"), CATALOGUE.card("01100")


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ('"Madre" Dolores', "“Madre” Dolores"),
        ('Paul "Prof" Herbert', "Paul “Prof” Herbert"),
        ('It has "Action: Draw 1 card."', "It has “Action: Draw 1 card.”"),
        ('("so")', "(“so”)"),
        ("Rough 'Em Up", "Rough ’Em Up"),
        ("the players' cards", "the players’ cards"),
        ("“Prima” Rosa’s", "“Prima” Rosa’s"),
    ],
)
def test_straight_quotes_become_typographic(typed: str, set_: str) -> None:
    assert typeset(typed) == set_


@pytest.mark.parametrize("path", sorted(DATA.rglob("*.json")), ids=lambda path: path.name)
def test_no_data_file_has_straight_quotes(path: Path) -> None:
    if path.parent.name == "schema":
        return
    content = json.loads(path.read_text(encoding="utf-8"))
    for text in _strings(content):
        assert typeset(text) == text


def _strings(content: object) -> list[str]:
    if isinstance(content, dict):
        return [text for value in content.values() for text in _strings(value)]
    if isinstance(content, list):
        return [text for value in content for text in _strings(value)]
    return [content] if isinstance(content, str) else []


@pytest.mark.parametrize(
    "query",
    [
        '"Madre" Dolores',
        "“Madre” Dolores",
        "Madre",
        "madre dolores",
        "n:Madre",
        r'name="\"Madre\" Dolores"',
        'name="“Madre” Dolores"',
    ],
)
def test_a_name_in_quotes_is_found_however_it_is_typed(query: str) -> None:
    assert DOLORES in ENGINE.search(query).cards


@pytest.mark.parametrize(
    "query",
    [
        "The Cat's Glass",
        "The Cat’s Glass",
        'name="The Cat\'s Glass"',
        "name=“The Cat’s Glass”",
        "cat's glass",
        "n:/cat's g/",
    ],
)
def test_an_apostrophe_is_found_however_it_is_typed(query: str) -> None:
    assert GLASS in ENGINE.search(query).cards


@pytest.mark.parametrize(
    "query",
    ['tr="Explorer\'s Society"', "tr=“Explorer’s Society”", 'artist:"Paul \\"Prof\\" Herbert"', "x:adversary's"],
)
def test_traits_artists_and_texts_are_found_by_straight_quotes(query: str) -> None:
    result = ENGINE.search(query)
    assert result.faults == ()
    assert result.cards


def test_a_name_is_looked_up_by_either_kind_of_quote() -> None:
    assert CATALOGUE.named('"Madre" Dolores') == CATALOGUE.named("“Madre” Dolores") == (DOLORES,)
    assert CATALOGUE.named("the cat's glass") == (GLASS,)


def test_every_name_reads_back_from_its_canonical_spelling() -> None:
    for card in CATALOGUE:
        text = Query(Bare(Text(card.full_name))).canonical
        assert card in ENGINE.search(text).cards, text


def test_addresses_have_no_quotes() -> None:
    assert card_path(DOLORES) == "/cards/01091/madre-dolores/"
    assert card_path(GLASS) == "/cards/01100/the-cats-glass/"


def test_names_sort_as_they_did_with_straight_quotes() -> None:
    first, second, *_ = ENGINE.search("sort:name").cards
    assert [first.name, second.name] == ["“Madre” Dolores", "“Padre” Aníbal"]


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["Cat's Glass", "Cat’s Glass"])
def test_staff_find_either_kind_of_apostrophe(admin_client: Client, typed: str) -> None:
    page = admin_client.get(reverse("admin:cards_card_changelist"), {"q": typed}).content.decode()
    assert reverse("admin:cards_card_change", args=["01100"]) in page
