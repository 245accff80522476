"""A query as a value: a small tree of conditions that can be compared, hashed and written out again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from cards.catalogue.stats import Mark


class Op(StrEnum):
    """How a field is compared with a value."""

    HAS = ":"
    EQ = "="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="


#: The same comparison with its sides exchanged.
MIRRORED: Final = {Op.LT: Op.GT, Op.LE: Op.GE, Op.GT: Op.LT, Op.GE: Op.LE}

#: Where a part stands in the text it was read from.
Span = tuple[int, int]
_NOWHERE: Final[Span] = (0, 0)


@dataclass(frozen=True, slots=True)
class Text:
    """A word or a phrase to look for."""

    text: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression, as written between its slashes."""

    text: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a field's fixed values, by its code."""

    code: str


class Absent(StrEnum):
    """The value of a number that the card does not have."""

    NONE = "none"


@dataclass(frozen=True, slots=True)
class Period:
    """A day, a month or a year: from its first day to before the day ``after`` it."""

    text: str
    first: date
    after: date


_PERIOD: Final = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_DAYS_OF_A_MONTH: Final = timedelta(days=31)


def parse_period(text: str) -> Period | None:
    """Parse a day, month or year such as ``2026-05-31``; ``None`` if it is not one."""
    found = _PERIOD.fullmatch(text)
    if found is None:
        return None
    year, month, day = (int(part) if part else 0 for part in found.groups())
    try:
        first = date(year, month or 1, day or 1)
        if found[3]:
            return Period(text, first, first + timedelta(days=1))
        if found[2]:
            return Period(text, first, (first + _DAYS_OF_A_MONTH).replace(day=1))
        return Period(text, first, date(year + 1, 1, 1))
    except (ValueError, OverflowError):
        return None


@dataclass(frozen=True, slots=True)
class Counted:
    """One of a field's fixed values, and how many there must be."""

    code: str
    op: Op
    number: int


#: What a number is compared with: a number, a printed dash, unknown, or absent.
Amount = int | Mark | Absent
Value = Text | Pattern | Choice | Counted | Period | Amount


@dataclass(frozen=True, slots=True)
class Bare:
    """A word, phrase or expression without a field.

    A plain word has no quotation marks; where it names something, such as a faction, it is read as that.
    """

    value: Text | Pattern
    plain: bool = False
    span: Span = dataclass_field(default=_NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Term:
    """A field and values, any of which may match (with ``!=``, none may)."""

    field: str
    op: Op
    values: tuple[Value, ...]
    span: Span = dataclass_field(default=_NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Sum:
    """Fields and plain numbers, added and subtracted: pairs of a sign and what it applies to."""

    parts: tuple[tuple[int, str | int], ...]

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(part for _, part in self.parts if isinstance(part, str))

    def __str__(self) -> str:
        written = "".join(f"{'-' if sign < 0 else '+'}{part}" for sign, part in self.parts)
        return written.removeprefix("+")


@dataclass(frozen=True, slots=True)
class Compare:
    """One sum against another."""

    left: Sum
    op: Op
    right: Sum
    span: Span = dataclass_field(default=_NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """Every card that the part does not match."""

    part: Node
    span: Span = dataclass_field(default=_NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class And:
    """Every card that all parts match."""

    parts: tuple[Node, ...]
    span: Span = dataclass_field(default=_NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Or:
    """Every card that some part matches."""

    parts: tuple[Node, ...]
    span: Span = dataclass_field(default=_NOWHERE, compare=False)


Leaf = Bare | Term | Compare
Node = Leaf | Not | And | Or


def negate(part: Node, span: Span = _NOWHERE) -> Node:
    """Negate a condition; negated twice, it is itself."""
    return part.part if isinstance(part, Not) else Not(part, span)


def conjunction(parts: tuple[Node, ...], span: Span = _NOWHERE) -> Node:
    """Combine conditions, without a nested ``And``."""
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, And) else (part,))
    return flat[0] if len(flat) == 1 else And(tuple(flat), span)


def disjunction(parts: tuple[Node, ...], span: Span = _NOWHERE) -> Node:
    """Combine alternatives, without a nested ``Or``."""
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Or) else (part,))
    return flat[0] if len(flat) == 1 else Or(tuple(flat), span)


@dataclass(frozen=True, slots=True)
class SortKey:
    """A field to order by."""

    field: str
    descending: bool = False

    def __str__(self) -> str:
        return f"-{self.field}" if self.descending else self.field


@dataclass(frozen=True, slots=True)
class Query:
    """A whole query: a condition, or ``None`` for everything, and a sort order.

    Two queries are equal if they have the same conditions in the same structure, however they were spelled.
    """

    root: Node | None = None
    sort: tuple[SortKey, ...] = ()
    text: str = dataclass_field(default="", compare=False)
    #: Where the words without a field or quotation marks stand.
    words: tuple[Span, ...] = dataclass_field(default=(), compare=False)
    #: Whether any of them was read as the name of something.
    reads_words: bool = dataclass_field(default=False, compare=False)

    @property
    def literal(self) -> str:
        """The query with its words in quotation marks, so that they are nothing but words."""
        text = self.text
        for start, end in reversed(self.words):
            text = text[:start] + quote(text[start:end]) + text[end:]
        return text

    @property
    def canonical(self) -> str:
        """The query in its canonical spelling, which parses as an equal query."""
        parts = [] if self.root is None else [write(self.root)]
        if self.sort:
            parts.append(write_sort(self.sort))
        return " ".join(parts)

    @property
    def conjuncts(self) -> tuple[Node, ...]:
        """The top-level conditions, all of which must be met."""
        if self.root is None:
            return ()
        return self.root.parts if isinstance(self.root, And) else (self.root,)


_PLAIN_WORD: Final = re.compile(r"\w[\w'’.-]*\Z")
#: Words that join conditions; to search for them, quote them.
CONNECTIVES: Final = frozenset({"and", "or", "not"})


def write(node: Node) -> str:
    """A condition in its canonical spelling."""
    match node:
        case Bare(value, plain):
            return write_value(value) if plain or isinstance(value, Pattern) else quote(value.text)
        case Term(name, op, values):
            return f"{name}{op}{','.join(map(write_value, values))}"
        case Compare(left, op, right):
            return f"{left}{op}{right}"
        case Not(part):
            return f"-{_grouped(part)}"
        case And(parts):
            return " ".join(f"({write(part)})" if isinstance(part, Or) else write(part) for part in parts)
        case Or(parts):
            return " or ".join(write(part) for part in parts)


def _grouped(part: Node) -> str:
    return f"({write(part)})" if isinstance(part, And | Or) else write(part)


def write_value(value: Value) -> str:
    """A value as it is written in a query, quoted where necessary."""
    match value:
        case Text(text) | Choice(text):
            return text if is_plain(text) else quote(text)
        case Pattern(text):
            return f"/{text}/"
        case Counted(code, op, number):
            return f"{write_value(Choice(code))}{op}{number}"
        case Period(text):
            return text
        case _:
            return str(value)


def is_plain(text: str) -> bool:
    """Whether a word can be written without quotation marks."""
    return _PLAIN_WORD.match(text) is not None and text.lower() not in CONNECTIVES


def quote(text: str) -> str:
    """A phrase in quotation marks."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def write_sort(keys: tuple[SortKey, ...]) -> str:
    """The sort order in its canonical spelling."""
    if all(key.descending for key in keys):
        return "-sort:" + ",".join(key.field for key in keys)
    return "sort:" + ",".join(map(str, keys))
