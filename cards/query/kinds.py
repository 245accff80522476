"""Kinds of fields, and a table of them: what the search language needs to know about whatever it looks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
    """What the values of some fields are taken from; empty, those values are taken as they are written."""

    catalogue: Catalogue
    formats: tuple[Format, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One value of a field with fixed values.

    ``words`` is how sentences say it, ``aliases`` how else it may be written, ``written`` what errors suggest.
    """

    code: str
    label: str
    words: str
    aliases: tuple[str, ...] = ()
    suggested: str = ""

    @property
    def written(self) -> str:
        """What people would write for it."""
        return self.suggested or self.code


@dataclass(frozen=True, slots=True)
class Example:
    """A query to show, and what it asks."""

    query: str
    meaning: str


class Says(NamedTuple):
    """How sentences say a condition after "cards that": ``:``, ``=`` if it differs, ``!=`` if it is no mere "not"."""

    has: str
    equals: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What every field has: names, words about it, and examples that find something."""

    kind: ClassVar[str] = ""
    operators: ClassVar[tuple[Op, ...]] = _EQUALITY
    values: ClassVar[str] = ""

    name: str
    aliases: tuple[str, ...] = ()
    description: str
    examples: tuple[Example, ...]
    #: How sentences call it.
    noun: str
    sortable: bool = False

    @property
    def short(self) -> str:
        """The shortest usual way to write the field."""
        return self.aliases[0] if self.aliases else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class TextField(Field):
    """Free text: ``:`` finds it anywhere inside, ``=`` compares all of it."""

    kind: ClassVar[str] = "text"
    values: ClassVar[str] = "words, “phrases” or /expressions/"

    says: Says
    read: Callable[[Any], tuple[str, ...]]
    #: Codes are looked up from their beginning.
    from_start: bool = False
    #: There is no part of it to look for: ``:`` compares all of it too.
    whole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsField(Field):
    """A list of terms: ``:`` finds a term by the start of one of its words, ``=`` by the whole term."""

    kind: ClassVar[str] = "terms"
    values: ClassVar[str] = "a term, or the start of one of its words"

    says: Says
    read: Callable[[Any], tuple[str, ...]]
    known: Callable[[World], tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceField(Field):
    """One or more of a fixed list of values."""

    kind: ClassVar[str] = "choice"
    values: ClassVar[str] = "one of its values, or a clear beginning of one"

    says: Says
    holds: Callable[[Any, str], bool]
    options: Callable[[World], tuple[Option, ...]]
    #: Whether the card has any value at all: ``!=`` speaks only of those that do.
    present: Callable[[Any], bool] = lambda _: True
    #: How many of a value there are, for fields whose values may be counted, as in ``card:parley>=2``.
    count: Callable[[Any, str], int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberField(Field):
    """A number, which on a card may be a dash, unknown to us, or not there."""

    kind: ClassVar[str] = "number"
    operators: ClassVar[tuple[Op, ...]] = _EVERY_OP
    values: ClassVar[str] = "a number, - for a dash, ? for unknown, none for no such number, or other number fields"

    read: Callable[[Any], Stat]
    #: Whether anything but a number can stand in its place.
    marks: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DateField(Field):
    """A moment, held against a day, a month or a year."""

    kind: ClassVar[str] = "date"
    operators: ClassVar[tuple[Op, ...]] = _EVERY_OP
    values: ClassVar[str] = "a day as in 2026-05-31, a month as in 2026-05, or a year"

    read: Callable[[Any], datetime]


AnyField = TextField | WordsField | ChoiceField | NumberField | DateField

#: Written like a field, but it orders the list instead of choosing from it.
SORT: Final = "sort"


@dataclass(frozen=True, eq=False, kw_only=True)
class Table:
    """The fields of one search, and what else tells it from another: cards and decks are asked in one language."""

    fields: tuple[AnyField, ...]
    #: What is looked for, one of it.
    noun: str
    #: All that a word without a field is looked for in.
    anywhere: Callable[[Any], str]
    #: A field with numbers to show in errors; the list can be sorted by it.
    example: str
    #: How else than by fields the list can be sorted.
    orders: tuple[str, ...] = ()
    #: Whether expressions between slashes can be looked for.
    patterns: bool = True
    #: Whether there are numbers to add up and to compare with each other.
    sums: bool = True
    max_terms: int = 40

    @cached_property
    def by_name(self) -> Mapping[str, AnyField]:
        """Every way to write a field's name, folded."""
        return {fold(written): each for each in self.fields for written in (each.name, *each.aliases)}

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The fields with numbers."""
        return tuple(each.name for each in self.fields if isinstance(each, NumberField))

    @cached_property
    def sortable(self) -> tuple[str, ...]:
        """What the list can be sorted by."""
        return (*self.orders, *(each.name for each in self.fields if each.sortable))

    def find(self, written: str) -> AnyField | None:
        """The field of a name or short form, whatever its accents and case."""
        return self.by_name.get(fold(written))

    def find_order(self, written: str) -> str | None:
        """The proper name of what the list can be sorted by."""
        if fold(written) in self.orders:
            return fold(written)
        found = self.find(written)
        return found.name if found is not None and found.sortable else None

    def number_field(self, name: str) -> NumberField:
        """A number field by its proper name."""
        found = self.by_name[name]
        if not isinstance(found, NumberField):
            raise TypeError(f"{name} is not a number field")
        return found
