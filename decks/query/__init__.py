"""Deck search: the grammar and errors of card search, with a table of fields of its own.

``search_decks`` never raises; ``predicate`` tests a single deck in memory.
"""

from cards.query import Fault, QueryError, SortKey, parse_sort
from decks.query.fields import DECKS, FIELDS
from decks.query.search import DeckResult, predicate, search_decks, vocabulary_of
from decks.query.sheet import DeckSheet

__all__ = [
    "DECKS",
    "FIELDS",
    "DeckResult",
    "DeckSheet",
    "Fault",
    "QueryError",
    "SortKey",
    "parse_deck_sort",
    "predicate",
    "search_decks",
    "vocabulary_of",
]


def parse_deck_sort(text: str) -> tuple[SortKey, ...]:
    """Parse sort keys alone, as in ``likes,name``. :raises QueryError: with offsets into ``text``."""
    return parse_sort(text, DECKS)
