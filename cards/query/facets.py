"""Facets: how many of the found cards have each value, and the query that asks for it. Facets write the query."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from cards.catalogue.stats import Mark
from cards.query.entries import searchable
from cards.query.fields import BY_NAME
from cards.query.kinds import ChoiceField, NumberField, WordsField
from cards.query.tree import (
    Bare,
    Choice,
    Node,
    Op,
    Or,
    Query,
    SortKey,
    Term,
    Text,
    Value,
    every,
    write,
    write_sort,
    write_value,
)
from cards.query.vocabulary import Vocabulary

#: Which facets there are, in order, and what they are called.
FACETS: Final = {
    "type": "Type",
    "faction": "Faction",
    "set": "Set",
    "deck": "Deck",
    "cost": "Cost",
    "ability": "Ability",
    "keyword": "Keyword",
    "trait": "Trait",
}
#: There are some two hundred traits: only the commonest among the found cards are shown.
TRAITS_SHOWN: Final = 15


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value: its count, whether the query asks for it, and the query with it put in or taken out."""

    value: str
    label: str
    count: int
    active: bool
    query: str


@dataclass(frozen=True, slots=True)
class Facet:
    """One field's values."""

    field: str
    label: str
    values: tuple[FacetValue, ...]

    @property
    def active(self) -> bool:
        """Whether the query asks for any of the values."""
        return any(value.active for value in self.values)


@dataclass(frozen=True, slots=True)
class _Known:
    """A value with what never changes about it."""

    value: Value
    label: str
    mask: int
    #: The value as it is compared, whatever its spelling.
    same: Value
    plain: str
    #: The condition for this value alone, as it is put into a query.
    written: str

    @classmethod
    def of(cls, value: Value, field: str, vocabulary: Vocabulary, mask: Callable[[Node | None], int]) -> _Known:
        """Work out once what every result asks for."""
        term = Term(field, _op(field), (value,))
        return cls(value, _label(vocabulary, field, value), mask(term), _same(value), _plain(value), _written(term))


class FacetIndex:
    """Every facet value of a catalogue with the cards that have it."""

    def __init__(self, vocabulary: Vocabulary, mask: Callable[[Node | None], int]) -> None:
        self._mask: Final = mask
        self._known: Final = {
            field: tuple(_Known.of(value, field, vocabulary, mask) for value in _values(vocabulary, field))
            for field in FACETS
        }

    def facets(self, query: Query) -> tuple[Facet, ...]:
        """The facets of a query.

        A value's count is of the found cards that have it. Where the query already names values of the field, the count
        is of what would be found without them: so the alternatives show what choosing them would bring.
        """
        return tuple(self._facet(query, field) for field in FACETS)

    def toggled(self, query: Query, field: str, value: str) -> str:
        """The query with a value put in, or taken out if it is there. :raises ValueError: for no facet's value."""
        for known in self._known.get(field, ()):
            if known.plain == value:
                return _Writer(query, field).toggled(known)
        raise ValueError(f"{field} has no facet value {value!r}")

    def _facet(self, query: Query, field: str) -> Facet:
        writer = _Writer(query, field)
        term = writer.term
        mask = self._mask(query.root if term is None else _without(query, term))
        asked = frozenset(map(_same, term.values)) if term else frozenset()
        found = [(each, (each.mask & mask).bit_count(), each.same in asked) for each in self._known[field]]
        if field == "trait":
            found = [each for each in found if each[1] or each[2]]
            found.sort(key=lambda each: (not each[2], -each[1]))
            del found[TRAITS_SHOWN:]
        return Facet(
            field,
            FACETS[field],
            tuple(
                FacetValue(each.plain, each.label, count, active, writer.toggled(each)) for each, count, active in found
            ),
        )


def _values(vocabulary: Vocabulary, name: str) -> Iterator[Value]:
    field = BY_NAME[name]
    match field:
        case ChoiceField():
            yield from (Choice(option.code) for option in vocabulary.choices(name).options)
        case WordsField():
            yield from (Text(term) for term in vocabulary.terms(name).values())
        case NumberField():
            stats = {field.read(entry) for entry in vocabulary.entries}
            yield from sorted(stat for stat in stats if isinstance(stat, int))
            yield from sorted(stat for stat in stats if isinstance(stat, Mark))
        case _:
            return


def _op(field: str) -> Op:
    """A trait is asked for whole: ``tr:explorer`` would find the Explorer's Society too."""
    return Op.EQ if isinstance(BY_NAME[field], WordsField) else Op.HAS


def _plain(value: Value) -> str:
    return value.text if isinstance(value, Text) else write_value(value)


def _same(value: Value) -> Value:
    return Text(searchable(value.text)) if isinstance(value, Text) else value


def _label(vocabulary: Vocabulary, field: str, value: Value) -> str:
    match value:
        case Choice(code):
            return vocabulary.option(field, code).label
        case Mark():
            return value.name.capitalize()
        case _:
            return _plain(value)


def _term(query: Query, field: str) -> Term | None:
    """The condition that a facet writes: a plain one on the field, that every found card must meet."""
    for part in query.conjuncts:
        if isinstance(part, Term) and part.field == field and part.op in (Op.HAS, Op.EQ):
            return part
    return None


def _without(query: Query, term: Term) -> Node | None:
    rest = tuple(part for part in query.conjuncts if part is not term)
    return every(rest) if rest else None


class _Writer:
    """Rewrites a query for one facet; whatever is not touched keeps the words it was written in."""

    def __init__(self, query: Query, field: str) -> None:
        self.term: Final = _term(query, field)
        parts = [_source(query, part) for part in query.conjuncts]
        place = len(parts)
        if self.term is not None:
            place = next(i for i, part in enumerate(query.conjuncts) if part is self.term)
        self._before: Final = parts[:place]
        self._after: Final = parts[place + 1 :] + ([write_sort(query.sort)] if query.sort else [])

    def toggled(self, known: _Known) -> str:
        """The query with the value put in, or taken out if it is there."""
        term, written = self.term, known.written
        if term is not None:
            kept = tuple(each for each in term.values if _same(each) != known.same)
            now = kept if len(kept) < len(term.values) else (*term.values, known.value)
            written = _written(replace(term, values=now)) if now else ""
        return " ".join((*self._before, *((written,) if written else ()), *self._after))


def resorted(query: Query, sort: tuple[SortKey, ...]) -> str:
    """The query in another order; its conditions keep the words they were written in."""
    parts = [_source(query, part) for part in query.conjuncts]
    return " ".join((*parts, write_sort(sort)) if sort else parts)


def _source(query: Query, part: Node) -> str:
    """A condition as it was written, so that it reads the same wherever it stands now.

    Alternatives that were not in parentheses are put into them, and signs into quotation marks: a plus before a field
    would make a sum.
    """
    if isinstance(part, Or) and part is query.root:
        return f"({write(part)})"
    return write(part) if isinstance(part, Bare) else query.text[slice(*part.span)]


def _written(term: Term) -> str:
    return f"{BY_NAME[term.field].short}{term.op}{','.join(map(write_value, term.values))}"
