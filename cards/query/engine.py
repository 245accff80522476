"""Searches one catalogue: conditions become bit masks, so that logic is integer arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, TypedDict

from cards.catalogue import Card, Catalogue
from cards.catalogue.formats import Format
from cards.query.facets import Facet, FacetIndex
from cards.query.faults import Fault, QueryError
from cards.query.parser import parse
from cards.query.plain_words import PlainWords
from cards.query.predicates import leaf_test
from cards.query.sentence import sentence
from cards.query.sort_order import Ranks, ranks
from cards.query.suggestions import did_you_mean
from cards.query.tree import CONNECTIVES, And, Leaf, Node, Not, Or, Query, SortKey, quote
from cards.query.vocabulary import Vocabulary

MAX_CACHED_RESULTS: Final = 512
MAX_CACHED_MASKS: Final = 2048


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to a query: cards in order, or everything that is wrong with the query."""

    text: str
    #: ``None`` when the text has faults.
    query: Query | None
    cards: tuple[Card, ...]
    #: The same cards as bits: bit ``i`` stands for ``catalogue.cards[i]``.
    mask: int
    #: The query in words; empty when the text has faults.
    sentence: str
    #: What the cards are sorted by, before their codes.
    sort: tuple[SortKey, ...] = ()
    faults: tuple[Fault, ...] = ()
    #: A query with matches, if this one is valid, has none, and a word in it looks mistyped.
    did_you_mean: str | None = None

    @property
    def valid(self) -> bool:
        """Whether the query has no faults."""
        return self.query is not None

    def __len__(self) -> int:
        return len(self.cards)


class ExplainedFault(TypedDict):
    """A fault as the API gives it."""

    message: str
    start: int
    end: int
    suggestion: str | None


class Explanation(TypedDict):
    """What a query means, or what is wrong with it, as the API gives it."""

    valid: bool
    explanation: str
    errors: list[ExplainedFault]


class Engine:
    """The search over one catalogue. Caches a bounded number of answers; safe to share between threads."""

    def __init__(self, catalogue: Catalogue, formats: Sequence[Format] = ()) -> None:
        self.catalogue: Final = catalogue
        self.vocabulary: Final = Vocabulary(catalogue, formats)
        self.everything: Final = (1 << len(catalogue)) - 1
        self._entries: Final = self.vocabulary.entries
        self._by_code: Final = _rank_codes(entry.card.code for entry in self._entries)
        self._leaf_mask: Final = lru_cache(maxsize=MAX_CACHED_MASKS)(self._evaluate)
        self._ranks: Final = lru_cache(maxsize=None)(self._rank)
        self._results: Final = lru_cache(maxsize=MAX_CACHED_RESULTS)(self._answer)

    def clear_caches(self) -> None:
        """Forget every cached answer, so that benchmarks can measure a cold start."""
        for cached in (self._leaf_mask, self._ranks, self._results):
            cached.cache_clear()

    def parse(self, text: str) -> Query:
        """Parse a query with this catalogue's values. :raises QueryError: with every fault.

        A card's full name is searched for as it is, although "Not Today" would otherwise exclude a word. Plain words
        are read as the types, factions, sets and keywords they name.
        """
        words = text.split()
        if any(word.lower() in CONNECTIVES for word in words) and self.catalogue.named(" ".join(words)):
            text = " ".join(quote(word) if word.lower() in CONNECTIVES else word for word in words)
        return self._plain_words.read(parse(text, self.vocabulary))

    def search(self, text: str, sort: tuple[SortKey, ...] = ()) -> Result:
        """Answer a query; never raises. ``sort`` applies unless the query has a ``sort:`` of its own."""
        return self._results(text, sort)

    def explain(self, text: str) -> Explanation:
        """What a query means in words, or everything that is wrong with it."""
        result = self.search(text)
        return {
            "valid": result.valid,
            "explanation": result.sentence,
            "errors": [
                {"message": fault.message, "start": fault.start, "end": fault.end, "suggestion": fault.suggestion}
                for fault in result.faults
            ],
        }

    def facets(self, result: Result) -> tuple[Facet, ...]:
        """The facets of a result; none for a query with faults."""
        return () if result.query is None else self._facet_index.facets(result.query)

    def toggle(self, text: str, field: str, value: str) -> str:
        """The query with a facet's value added, or removed if it is there.

        :raises QueryError: for a query with faults.
        :raises ValueError: if the facet has no such value.
        """
        return self._facet_index.toggle(self.parse(text), field, value)

    def mask(self, node: Node | None) -> int:
        """The cards that match a condition, one bit each; ``None`` matches all."""
        match node:
            case None:
                return self.everything
            case Not(part):
                return self.everything & ~self.mask(part)
            case And(parts):
                mask = self.everything
                for part in parts:
                    mask &= self.mask(part)
                return mask
            case Or(parts):
                mask = 0
                for part in parts:
                    mask |= self.mask(part)
                return mask
            case _:
                return self._leaf_mask(node)

    def cards(self, mask: int, sort: tuple[SortKey, ...] = ()) -> tuple[Card, ...]:
        """The cards of a mask in order: by the keys, then by code."""
        orders: list[Ranks] = [*(self._ranks(key) for key in sort), self._by_code]
        indices = sorted(_bits(mask), key=lambda i: tuple(ranks[i] for ranks in orders))
        return tuple(self._entries[i].card for i in indices)

    def _answer(self, text: str, sort: tuple[SortKey, ...]) -> Result:
        try:
            query = self.parse(text)
        except QueryError as error:
            return Result(text, None, (), 0, "", faults=error.faults)
        mask = self.mask(query.root)
        order = query.sort or sort
        return Result(
            text=text,
            query=query,
            cards=self.cards(mask, order),
            mask=mask,
            sentence=sentence(query, self.vocabulary),
            sort=order,
            did_you_mean=None if mask else did_you_mean(query, self.vocabulary, self._matches_any),
        )

    @cached_property
    def _plain_words(self) -> PlainWords:
        return PlainWords(self.vocabulary, self.mask)

    @cached_property
    def _facet_index(self) -> FacetIndex:
        return FacetIndex(self.vocabulary, self.mask)

    def _matches_any(self, text: str) -> bool:
        try:
            return self.mask(self.parse(text).root) != 0
        except QueryError:
            return False

    def _evaluate(self, leaf: Leaf) -> int:
        test = leaf_test(leaf)
        mask = 0
        for i, entry in enumerate(self._entries):
            if test(entry):
                mask |= 1 << i
        return mask

    def _rank(self, key: SortKey) -> Ranks:
        return ranks(self.vocabulary, key)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _rank_codes(codes: Iterable[str]) -> Ranks:
    codes = list(codes)
    rank_of = {code: rank for rank, code in enumerate(sorted(codes))}
    return tuple(rank_of[code] for code in codes)
