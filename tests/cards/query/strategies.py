"""Random queries as trees, for properties that must hold of all of them."""

from hypothesis import strategies as st

from cards.catalogue.stats import Mark
from cards.query.entries import searchable
from cards.query.fields import FIELDS, ChoiceField, NumberField, TextField, WordsField
from cards.query.tree import (
    Absent,
    And,
    Bare,
    Choice,
    Compare,
    Node,
    Not,
    Op,
    Or,
    Pattern,
    Query,
    SortKey,
    Sum,
    Term,
    Text,
    conjunction,
    disjunction,
    negate,
)
from cards.query.vocabulary import Vocabulary

# The lexer reads the typographic marks as plain ones, so they do not come back as themselves.
_MARKS = "–—−\u00a0"
_WORDS = (
    "draw",
    "card",
    "sword",
    "the",
    "épée",
    "or",
    "not",
    "AND",
    'say "yes"',
    "back\\slash",
    "a:b",
    "-",
    "x,y",
    "(",
    "“so”",
    "„",
)

texts = st.one_of(
    st.sampled_from(_WORDS),
    st.text(st.characters(exclude_characters=_MARKS, exclude_categories=("Cs",)), min_size=1, max_size=6),
).filter(searchable)
patterns = st.sampled_from((r"^the", r"draw \d", r"a|e", r"[^a-z]", r"s$", r"\bart\b", r"\/", "é+"))
values = st.one_of(texts.map(Text), patterns.map(Pattern))

NUMBERS = tuple(field.name for field in FIELDS if isinstance(field, NumberField))
amounts = st.one_of(st.integers(-3, 12), st.sampled_from((Mark.DASH, Mark.UNKNOWN, Absent.NONE)))
equalities = st.sampled_from((Op.HAS, Op.NE))
orders = st.sampled_from((Op.LT, Op.LE, Op.GT, Op.GE))


def _several(items):
    return st.lists(items, min_size=1, max_size=3, unique=True).map(tuple)


def _term(field, vocabulary: Vocabulary):
    name = st.just(field.name)
    match field:
        case NumberField():
            return st.one_of(
                st.builds(Term, name, equalities, _several(amounts)),
                st.builds(Term, name, orders, st.tuples(st.integers(-3, 12))),
            )
        case ChoiceField():
            codes = [option.code for option in vocabulary.choices(field.name).options]
            return st.builds(Term, name, equalities, _several(st.sampled_from(codes).map(Choice)))
        case WordsField():
            terms = st.sampled_from(list(vocabulary.terms(field.name).values())).map(Text)
            return st.builds(Term, name, st.sampled_from((Op.HAS, Op.EQ, Op.NE)), _several(terms))
        case TextField():
            return st.builds(Term, name, st.sampled_from((Op.HAS, Op.EQ, Op.NE)), _several(values))


def _sums(first_sign):
    part = st.one_of(st.sampled_from(NUMBERS), st.integers(0, 9))
    sign = st.sampled_from((1, -1))
    return st.builds(
        lambda head, rest: Sum((head, *rest)),
        st.tuples(first_sign, part),
        st.lists(st.tuples(sign, part), max_size=2),
    )


def _is_plain(compare: Compare) -> bool:
    """Whether the parser would read it as a simple condition, or not at all."""
    left, right = compare.left, compare.right
    if not right.fields:
        return not left.fields or len(left.parts) == 1
    return not left.fields and len(left.parts) == 1 and len(right.parts) == 1 and right.parts[0][0] > 0


compares = st.builds(
    Compare,
    _sums(st.just(1)),
    st.sampled_from((Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE)),
    _sums(st.sampled_from((1, -1))),
).filter(lambda compare: not _is_plain(compare))


def leaves(vocabulary: Vocabulary):
    terms = st.sampled_from(FIELDS).flatmap(lambda field: _term(field, vocabulary))
    words = st.sampled_from(("draw", "sword", "the", "épée")).map(lambda word: Bare(Text(word), plain=True))
    return st.one_of(values.map(Bare), words, terms, terms, compares)


def nodes(vocabulary: Vocabulary):
    return st.recursive(
        leaves(vocabulary),
        lambda inner: st.one_of(
            inner.map(negate),
            st.lists(inner, min_size=2, max_size=3).map(tuple).map(conjunction),
            st.lists(inner, min_size=2, max_size=3).map(tuple).map(disjunction),
        ),
        max_leaves=8,
    )


def pattern_count(node: Node | None) -> int:
    match node:
        case None | Compare():
            return 0
        case Not(part):
            return pattern_count(part)
        case And(parts) | Or(parts):
            return sum(map(pattern_count, parts))
        case Bare(value):
            return isinstance(value, Pattern)
        case Term(_, _, found):
            return sum(isinstance(value, Pattern) for value in found)


def queries(vocabulary: Vocabulary):
    keys = st.builds(SortKey, st.sampled_from([field.name for field in FIELDS if field.sortable]), st.booleans())
    sort = st.lists(keys, max_size=3, unique_by=lambda key: key.field).map(tuple)
    return st.builds(Query, st.one_of(st.none(), nodes(vocabulary)), sort).filter(
        lambda query: len(query.canonical) <= 500 and pattern_count(query.root) <= 4
    )
