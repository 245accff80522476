"""The glossary's words in other texts: found once, whole, bent and capitalised, and never in a name or a link."""

import html
import re
from itertools import pairwise

import pytest
from django.db import connection
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue import Term
from cards.catalogue.datafiles import load_catalogue
from cards.explanations import SILENT, Explanations, explanations
from cards.templatetags.card_text import rules_text
from cards.templatetags.site import link_citations
from rules.pages.reference.terms import Linker
from rules.reference.files import load_terms
from rules.reference.glossary import Glossary
from rules.reference.term_matcher import TermMatcher
from tests.cards.test_pages import Outline, check_ids

RULES = "cards/parts/rules.html"
CATALOGUE = load_catalogue()
GLOSSARY = Glossary.of(CATALOGUE.terms, load_terms())
MATCHER = TermMatcher(GLOSSARY, ["Move Along", "Loyal", "Challenge", "Assassination"])
LINK = re.compile(r'<span class="term"><a href="([^"]+)" aria-describedby="([^"]+)">([^<]+)</a>')
TIP = re.compile(r'<span role="tooltip" id="([^"]+)">[^<]+</span>')


def found(text: str, matcher: TermMatcher = MATCHER) -> list[tuple[str, str]]:
    return [(each.words, each.meaning.term.name) for each in matcher.split(text, set()) if each.meaning]


def bare(markup: str) -> str:
    """What stood there before terms were linked."""
    return html.unescape(re.sub(r"<[^>]+>", "", TIP.sub("", markup)))


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Draw from the City Deck of the City.", {"City Deck": "City Deck", "City": "City"}),
        ("Engage it. It is engaged, engages and is engaging.", {"Engage": "engage"}),
        ("an equipped one was swapped", {"equipped": "equip", "swapped": "swap"}),
        ("Mercenaries, adversaries", {"Mercenaries": "Mercenary", "adversaries": "adversary"}),
        ("En Garde Reaction: When it gambles", {"En Garde": "en garde", "Reaction": "Reaction", "gambles": "gamble"}),
        ("Gambling Technique", {"Gambling": "Gambling", "Technique": "Technique"}),
        ("Lose 1 and lose control", {"Lose": "lose", "control": "control"}),
        ("It loses Brute and is set to 0", {"Brute": "Brute", "set": "set"}),
        ("a set of cards, setup, resettled, wounding-", {"wounding": "wound"}),
        ("The faction deck is not loyal", {"faction deck": "Faction Deck", "loyal": "Loyal"}),
        ("send it to the Locker or The Locker", {"the Locker": "The Locker"}),
        ("a non-Leader's move", {"Leader": "Leader", "move": "move"}),
    ],
)
def test_terms_are_found_as_sentences_write_them(text: str, terms: dict[str, str]) -> None:
    assert dict(found(text)) == terms


@pytest.mark.parametrize(
    "text",
    [
        "Play Move Along.",
        "led by Loyal",
        "a Challenge or an Assassination",
        "the Wharf's Wounded Lion",
        "renown at home each day",
        "she resolves this combat",
    ],
)
def test_names_traits_and_common_words_are_no_terms(text: str) -> None:
    assert found(text) == []


def test_a_text_without_terms_needs_no_glossary() -> None:
    empty = TermMatcher(Glossary(()))
    assert [each.words for each in empty.split("Wound the adversary.", set())] == ["Wound the adversary."]
    assert list(empty.split("", set())) == []


WORDS = st.sampled_from(
    [meaning.term.name for meaning in GLOSSARY]
    + ["Wounds", "engaged", "a", "<b>", "&", ".", "• ", "Move Along", "{thrust}"]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=14).map(" ".join))


@given(TEXTS)
def test_linking_changes_no_word_and_links_nothing_twice(text: str) -> None:
    pieces = list(MATCHER.split(text, set()))
    assert "".join(piece.words for piece in pieces) == text
    assert all(piece.words for piece in pieces)
    anchors = [piece.meaning.anchor for piece in pieces if piece.meaning]
    assert len(anchors) == len(set(anchors))
    assert not any(before.meaning is after.meaning is None for before, after in pairwise(pieces))
    linker = Linker(CATALOGUE, "key")
    markup = linker.text(text)
    assert bare(markup) == text
    # Every tag is one of the pop-up's own, in its order: nothing is nested, nothing left open.
    assert re.fullmatch(rf"(?:[^<>]|{LINK.pattern}{TIP.pattern}</span>)*", markup)
    assert LINK.findall(linker.text(text)) == []


@given(TEXTS)
def test_icons_and_citations_keep_their_own_markup(text: str) -> None:
    plain, linked = rules_text(text), rules_text(text, Linker(CATALOGUE, "key"))
    assert linked.count("<svg") == plain.count("<svg")
    assert bare(linked) == bare(plain)
    message = f"{text} (rule 4.2.3)"
    markup = link_citations(message, Linker(CATALOGUE, "key"))
    assert bare(markup) == message
    assert markup.endswith('(rule <a href="/rules/4.2.3/">4.2.3</a>)')


def test_every_text_of_every_card_stays_as_it_is_written_and_its_ids_are_its_own() -> None:
    ids: list[str] = []
    for card in CATALOGUE:
        linked = render_to_string(RULES, {"card": card, "explainer": Linker(CATALOGUE, card.code)})
        assert bare(linked) == bare(render_to_string(RULES, {"card": card, "explainer": SILENT})), card.code
        assert [described for _, described, _ in LINK.findall(linked)] == TIP.findall(linked), card.code
        ids += TIP.findall(linked)
    assert len(ids) == len(set(ids)) > 2000


def test_nobody_explains_before_somebody_registers() -> None:
    registry = Explanations()
    assert registry.begin(CATALOGUE, "x").text("Wound <it>.") == "Wound &lt;it&gt;."
    assert registry.begin(CATALOGUE, "x").term("Brute") == "Brute"
    registry.register(Linker)
    assert "/rules/glossary/#wound" in registry.begin(CATALOGUE, "x").text("Wound it.")
    assert isinstance(explanations.begin(CATALOGUE, "x"), Linker)


# --- pages ---


@pytest.mark.django_db
def test_pages_of_cards_link_their_terms_to_the_glossary(client: Client) -> None:
    glossary = set(Outline(client.get("/rules/glossary/").content.decode()).values("id"))
    card = next(card for card in CATALOGUE if card.keywords and "Wound" in card.text)
    for address in (f"/cards/{card.code}/", "/cards/?view=text", "/cards/?view=text&page=4"):
        page = client.get(address, follow=True).content.decode()
        outline = Outline(page)
        check_ids(outline)
        assert set(outline.values("aria-describedby")) <= set(outline.values("id"))
        links = [link for link, _, _ in LINK.findall(page)]
        assert len(links) >= 3, address
        assert {link.partition("#")[2] for link in links} <= glossary
        assert len(page) < 330_000


@pytest.mark.django_db
def test_a_list_of_texts_costs_the_same_queries_as_a_list_of_faces(client: Client) -> None:
    counts = []
    for view in ("faces", "text"):
        client.get(f"/cards/?view={view}")
        with CaptureQueriesContext(
            connection,
        ) as made:
            client.get(f"/cards/?view={view}&q=t:risk")
        counts.append(len(made))
    assert counts[0] == counts[1]


@pytest.mark.django_db
def test_messages_explain_themselves_with_ids_that_stay_apart() -> None:
    template = Template('{% load site %}{% cited one %}{% cited one %}{% cited one "approach" %}')
    page = template.render(Context({"one": "The approach deck has 4 schemes and needs exactly 5. (rule D4)"}))
    assert TIP.findall(page) == [
        f"term-{key}-{anchor}" for key in ("said-1", "said-2", "approach-1") for anchor in ("approach-deck", "scheme")
    ]
    assert page.count('<a href="/rules/D4/">D4</a>') == 3


def test_the_spotter_takes_any_glossary() -> None:
    mine = Glossary.of([Term("Red Hand", "A gang.", "1"), Term("Hand", "Cards.", "2")], ())
    assert found("a Red Hand in Hand of hand", TermMatcher(mine)) == [("Red Hand", "Red Hand"), ("Hand", "Hand")]
