"""Kinds of fields, and the table of fields that defines a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar, Final, NamedTuple

from cards.catalogue import Catalogue
from cards.catalogue.folding import fold
from cards.catalogue.formats import Format
from cards.catalogue.stats import Stat
from cards.query.tree import Op

_EQUALITY: Final = (Op.HAS, Op.EQ, Op.NE)
_EVERY_OP: Final = tuple(Op)


@dataclass(frozen=True, slots=True)
class World:
    """Where fields get their values from; with an empty catalogue, values are taken as written."""

    catalogue: Catalogue
    formats: tuple[Format, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One value of a field with fixed values.

    ``words`` is for sentences, ``aliases`` are other ways to write it, ``written`` is what errors suggest.
    """

    code: str
    label: str
    words: str
    aliases: tuple[str, ...] = ()
    suggested: str = ""

    @property
    def written(self) -> str:
        return self.suggested or self.code


@dataclass(frozen=True, slots=True)
class Example:
    """A query, and what it finds."""

    query: str
    meaning: str


class Wording(NamedTuple):
    """How a condition reads after "cards that": for ``:``, for ``=`` if different, for ``!=`` if more than "not"."""

    has: str
    equals: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What every field has: names, a description, and examples with matches."""

    kind: ClassVar[str] = ""
    operators: ClassVar[tuple[Op, ...]] = _EQUALITY
    values: ClassVar[str] = ""

    name: str
    aliases: tuple[str, ...] = ()
    description: str
    examples: tuple[Example, ...]
    #: Its name in sentences.
    noun: str
    sortable: bool = False

    @property
    def short(self) -> str:
        """The shortest usual way to write the field."""
        return self.aliases[0] if self.aliases else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class TextField(Field):
    """Free text: ``:`` matches any part of it, ``=`` all of it."""

    kind: ClassVar[str] = "text"
    values: ClassVar[str] = "words, “phrases” or /expressions/"

    wording: Wording
    read: Callable[[Any], tuple[str, ...]]
    #: Codes are matched from their start.
    from_start: bool = False
    #: ``:`` matches all of it, like ``=``.
    whole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsField(Field):
    """A list of terms: ``:`` matches the start of a word in a term, ``=`` the whole term."""

    kind: ClassVar[str] = "terms"
    values: ClassVar[str] = "a term, or the start of one of its words"

    wording: Wording
    read: Callable[[Any], tuple[str, ...]]
    known: Callable[[World], tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceField(Field):
    """One or more of a fixed list of values."""

    kind: ClassVar[str] = "choice"
    values: ClassVar[str] = "one of its values, or a clear beginning of one"

    wording: Wording
    holds: Callable[[Any, str], bool]
    options: Callable[[World], tuple[Option, ...]]
    #: Whether there is a value at all: ``!=`` matches only where there is.
    present: Callable[[Any], bool] = lambda _: True
    #: Counts a value, for fields such as ``card:parley>=2``.
    count: Callable[[Any, str], int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberField(Field):
    """A number, which on a card may also be a dash, unknown or absent."""

    kind: ClassVar[str] = "number"
    operators: ClassVar[tuple[Op, ...]] = _EVERY_OP
    values: ClassVar[str] = "a number, - for a dash, ? for unknown, none for no such number, or other number fields"

    read: Callable[[Any], Stat]
    #: Whether it can be a dash, unknown or absent.
    marks: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DateField(Field):
    """A moment, compared with a day, a month or a year."""

    kind: ClassVar[str] = "date"
    operators: ClassVar[tuple[Op, ...]] = _EVERY_OP
    values: ClassVar[str] = "a day as in 2026-05-31, a month as in 2026-05, or a year"

    read: Callable[[Any], datetime]


AnyField = TextField | WordsField | ChoiceField | NumberField | DateField

#: Written like a field, but sorts the list instead of filtering it.
SORT: Final = "sort"
SORT_SYNONYMS: Final[Mapping[str, str]] = dict.fromkeys(("order", "orderby", "order_by", "sortby", "sort_by"), SORT)


@dataclass(frozen=True, eq=False, kw_only=True)
class Table:
    """Defines one search: cards and decks share the language but have different fields."""

    fields: tuple[AnyField, ...]
    #: What is searched for, in the singular.
    noun: str
    #: The text that words without a field are matched against.
    anywhere: Callable[[Any], str]
    #: A sortable number field to show in errors.
    example: str
    #: Fields whose values can be named by plain words.
    plain: tuple[str, ...] = ()
    #: What fields are called elsewhere.
    synonyms: Mapping[str, str] = dataclass_field(default_factory=dict)
    #: Sort orders that are not fields.
    orders: tuple[str, ...] = ()
    #: Whether regular expressions are supported.
    patterns: bool = True
    #: Whether numbers can be added up and compared with each other.
    sums: bool = True
    max_terms: int = 40

    @cached_property
    def by_name(self) -> Mapping[str, AnyField]:
        """Every way to write a field's name, folded."""
        return {fold(written): each for each in self.fields for written in (each.name, *each.aliases)}

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The names of the number fields."""
        return tuple(each.name for each in self.fields if isinstance(each, NumberField))

    @cached_property
    def sortable(self) -> tuple[str, ...]:
        """What the list can be sorted by."""
        return (*self.orders, *(each.name for each in self.fields if each.sortable))

    def find(self, written: str) -> AnyField | None:
        """The field with this name or short form, ignoring accents and case."""
        return self.by_name.get(fold(written))

    def find_order(self, written: str) -> str | None:
        """The full name of a sort key, or ``None`` if the list cannot be sorted by it."""
        if fold(written) in self.orders:
            return fold(written)
        found = self.find(written)
        return found.name if found is not None and found.sortable else None

    def number_field(self, name: str) -> NumberField:
        """A number field by its full name. :raises TypeError: for another kind of field."""
        found = self.by_name[name]
        if not isinstance(found, NumberField):
            raise TypeError(f"{name} is not a number field")
        return found
