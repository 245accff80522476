"""The card API's calls: what they answer, in which order, from how many queries."""

import json

import pytest
from django.urls import reverse

from cards.api.documents import get_documents
from cards.api.versions import API_VERSION
from cards.catalogue.datafiles import load_catalogue, load_formats
from cards.catalogue.stats import STAT_NAMES, Mark
from cards.models import Card, CardImage, CardLoad
from cards.pictures.store import forget_upload_keys
from cards.store import current_catalogue

pytestmark = pytest.mark.django_db

CONTRACT = {
    "code", "set", "number", "name", "title", "type", "deck", "faction", *STAT_NAMES, "traits", "keywords",
    "abilities", "text", "printings", "image", "url",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _fresh_uploads():
    forget_upload_keys()
    yield
    forget_upload_keys()


def get(client, path, **headers):
    response = client.get(f"/api/v1/{path}", headers=headers)
    assert response.status_code == 200, response.content
    assert response["Content-Type"] == "application/json"
    return response.json()


def test_every_card_bears_every_field_of_the_contract(client):
    cards = get(client, "cards/all/")
    assert len(cards) == len(load_catalogue())
    assert all(set(card) >= CONTRACT for card in cards)
    assert [card["code"] for card in cards] == sorted(card["code"] for card in cards)


def test_a_number_a_dash_an_unknown_and_an_absent_one_stay_apart(client):
    by_code = {card["code"]: card for card in get(client, "cards/all/")}
    seen = set()
    for card in load_catalogue():
        for name in STAT_NAMES:
            stat, given = card.stat(name), by_code[card.code][name]
            assert (type(given), given) == (type(stat) if not isinstance(stat, Mark) else str, stat)
            seen.add(given if isinstance(given, str) else type(given))
    assert seen == {"-", "?", int, type(None)}
    assert any(card[name] == 0 for card in by_code.values() for name in STAT_NAMES)


def test_a_card_says_what_the_catalogue_says(client):
    card = next(card for card in load_catalogue() if len(card.abilities) > 1 and card.traits and card.title)
    given = get(client, f"cards/{card.code}/")
    assert (given["name"], given["title"], given["set"], given["type"]) == (card.name, card.title, card.set, card.type)
    assert given["traits"] == list(card.traits)
    assert given["text"] == card.text
    assert given["abilities"][0] == {
        "kind": card.abilities[0].kind,
        "label": card.abilities[0].label,
        "qualifiers": list(card.abilities[0].qualifiers),
        "trigger": card.abilities[0].trigger,
        "cost": card.abilities[0].cost,
        "effect": card.abilities[0].effect,
        "below_bar": card.abilities[0].below_bar,
        "text": card.abilities[0].text,
    }
    assert given["printings"][0]["code"] == card.printings[0].code


def test_unknown_traits_are_not_no_traits(client):
    unknown = [card for card in get(client, "cards/all/") if not card["traits_known"]]
    assert [card["code"] for card in unknown] == [card.code for card in load_catalogue() if not card.traits_known]
    assert unknown
    assert all(card["traits"] == [] for card in unknown)


def test_addresses_of_a_card_lead_somewhere(client):
    card = get(client, "cards/01001/")
    assert card["image"] == card["images"]["page"]
    assert card["image"].startswith("http://testserver/faces/01001-page-")
    assert client.get(card["url"].removeprefix("http://testserver")).status_code == 200


def test_a_printings_code_finds_its_card(client):
    card = next(card for card in load_catalogue() if any(each.code != card.code for each in card.printings))
    other = next(each.code for each in card.printings if each.code != card.code)
    assert get(client, f"cards/{other}/")["code"] == card.code


def test_a_retired_card_is_found_by_its_code_and_listed_nowhere(client):
    Card.objects.filter(code="01001").update(retired=True)
    CardLoad.objects.create(version="other", added=0, changed=0, removed=1)
    assert get(client, "cards/01001/")["code"] == "01001"
    assert "01001" not in {card["code"] for card in get(client, "cards/all/")}
    assert get(client, "cards/?q=code:01001")["count"] == 0


def test_plain_words_are_read_as_on_the_page(client):
    assert get(client, "cards/?q=risk castille") == get(client, "cards/?q=f:castille t:risk")
    assert get(client, "search/explain/?q=risk castille")["explanation"] == "Castille risks"
    literal = get(client, 'search/explain/?q="risk" "castille"')
    assert literal["explanation"] == "Cards that mention “risk” and “castille”"


def test_a_query_finds_what_it_asks_for(client):
    answer = get(client, "cards/?q=f:castille t:risk")
    assert answer["count"] == sum(card.faction == "castille" and card.type == "risk" for card in load_catalogue()) > 0
    assert {(card["faction"], card["type"]) for card in answer["results"]} == {("castille", "risk")}


def test_nothing_found_is_an_empty_first_page(client):
    answer = get(client, "cards/?q=name=nobodybearsthisname")
    assert answer == {"count": 0, "next": None, "previous": None, "results": []}


@pytest.mark.parametrize(
    "path", ["cards/?page_size=37", "cards/?page_size=37&sort=-cost,type", "cards/?page_size=60&q=a"]
)
def test_pages_linked_by_next_hold_every_card_once(client, path):
    codes, pages, previous = [], 0, None
    address = f"http://testserver/api/v1/{path}"
    while address:
        answer = client.get(address.removeprefix("http://testserver")).json()
        assert (answer["previous"] is None) == (pages == 0)
        codes += [card["code"] for card in answer["results"]]
        previous, address, pages = address, answer["next"], pages + 1
    assert pages > 2
    assert len(codes) == len(set(codes)) == answer["count"]
    assert client.get(answer["previous"]).json()["next"] == previous


def test_sort_is_total_and_can_be_turned(client):
    cards = get(client, "cards/?sort=-cost,name&page_size=200")["results"]
    keys = [(-card["cost"], card["name"], card["code"]) for card in cards if isinstance(card["cost"], int)]
    assert len(keys) > 150
    assert [key[0] for key in keys] == sorted(key[0] for key in keys)
    first = get(client, "cards/?sort=code&page_size=1")["results"][0]["code"]
    last = get(client, "cards/?sort=-code&page_size=1")["results"][0]["code"]
    codes = sorted(card.code for card in load_catalogue())
    assert (first, last) == (codes[0], codes[-1])


def test_a_query_is_explained_in_words(client):
    answer = get(client, "search/explain/?q=f:castille t:risk cost<=1")
    assert answer["valid"] is True
    assert answer["errors"] == []
    assert "Castille" in answer["explanation"]


def test_a_faulty_query_is_explained_by_its_faults(client):
    answer = get(client, "search/explain/?q=factoin:castille")
    assert answer["valid"] is False
    assert answer["explanation"] == ""
    fault = answer["errors"][0]
    assert set(fault) == {"message", "start", "end", "suggestion"}
    assert (fault["start"], fault["end"], fault["suggestion"]) == (0, 7, "faction")


def test_sets_and_factions_count_their_cards(client):
    catalogue = load_catalogue()
    sets = get(client, "sets/")
    assert [each["code"] for each in sets] == [each.code for each in catalogue.sets]
    assert sum(each["cards"] for each in sets) >= len(catalogue)
    factions = get(client, "factions/")
    assert {each["code"] for each in factions} == {"castille", "eisen", "montaigne", "ussura", "vodacce", "neutral"}
    assert sum(each["cards"] for each in factions) == sum(card.faction is not None for card in catalogue)


def test_formats_are_told_with_their_numbers(client):
    formats = {each["code"]: each for each in get(client, "formats/")}
    assert list(formats) == ["rulebook-2023", "playtest-5.9.4e", "core-only"]
    assert [code for code, each in formats.items() if each["default"]] == ["rulebook-2023"]
    assert formats["playtest-5.9.4e"]["faction_max"] == 40
    assert formats["rulebook-2023"]["faction_max"] is None
    assert formats["core-only"]["cards"] < formats["rulebook-2023"]["cards"]


def test_version_changes_with_the_cards_and_with_their_pictures(client, settings):
    first = get(client, "version/")
    assert set(first) == {"cards", "engine", "api"}
    assert first["cards"] == current_catalogue().version
    assert first["api"] == API_VERSION == settings.SPECTACULAR_SETTINGS["VERSION"]
    CardImage.objects.create(card_id="01001", key="0123456789abcdef")
    second = get(client, "version/")
    assert second["cards"] != first["cards"]
    assert second["engine"] == first["engine"]
    CardLoad.objects.create(version="another", added=0, changed=1, removed=0)
    assert get(client, "version/")["cards"].startswith("another")


def test_an_uploaded_picture_changes_the_address_of_the_face(client):
    before = get(client, "cards/01001/")["image"]
    CardImage.objects.create(card_id="01001", key="0123456789abcdef")
    after = get(client, "cards/01001/")["image"]
    assert before != after
    assert "0123456789abcdef" in after


PATHS = [
    "cards/", "cards/?q=f:castille&page_size=200", "cards/01001/", "cards/all/", "search/explain/?q=risk",
    "sets/", "factions/", "formats/", "version/",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_every_call_makes_one_query(client, path, django_assert_num_queries):
    get(client, path)
    with django_assert_num_queries(1):
        get(client, path)


@pytest.mark.parametrize("path", [*PATHS, "schema/"])
def test_a_tag_saves_the_body(client, path):
    response = client.get(f"/api/v1/{path}")
    tag = response["ETag"]
    assert tag.startswith('"')
    assert "public" in response["Cache-Control"]
    assert "must-revalidate" in response["Cache-Control"]
    for sent in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = client.get(f"/api/v1/{path}", headers={"If-None-Match": sent})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    other = client.get(f"/api/v1/{path}", headers={"If-None-Match": '"other"'})
    assert (other.status_code, other.content) == (200, response.content)
    head = client.head(f"/api/v1/{path}")
    assert (head.status_code, head.content, head["ETag"]) == (200, b"", tag)


def test_tags_change_with_the_cards(client):
    before = client.get("/api/v1/cards/all/")["ETag"]
    Card.objects.filter(code="01001").update(name="Another Name")
    CardLoad.objects.create(version="changed", added=0, changed=1, removed=0)
    response = client.get("/api/v1/cards/all/", headers={"If-None-Match": before})
    assert response.status_code == 200
    assert response.json()[0]["name"] == "Another Name"


def test_documents_are_written_once_per_version_and_host():
    catalogue = load_catalogue()
    assert get_documents(catalogue, "https://a.test") is get_documents(catalogue, "https://a.test")
    assert get_documents(catalogue, "https://a.test") is not get_documents(catalogue, "https://b.test")
    card = json.loads(get_documents(catalogue, "https://a.test").card(catalogue.card("01001")))
    assert card["url"].startswith("https://a.test/cards/01001/")


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/*;q=0.1", "nonsense", ""])
def test_whatever_is_asked_for_json_is_given(client, accept):
    assert len(get(client, "formats/", Accept=accept)) == len(load_formats())


@pytest.mark.parametrize("path", [*PATHS, "schema/"])
def test_any_site_may_read(client, path):
    response = client.get(f"/api/v1/{path}", headers={"Origin": "https://elsewhere.example"})
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response
    assert "ETag" in response["Access-Control-Expose-Headers"]
    assert "Set-Cookie" not in response
    asked = client.options(
        f"/api/v1/{path}",
        headers={
            "Origin": "https://elsewhere.example",
            "Access-Control-Request-Method": "GET",
            "Access-Control-Request-Headers": "if-none-match",
        },
    )
    assert asked.status_code == 200
    assert "if-none-match" in asked["Access-Control-Allow-Headers"]
    assert "POST" not in asked["Access-Control-Allow-Methods"]


def test_addresses_have_names(client):
    assert reverse("api:cards") == "/api/v1/cards/"
    assert reverse("api:card", args=["01001"]) == "/api/v1/cards/01001/"
