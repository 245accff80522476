"""Deck queries that cannot be read say where and why, and what was meant, as card queries do."""

import pytest

from cards.catalogue.datafiles import load_catalogue
from cards.query import QueryError, parse
from decks.query import parse_deck_sort, vocabulary_of
from decks.query.fields import MAX_TERMS

WORDS = vocabulary_of(load_catalogue())


def faults(text):
    with pytest.raises(QueryError) as caught:
        parse(text, WORDS)
    return caught.value.faults


@pytest.mark.parametrize(
    ("text", "place", "suggestion"),
    [
        ('card:"Not Tody"', '"Not Tody"', '"Not Today"'),
        ('card:"Not Tody">=2', '"Not Tody"', '"Not Today"'),
        ("leadr:yevgeni", "leadr", "leader"),
        ("leader:yevgeny", "yevgeny", None),
        ("f:castile", "castile", "castille"),
        ("legal:rulebok-2023", "rulebok-2023", "rulebook-2023"),
        ("likess>3", "likess", "likes"),
        ("likes>many", "many", None),
        ("likes:-", "-", None),
        ("likes:none", "none", None),
        ("likes:1-3", "1-3", "1,2,3"),
        ("likes+1>3", "likes+1>3", None),
        ("updated>yesterday", "yesterday", None),
        ("updated>2026-13", "2026-13", None),
        ("updated>2026-02-30", "2026-02-30", None),
        ("updated>9999", "9999", None),
        ("updated>2026,2027", "2026,2027", None),
        ("by>ada", ">", ":"),
        ("sort:lieks", "lieks", "likes"),
        ("sort:cost", "cost", None),
        ("n:/epee/", "/epee/", '"epee"'),
        ("/epee/", "/epee/", '"epee"'),
        ('card!="Not Today">=2', '"Not Today">=2', None),
        ('card:"Not Today"=>2', "=>", ">="),
        ("is:legal", "legal", None),
        ("(likes>3", "(", ""),
    ],
)
def test_the_place_and_the_guess(text, place, suggestion):
    (fault,) = faults(text)
    assert text[fault.start : fault.end] == place
    if suggestion is not None:
        assert fault.suggestion == suggestion
        assert parse(fault.correct(text), WORDS)
    assert fault.message


def test_errors_speak_of_decks():
    assert "likes" in faults(">3")[0].message
    assert "dash" not in faults("likes:x")[0].message
    assert "newest, likes, name" in faults("sort:date")[0].message
    assert "Decks can’t be searched with regular expressions" in faults("/x/")[0].message


def test_a_beginning_that_many_cards_share_is_not_guessed_at():
    (fault,) = faults("card:s")
    assert fault.suggestion is None
    assert "and others" in fault.message
    assert len(fault.message) < 600


def test_every_fault_is_told_at_once():
    assert len(faults("leadr:x f:castile likes>many sort:cost")) == 4


def test_limits():
    parse(" ".join(["a"] * MAX_TERMS), WORDS)
    assert str(MAX_TERMS) in faults(" ".join(["a"] * (MAX_TERMS + 1)))[0].message
    assert faults("a" * 501)
    assert faults("(" * 16 + "a" + ")" * 16)


def test_sort_keys_alone():
    assert [str(key) for key in parse_deck_sort("likes,-name")] == ["likes", "-name"]
    assert [str(key) for key in parse_deck_sort("newest")] == ["newest"]
    with pytest.raises(QueryError):
        parse_deck_sort("leader")


@pytest.mark.parametrize(
    "text",
    [
        'card:"Not Today">=2,01100 -card:"Not Today"<1',
        "updated>2026-01-01 likes>=3 sort:likes,-newest",
        "leader:yevgeni f:ussura,none is:starter by:ada,bo-b or n=épée",
    ],
)
def test_the_canonical_form_reads_back_as_an_equal_query(text):
    query = parse(text, WORDS)
    assert parse(query.canonical, WORDS) == query
