"""The preview of a card: what a link to it shows before it is followed."""

import html
import re

import pytest
from django.test import Client

from cards.catalogue.datafiles import load_catalogue
from cards.paths import card_path

pytestmark = pytest.mark.django_db


def preview(client: Client, code: str) -> str:
    answer = client.get(f"/cards/{code}/preview/")
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def test_a_preview_has_face_text_numbers_and_the_way_to_the_page(client: Client) -> None:
    card = load_catalogue().card("01019")
    shown = preview(client, card.code)
    assert re.search(r'<img src="/faces/01019-grid-[^"]+\.png" width="244" height="341"[^>]* alt="">', shown)
    assert f"<h2>{card.name}</h2>" in shown
    assert "Combat</span>3</span>" in shown
    assert card.abilities[0].label in shown
    assert re.findall(r'<a class="btn[^"]*" href="([^"]+)"', shown) == [card_path(card)]


def test_a_preview_is_a_fragment_without_pop_ups(client: Client) -> None:
    shown = preview(client, "01019")
    assert shown.startswith("<article")
    assert shown.rstrip().endswith("</article>")
    assert "tooltip" not in shown
    assert " id=" not in shown


def test_the_preview_of_a_leader_leads_to_the_builder(client: Client) -> None:
    link = '<a class="btn" href="/decks/new/?leader=01089">Build with this leader</a>'
    assert link in preview(client, "01089")
    assert link in client.get("/cards/01089/", follow=True).content.decode()
    assert "Build with" not in preview(client, "01169")


def test_every_card_has_a_preview(client: Client) -> None:
    for card in load_catalogue():
        assert f'href="{card_path(card)}"' in preview(client, card.code), card.code


def test_a_printing_shows_its_card_and_an_unknown_code_nothing(client: Client) -> None:
    card = next(card for card in load_catalogue() if any(p.code != card.code for p in card.printings))
    other = next(p.code for p in card.printings if p.code != card.code)
    assert f'href="{card_path(card)}"' in preview(client, other)
    assert client.get("/cards/99999/preview/").status_code == 404


def test_a_preview_is_light_and_not_sent_twice(client: Client) -> None:
    answer = client.get("/cards/01019/preview/")
    assert len(answer.content) < 8_000
    assert answer["Cache-Control"] == "public, max-age=0, must-revalidate"
    again = client.get("/cards/01019/preview/", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
