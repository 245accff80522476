"""A card's own page: everything known about it, in words."""

import html
import re

import pytest
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import Client
from django.utils.safestring import SafeString, mark_safe

from cards.catalogue import Ability, AbilityKind, Card, CardType, Zone
from cards.catalogue.datafiles import load_catalogue, load_formats
from cards.catalogue.stats import Mark
from cards.explanations import SILENT
from cards.panels import Panels, card_panels, home_panels
from cards.paths import search_path
from cards.templatetags.card_text import card_stat, rules_text, stat_value

pytestmark = pytest.mark.django_db


def text(client: Client, code: str) -> str:
    return html.unescape(client.get(f"/cards/{code}/", follow=True).content.decode())


@pytest.mark.parametrize("address", ["/cards/01019/", "/cards/01019/somebody-else/"])
def test_one_card_has_one_address(client: Client, address: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer["Location"]) == (301, "/cards/01019/buratino/")


def test_the_code_of_a_printing_leads_to_its_card(client: Client) -> None:
    card = next(card for card in load_catalogue() if any(p.code != card.code for p in card.printings))
    other = next(p.code for p in card.printings if p.code != card.code)
    assert client.get(f"/cards/{other}/")["Location"].startswith(f"/cards/{card.code}/")


def test_every_number_stands_there_as_text(client: Client) -> None:
    page = text(client, "01019")
    facts = re.findall(r"<dt>(.*?)</dt><dd><svg.*?</svg><span>(.*?)</span></dd>", page)
    plain = {label: re.sub(r'<span aria-hidden="true">.*?</span>|<[^>]*>', "", value) for label, value in facts}
    assert plain == {
        "Cost": "1",
        "Resolve": "2",
        "Combat": "3",
        "Finesse": "1",
        "Influence": "dash",
        "Riposte": "1",
        "Parry": "dash",
        "Thrust": "2",
    }


def test_traits_and_artists_are_searches_that_find_the_card(client: Client) -> None:
    page = text(client, "01019")
    links = re.findall(r'href="(/cards/\?q=(?:tr|artist)%3D[^"]*)"', page)
    assert len(links) == 4
    for link in links:
        assert "/cards/01019/buratino/" in client.get(link).content.decode(), link


def test_who_may_run_it_and_where_it_is_legal(client: Client) -> None:
    page = text(client, "01019")
    runners = re.findall(r'<a class="chip" href="/cards/(\w+)/[^"]*" data-faction="(\w+)">', page)
    assert {faction for _, faction in runners} == {"vodacce"}
    assert page.count('class="ok"') == len(load_formats())
    later = text(client, "03039")
    assert re.search(r"Core set only</a></th><td><span class=\"no\"><svg.*?</svg>not in its sets", later)


def test_a_card_of_the_city_is_in_no_deck(client: Client) -> None:
    page = text(client, "01001")
    assert "No one: it is a City location." in page
    assert page.count("not a deck card") == len(load_formats())


def test_other_versions_of_a_person_are_near(client: Client) -> None:
    assert "Don Constanzo Scarpa, Fearsome Father" in text(client, "01006")


def test_rulings_are_shown_with_their_source(client: Client) -> None:
    ruling = next(card for card in load_catalogue() if card.code == "01004").rulings[0]
    page = text(client, "01004")
    assert ruling.text in re.sub(r'<span role="tooltip".*?</span>|<[^>]*>', "", page)
    assert ruling.source in page


def test_neighbours_follow_the_codes(client: Client) -> None:
    cards = load_catalogue().cards
    first, middle, last = text(client, cards[0].code), text(client, cards[9].code), text(client, cards[-1].code)
    assert 'rel="prev"' not in first
    assert 'rel="next"' not in last
    assert re.search(rf'href="/cards/{cards[8].code}/[^"]*" rel="prev"', middle)
    assert re.search(rf'href="/cards/{cards[10].code}/[^"]*" rel="next"', middle)


def test_the_page_points_to_its_data_and_its_picture(client: Client) -> None:
    page = text(client, "01019")
    assert 'href="/api/v1/cards/01019/"' in page
    assert re.search(r'property="og:image" content="http://testserver/faces/01019-full-\w+\.png"', page)
    assert re.search(
        r'<img src="/faces/01019-full-\w+\.png" width="\d+" height="\d+" fetchpriority="high" alt="Buratino, Lout">',
        page,
    )


def rules(*abilities: Ability) -> str:
    card = Card(code="x", set="s", number="1", name="N", type=CardType.SCHEME, deck=Zone.APPROACH, abilities=abilities)
    return render_to_string("cards/parts/rules.html", {"card": card, "explainer": SILENT})


def test_icons_are_drawn_and_spoken() -> None:
    words = rules_text("+1 {thrust}, {nonsense} & <b>")
    assert '#icon-thrust"/></svg><span class="vh">Thrust</span>' in words
    assert words.endswith(", {nonsense} &amp; &lt;b&gt;")


def test_an_ability_has_a_bold_label_and_its_bullet() -> None:
    action = Ability(AbilityKind.ACTION, "Draw 1 card.", ("City",), cost="Engage this character")
    passive = Ability(AbilityKind.PASSIVE, "It cannot move.")
    assert rules(action, passive) == (
        "<p><b>City Action:</b> Engage this character • Draw 1 card.</p><p>It cannot move.</p>"
    )


def test_a_bar_parts_a_scheme() -> None:
    above = Ability(AbilityKind.SCHEME, "Draw 1 card.")
    below = Ability(AbilityKind.PASSIVE, "It lasts.", below_bar=True)
    bar = '<div class="bar"><span class="vh">Below the bar, for the rest of the Day:</span></div>'
    assert rules(above, below, below) == f"<p>Draw 1 card.</p>{bar}<p>It lasts.</p><p>It lasts.</p>"


@pytest.mark.parametrize(
    ("name", "stat", "shown"),
    [
        ("cost", 0, "0"),
        ("panache_mod", 1, "+1"),
        ("panache_mod", 0, "0"),
        ("panache_mod", -1, '<span aria-hidden="true">−1</span><span class="vh">minus 1</span>'),
        ("combat", Mark.DASH, '<span aria-hidden="true">–</span><span class="vh">dash</span>'),
        ("combat", Mark.UNKNOWN, '<span aria-hidden="true">?</span><span class="vh">unknown</span>'),
        ("combat", None, '<span class="vh">not on this card</span>'),
    ],
)
def test_each_kind_of_number_has_its_own_look_and_sound(name: str, stat: int | Mark | None, shown: str) -> None:
    assert stat_value(name, stat) == shown


def test_what_an_attachment_adds_carries_a_sign_but_its_combat_values_do_not() -> None:
    stiletto = load_catalogue().get("01022")
    assert stiletto is not None
    assert [card_stat(stiletto, name) for name in ("finesse", "riposte", "cost")] == ["+1", "2", "1"]


def test_a_search_address_is_escaped() -> None:
    assert search_path('n:"a&b"', view="table") == "/cards/?q=n%3A%22a%26b%22&view=table"


def test_panels_come_in_order_and_may_be_silent() -> None:
    panels: Panels[[str]] = Panels()
    panels.register("late", lambda word: mark_safe(f"<p>{word} late</p>"), position=9)
    panels.register("early", lambda word: mark_safe(f"<p>{word} early</p>"), position=1)
    panels.register("silent", lambda word: None)
    assert panels.render("so") == ["<p>so early</p>", "<p>so late</p>"]
    panels.unregister("early")
    assert panels.render("so") == ["<p>so late</p>"]
    with pytest.raises(KeyError):
        panels.unregister("early")


def test_other_apps_hang_panels_on_our_pages(client: Client) -> None:
    def on_card(request: HttpRequest, card: Card) -> SafeString:
        return mark_safe(f"<p>seen with {card.code}</p>")

    card_panels.register("test", on_card)
    home_panels.register("test", lambda request: mark_safe("<p>seen at home</p>"))
    try:
        assert "<p>seen with 01019</p>" in text(client, "01019")
        assert b"<p>seen at home</p>" in client.get("/").content
    finally:
        card_panels.unregister("test")
        home_panels.unregister("test")
