"""The rules' pages: whole, light, linked, and not sent twice."""

import re
from itertools import pairwise
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.template import Context, Template
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.catalogue.datafiles import load_catalogue
from rules.pages.reference import views as reference
from rules.pages.reference.library import current_library
from rules.reference.files import load_book
from tests.cards.test_pages import Outline, check_ids

pytestmark = pytest.mark.django_db

BOOK = load_book()
CHAPTERS = tuple(f"/rules/{chapter.slug}/" for chapter in BOOK.chapters)
PAGES = ("/rules/", "/rules/?q=gamble", "/rules/?q=the", "/rules/?q=xyzzyx", *CHAPTERS)


def html(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))


@pytest.mark.parametrize("address", PAGES)
def test_a_page_is_sound_light_and_allowed_by_the_content_policy(client: Client, address: str) -> None:
    text = html(client, address)
    page = Outline(text)
    assert len(text) < 60_000
    assert len(page.all("h1")) == len(page.all("main")) == len(page.all("title")) == 1
    assert any(tag.get("name") == "description" and tag["content"] for tag in page.all("meta"))
    assert any(tag.get("rel") == "canonical" for tag in page.all("link"))
    check_ids(page)
    assert not page.values("style")
    assert not page.all("style")
    assert "{" not in words(text)
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels


@pytest.mark.parametrize("address", PAGES)
def test_who_has_the_page_gets_only_word_of_it(client: Client, address: str) -> None:
    first = client.get(address)
    assert first["Cache-Control"] == "public, max-age=0, must-revalidate"
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_every_link_of_the_book_leads_to_a_page_and_a_place_on_it(client: Client) -> None:
    ids: dict[str, set[str]] = {}
    links = {
        (link if link.startswith("/") else f"{address}{link}")
        for address in PAGES
        for link in Outline(html(client, address)).values("href")
        if not link.startswith(("/static/", "http"))
    }
    assert len(links) > 400
    for link in sorted(links):
        parts = urlsplit(link)
        page = parts.path + (f"?{parts.query}" if parts.query else "")
        if page not in ids:
            answer = client.get(page, follow=True)
            assert answer.status_code == 200, link
            ids[page] = set(Outline(answer.content.decode()).values("id"))
        assert not parts.fragment or parts.fragment in ids[page], link


def test_every_number_leads_to_its_rule(client: Client) -> None:
    shown = {chapter: set(Outline(html(client, chapter)).values("id")) for chapter in CHAPTERS}
    for number in BOOK.numbers:
        answer = client.get(f"/rules/{number}/")
        assert answer.status_code == 302
        address, _, anchor = answer["Location"].partition("#")
        assert not anchor or anchor in shown[address], number
    assert client.get("/rules/q8/")["Location"] == "/rules/rulings/#Q8"
    assert client.get("/rules/4.2.3")["Location"] == "/rules/4.2.3/"


def test_a_number_that_no_rule_has_is_refused_in_words(client: Client) -> None:
    answer = client.get("/rules/4.2.33/")
    assert answer.status_code == 404
    assert "There is no rule or chapter “4.2.33”" in answer.content.decode()


def test_every_rule_stands_on_its_chapters_page_with_number_and_title(client: Client) -> None:
    for chapter in BOOK.chapters:
        text = words(html(client, f"/rules/{chapter.slug}/"))
        assert chapter.lead in text
        for entry in chapter.entries:
            assert f"{entry.number} {entry.title}".strip() in text


def test_the_contents_name_every_chapter_the_phases_and_the_victories(client: Client) -> None:
    text = words(html(client, "/rules/"))
    for chapter in BOOK.chapters:
        assert f"{chapter.number} {chapter.title}" in text
    for name in ("Dawn", "Planning", "High Drama", "Plunder", "Dusk", "Dominance", "Economic victory", "Assassination"):
        assert name in text


def test_the_glossary_explains_every_term_of_the_card_database(client: Client) -> None:
    text = Outline(html(client, "/rules/glossary/"))
    read = words(html(client, "/rules/glossary/"))
    for term in load_catalogue().terms:
        assert term.explanation.replace("'", "&#x27;") in read
    for meaning in current_library().glossary:
        assert meaning.anchor in text.values("id")


# --- the search ---


def test_a_search_counts_marks_and_links_what_it_found(client: Client) -> None:
    page = html(client, "/rules/?q=GAMBLE")
    assert re.search(r"\d+ passages", page)
    assert "<mark>gamble</mark>" in page.lower()
    assert 'href="/rules/duels/#R2"' in page
    assert 'value="GAMBLE"' in page
    assert '<meta name="robots" content="noindex, follow">' in page


def test_a_search_that_finds_too_much_says_so(client: Client) -> None:
    page = words(html(client, "/rules/?q=the"))
    assert "showing the best 60" in page


def test_a_search_that_finds_one_speaks_of_one(client: Client) -> None:
    assert "1 passage matching" in words(html(client, "/rules/?q=vissenta"))


def test_a_search_in_vain_suggests_a_better_word(client: Client) -> None:
    page = html(client, "/rules/?q=ripsote")
    assert "Nothing found" in page
    assert '<a href="/rules/?q=riposte">riposte</a>' in page


def test_what_was_typed_is_shown_and_never_run(client: Client) -> None:
    page = html(client, "/rules/?q=%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_what_no_keyboard_can_type_is_not_searched_for(client: Client) -> None:
    assert html(client, "/rules/?q=ris%00k") == html(client, "/rules/?q=risk")


def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/rules/").status_code == 405
    assert client.post("/rules/duels/").status_code == 405


# --- what it costs ---


def test_no_page_asks_the_database_more_than_another(client: Client) -> None:
    counts = set()
    for address in PAGES:
        client.get(address)
        with CaptureQueriesContext(connection) as captured:
            html(client, address)
        counts.add(len(captured))
    assert counts == {1}


def test_a_page_is_made_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first = html(client, "/rules/duels/")
    monkeypatch.setattr(reference, "get_template", None)
    assert html(client, "/rules/duels/") == first


def test_a_page_comes_in_the_colours_asked_for(client: Client) -> None:
    html(client, "/rules/duels/")
    night = client.get("/rules/duels/", headers={"Cookie": "theme=night"}).content.decode()
    assert 'data-theme="night"' in night


# --- tags and the panel ---


def rendered(template: str, **context: object) -> str:
    return Template("{% load reference %}" + template).render(Context(context))


def test_the_tag_makes_a_term_a_link_that_explains_itself() -> None:
    page = Outline(out := rendered('{% term "threat" %} {% term "Threat" "threats" %}'))
    assert page.values("href") == ["/rules/glossary/#threat"] * 2
    check_ids(page)
    assert page.values("role") == ["tooltip", "tooltip"]
    assert "dodged in your round or suffered" in out
    assert words(out).count("threats") == 1


def test_a_word_the_glossary_lacks_stays_a_word() -> None:
    assert rendered('{% term "<x>" %}') == "&lt;x&gt;"


def test_the_filter_links_every_number_of_a_citation() -> None:
    page = Outline(rendered("{{ rule|rule_link }}", rule="7 S1-S3, D12, 99.9"))
    assert page.values("href") == ["/rules/duels/#S1", "/rules/duels/#S3", "/rules/decks/#D12"]
    assert rendered("{{ rule|rule_link }}", rule="<b>") == "&lt;b&gt;"


def test_an_address_asked_for_in_a_template_must_exist() -> None:
    assert rendered('{% rule_url "4.2.3" %}') == "/rules/day/#4.2.3"
    with pytest.raises(LookupError, match="no rule 99"):
        rendered('{% rule_url "99" %}')


def test_a_cards_page_leads_to_its_rules(client: Client) -> None:
    page = html(client, "/cards/01057/precision/")
    assert 'href="/rules/standing/#9.8"' in page
    assert 'href="/rules/abilities/#6.4"' in page
    named = page[page.index("Named in") :]
    assert re.findall(r'href="(/rules/[a-z]+/#[^"]+)"', named) == ["/rules/duels/#7.2"]
    brute = html(client, "/cards/01019/buratino/")
    assert 'href="/rules/standing/#9.2"' in brute
