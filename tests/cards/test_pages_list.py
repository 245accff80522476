"""The list of cards: the address says all, the query is never silently misread."""

import html
import re
from functools import cache
from itertools import chain
from math import ceil
from urllib.parse import quote_plus

import pytest
from django.template.loader import render_to_string
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from cards import search
from cards.catalogue.datafiles import load_catalogue, load_formats
from cards.pages.results import (
    PAGE_SIZE,
    TEXT_PAGE_SIZE,
    CardSearch,
    View,
    highlight_faults,
    results_context,
)
from cards.query import Engine, SortKey, apply_suggestions
from cards.query.facets import with_sort

pytestmark = pytest.mark.django_db

#: The last page of all cards.
LAST = ceil(len(load_catalogue()) / PAGE_SIZE)


def text(client: Client, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, (address, answer.content[:300])
    return answer.content.decode()


def asking(query: str, **more: str) -> str:
    return f"/cards/?q={quote_plus(query)}" + "".join(f"&{name}={value}" for name, value in more.items())


def codes(page: str) -> list[str]:
    return re.findall(r'<a (?:class="row" )?href="/cards/(\w+)/[\w-]+/" data-card', page)


@cache
def the_engine() -> Engine:
    return Engine(load_catalogue(), load_formats())


@pytest.fixture
def engine() -> Engine:
    return the_engine()


@pytest.mark.parametrize("view", View)
def test_every_view_shows_the_same_cards(client: Client, engine: Engine, view: View) -> None:
    found = engine.search("f:castille t:risk c:0 sort:name").cards
    assert codes(text(client, asking("f:castille t:risk c:0 sort:name", view=view))) == [card.code for card in found]


def test_pages_together_show_every_card_once(client: Client) -> None:
    pages = [codes(text(client, f"/cards/?page={page}")) for page in range(1, LAST + 1)]
    assert all(len(page) == PAGE_SIZE for page in pages[:-1])
    assert len(codes(text(client, "/cards/?view=text"))) == TEXT_PAGE_SIZE
    assert sorted(chain(*pages)) == sorted(card.code for card in load_catalogue())
    first, last = text(client, "/cards/"), text(client, f"/cards/?page={LAST}")
    assert 'rel="next"' in first
    assert 'rel="prev"' not in first
    assert 'rel="next"' not in last
    assert f'<span aria-current="page"><span class="vh">Page </span>{LAST}</span>' in last


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/cards/?view=mosaic", 400, "There is no view “mosaic”. The views are faces, list, table, text."),
        ("/cards/?page=two", 400, "“two” is not a page number."),
        ("/cards/?page=0", 400, "“0” is not a page number."),
        ("/cards/?page=-1", 400, "“-1” is not a page number."),
        ("/cards/?page=²", 400, "“²” is not a page number."),
        ("/cards/?page=123456789012345678901234567890", 400, "is not a page number."),
    ],
)
def test_a_bad_address_says_what_is_wrong_with_it(client: Client, address: str, status: int, words: str) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert words in html.unescape(answer.content.decode())


def test_a_page_past_the_last_goes_back_to_page_one(client: Client) -> None:
    assert client.get(f"/cards/?page={LAST + 1}")["Location"] == "/cards/"
    answer = client.get("/cards/?q=f%3Acastille&view=list&page=999", headers={"HX-Request": "true"}, follow=True)
    assert answer.redirect_chain == [("/cards/?q=f%3Acastille&view=list", 302)]
    assert answer["HX-Push-Url"] == "/cards/?q=f%3Acastille&view=list"


def test_every_query_is_said_in_words(client: Client, engine: Engine) -> None:
    query = "f:castille,neutral t:risk c<=1"
    page = html.unescape(text(client, asking(query)))
    result = engine.search(query)
    assert f'<span class="count">{len(result)} cards</span> {result.sentence}' in page
    assert f'data-said="{len(result)} cards: {result.sentence}"' in page


def test_a_fault_is_named_underlined_and_mended(client: Client, engine: Engine) -> None:
    page = text(client, asking("f:castile cots<3"))
    assert "f:<mark>castile</mark> <mark>cots</mark>&lt;3" in page
    for fault in engine.search("f:castile cots<3").faults:
        assert html.escape(fault.message, quote=False) in page.replace("&#x27;", "'").replace("&quot;", '"')
    assert 'aria-invalid="true"' in page
    assert f'<a class="query" href="{asking("f:castille cost<3")}" data-live>f:castille cost&lt;3</a>' in page
    assert not codes(page)


def test_a_fault_at_the_end_underlines_the_gap(engine: Engine) -> None:
    faults = engine.search("cost>").faults
    assert faults
    assert "<mark>" in highlight_faults("cost>", faults)


def test_a_near_miss_offers_what_may_have_been_meant(client: Client, engine: Engine) -> None:
    guess = engine.search("n:kaspr").did_you_mean
    assert guess
    assert f'Did you mean <a class="query" href="{asking(guess)}"' in text(client, asking("n:kaspr"))


def test_a_mistyped_word_shows_what_the_right_one_finds(client: Client, engine: Engine) -> None:
    page = html.unescape(text(client, asking("odete")))
    assert codes(page) == [card.code for card in engine.search("Odette").cards]
    assert f'Showing results for <a class="query" href="{asking("Odette")}" data-live>Odette</a>' in page
    literal = asking('"odete"')
    assert f'search instead for <a class="query" href="{literal}"' in page
    assert 'data-said="Showing results for Odette. ' in page
    assert f'href="{asking("Odette t:character")}"' in page
    page = text(client, literal)
    assert not codes(page)
    assert f'Did you mean <a class="query" href="{asking("Odette")}"' in page


def test_the_page_says_how_it_read_the_words(client: Client, engine: Engine) -> None:
    page = html.unescape(text(client, asking("risk castille")))
    assert codes(page) == [card.code for card in engine.search("f:castille t:risk").cards]
    assert f'Read as <a class="query" href="{asking("type:risk faction:castille")}"' in page
    literal = asking('"risk" "castille"')
    assert f'search instead for <a class="query" href="{literal}"' in page
    for query in ("t:risk f:castille", "duelist", '"risk" "castille"', ""):
        assert "search instead for" not in text(client, asking(query))


def test_an_exact_name_opens_the_card_when_it_is_entered(client: Client, engine: Engine) -> None:
    (card,) = engine.catalogue.named("Not Today")
    for name in ("Not Today", "not  today"):
        assert client.get(asking(name, open="1"))["Location"].startswith(f"/cards/{card.code}/")
        answer = client.get(asking(name, open="1"), headers={"HX-Request": "true"})
        assert answer["HX-Redirect"].startswith(f"/cards/{card.code}/")
        assert answer.content == b""
    # Typing it, or coming back to the list, does not.
    assert card.code in codes(text(client, asking("Not Today")))
    assert card.code in codes(text(client, asking("Not Today"), **{"HX-Request": "true"}))


def test_what_is_entered_is_searched_for_unless_it_is_one_card(client: Client, engine: Engine) -> None:
    assert client.get(asking("not", open="1", view="list"))["Location"] == asking("not", view="list")
    assert client.get("/cards/?q=&open=1")["Location"] == "/cards/"
    shared = next(card.name for card in engine.catalogue if len(engine.catalogue.named(card.name)) > 1)
    assert client.get(asking(shared, open="1"))["Location"] == asking(shared)
    answer = client.get(asking("risk", open="1"), headers={"HX-Request": "true"})
    assert answer["HX-Push-Url"] == asking("risk")


def test_nothing_found_invites_to_go_on(client: Client) -> None:
    page = text(client, asking("t:risk t:scheme"))
    assert "No cards match your search" in page
    assert '<a href="/cards/" data-live>see all cards</a>' in page


def test_facets_write_the_query_and_count(client: Client, engine: Engine) -> None:
    page = html.unescape(text(client, asking("f:castille")))
    both = len(engine.search("f:castille t:risk"))
    assert re.search(rf'href="{re.escape(asking("f:castille t:risk"))}"[^>]*>.*?Risk<span class="n">{both}<', page)
    taken = re.search(r'<a href="([^"]*)"[^>]*data-key="faction-castille" aria-current="true">', page)
    assert taken
    assert taken[1] == "/cards/"
    widened = re.search(r'<a href="([^"]*)"[^>]*data-key="faction-eisen">', page)
    assert widened
    assert widened[1] == asking("f:castille,eisen")


def test_facets_and_views_keep_each_other(client: Client) -> None:
    page = html.unescape(text(client, asking("f:castille", view="table")))
    assert 'href="/cards/?q=f%3Acastille+t%3Arisk&view=table"' in page
    assert 'href="/cards/?q=f%3Acastille&view=text" data-live data-key="view-text"' in page
    assert 'href="/cards/?q=f%3Acastille" data-live data-key="view-faces"' in page


def test_a_column_head_sorts_and_then_turns_round(client: Client) -> None:
    page = html.unescape(text(client, asking("f:castille", view="table")))
    first = re.search(r'<th scope="col"><a href="([^"]*)" data-live data-key="sort-combat">', page)
    assert first
    assert first[1] == asking("f:castille -sort:combat", view="table")
    page = html.unescape(text(client, first[1]))
    second = re.search(r'aria-sort="descending"><a href="([^"]*)" data-live data-key="sort-combat">', page)
    assert second
    assert second[1] == asking("f:castille sort:combat", view="table")


def test_another_order_keeps_the_words_of_the_query(client: Client, engine: Engine) -> None:
    page = html.unescape(text(client, asking("F:cast  duelist -sort:name")))
    assert f'<a href="{asking("F:cast duelist sort:name")}" data-live aria-current="true">Name' in page
    assert f'<a href="{asking("F:cast duelist -sort:cost")}" data-live>Cost</a>' in page
    assert f'<a href="{asking("F:cast duelist")}" data-live>Card number</a>' in page
    either = with_sort(engine.parse("t:risk or t:scheme"), (SortKey("cost"),))
    assert engine.search(either).mask == engine.search("t:risk or t:scheme").mask


def test_four_kinds_of_number_look_and_sound_different(client: Client) -> None:
    row = text(client, asking("code:01019", view="table"))
    cells = re.findall(r"<td>(.*?)</td>", row)
    assert cells[0] == "1"
    assert cells[4] == '<span aria-hidden="true">–</span><span class="vh">dash</span>'
    assert cells[5] == '<span class="vh">not on this card</span>'
    unknown = text(client, asking("riposte:?", view="table"))
    assert '<span aria-hidden="true">?</span><span class="vh">unknown</span>' in unknown
    assert "<td>0</td>" in text(client, asking("parry:0", view="table"))


def test_htmx_gets_only_the_results(client: Client) -> None:
    answer = client.get(asking("f:eisen", view="faces", page="1"), headers={"HX-Request": "true"})
    part = answer.content.decode()
    assert part.startswith("<title>f:eisen · Five Sails</title>")
    assert "<main" not in part
    assert answer["HX-Push-Url"] == asking("f:eisen")
    assert "HX-Request" in answer["Vary"]
    assert codes(part) == codes(text(client, asking("f:eisen")))
    whole = text(client, asking("f:eisen"), **{"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert whole.startswith("<!doctype html>")


def test_a_list_costs_one_small_query(client: Client, django_assert_num_queries) -> None:
    client.get("/cards/")
    for address in ("/cards/", asking("f:castille t:risk"), asking("tr:sorcerer", view="table"), asking("((")):
        with django_assert_num_queries(1):
            client.get(address)


def test_new_cards_show_at_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    assert len(codes(text(client, asking("code:01019")))) == 1
    fewer = tuple(card for card in load_catalogue() if card.code != "01019")
    monkeypatch.setattr(search, "current_catalogue", lambda: changed)
    changed = replace(load_catalogue(), version="changed", cards=fewer)
    assert codes(text(client, asking("code:01019"))) == []


@given(st.text(max_size=60))
def test_no_text_breaks_the_page_or_escapes_into_it(query: str) -> None:
    engine = the_engine()
    snapshot = search.Snapshot(engine.catalogue, engine, {})
    context = results_context(CardSearch("<script>alert(1)</script>" + query), snapshot)
    page = render_to_string("cards/results.html", context)
    assert "<script" not in page
    result = engine.search(query)
    if not result.valid:
        shown = re.sub("<[^>]*>", "", highlight_faults(query, result.faults))
        assert shown.replace("\N{NO-BREAK SPACE}", "") == html.escape(query)
        apply_suggestions(query, result.faults)
