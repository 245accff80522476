"""Answers queries over one catalogue: conditions become bit masks, so that logic is integer arithmetic."""

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
from cards.query.predicates import leaf_test
from cards.query.sentence import sentence
from cards.query.sort_order import Ranks, ranks
from cards.query.suggestions import corrected
from cards.query.tree import CONNECTIVES, And, Leaf, Node, Not, Or, Query, SortKey, quoted
from cards.query.vocabulary import Vocabulary

RESULTS_KEPT: Final = 512
MASKS_KEPT: Final = 2048


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to a query: cards in order, or the faults that stand in the way of one."""

    text: str
    #: ``None`` when the text has faults.
    query: Query | None
    cards: tuple[Card, ...]
    #: Which cards of the catalogue were found: bit ``i`` stands for ``catalogue.cards[i]``.
    mask: int
    #: What was asked, in words; empty when the text has faults.
    sentence: str
    #: The keys by which the cards are ordered, before their codes.
    sort: tuple[SortKey, ...] = ()
    faults: tuple[Fault, ...] = ()
    #: A query that finds something, when this one is well-formed, finds nothing, and a word in it looks mistyped.
    did_you_mean: str | None = None

    @property
    def valid(self) -> bool:
        """Whether the text could be read."""
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
    """The search over one catalogue. Keeps what it has worked out, within bounds; safe to share between threads."""

    def __init__(self, catalogue: Catalogue, formats: Sequence[Format] = ()) -> None:
        self.catalogue: Final = catalogue
        self.vocabulary: Final = Vocabulary(catalogue, formats)
        self.everything: Final = (1 << len(catalogue)) - 1
        self._entries: Final = self.vocabulary.entries
        self._by_code: Final = _places(entry.card.code for entry in self._entries)
        self._leaf_mask: Final = lru_cache(maxsize=MASKS_KEPT)(self._evaluate)
        self._ranks: Final = lru_cache(maxsize=None)(self._rank)
        self._results: Final = lru_cache(maxsize=RESULTS_KEPT)(self._answer)

    def forget(self) -> None:
        """Drop every kept answer, as after a start; for measuring."""
        for kept in (self._leaf_mask, self._ranks, self._results):
            kept.cache_clear()

    def parse(self, text: str) -> Query:
        """Read a query with this catalogue's values. :raises QueryError: with every fault.

        A card's whole name is looked for as it is, though "Not Today" would otherwise exclude a word.
        """
        words = text.split()
        if any(word.lower() in CONNECTIVES for word in words) and self.catalogue.named(" ".join(words)):
            text = " ".join(map(quoted, words))
        return parse(text, self.vocabulary)

    def search(self, text: str, sort: tuple[SortKey, ...] = ()) -> Result:
        """Answer a query; never raises. ``sort`` orders the cards when the text itself asks for no order."""
        return self._results(text, sort)

    def explain(self, text: str) -> Explanation:
        """What a query means in words, or everything that is wrong with it."""
        result = self.search(text)
        return {
            "valid": result.valid,
            "explanation": result.sentence,
            "errors": [
                {"message": each.message, "start": each.start, "end": each.end, "suggestion": each.suggestion}
                for each in result.faults
            ],
        }

    def facets(self, result: Result) -> tuple[Facet, ...]:
        """How the found cards divide, and the query that each value would write; none for a query with faults."""
        return () if result.query is None else self._facet_index.facets(result.query)

    def toggle(self, text: str, field: str, value: str) -> str:
        """The query with a facet's value put in, or taken out if it is there.

        :raises QueryError: for a query with faults.
        :raises ValueError: for what is no facet's value.
        """
        return self._facet_index.toggled(self.parse(text), field, value)

    def mask(self, node: Node | None) -> int:
        """The cards that a condition matches, a bit each; ``None`` matches all."""
        match node:
            case None:
                return self.everything
            case Not(part):
                return self.everything & ~self.mask(part)
            case And(parts):
                found = self.everything
                for part in parts:
                    found &= self.mask(part)
                return found
            case Or(parts):
                found = 0
                for part in parts:
                    found |= self.mask(part)
                return found
            case _:
                return self._leaf_mask(node)

    def cards(self, mask: int, sort: tuple[SortKey, ...] = ()) -> tuple[Card, ...]:
        """The cards of a mask in order: by the keys, then by code."""
        order: list[Ranks] = [*(self._ranks(key) for key in sort), self._by_code]
        found = sorted(_bits(mask), key=lambda i: tuple(places[i] for places in order))
        return tuple(self._entries[i].card for i in found)

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
            did_you_mean=None if mask else corrected(query, self.vocabulary, self._finds),
        )

    @cached_property
    def _facet_index(self) -> FacetIndex:
        return FacetIndex(self.vocabulary, self.mask)

    def _finds(self, text: str) -> bool:
        try:
            return self.mask(self.parse(text).root) != 0
        except QueryError:
            return False

    def _evaluate(self, leaf: Leaf) -> int:
        test = leaf_test(leaf)
        mask = 0
        for place, entry in enumerate(self._entries):
            if test(entry):
                mask |= 1 << place
        return mask

    def _rank(self, key: SortKey) -> Ranks:
        return ranks(self.vocabulary, key)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _places(codes: Iterable[str]) -> Ranks:
    codes = list(codes)
    place = {code: position for position, code in enumerate(sorted(codes))}
    return tuple(place[code] for code in codes)
