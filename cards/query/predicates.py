"""What each condition means for one card. The rest of the search is built on this."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, time
from typing import Any, Final

from cards.catalogue import Card
from cards.catalogue.stats import Mark, Stat
from cards.query.entries import SearchEntry, searchable
from cards.query.fields import CARDS
from cards.query.kinds import ChoiceField, DateField, NumberField, Table, TextField, WordsField
from cards.query.patterns import compile_pattern
from cards.query.tree import (
    Absent,
    Amount,
    And,
    Bare,
    Choice,
    Compare,
    Counted,
    Leaf,
    Node,
    Not,
    Op,
    Or,
    Pattern,
    Period,
    Sum,
    Term,
    Text,
    Value,
)
from cards.query.vocabulary import Vocabulary

#: Takes a card's entry, or whatever else the table's fields read.
Test = Callable[[Any], bool]

_ORDERED: Final[Mapping[Op, Callable[[int, int], bool]]] = {
    Op.HAS: operator.eq,
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.GT: operator.gt,
    Op.GE: operator.ge,
}


def predicate(node: Node | None, vocabulary: Vocabulary) -> Callable[[Card], bool]:
    """The condition as a plain function of a card: slow, and what the engine is tested against."""
    world = vocabulary.world
    if node is None:
        return lambda _: True
    test = node_test(node)
    return lambda card: test(SearchEntry.of(card, world.catalogue.leaders, world.formats))


def node_test(node: Node, table: Table = CARDS) -> Test:
    """The meaning of any condition."""
    match node:
        case Not(part):
            inner = node_test(part, table)
            return lambda entry: not inner(entry)
        case And(parts):
            tests = [node_test(part, table) for part in parts]
            return lambda entry: all(test(entry) for test in tests)
        case Or(parts):
            tests = [node_test(part, table) for part in parts]
            return lambda entry: any(test(entry) for test in tests)
        case _:
            return leaf_test(node, table)


def leaf_test(leaf: Leaf, table: Table = CARDS) -> Test:
    """The meaning of a condition that has no conditions inside."""
    match leaf:
        case Bare(value):
            return _anywhere(value, table)
        case Compare():
            return _compare(leaf, table)
        case Term(name):
            field = table.by_name[name]
            match field:
                case NumberField():
                    return _number(field, leaf)
                case ChoiceField():
                    return _choice(field, leaf)
                case DateField():
                    return _date(field, leaf)
                case _:
                    return _texts(field, leaf)


def _anywhere(value: Text | Pattern, table: Table) -> Test:
    read = table.anywhere
    if isinstance(value, Pattern):
        search = compile_pattern(value.text).search
        return lambda entry: search(read(entry)) is not None
    needle = searchable(value.text)
    return lambda entry: needle in read(entry)


def _choice(field: ChoiceField, term: Term) -> Test:
    codes = [value.code for value in term.values if isinstance(value, Choice)]
    holds, present = field.holds, field.present
    if any(isinstance(value, Counted) for value in term.values):
        return _counted(field, term)
    if term.op is Op.NE:
        return lambda entry: present(entry) and not any(holds(entry, code) for code in codes)
    if len(codes) == 1:
        (only,) = codes
        return lambda entry: holds(entry, only)
    return lambda entry: any(holds(entry, code) for code in codes)


def _counted(field: ChoiceField, term: Term) -> Test:
    tests = [_count_test(field, value) for value in term.values]
    return lambda entry: any(test(entry) for test in tests)


def _count_test(field: ChoiceField, value: Value) -> Test:
    count = field.count
    if count is None or not isinstance(value, Choice | Counted):
        raise TypeError(f"{field.name} cannot be counted by {value!r}")
    if isinstance(value, Choice):
        return lambda entry: field.holds(entry, value.code)
    holds = _ORDERED[value.op]
    return lambda entry: holds(count(entry, value.code), value.number)


def _date(field: DateField, term: Term) -> Test:
    tests = [_period_test(field, term.op, value) for value in term.values]
    if term.op is Op.NE:
        return lambda entry: all(test(entry) for test in tests)
    return lambda entry: any(test(entry) for test in tests)


def _period_test(field: DateField, op: Op, value: Value) -> Test:
    if not isinstance(value, Period):
        raise TypeError(f"{field.name} is a date, and {value!r} is not")
    first, after = (datetime.combine(day, time(), UTC) for day in (value.first, value.after))
    read = field.read
    match op:
        case Op.LT:
            return lambda entry: read(entry) < first
        case Op.LE:
            return lambda entry: read(entry) < after
        case Op.GT:
            return lambda entry: read(entry) >= after
        case Op.GE:
            return lambda entry: read(entry) >= first
        case Op.NE:
            return lambda entry: not first <= read(entry) < after
        case _:
            return lambda entry: first <= read(entry) < after


def _texts(field: TextField | WordsField, term: Term) -> Test:
    op = Op.HAS if term.op is Op.NE else term.op
    tests = [_text_test(field, op, value) for value in term.values]
    read = field.read
    if term.op is Op.NE:
        return lambda entry: bool(read(entry)) and not any(test(read(entry)) for test in tests)
    if len(tests) == 1:
        (only,) = tests
        return lambda entry: only(read(entry))
    return lambda entry: any(test(read(entry)) for test in tests)


def term_matches(field: TextField | WordsField, op: Op, value: Text | Pattern, texts: tuple[str, ...]) -> bool:
    """Whether any of the texts matches the value, as the field compares them."""
    return _text_test(field, op, value)(texts)


def _text_test(field: TextField | WordsField, op: Op, value: Value) -> Callable[[tuple[str, ...]], bool]:
    if isinstance(value, Pattern):
        search = compile_pattern(value.text).search
        return lambda texts: any(search(text) is not None for text in texts)
    if not isinstance(value, Text):
        raise TypeError(f"{field.name} is text, and {value!r} is not")
    needle = searchable(value.text)
    if op is Op.EQ or (isinstance(field, TextField) and field.whole):
        return lambda texts: needle in texts
    if isinstance(field, WordsField):
        return _begins_a_word(needle)
    if field.from_start:
        return lambda texts: any(text.startswith(needle) for text in texts)
    return lambda texts: any(needle in text for text in texts)


def _begins_a_word(needle: str) -> Callable[[tuple[str, ...]], bool]:
    inner = f" {needle}"

    def begins(texts: tuple[str, ...]) -> bool:
        for text in texts:  # noqa: SIM110 a generator would double the time of the commonest condition
            if text.startswith(needle) or inner in text:
                return True
        return False

    return begins


def _number(field: NumberField, term: Term) -> Test:
    read = field.read
    amounts = tuple(value for value in term.values if isinstance(value, int | Mark | Absent))
    if term.op is Op.HAS:
        wanted = frozenset(map(_as_stat, amounts))
        return lambda entry: read(entry) in wanted
    if term.op is Op.NE:
        return _other_than(field, amounts)
    holds = _ORDERED[term.op]
    (amount,) = amounts
    if not isinstance(amount, int):
        raise TypeError(f"{field.name}{term.op}{amount}: only numbers have an order")

    def ordered(entry: SearchEntry) -> bool:
        stat = read(entry)
        return isinstance(stat, int) and holds(stat, amount)

    return ordered


def _other_than(field: NumberField, amounts: tuple[Amount, ...]) -> Test:
    """Cards whose stat is known to differ. An unknown stat might be anything, so it never counts as different."""
    read = field.read
    unwanted = frozenset(map(_as_stat, amounts))
    excluded = unwanted | {None} if unwanted == {None} else unwanted | {None, Mark.UNKNOWN}
    return lambda entry: read(entry) not in excluded


def _as_stat(amount: Amount) -> Stat:
    return None if isinstance(amount, Absent) else amount


def _compare(node: Compare, table: Table) -> Test:
    left, right, holds = _total(node.left, table), _total(node.right, table), _ORDERED[node.op]

    def compare(entry: SearchEntry) -> bool:
        one, other = left(entry), right(entry)
        return one is not None and other is not None and holds(one, other)

    return compare


def _total(numbers: Sum, table: Table) -> Callable[[SearchEntry], int | None]:
    """The sum for a card; ``None`` when a part of it is a dash, unknown or absent."""
    constant = sum(sign * part for sign, part in numbers.parts if isinstance(part, int))
    reads = [(sign, table.number_field(part).read) for sign, part in numbers.parts if isinstance(part, str)]

    def total(entry: SearchEntry) -> int | None:
        result = constant
        for sign, read in reads:
            stat = read(entry)
            if not isinstance(stat, int):
                return None
            result += sign * stat
        return result

    return total
