"""Facets: how many of the matching cards have each value, and the query that filters by it."""

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
    Not,
    Op,
    Or,
    Query,
    SortKey,
    Term,
    Text,
    Value,
    conjunction,
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
#: There are some two hundred traits: only the commonest among the matches are shown.
MAX_TRAITS: Final = 15


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value: its count, whether the query asks for it, and the query with it added or removed."""

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
class _KnownValue:
    """A facet's value with everything that is the same for all queries."""

    value: Value
    label: str
    mask: int
    #: For comparing values, whatever their spelling.
    normalised: Value
    plain: str
    #: The condition for this value alone, as written in a query.
    condition: str

    @classmethod
    def of(cls, value: Value, field: str, vocabulary: Vocabulary, mask: Callable[[Node | None], int]) -> _KnownValue:
        """Compute once what every query needs."""
        term = Term(field, _op(field), (value,))
        return cls(
            value, _label(vocabulary, field, value), mask(term), _normalise(value), _plain(value), _write_term(term)
        )


class FacetIndex:
    """Every facet value of a catalogue with the cards that have it."""

    def __init__(self, vocabulary: Vocabulary, mask: Callable[[Node | None], int]) -> None:
        self._mask: Final = mask
        self._known: Final = {
            field: tuple(_KnownValue.of(value, field, vocabulary, mask) for value in _values(vocabulary, field))
            for field in FACETS
        }

    def facets(self, query: Query) -> tuple[Facet, ...]:
        """The facets of a query.

        A value's count is that of the matching cards that have it. Where the query already names values of the field,
        it counts what would match without them, so that each alternative shows what choosing it would bring.
        """
        return tuple(self._facet(query, field) for field in FACETS)

    def toggle(self, query: Query, field: str, value: str) -> str:
        """The query with a value added, or removed if it is there. :raises ValueError: if there is no such value."""
        for known in self._known.get(field, ()):
            if known.plain == value:
                return _Writer(query, field).toggle(known)
        raise ValueError(f"{field} has no facet value {value!r}")

    def _facet(self, query: Query, field: str) -> Facet:
        writer = _Writer(query, field)
        term = writer.term
        mask = self._mask(query.root if term is None else _without(query, term))
        active = frozenset(map(_normalise, term.values)) if term else frozenset()
        rows = [(known, (known.mask & mask).bit_count(), known.normalised in active) for known in self._known[field]]
        if field == "trait":
            rows = [row for row in rows if row[1] or row[2]]
            rows.sort(key=lambda row: (not row[2], -row[1]))
            del rows[MAX_TRAITS:]
        return Facet(
            field,
            FACETS[field],
            tuple(
                FacetValue(known.plain, known.label, count, is_active, writer.toggle(known))
                for known, count, is_active in rows
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
    """Traits are matched whole: ``tr:explorer`` would find the Explorer's Society too."""
    return Op.EQ if isinstance(BY_NAME[field], WordsField) else Op.HAS


def _plain(value: Value) -> str:
    return value.text if isinstance(value, Text) else write_value(value)


def _normalise(value: Value) -> Value:
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
    """The condition that a facet edits: a plain one on the field that every match must meet."""
    for part in query.conjuncts:
        if isinstance(part, Term) and part.field == field and part.op in (Op.HAS, Op.EQ):
            return part
    return None


def _without(query: Query, term: Term) -> Node | None:
    rest = tuple(part for part in query.conjuncts if part is not term)
    return conjunction(rest) if rest else None


class _Writer:
    """Rewrites a query for one facet; the other conditions keep the user's spelling."""

    def __init__(self, query: Query, field: str) -> None:
        self.term: Final = _term(query, field)
        parts = [_source(query, part) for part in query.conjuncts]
        index = len(parts)
        if self.term is not None:
            index = next(i for i, part in enumerate(query.conjuncts) if part is self.term)
        self._before: Final = parts[:index]
        self._after: Final = parts[index + 1 :] + ([write_sort(query.sort)] if query.sort else [])

    def toggle(self, known: _KnownValue) -> str:
        """The query with the value added, or removed if it is there."""
        term, condition = self.term, known.condition
        if term is not None:
            others = tuple(value for value in term.values if _normalise(value) != known.normalised)
            values = others if len(others) < len(term.values) else (*term.values, known.value)
            condition = _write_term(replace(term, values=values)) if values else ""
        return " ".join((*self._before, *((condition,) if condition else ()), *self._after))


def with_sort(query: Query, sort: tuple[SortKey, ...]) -> str:
    """The query in another sort order; its conditions keep the user's spelling."""
    parts = [_source(query, part) for part in query.conjuncts]
    return " ".join((*parts, write_sort(sort)) if sort else parts)


def _source(query: Query, part: Node) -> str:
    """A condition as the user wrote it, safe to combine with others.

    Top-level alternatives get parentheses, unless they are what one word was read as. Words are quoted where necessary:
    a plus before a field makes a sum.
    """
    if isinstance(part, Or) and part is query.root and part.span not in query.words:
        return f"({write(part)})"
    word = part.part if isinstance(part, Not) else part
    return write(part) if isinstance(word, Bare) and not word.plain else query.text[slice(*part.span)]


def _write_term(term: Term) -> str:
    return f"{BY_NAME[term.field].short}{term.op}{','.join(map(write_value, term.values))}"
