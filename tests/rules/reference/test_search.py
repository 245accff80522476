"""The search finds rules whatever their accents, and marks what it found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue.datafiles import load_catalogue
from rules.reference.files import load_book, load_terms
from rules.reference.glossary import Glossary
from rules.reference.search import Hit, Index, Results

CATALOGUE = load_catalogue()
BOOK = load_book()
INDEX = Index.of(BOOK, Glossary.of(CATALOGUE.terms, load_terms()), lambda code: CATALOGUE.card(code).name)


def found(query: str) -> Results:
    return INDEX.search(query)


def marked(hit: Hit) -> list[str]:
    return [piece.text for piece in (*hit.title, *hit.excerpt) if piece.found]


def test_every_number_finds_its_rule_first() -> None:
    for number in BOOK.numbers:
        first = found(number).hits[0].passage
        assert first.is_called(number), number


@pytest.mark.parametrize(
    ("query", "anchor"),
    [
        ("gamble finesse", "R2"),
        ("restricted hostilities", "7.1"),
        ("tie initiative", "4.2.3"),
        ("Crew Cap", "9.1"),
        ("LÉONTINE", "6.12"),
        ("leontine", "6.12"),
        ("locker", "1.3"),
    ],
)
def test_words_find_the_rule_that_speaks_of_them(query: str, anchor: str) -> None:
    assert anchor in [hit.passage.anchor for hit in found(query).hits[:2]]


def test_accents_and_case_do_not_matter() -> None:
    anchors = [[hit.passage.anchor for hit in found(query).hits] for query in ("léontine", "LEONTINE", "Leontine")]
    assert anchors[0] == anchors[1] == anchors[2] != []
    assert "Léontine" in marked(found("leontine").hits[0])


def test_the_plural_finds_the_singular_and_whole_words_are_marked() -> None:
    duels = found("duels")
    assert {"duel", "duels"} <= {word.lower() for hit in duels.hits for word in marked(hit)}


def test_every_word_must_be_found() -> None:
    assert len(found("wound").hits) > len(found("wound lethal").hits) > 0
    assert found("wound lethal xylophone").hits == ()


def test_a_misspelt_word_is_answered_with_a_better_one() -> None:
    assert found("ripsote").suggestion == "riposte"
    assert found("ripsote wound").suggestion == "riposte wound"
    assert found("xyzzyx").suggestion == ""
    assert found("riposte").suggestion == ""


@pytest.mark.parametrize("query", ["", "   ", "…!?", "()"])
def test_a_question_without_a_word_finds_nothing(query: str) -> None:
    assert found(query).hits == ()


@given(st.text(max_size=200))
def test_no_question_breaks_it(query: str) -> None:
    for hit in found(query).hits[:5]:
        assert "".join(piece.text for piece in hit.title) == hit.passage.title
        assert marked(hit) or hit.passage.number


@given(st.sampled_from(INDEX.passages), st.data())
def test_a_passage_is_found_by_any_two_of_its_words(passage: object, data: st.DataObject) -> None:
    words = [word for word in getattr(passage, "text").split() if word.isalpha()]  # noqa: B009
    if words:
        query = " ".join(data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=2)))
        assert passage in [hit.passage for hit in found(query).hits]
