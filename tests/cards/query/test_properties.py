"""What must hold of every query, however it is made up."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards.query import Engine, Query, QueryError, parse, parse_sort, predicate, sentence
from cards.query.tree import And, Node, Not, Or
from tests.cards.query.strategies import queries

SLOW = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
QUICK = settings(SLOW, max_examples=150)

_PIECES = st.sampled_from(
    [
        *"()\"/-+?,:=<>!'\\ ",
        *[
            "!=",
            "<=",
            ">=",
            "=<",
            "==",
            "≤",
            " or ",
            " and ",
            " not ",
            " - ",
            " + ",
            "“",
            "”",
            "–",
            "\t",
            "\x00",
            "²",
            "٣",
        ],
        *["f", "t", "cost", "thrust", "parry", "tr", "sort", "is", "for", "n", "code", "zz", "none", "dash"],
        *["castille", "risk", "pirate", "kaspar", "unique", "1", "12", "-1", "é", "/a(/", '"x y"', "f:castille", "c<2"],
        *[" city characters ", " mercenaries ", " tooth and claw ", " risks ", " leader "],
        *["sort:cost", "-sort:name", "cost>parry", "(", "cost:1-3"],
    ]
)
scribbles = st.one_of(st.text(max_size=40), st.lists(_PIECES, max_size=14).map("".join))


@pytest.fixture(scope="module")
def some_cards(engine: Engine):
    return engine.catalogue.cards[::7]


@SLOW
@given(data=st.data())
def test_masks_agree_with_the_plain_predicate(data, engine: Engine, some_cards) -> None:
    query = data.draw(queries(engine.vocabulary))
    matches = predicate(query.root, engine.vocabulary)
    mask = engine.mask(query.root)
    codes = {card.code for card in engine.cards(mask)}
    for card in some_cards:
        assert (card.code in codes) == matches(card), query.canonical


@QUICK
@given(data=st.data())
def test_the_canonical_form_reads_back_as_an_equal_query(data, engine: Engine) -> None:
    query = data.draw(queries(engine.vocabulary))
    again = engine.parse(query.canonical)
    assert again == query
    assert again.canonical == query.canonical


@QUICK
@given(data=st.data())
def test_every_query_has_one_sentence(data, engine: Engine) -> None:
    query = data.draw(queries(engine.vocabulary))
    said = sentence(query, engine.vocabulary)
    assert said == sentence(engine.parse(query.canonical), engine.vocabulary)
    assert said[0] == said[0].upper()
    assert said == " ".join(said.split())
    assert not said.endswith((" ", ",", " and", " or", " that"))


@settings(SLOW, max_examples=400)
@given(text=scribbles)
def test_nothing_but_query_errors_comes_out_of_the_parser(text: str, engine: Engine) -> None:
    for vocabulary in (None, engine.vocabulary):
        try:
            query = parse(text, vocabulary)
        except QueryError as error:
            _check_faults(text, error)
        else:
            assert parse(query.canonical, vocabulary) == query


@settings(SLOW, max_examples=200)
@given(text=scribbles)
def test_search_never_raises_and_never_stays_silent(text: str, engine: Engine) -> None:
    result = engine.search(text)
    assert result.valid == (not result.faults)
    assert result.valid == bool(result.sentence)
    assert len(result) == result.mask.bit_count()
    explained = engine.explain(text)
    assert explained["valid"] == result.valid
    assert len(explained["errors"]) == len(result.faults)
    if result.query is not None:
        assert engine.parse(result.query.canonical) == result.query
        literal = engine.search(result.query.literal)
        assert literal.query
        assert not literal.query.reads_words
    if result.did_you_mean is not None:
        assert not result.cards
        assert engine.search(result.did_you_mean).cards
    for facet in engine.facets(result):
        for value in facet.values:
            assert engine.search(value.query).valid, value.query


@QUICK
@given(text=st.text(max_size=30))
def test_nothing_but_query_errors_comes_out_of_sort_keys(text: str) -> None:
    try:
        parse_sort(text)
    except QueryError as error:
        _check_faults(text, error)


def _check_faults(text: str, error: QueryError) -> None:
    assert error.faults
    for fault in error.faults:
        assert 0 <= fault.start <= fault.end <= len(text)
        assert fault.message.endswith((".", "?"))
        assert fault.message[0] == fault.message[0].upper()
        if fault.suggestion is not None:
            assert fault.correct(text) != text


@SLOW
@given(data=st.data())
def test_logic_obeys_its_laws(data, engine: Engine) -> None:
    """Double negation, excluded middle and De Morgan, on masks."""
    one = data.draw(queries(engine.vocabulary)).root
    other = data.draw(queries(engine.vocabulary)).root
    if one is None or other is None:
        return
    mask = engine.mask
    assert mask(Not(Not(one))) == mask(one)
    assert mask(Or((one, Not(one)))) == engine.everything
    assert mask(Not(And((one, other)))) == mask(Or((Not(one), Not(other))))


@SLOW
@given(data=st.data())
def test_the_order_is_total_and_the_same_whatever_is_found(data, engine: Engine) -> None:
    query: Query = data.draw(queries(engine.vocabulary))
    whole = [card.code for card in engine.cards(engine.everything, query.sort)]
    found = [card.code for card in engine.cards(engine.mask(query.root), query.sort)]
    assert found == [code for code in whole if code in set(found)]


def depth(node: Node | None) -> int:
    match node:
        case And(parts) | Or(parts):
            return 1 + max(map(depth, parts))
        case Not(part):
            return 1 + depth(part)
        case _:
            return 1


@given(text=st.text("(-a) or not", max_size=400))
@settings(QUICK)
def test_trees_stay_shallow(text: str) -> None:
    try:
        assert depth(parse(text).root) <= 40
    except QueryError:
        return
