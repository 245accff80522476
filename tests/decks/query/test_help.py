"""What is written about deck search is true."""

import pytest

from cards.catalogue.datafiles import load_catalogue
from decks.query import FIELDS, search_decks, vocabulary_of
from decks.query.helptext import REFERENCE, SECTIONS, update_reference

EXAMPLES = [
    *(example.query for section in SECTIONS for example in section.examples),
    *(example.query for field in FIELDS for example in field.examples),
]


def test_the_reference_is_the_present_one():
    """Write it anew with: manage.py write_deck_search"""
    written = REFERENCE.read_text(encoding="utf-8")
    assert update_reference(written, vocabulary_of(load_catalogue())) == written


@pytest.mark.django_db
@pytest.mark.parametrize("query", EXAMPLES)
def test_every_example_can_be_asked(query):
    result = search_decks(query)
    assert result.faults == ()
    list(result.queryset)


def test_every_field_is_in_the_reference():
    written = REFERENCE.read_text(encoding="utf-8")
    assert all(f"| `{field.name}` |" in written for field in FIELDS)
