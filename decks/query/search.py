"""Answers deck queries out of the database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import QuerySet

from cards.catalogue import Catalogue
from cards.catalogue.datafiles import load_formats
from cards.query import Fault, Query, QueryError, SortKey, Vocabulary, parse
from cards.query.predicates import node_test
from cards.store import current_catalogue
from decks.models import Deck
from decks.queries import public_decks
from decks.query.conditions import condition, ordered
from decks.query.fields import DECKS
from decks.query.sentence import DeckSpeaker
from decks.query.sheet import DeckSheet


@dataclass(frozen=True, slots=True)
class DeckResult:
    """The answer to a query: decks in order, or the faults that stand in the way of one."""

    text: str
    #: ``None`` when the text has faults.
    query: Query | None
    #: Not asked yet: count it, cut pages out of it. Empty when the text has faults.
    queryset: QuerySet[Deck]
    #: What was asked, in words; empty when the text has faults.
    sentence: str
    #: The keys by which the decks are ordered, before newest first.
    sort: tuple[SortKey, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether the text could be read."""
        return self.query is not None


# A catalogue's hash is its version; a few are kept for the moments around a load.
@lru_cache(maxsize=4)
def vocabulary_of(catalogue: Catalogue) -> Vocabulary:
    """The words that a deck query may use: leaders, cards, factions, formats."""
    return Vocabulary(catalogue, load_formats(), DECKS)


def search_decks(text: str, queryset: QuerySet[Deck] | None = None, sort: tuple[SortKey, ...] = ()) -> DeckResult:
    """Answer a query over public decks, or over those given; never raises. ``sort`` counts where the text has none."""
    decks = public_decks() if queryset is None else queryset
    vocabulary = vocabulary_of(current_catalogue())
    try:
        query = parse(text, vocabulary)
    except QueryError as error:
        return DeckResult(text, None, decks.none(), "", faults=error.faults)
    order = query.sort or sort
    found = ordered(decks.filter(condition(query.root)), order)
    return DeckResult(text, query, found, DeckSpeaker(vocabulary).sentence(query), order)


def predicate(text: str, catalogue: Catalogue) -> Callable[[DeckSheet], bool]:
    """The query as a plain function of a deck: slow, and the measure of the database's answers.

    :raises QueryError: for a query with faults.
    """
    root = parse(text, vocabulary_of(catalogue)).root
    return node_test(root, DECKS) if root is not None else lambda _: True
