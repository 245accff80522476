"""Splits a query into tokens and enforces the limits; what the tokens mean is up to the parser."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, NoReturn

from lark import Token

from cards.query.faults import Fault, QueryError
from cards.query.fields import CARDS
from cards.query.kinds import SORT, ChoiceField, NumberField, Table
from cards.query.tree import quote

MAX_LENGTH: Final = 500
MAX_TERMS: Final = CARDS.max_terms
MAX_DEPTH: Final = 15
MAX_PATTERN: Final = 100
MAX_PATTERNS: Final = 4

# Typed by phones and word processors in place of the plain marks; one character each, so that offsets stay.
_PLAIN_MARKS: Final = str.maketrans({"–": "-", "—": "-", "−": "-", "\u00a0": " "})
# A phrase that opens with a plain mark closes with one, so that names may have the others inside.
_QUOTES: Final = '"“”„'

_NAME: Final = r"[^\W\d]\w*"
_OPERAND: Final = rf"(?:{_NAME}|\d+)"
# A sign joins when it has space on both sides or on neither: "cost -parry>1" is a word and a negation.
_SIGN: Final = r"(?:\s+[+-]\s+|[+-])"
_OPERATOR: Final = r"!=|<=|>=|=<|=>|<>|==|[:=<>≠≤≥]"
_OPERATOR_ALONE: Final = re.compile(_OPERATOR)
_HEAD: Final = re.compile(rf"({_OPERAND}(?:{_SIGN}{_OPERAND})*)\s*({_OPERATOR})")
_SUM: Final = re.compile(rf"[+-]?{_OPERAND}(?:{_SIGN}{_OPERAND})*(?=[\s(),]|{_OPERATOR}|\Z)")
_SUM_PART: Final = re.compile(rf"\s*([+-]|{_OPERAND})")
_SPACE: Final = re.compile(r"[\s,]+")
_BLANK: Final = re.compile(r"\s*")
_SORT_KEYS: Final = re.compile(r"[^\s(),]+(?:,\s*[^\s(),]+)*")
_WORD: Final = re.compile(rf"(?:[^\s(){_QUOTES},:=<>≠≤≥!]|!(?!=))+")
_CHUNK: Final = re.compile(rf"[^\s(),{_QUOTES}]+")
# A value that may be counted ends where the comparison begins.
_COUNTED_CHUNK: Final = re.compile(rf"(?:[^\s(),{_QUOTES}=<>≠≤≥!]|!(?!=))+")
_COUNT: Final = re.compile(rf"\s*({_OPERATOR})\s*([0-9]+)(?=[\s(),]|\Z)")
_ALONE: Final = re.compile(r"[-?](?=[\s(),]|\Z)")
_PHRASE: Final = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_TYPESET_PHRASE: Final = re.compile(rf"[“”„]((?:[^{_QUOTES}\\]|\\.)*)[{_QUOTES}]", re.DOTALL)
_PATTERN: Final = re.compile(r"/((?:[^/\\]|\\.)*)/", re.DOTALL)
_ALTERNATIVES: Final = re.compile(r"\(([\w\s,-]*\w\s*)\)")
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_CONNECTIVES: Final = {"or": "OR", "and": "AND", "not": "NOT"}
_OPERATORS: Final = {"≠": "!=", "≤": "<=", "≥": ">="}
_MISTYPED: Final = {"=<": "<=", "=>": ">=", "<>": "!=", "==": "="}


@dataclass(frozen=True, slots=True)
class SortPart:
    """One key of a ``sort:``, as written."""

    text: str
    start: int
    end: int
    descending: bool


@dataclass(frozen=True, slots=True)
class LexedQuery:
    """The tokens of a query, and its sort keys, which are not part of the logic."""

    tokens: tuple[Token, ...]
    sort: tuple[SortPart, ...]


def lex(text: str, table: Table = CARDS) -> LexedQuery:
    """Split ``text`` into tokens. :raises QueryError: at the first thing that is not a token."""
    if len(text) > MAX_LENGTH:
        message = f"A search can have at most {MAX_LENGTH} characters; this one has {len(text)}."
        raise QueryError([Fault(message, MAX_LENGTH, len(text))])
    return _Lexer(text.translate(_PLAIN_MARKS), table).run()


@dataclass(slots=True)
class _Lexer:
    text: str
    table: Table
    at: int = 0
    tokens: list[Token] = field(default_factory=list)
    sort: list[SortPart] = field(default_factory=list)
    open: list[int] = field(default_factory=list)
    terms: int = 0
    patterns: int = 0

    def run(self) -> LexedQuery:
        while self._skip(_SPACE) < len(self.text):
            self._next()
        if self.open:
            self._fail("This parenthesis is never closed.", self.open[-1], self.open[-1] + 1, "")
        return LexedQuery(tuple(self.tokens), tuple(self.sort))

    def _next(self) -> None:
        char, start = self.text[self.at], self.at
        if char == "(":
            self._open()
        elif char == ")":
            if not self.open:
                self._fail("This parenthesis closes nothing.", start, start + 1, "")
            self.open.pop()
            self._emit("RPAR", start + 1)
        elif char in _QUOTES:
            self._phrase()
        elif char == "/":
            self._pattern()
        elif char == "-":
            self._minus()
        elif head := _HEAD.match(self.text, start):
            self._clause(head)
        elif word := _WORD.match(self.text, start):
            kind = _CONNECTIVES.get(word[0].lower(), "WORD")
            if kind == "AND" and self.sort and not self.tokens:
                self.at = word.end()  # it joined the sort to the rest
                return
            self._emit(kind, word.end(), counted=kind == "WORD")
        else:
            stray = _OPERATOR_ALONE.match(self.text, start)
            end = stray.end() if stray else start + 1
            sign = self.text[start:end]
            self._fail(
                f"“{sign}” needs a field before it, as in {self.table.example}{_OPERATORS.get(sign, sign)}2.",
                start,
                end,
            )

    def _open(self) -> None:
        start = self.at
        if len(self.open) == MAX_DEPTH:
            self._fail(f"Parentheses can be nested at most {MAX_DEPTH} deep.", start, start + 1)
        self.open.append(start)
        self._emit("LPAR", start + 1)

    def _minus(self) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        if not following or following.isspace() or following in "),":
            message = "A lone dash does nothing. Put it right before what you want to exclude, as in -f:eisen."
            self._fail(message, self.at, self.at + 1, "")
        self._emit("MINUS", self.at + 1)

    def _clause(self, head: re.Match[str]) -> None:
        """A field or a sum, its operator, and the values after it."""
        written, operator = head[1], self._operator(head[2], head.start(2))
        if written.lower() == SORT:
            self._sort(head)
            return
        self.terms -= 1  # a field is free: its values count
        self._sum(head.end(1))
        self._token("OP", operator, head.start(2), head.end(2))
        self.at = head.end()
        found = self.table.find(written)
        numeric = isinstance(found, NumberField) or not re.fullmatch(_NAME, written)
        counted = isinstance(found, ChoiceField) and found.count is not None
        self._values(head, numeric=numeric, counted=counted)

    def _values(self, head: re.Match[str], *, numeric: bool, counted: bool) -> None:
        clause = f"{head[1]}{head[2]}"
        spaced = self._skip(_BLANK) > head.end()
        following = _WORD.match(self.text, self.at) if spaced else None
        if (
            self.at == len(self.text)
            or self.text[self.at] in "),"
            or (spaced and (after := _HEAD.match(self.text, self.at)) and not (numeric and after[2] != ":"))
            or (following and following[0].lower() in _CONNECTIVES)
        ):
            self._fail(f"“{clause}” needs a value after it.", head.start(), head.end())
        while True:
            self._value(head, numeric=numeric, counted=counted)
            if counted and (count := _COUNT.match(self.text, self.at)):
                self._count(count)
            after = _BLANK.match(self.text, self.at)
            comma = after.end() if after else self.at
            if numeric and (again := _OPERATOR_ALONE.match(self.text, comma)):
                last = self.tokens[-1]
                space = " " if comma == self.at else ""
                suggestion = f"{space}{last}{again[0]}" if last.type == "NAME" else None
                self._fail(
                    "Write one comparison at a time, and the second one on its own.", comma, again.end(), suggestion
                )
            if self.text[comma : comma + 1] != ",":
                return
            self._token("COMMA", ",", comma, comma + 1)
            self.at = comma + 1
            if self._skip(_BLANK) == len(self.text) or self.text[self.at] in "),":
                self._fail("A value is missing after this comma.", comma, comma + 1, "")

    def _count(self, count: re.Match[str]) -> None:
        operator = self._operator(count[1], count.start(1))
        self._token("TIMES", operator, count.start(1), count.end(1))
        self._token("INT", count[2], count.start(2), count.end(2))
        self.at = count.end()

    def _operator(self, written: str, start: int) -> str:
        if written in _MISTYPED:
            right = _MISTYPED[written]
            self._fail(f"Write “{right}” instead of “{written}”.", start, start + len(written), right)
        return _OPERATORS.get(written, written)

    def _value(self, head: re.Match[str], *, numeric: bool, counted: bool) -> None:
        char = self.text[self.at]
        if char == "(":
            group = _ALTERNATIVES.match(self.text, self.at)
            values = ",".join(re.split(r"[\s,]+(?:or[\s,]+)?", group[1].strip())) if group else None
            message = f"Separate values with commas instead of using parentheses, as in {head[1]}{head[2]}one,other."
            self._fail(message, self.at, group.end() if group else self.at + 1, values)
        if char in _QUOTES:
            self._phrase()
        elif char == "/":
            self._pattern()
        elif numeric and _ALONE.match(self.text, self.at):
            self._emit("DASH" if char == "-" else "UNKNOWN", self.at + 1, counted=True)
        elif numeric and (found := _SUM.match(self.text, self.at)):
            self._sum(found.end())
        else:
            chunk = (_COUNTED_CHUNK if counted else _CHUNK).match(self.text, self.at)
            self._emit("VALUE", chunk.end() if chunk else self.at + 1, counted=True)

    def _sum(self, end: int) -> None:
        while part := _SUM_PART.match(self.text, self.at, end):
            self.at = part.start(1)
            kind = "SIGN" if part[1] in "+-" else "INT" if part[1][0].isdecimal() else "NAME"
            self._emit(kind, part.end(1), counted=kind != "SIGN")

    def _phrase(self) -> None:
        start = self.at
        found = (_PHRASE if self.text[start] == '"' else _TYPESET_PHRASE).match(self.text, start)
        if found is None:
            self._never_closed("quotation mark", '"')
        if not found[1].strip():
            self._fail("There is nothing between the quotation marks.", start, found.end())
        self._token("PHRASE", _ESCAPED.sub(r"\1", found[1]), start, found.end(), counted=True)
        self.at = found.end()

    def _pattern(self) -> None:
        found = _PATTERN.match(self.text, self.at)
        if found is not None and not self.table.patterns:
            message = f"{self.table.noun.capitalize()}s can’t be searched with regular expressions: use words."
            self._fail(message, *found.span(), quote(found[1]) if found[1].strip() else None)
        if found is None:
            self._never_closed("slash", "/")
        start, end = found.span()
        if not found[1].strip():
            self._fail("There is nothing between the slashes.", start, end)
        length = len(found[1])
        if length > MAX_PATTERN:
            self._fail(
                f"A regular expression can have at most {MAX_PATTERN} characters; this one has {length}.", start, end
            )
        self.patterns += 1
        if self.patterns > MAX_PATTERNS:
            self._fail(f"A search can have at most {MAX_PATTERNS} regular expressions.", start, end)
        if flags := _CHUNK.match(self.text, end):
            self._fail("Nothing can follow the closing slash; case never matters.", end, flags.end(), "")
        self._token("PATTERN", found[1], start, end, counted=True)
        self.at = end

    def _never_closed(self, what: str, closing: str) -> NoReturn:
        rest = self.text[self.at :].rstrip()
        closed = rest + closing if len(rest) > 1 else None
        self._fail(f"The {what} that opens here is never closed.", self.at, len(self.text), closed)

    def _sort(self, head: re.Match[str]) -> None:
        """Keep a sort out of the logic: it orders the whole list, wherever it is written."""
        if self.open:
            message = "“sort:” applies to the whole list: move it out of the parentheses."
            self._fail(message, head.start(), head.end())
        if head[2] not in ":=":
            self._fail(f"“sort” takes a colon, as in sort:{self.table.example}.", head.start(2), head.end(2), ":")
        self.at = head.end()
        if self._skip(_BLANK) > head.end() and _HEAD.match(self.text, self.at):
            self.at = len(self.text)
        keys = _SORT_KEYS.match(self.text, self.at)
        if keys is None:
            self._fail(f"“sort:” needs a field after it, as in sort:{self.table.example}.", head.start(), head.end())
        descending = False
        while self.tokens and self.tokens[-1].type in ("MINUS", "NOT"):
            self.tokens.pop()
            descending = not descending
        if self.tokens and self.tokens[-1].type == "AND":
            self.tokens.pop()
        for key in re.finditer(r"[^\s,]+", keys[0]):
            start = self.at + key.start()
            turned = key[0].startswith("-")
            name = key[0].removeprefix("-")
            self.sort.append(SortPart(name, start + turned, start + len(key[0]), descending != turned))
        self.at = keys.end()
        if not self.sort:
            self._fail(f"“sort:” needs a field after it, as in sort:{self.table.example}.", head.start(), head.end())

    def _skip(self, what: re.Pattern[str]) -> int:
        found = what.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at

    def _emit(self, kind: str, end: int, *, counted: bool = False) -> None:
        self._token(kind, self.text[self.at : end], self.at, end, counted=counted)
        self.at = end

    def _token(self, kind: str, value: str, start: int, end: int, *, counted: bool = False) -> None:
        self.terms += counted
        if self.terms > self.table.max_terms:
            self._fail(f"A search can have at most {self.table.max_terms} words and values.", start, end)
        self.tokens.append(Token(kind, value, start_pos=start, end_pos=end))

    def _fail(self, message: str, start: int, end: int, suggestion: str | None = None) -> NoReturn:
        raise QueryError([Fault(message, start, end, suggestion)])
