"""What every page of the card database owes its reader, whatever it shows."""

import re
from collections import Counter
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from django.test import Client

from cards.catalogue.datafiles import load_catalogue

pytestmark = pytest.mark.django_db

PAGES = (
    "/",
    "/cards/",
    "/cards/?q=f:castille+t:risk",
    "/cards/?view=list",
    "/cards/?view=table&q=t:character+-sort:combat",
    "/cards/?view=text&page=2",
    "/cards/?q=f:castile+cots<3",
    "/cards/?q=kaspr",
    "/cards/help/",
    "/cards/01019/buratino/",
    "/sets/",
    "/sets/core/",
    "/factions/",
    "/factions/vodacce/",
    "/factions/neutral/",
    "/about/",
)


class Outline(HTMLParser):
    """The tags of a page, with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attrs for name, attrs in self.tags if name == tag]

    def values(self, name: str) -> list[str]:
        return [attrs[name] for _, attrs in self.tags if name in attrs]


def outline(client: Client, address: str) -> Outline:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return Outline(answer.content.decode())


@pytest.mark.parametrize("address", PAGES)
def test_a_page_has_one_heading_and_its_landmarks(client: Client, address: str) -> None:
    page = outline(client, address)
    assert len(page.all("h1")) == 1
    assert len(page.all("main")) == 1
    assert page.all("html")[0]["lang"] == "en"
    assert page.all("a")[0]["href"] == "#main"
    assert len(page.all("title")) == 1
    assert any(tag.get("name") == "description" and tag["content"] for tag in page.all("meta"))
    assert any(tag.get("name") == "robots" for tag in page.all("meta"))
    assert any(tag.get("rel") == "canonical" and tag["href"].startswith("http") for tag in page.all("link"))


@pytest.mark.parametrize("address", PAGES)
def test_a_page_needs_nothing_that_the_content_policy_forbids(client: Client, address: str) -> None:
    page = outline(client, address)
    assert not page.values("style")
    assert not page.all("style")
    assert all(script.get("src", "").startswith("/static/") for script in page.all("script"))
    assert not [name for _, attrs in page.tags for name in attrs if name.startswith("on")]


@pytest.mark.parametrize("address", PAGES)
def test_a_page_loads_nothing_from_elsewhere(client: Client, address: str) -> None:
    page = outline(client, address)
    loaded = page.values("src") + page.values("srcset") + [tag["href"] for tag in page.all("use")]
    loaded += [tag["href"] for tag in page.all("link") if tag["rel"] in ("stylesheet", "preload", "icon", "manifest")]
    assert loaded
    assert all(address.startswith("/") and not address.startswith("//") for address in loaded)


@pytest.mark.parametrize("address", PAGES)
def test_ids_are_unique_and_references_lead_somewhere(client: Client, address: str) -> None:
    page = outline(client, address)
    check_ids(page)


def check_ids(page: Outline) -> None:
    ids = Counter(page.values("id"))
    assert not [name for name, count in ids.items() if count > 1]
    for name in ("aria-describedby", "aria-labelledby", "aria-controls", "for", "popovertarget"):
        assert set(page.values(name)) <= set(ids), name


@pytest.mark.parametrize("address", PAGES)
def test_pictures_say_what_they_show_and_keep_their_place(client: Client, address: str) -> None:
    for picture in outline(client, address).all("img"):
        assert "alt" in picture
        assert picture["width"].isdigit()
        assert picture["height"].isdigit()


def test_every_link_of_every_page_leads_somewhere(client: Client) -> None:
    seen: set[str] = set()
    for address in PAGES:
        for link in outline(client, address).all("a"):
            parts = urlsplit(link["href"])
            if link["href"].startswith("/") and not link["href"].startswith("/api/"):
                seen.add(parts.path + (f"?{parts.query}" if parts.query else ""))
    assert len(seen) > 300
    assert [address for address in sorted(seen) if client.get(address, follow=True).status_code != 200] == []


def test_every_card_has_a_sound_page(client: Client) -> None:
    for card in load_catalogue():
        answer = client.get(f"/cards/{card.code}/", follow=True)
        assert answer.status_code == 200, card.code
        page = Outline(answer.content.decode())
        check_ids(page)
        assert len(answer.content) < 40_000, card.code
        assert "{" not in re.sub(r"<[^>]*>", "", answer.content.decode()), f"{card.code}: an icon token was not drawn"


@pytest.mark.parametrize(
    "address", ["/", "/cards/", "/cards/?view=table", "/cards/?view=text", "/sets/core/", "/cards/help/"]
)
def test_a_page_is_light(client: Client, address: str) -> None:
    assert len(client.get(address).content) < 120_000


@pytest.mark.parametrize("address", PAGES)
def test_who_has_the_page_gets_only_word_of_it(client: Client, address: str) -> None:
    first = client.get(address)
    assert first["Cache-Control"] == "public, max-age=0, must-revalidate"
    assert "Cookie" in first["Vary"]
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    other = client.get(address, headers={"If-None-Match": '"another"'})
    assert other.status_code == 200


def test_pages_are_compressed_for_who_can_read_that(client: Client) -> None:
    import gzip

    plain = client.get("/cards/")
    small = client.get("/cards/", headers={"Accept-Encoding": "br, gzip"})
    assert small["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.content) == plain.content
    assert small["ETag"] != plain["ETag"]
    assert len(small.content) < len(plain.content) / 3


@pytest.mark.parametrize(
    "address", ["/cards/99999/", "/cards/99999/nobody/", "/sets/nowhere/", "/factions/nobody/", "/no/such/page/"]
)
def test_an_unknown_address_is_told_so(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert b"Off the edge of the chart" in answer.content
    assert len(Outline(answer.content.decode()).all("h1")) == 1


@pytest.mark.parametrize("address", ["/", "/cards/", "/sets/", "/about/", "/cards/01019/buratino/"])
def test_pages_are_for_reading(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405
    assert client.head(address).status_code == 200


def test_sets_show_a_face_and_how_the_factions_share_them(client: Client) -> None:
    page = client.get("/sets/").content.decode()
    catalogue = load_catalogue()
    tiles = page.split('class="tile set-tile"')[1:]
    assert len(tiles) == len(catalogue.sets)
    for tile, card_set in zip(tiles, catalogue.sets, strict=True):
        cards = [card for card in catalogue if card_set.code in {printing.set for printing in card.printings}]
        assert tile.count("<picture>") == 1
        assert sum(map(int, re.findall(r'<b class="num">(\d+)</b>', tile))) == len(cards)


def test_browsers_can_offer_the_search(client: Client) -> None:
    from xml.etree import ElementTree as ET

    answer = client.get("/opensearch.xml")
    assert answer["Content-Type"] == "application/opensearchdescription+xml"
    url = ET.fromstring(answer.content).find("{http://a9.com/-/spec/opensearch/1.1/}Url")
    assert url is not None
    answer = client.get(url.attrib["template"].replace("{searchTerms}", "f:eisen"), follow=True)
    assert answer.status_code == 200
    assert answer.redirect_chain == [("/cards/?q=f%3Aeisen", 302)]
