"""The glossary: the terms of the card database, which come first, and those that only the rules need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from cards.catalogue import Term
from cards.catalogue.folding import fold
from rules.reference.markup import slug
from rules.reference.numbers import cited

#: The glossary's chapter number and its name in addresses.
NUMBER = "10"
SLUG = "glossary"


@dataclass(frozen=True, slots=True)
class Meaning:
    """One term in the glossary, its anchor, and the rules that say more."""

    term: Term
    anchor: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Glossary:
    """All terms in alphabetical order. Where both sources explain a word, the card database wins."""

    meanings: tuple[Meaning, ...]
    _by_name: dict[str, Meaning] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {fold(meaning.term.name): meaning for meaning in self.meanings})

    @classmethod
    def of(cls, on_cards: Iterable[Term], further: Iterable[Term]) -> Glossary:
        """Put the two sources together."""
        terms = {fold(term.name): term for term in (*further, *on_cards)}
        ordered = sorted(terms.items(), key=lambda pair: (pair[0].removeprefix("the "), pair[0]))
        return cls(tuple(Meaning(term, slug(term.name), _rules(term)) for _, term in ordered))

    def __iter__(self) -> Iterator[Meaning]:
        return iter(self.meanings)

    def __len__(self) -> int:
        return len(self.meanings)

    def get(self, name: str) -> Meaning | None:
        """A term by its name, in any case."""
        return self._by_name.get(fold(name))


def _rules(term: Term) -> tuple[str, ...]:
    """The rules a term cites; that it stands in the glossary need not be said there."""
    return tuple(number for number in cited(term.rule) if number != NUMBER)
