"""Runs deck queries against the database."""

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
from decks.query.conditions import build_condition, order_decks
from decks.query.fields import DECKS
from decks.query.sentence import DeckSpeaker
from decks.query.sheet import DeckSheet


@dataclass(frozen=True, slots=True)
class DeckResult:
    """The matching decks in order, or what is wrong with the query."""

    text: str
    #: ``None`` if the text has faults.
    query: Query | None
    #: Lazy; empty if the text has faults.
    queryset: QuerySet[Deck]
    #: The query in plain English; empty if the text has faults.
    sentence: str
    #: Sort keys, before newest first.
    sort: tuple[SortKey, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def valid(self) -> bool:
        return self.query is not None


# A catalogue hashes by its version; around a load there are two.
@lru_cache(maxsize=4)
def vocabulary_of(catalogue: Catalogue) -> Vocabulary:
    """The leaders, cards, factions and formats that a query can name."""
    return Vocabulary(catalogue, load_formats(), DECKS)


def search_decks(text: str, queryset: QuerySet[Deck] | None = None, sort: tuple[SortKey, ...] = ()) -> DeckResult:
    """Search the public decks, or those given; never raises. ``sort`` applies if the text has no order."""
    decks = public_decks() if queryset is None else queryset
    catalogue = current_catalogue()
    vocabulary = vocabulary_of(catalogue)
    try:
        query = parse(text, vocabulary)
    except QueryError as error:
        return DeckResult(text, None, decks.none(), "", faults=error.faults)
    order = query.sort or sort
    matching = order_decks(decks.filter(build_condition(query.root, catalogue)), order)
    return DeckResult(text, query, matching, DeckSpeaker(vocabulary).sentence(query), order)


def predicate(text: str, catalogue: Catalogue) -> Callable[[DeckSheet], bool]:
    """The query as a function of one deck: slow, and the reference for the database's results.

    :raises QueryError: for a query with faults.
    """
    root = parse(text, vocabulary_of(catalogue)).root
    return node_test(root, DECKS) if root is not None else lambda _: True
