"""Parses a query: tokens become a syntax tree by the grammar, then conditions by the table of fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from lark import Lark, Token, Tree, UnexpectedToken
from lark.lexer import Lexer, LexerState

from cards.catalogue.stats import Mark
from cards.query.entries import searchable
from cards.query.faults import Fault, QueryError
from cards.query.fields import CARDS
from cards.query.kinds import SORT, AnyField, ChoiceField, DateField, NumberField, Table, WordsField
from cards.query.lexer import LexedQuery, SortPart, lex
from cards.query.patterns import PatternError, compile_pattern
from cards.query.predicates import term_matches
from cards.query.tree import (
    MIRRORED,
    Absent,
    Amount,
    Bare,
    Choice,
    Compare,
    Counted,
    Node,
    Op,
    Pattern,
    Period,
    Query,
    SortKey,
    Span,
    Sum,
    Term,
    Text,
    Value,
    conjunction,
    disjunction,
    is_plain,
    negate,
    parse_period,
    quote,
    write_value,
)
from cards.query.vocabulary import Vocabulary, nearest, nearest_few, spellings

_AMOUNT_WORDS: Final[dict[str, Amount]] = {"none": Absent.NONE, "dash": Mark.DASH, "unknown": Mark.UNKNOWN}
_MAX_LISTED: Final = 12
_MAX_NEAR_FIELDS: Final = 3


class _Tokens(Lexer):
    """Passes on tokens that are already split."""

    __future_interface__ = 2

    def __init__(self, lexer_conf: object) -> None:
        """Ignores the grammar's terminals."""

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Token]:
        lexed: Any = lexer_state.text
        yield from lexed.tokens


_PARSER: Final = Lark(
    (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8"), parser="lalr", lexer=_Tokens
)
_ANYTHING: Final = Vocabulary()


def parse(text: str, vocabulary: Vocabulary | None = None) -> Query:
    """Parse a query. :raises QueryError: and nothing else, with every fault.

    Without a vocabulary, values that only a catalogue knows (factions, sets, formats, leaders, traits) are taken as
    written. The vocabulary's table says which fields there are; by default those of cards.
    """
    vocabulary = vocabulary or _ANYTHING
    lexed = lex(text, vocabulary.table)
    builder = _Builder(text, vocabulary)
    tree = _syntax(lexed)
    root = builder.either(tree.children[0]) if tree.children else None
    sort = builder.sort(lexed.sort)
    if builder.faults:
        raise QueryError(builder.faults)
    words = tuple(_span(token) for token in lexed.tokens if token.type == "WORD")
    return Query(root, sort, text, words)


def parse_sort(text: str, table: Table = CARDS) -> tuple[SortKey, ...]:
    """Parse sort keys alone, as in ``cost,-name``. :raises QueryError: with offsets into ``text``."""
    builder = _Builder(text, _ANYTHING if table is CARDS else Vocabulary(table=table))
    parts, at = [], 0
    for piece in text.split(","):
        name = piece.strip()
        start = at + piece.find(name)
        turned = name.startswith("-")
        parts.append(SortPart(name.removeprefix("-"), start + turned, start + len(name), turned))
        at += len(piece) + 1
    keys = builder.sort(tuple(parts) if text.strip() else ())
    if builder.faults:
        raise QueryError(builder.faults)
    return keys


def _syntax(lexed: LexedQuery) -> Tree[Token]:
    try:
        # A custom lexer gets whatever is passed here; lark's annotations only allow text.
        tokens: Any = lexed
        return _PARSER.parse(tokens)
    except UnexpectedToken as error:
        raise QueryError([_syntax_fault(lexed, error.token)]) from None


def _syntax_fault(lexed: LexedQuery, token: Token) -> Fault:
    """Say what is missing: after lexing, only connectives and parentheses can be out of place."""
    position = next((i for i, each in enumerate(lexed.tokens) if each is token), len(lexed.tokens))
    before = lexed.tokens[position - 1] if position else None
    if before is not None and before.type in ("OR", "AND", "NOT", "MINUS"):
        return Fault(f"“{before}” needs something after it.", *_span(before), "")
    if token.type == "RPAR" and before is not None:
        return Fault("There is nothing between the parentheses.", _span(before)[0], _span(token)[1], "")
    return Fault(f"“{token}” needs something before it.", *_span(token), "")


def _span(token: Token) -> Span:
    return token.start_pos or 0, token.end_pos or 0


def _extent(node: Tree[Token] | Token) -> Span:
    """Where a node of the syntax tree is in the text."""
    if isinstance(node, Token):
        return _span(node)
    return _extent(node.children[0])[0], _extent(node.children[-1])[1]


def _join_names(words: tuple[str, ...]) -> str:
    return ", ".join(words) if len(words) <= _MAX_LISTED else ", ".join(words[:_MAX_LISTED]) + " and others"


@dataclass(slots=True)
class _Builder:
    """Turns syntax into conditions, collecting every fault on the way."""

    text: str
    vocabulary: Vocabulary
    faults: list[Fault] = field(default_factory=list)

    @property
    def table(self) -> Table:
        """The fields of this search."""
        return self.vocabulary.table

    def either(self, tree: Tree[Token] | Token) -> Node:
        """Alternatives."""
        return disjunction(tuple(self._both(branch) for branch in _trees(tree)), _extent(tree))

    def _both(self, tree: Tree[Token]) -> Node:
        return conjunction(tuple(self._part(part) for part in _trees(tree)), _extent(tree))

    def _part(self, tree: Tree[Token]) -> Node:
        *turns, atom = tree.children
        node = self._atom(atom)
        if len(turns) % 2:
            return negate(node, _extent(tree))
        return replace(node, span=_extent(tree)) if turns else node

    def _atom(self, atom: Tree[Token] | Token) -> Node:
        assert isinstance(atom, Tree)
        if atom.data == "group":
            return replace(self.either(atom.children[1]), span=_extent(atom))
        if atom.data == "bare":
            (token,) = atom.children
            assert isinstance(token, Token)
            plain = token.type == "WORD" and is_plain(token)
            return Bare(self._text_or_pattern(token), plain, _span(token))
        return self._clause(atom)

    def _clause(self, tree: Tree[Token]) -> Node:
        left, operator, *rest = tree.children
        assert isinstance(left, Tree)
        assert isinstance(operator, Token)
        op, span = Op(operator), _extent(tree)
        items = [item for item in rest if not (isinstance(item, Token) and item.type == "COMMA")]
        if len(left.children) == 1 and isinstance(name := left.children[0], Token) and name.type == "NAME":
            found = self.table.find(name)
            if found is None:
                self._unknown_field(name, span)
                return Bare(Text(name), span=span)
            if not isinstance(found, NumberField):
                return self._term(found, op, operator, items, span)
            if not any(isinstance(item, Tree) and self._has_fields(item) for item in items):
                return self._number_term(found, op, items, span)
        return self._compare(left, op, items, span)

    def _fault(self, message: str, span: Span, suggestion: str | None = None) -> None:
        self.faults.append(Fault(message, *span, suggestion))

    def _unknown_field(self, name: Token, clause: Span) -> None:
        near = self._near_fields(name)
        if near:
            self._fault(f"There is no field “{name}”. Did you mean {_either(near)}?", _span(name), near[0])
            return
        message = f"There is no field “{name}”. To search for the words themselves, put them in quotation marks."
        self._fault(message, clause, quote(self.text[slice(*clause)]))

    def _near_fields(self, name: str) -> tuple[str, ...]:
        """The fields that may be meant, the likeliest first."""
        names = {written: found.name for written, found in self.table.by_name.items()}
        near = nearest_few(name, {**self.table.synonyms, SORT: SORT, **names}, _MAX_NEAR_FIELDS)
        return tuple(dict.fromkeys(near))

    # Words, terms and choices

    def _term(self, found: AnyField, op: Op, operator: Token, items: list[Tree[Token] | Token], span: Span) -> Node:
        if op not in found.operators:
            allowed = " ".join(found.operators)
            self._fault(f"The field {found.name} can’t be compared with “{op}”. Use {allowed}.", _span(operator), ":")
        if isinstance(found, DateField):
            return self._date_term(found, op, [_token(item) for item in items], span)
        values: list[Value] = []
        for item in items:
            match found:
                case ChoiceField() if isinstance(item, Tree):
                    values.extend(self._counted(found, op, item))
                case ChoiceField():
                    values.extend(self._choice(found, _token(item), any_of=op is not Op.NE))
                case WordsField():
                    values.append(self._word(found, op, _token(item)))
                case _:
                    values.append(self._text_or_pattern(_token(item)))
        if op is Op.EQ and isinstance(found, ChoiceField):
            op = Op.HAS
        return Term(found.name, op, tuple(dict.fromkeys(values)), span)

    def _text_or_pattern(self, token: Token) -> Text | Pattern:
        if token.type == "PATTERN":
            try:
                compile_pattern(str(token))
            except PatternError as error:
                self._fault(f"This regular expression is invalid: {error}.", _span(token))
            return Pattern(str(token))
        if not searchable(token):
            self._fault("There is nothing here to search for.", _span(token))
        return Text(str(token))

    def _word(self, found: WordsField, op: Op, token: Token) -> Text | Pattern:
        value = self._text_or_pattern(token)
        terms = self.vocabulary.terms(found.name)
        if isinstance(value, Pattern) or not terms:
            return value
        exactly = Op.EQ if op is Op.EQ else Op.HAS
        if not term_matches(found, exactly, value, tuple(terms)):
            meant = nearest(value.text, spellings(terms.values()))
            hint = f" Did you mean {meant}?" if meant else ""
            others = "" if meant else f" There are: {_join_names(tuple(terms.values()))}."
            message = f"No {self.table.noun} has the {found.noun} “{value.text}”.{hint}{others}"
            self._fault(message, _span(token), None if meant is None else write_value(Text(meant)))
        return value

    def _counted(self, found: ChoiceField, op: Op, item: Tree[Token]) -> list[Value]:
        value, operator, number = _tokens(item)
        if op is Op.NE:
            self._fault(f"To exclude a number of copies, put - in front, as in -{found.name}:….", _extent(item))
        chosen = self._choice(found, value, any_of=False)
        how_many = Op.EQ if operator == Op.HAS else Op(operator)
        return [Counted(each.code, how_many, int(number)) for each in chosen]

    def _choice(self, found: ChoiceField, token: Token, *, any_of: bool) -> list[Choice]:
        choices = self.vocabulary.choices(found.name)
        if token.type == "PATTERN":
            self._fault(f"The field {found.name} takes one of its values, not a regular expression.", _span(token))
            return []
        if not choices.options:
            return [Choice(searchable(token))]
        meant = choices.matching(token)
        if len(meant) == 1:
            return [Choice(meant[0].code)]
        if meant:
            codes = tuple(option.written for option in meant)
            if len(codes) > _MAX_LISTED:
                self._fault(f"“{token}” could be {_join_names(codes)}: type more of it.", _span(token))
                return []
            message = f"“{token}” could be {_either(codes)}."
            self._fault(message, _span(token), ",".join(codes) if any_of else None)
            return []
        near = choices.nearest(token)
        hint = f" Did you mean {near.written}?" if near else ""
        valid = _join_names(tuple(option.written for option in choices.options))
        message = f"There is no {found.noun} “{token}”.{hint} {found.name} can be: {valid}."
        self._fault(message, _span(token), near.written if near else None)
        return []

    # Dates

    def _date_term(self, found: DateField, op: Op, items: list[Token], span: Span) -> Node:
        if op not in (Op.HAS, Op.EQ, Op.NE) and len(items) > 1:
            self._fault(f"“{op}” takes one value.", (_span(items[0])[0], _span(items[-1])[1]))
        values = [period for item in items if (period := self._period(found, item)) is not None]
        return Term(found.name, Op.HAS if op is Op.EQ else op, tuple(dict.fromkeys(values)), span)

    def _period(self, found: DateField, token: Token) -> Period | None:
        period = parse_period(token.strip())
        if period is None:
            self._fault(f"“{token}” is not a date. {found.name} takes {found.values}.", _span(token))
        return period

    # Numbers

    def _has_fields(self, tree: Tree[Token]) -> bool:
        return any(token.type == "NAME" and token.lower() not in _AMOUNT_WORDS for token in _tokens(tree))

    def _number_term(self, found: NumberField, op: Op, items: list[Tree[Token] | Token], span: Span) -> Node:
        values = [amount for item in items if (amount := self._amount(found, op, item)) is not None]
        if op not in (Op.HAS, Op.EQ, Op.NE):
            self._check_ordered(op, items, values)
        return Term(found.name, Op.HAS if op is Op.EQ else op, tuple(dict.fromkeys(values)), span)

    def _check_ordered(self, op: Op, items: list[Tree[Token] | Token], values: list[Amount]) -> None:
        if len(items) > 1:
            self._fault(f"“{op}” takes one value.", (_extent(items[0])[0], _extent(items[-1])[1]))
            return
        for value in values:
            if not isinstance(value, int):
                what = {Mark.DASH: "A dash", Mark.UNKNOWN: "Unknown", Absent.NONE: "None"}[value]
                self._fault(f"{what} is not a number: use : or != to find it.", _extent(items[0]))

    def _amount(self, found: NumberField, op: Op, item: Tree[Token] | Token) -> Amount | None:
        if isinstance(item, Token):
            if item.type in ("DASH", "UNKNOWN") and found.marks:
                return Mark(item)
            others = ", - for a dash, ? for unknown or none" if found.marks else ""
            self._fault(
                f"“{item}” is not a number. {found.name} takes a whole number{others}.",
                _span(item),
                item.strip() if item.type == "PHRASE" and item.strip().isdecimal() else None,
            )
            return None
        tokens = _tokens(item)
        if len(tokens) == 1 and tokens[0].type == "NAME":
            if not found.marks:
                self._fault(f"“{tokens[0]}” is not a number. {found.name} takes a whole number.", _span(tokens[0]))
                return None
            return _AMOUNT_WORDS[tokens[0].lower()]
        numbers = [token for token in tokens if token.type != "SIGN"]
        if len(numbers) == 1 and numbers[0].type == "INT":
            return int(numbers[0]) * (-1 if tokens[0] == "-" else 1)
        self._constant_sum(found, op, item, tokens)
        return None

    def _constant_sum(self, found: NumberField, op: Op, item: Tree[Token], tokens: list[Token]) -> None:
        """``cost:1-3`` is a range to whoever writes it, and minus two to a computer."""
        kinds = [token.type for token in tokens]
        if op in (Op.HAS, Op.EQ) and kinds == ["INT", "SIGN", "INT"] and tokens[1] == "-":
            low, high = tokens[0], tokens[2]
            listed = (
                ",".join(map(str, range(int(low), int(high) + 1))) if 0 <= int(high) - int(low) <= _MAX_LISTED else None
            )
            message = f"Write a range as {found.name}>={low} {found.name}<={high}, or list the numbers."
            self._fault(message, _extent(item), listed)
            return
        self._fault("A sum needs at least one field.", _extent(item))

    def _compare(self, left: Tree[Token], op: Op, items: list[Tree[Token] | Token], span: Span) -> Node:
        first = self._sum(left)
        item = items[0]
        if len(items) > 1:
            self._fault("A sum can be compared with only one value.", (_extent(item)[0], _extent(items[-1])[1]))
        if isinstance(item, Token):
            what = "A dash" if item.type == "DASH" else "Unknown" if item.type == "UNKNOWN" else f"“{item}”"
            self._fault(f"{what} is not a number, and sums can only be compared with numbers.", _span(item))
            return Compare(first, op, first, span)
        second = self._sum(item)
        if not first.fields and not second.fields and not self.faults:
            self._fault("Neither side of this comparison has a field.", span)
        op = Op.EQ if op is Op.HAS else op
        (sign, name), *more = second.parts
        if len(first.parts) == 1 and not first.fields and isinstance(name, str) and sign > 0 and not more:
            (_, number), *_ = first.parts
            mirrored = Op.HAS if op is Op.EQ else MIRRORED.get(op, op)
            return Term(name, mirrored, (int(number),), span)
        if not self.table.sums and not self.faults:
            self._fault(f"Sums are not supported here: compare {self.table.example} with a number.", span)
        return Compare(first, op, second, span)

    def _sum(self, tree: Tree[Token]) -> Sum:
        parts: list[tuple[int, str | int]] = []
        sign = 1
        for part in _tokens(tree):
            if part.type == "SIGN":
                sign = -1 if part == "-" else 1
            else:
                parts.append((sign, int(part) if part.type == "INT" else self._operand(part)))
        return Sum(tuple(parts))

    def _operand(self, token: Token) -> str:
        found = self.table.find(token)
        if isinstance(found, NumberField):
            return found.name
        meant = None if found else nearest(token, spellings(self.table.numbers))
        hint = f" Did you mean {meant}?" if meant else f" Number fields are: {', '.join(self.table.numbers)}."
        self._fault(f"“{token}” is not a number field.{hint}", _span(token), meant)
        return str(token)

    # Order

    def sort(self, parts: tuple[SortPart, ...]) -> tuple[SortKey, ...]:
        """The sort keys; a field named twice counts once."""
        keys: dict[str, SortKey] = {}
        for part in parts:
            found = self.table.find_order(part.text)
            if found is None:
                sortable = self.table.sortable
                meant = nearest(part.text, spellings(sortable))
                hint = f" Did you mean {meant}?" if meant else ""
                message = f"You can’t sort by “{part.text}”.{hint} You can sort by: {', '.join(sortable)}."
                self._fault(message, (part.start, part.end), meant)
                continue
            keys.setdefault(found, SortKey(found, part.descending))
        return tuple(keys.values())


def _trees(tree: Tree[Token] | Token) -> list[Tree[Token]]:
    return [child for child in tree.children if isinstance(child, Tree)] if isinstance(tree, Tree) else []


def _tokens(tree: Tree[Token]) -> list[Token]:
    return [child for child in tree.children if isinstance(child, Token)]


def _token(item: Tree[Token] | Token) -> Token:
    assert isinstance(item, Token)
    return item


def _either(words: tuple[str, ...]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
