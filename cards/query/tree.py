"""A query as a value: a small tree of conditions that can be compared, hashed and written out again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from dataclasses import field as kept
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from cards.catalogue.stats import Mark


class Op(StrEnum):
    """How a field is held against a value."""

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
    """Asked for where a card has no such number at all."""

    NONE = "none"


@dataclass(frozen=True, slots=True)
class Period:
    """A day, a month or a year: from its first day to before the day ``after`` it."""

    text: str
    first: date
    after: date


_PERIOD: Final = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_DAYS_OF_A_MONTH: Final = timedelta(days=31)


def read_period(text: str) -> Period | None:
    """A day, a month or a year, written from the largest to the smallest; nothing if there is none such."""
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
    """One of a field's fixed values, and how many of it there must be."""

    code: str
    op: Op
    number: int


#: What a number is compared with: a number, a printed dash, unknown, or absent.
Amount = int | Mark | Absent
Value = Text | Pattern | Choice | Counted | Period | Amount


@dataclass(frozen=True, slots=True)
class Bare:
    """A word, phrase or expression without a field."""

    value: Text | Pattern
    span: Span = kept(default=_NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Term:
    """A field against values, any of which will do (with ``!=``: none of which may fit)."""

    field: str
    op: Op
    values: tuple[Value, ...]
    span: Span = kept(default=_NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Sum:
    """Numbers of a card and plain numbers, added and subtracted: pairs of a sign and what it stands before."""

    parts: tuple[tuple[int, str | int], ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that are added up."""
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
    span: Span = kept(default=_NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """Every card that the part does not match."""

    part: Node
    span: Span = kept(default=_NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class And:
    """Every card that all parts match."""

    parts: tuple[Node, ...]
    span: Span = kept(default=_NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Or:
    """Every card that some part matches."""

    parts: tuple[Node, ...]
    span: Span = kept(default=_NOWHERE, compare=False)


Leaf = Bare | Term | Compare
Node = Leaf | Not | And | Or


def negated(part: Node, span: Span = _NOWHERE) -> Node:
    """Turn a condition round; turned twice, it is itself."""
    return part.part if isinstance(part, Not) else Not(part, span)


def every(parts: tuple[Node, ...], span: Span = _NOWHERE) -> Node:
    """All of the parts, without a nested ``And``."""
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, And) else (part,))
    return flat[0] if len(flat) == 1 else And(tuple(flat), span)


def some(parts: tuple[Node, ...], span: Span = _NOWHERE) -> Node:
    """Any of the parts, without a nested ``Or``."""
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
    """A whole query: a condition, or ``None`` for every card, and the order asked for.

    Two queries are equal when they ask the same in the same way, however they were spelled.
    """

    root: Node | None = None
    sort: tuple[SortKey, ...] = ()
    text: str = kept(default="", compare=False)

    @property
    def canonical(self) -> str:
        """The query in one fixed spelling, which reads back as an equal query."""
        parts = [] if self.root is None else [write(self.root)]
        if self.sort:
            parts.append(write_sort(self.sort))
        return " ".join(parts)

    @property
    def conjuncts(self) -> tuple[Node, ...]:
        """The conditions that must all hold, as far as the query is written so."""
        if self.root is None:
            return ()
        return self.root.parts if isinstance(self.root, And) else (self.root,)


_PLAIN_WORD: Final = re.compile(r"\w[\w'.-]*\Z")
#: Words that join conditions; to be looked for they need quotation marks.
CONNECTIVES: Final = frozenset({"and", "or", "not"})


def write(node: Node) -> str:
    """A condition in its canonical spelling."""
    match node:
        case Bare(value):
            return write_value(value)
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
    """A value so that it reads back as itself; quoted where it has to be."""
    match value:
        case Text(text) | Choice(text):
            return text if _PLAIN_WORD.match(text) and text.lower() not in CONNECTIVES else quoted(text)
        case Pattern(text):
            return f"/{text}/"
        case Counted(code, op, number):
            return f"{write_value(Choice(code))}{op}{number}"
        case Period(text):
            return text
        case _:
            return str(value)


def quoted(text: str) -> str:
    """A phrase in quotation marks."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def write_sort(keys: tuple[SortKey, ...]) -> str:
    """The order in its canonical spelling."""
    if all(key.descending for key in keys):
        return "-sort:" + ",".join(key.field for key in keys)
    return "sort:" + ",".join(map(str, keys))
