"""Deck queries said back in words."""

import pytest

from cards.catalogue.datafiles import load_catalogue
from cards.query import parse
from decks.query import FIELDS, vocabulary_of
from decks.query.sentence import DeckSpeaker

WORDS = vocabulary_of(load_catalogue())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "All decks"),
        ("f:castille", "Castille decks"),
        ("is:starter f:eisen", "Starter Eisen decks"),
        ("-is:starter", "Non-starter decks"),
        ('card:"Not Today"', "Decks that run Not Today"),
        ('-card:"Not Today"', "Decks that do not run Not Today"),
        ('card:"Not Today">=2', "Decks that run at least 2 copies of Not Today"),
        ('card:"Not Today"=1', "Decks that run exactly 1 copy of Not Today"),
        ('-card:"Not Today"<2', "Decks that do not run fewer than 2 copies of Not Today"),
        ("by:ada likes>3", "Decks by ada that have more than 3 likes"),
        ("likes:1", "Decks that have 1 like"),
        ("likes!=1", "Decks that have a number of likes other than 1"),
        ("legal:core-only epee", "Decks legal in Core set only that mention “epee”"),
        ("updated>2026-01-31", "Decks that were updated after 31 January 2026"),
        ("updated:2026-05", "Decks that were updated in May 2026"),
        ("-updated>=2026", "Decks that were not updated from 2026 on"),
        ("updated!=2026-05-01", "Decks that were not updated on 1 May 2026"),
        ("sort:likes", "All decks, most liked first"),
        ("-sort:newest", "All decks, oldest first"),
        ("sort:name,likes", "All decks, by name, most liked first"),
        ("f:eisen or likes>3 by:ada", "Eisen decks, or decks by ada that have more than 3 likes"),
    ],
)
def test_sentences(text, said):
    assert DeckSpeaker(WORDS).sentence(parse(text, WORDS)) == said


@pytest.mark.parametrize("example", [example.query for field in FIELDS for example in field.examples])
def test_every_example_can_be_read_and_said(example):
    assert DeckSpeaker(WORDS).sentence(parse(example, WORDS))
