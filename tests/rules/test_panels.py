"""What the rules say on a card's page about games."""

import html
import re

import pytest
from django.test import Client

from cards.catalogue import Card
from cards.catalogue.datafiles import load_catalogue
from rules.five_sails.abilities.coverage import unimplemented
from rules.five_sails.abilities.declared import IMPLEMENTED

pytestmark = pytest.mark.django_db


def in_games(client: Client, card: Card) -> str:
    page = client.get(f"/cards/{card.code}/", follow=True).content.decode()
    found = re.search(r'aria-labelledby="in-games">(.*?)</section>', page, re.DOTALL)
    assert found
    return html.unescape(re.sub(r"<[^>]*>", "", found[1]))


def first(*, abilities: range, missing: range) -> Card | None:
    return next(
        (
            card
            for card in load_catalogue()
            if len(card.abilities) in abilities and len(unimplemented(card, IMPLEMENTED)) in missing
        ),
        None,
    )


def test_a_card_says_when_every_ability_is_played(client: Client) -> None:
    card = first(abilities=range(1, 9), missing=range(1))
    assert card
    assert "Every ability is played by the simulator." in in_games(client, card)


def test_a_card_says_when_none_of_its_abilities_is_played(client: Client) -> None:
    for count, words in ((1, "its ability yet"), (2, "its abilities yet")):
        if card := first(abilities=range(count, count + 1), missing=range(count, count + 1)):
            assert words in in_games(client, card)
            assert "only its printed numbers" in in_games(client, card)


def test_a_card_names_the_abilities_that_are_not_played(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    card = first(abilities=range(2, 3), missing=range(1))
    assert card
    monkeypatch.setitem(IMPLEMENTED, card.code, (IMPLEMENTED[card.code][0], None))  # type: ignore[arg-type]
    said = in_games(client, card)
    assert "plays 1 of its 2 abilities. Not yet played:" in said
    assert card.abilities[1].label in said


def test_a_card_without_abilities_says_so(client: Client) -> None:
    if card := first(abilities=range(1), missing=range(1)):
        assert "This card has no abilities." in in_games(client, card)
