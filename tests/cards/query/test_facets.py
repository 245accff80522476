"""Facets count what would be found, and write the query that finds it."""

import pytest

from cards.query import Engine, Facet, QueryError, parse_sort, with_sort
from cards.query.facets import FACETS, MAX_TRAITS

QUERIES = [
    "",
    "t:risk",
    "f:castille,neutral t:risk",
    "x:draw or x:wound",
    "(x:draw or x:wound) f:eisen -sort:cost",
    "draw -f:eisen cost<=1",
    "tr:pirate",
    'tr="red hand",pirate and cost:4',
    "-(t:risk f:eisen)",
    "f!=eisen",
    "cost:1",
]


def facets(engine: Engine, text: str) -> dict[str, Facet]:
    return {facet.field: facet for facet in engine.facets(engine.search(text))}


@pytest.mark.parametrize("text", QUERIES)
def test_counts_are_of_what_choosing_the_value_brings(engine: Engine, text: str) -> None:
    """A value alone: the number of cards found by the query with this value as its only one of the field."""
    for facet in facets(engine, text).values():
        for value in facet.values:
            query = text
            for other in facet.values:
                if other.active:
                    query = engine.toggle(query, facet.field, other.value)
            query = engine.toggle(query, facet.field, value.value)
            assert len(engine.search(query)) == value.count, (facet.field, value.value, query)


@pytest.mark.parametrize("text", QUERIES)
def test_choosing_a_value_twice_changes_nothing(engine: Engine, text: str) -> None:
    before = engine.search(text)
    for facet in facets(engine, text).values():
        for value in facet.values:
            once = engine.search(value.query)
            assert once.valid
            assert once.sort == before.sort
            assert engine.search(engine.toggle(value.query, facet.field, value.value)).mask == before.mask


TOGGLES = [
    ("", "faction", "castille", "f:castille"),
    ("f:castille", "faction", "neutral", "f:castille,neutral"),
    ("f:castille,neutral", "faction", "castille", "f:neutral"),
    ("f:castille", "faction", "castille", ""),
    ("Faction:cast  and  draw", "faction", "castille", "draw"),
    ("draw f=castille or wound", "type", "risk", "(draw faction:castille or wound) t:risk"),
    ("(draw or wound) f:castille", "faction", "castille", "(draw or wound)"),
    ("(draw or wound)", "set", "core", "(draw or wound) s:core"),
    ("draw sort:cost", "cost", "1", "draw c:1 sort:cost"),
    ("-sort:cost draw", "cost", "1", "draw c:1 -sort:cost"),
    ("c:1", "cost", "2", "c:1,2"),
    ("-f:castille", "faction", "castille", "-f:castille f:castille"),
    ("f!=castille", "faction", "eisen", "f!=castille f:eisen"),
    ("", "trait", "Red Hand", 'tr="Red Hand"'),
    ('tr="RED HAND"', "trait", "Red Hand", ""),
    ("tr=pirate", "trait", "Red Hand", 'tr=pirate,"Red Hand"'),
    ("", "keyword", "Unique", "k=Unique"),
    ("a:action", "ability", "technique", "a:action,technique"),
    ("", "deck", "city", "d:city"),
    ("1 +", "deck", "city", '1 "+" d:city'),
]


@pytest.mark.parametrize(("text", "field", "value", "written"), TOGGLES)
def test_toggle(engine: Engine, text: str, field: str, value: str, written: str) -> None:
    assert engine.toggle(text, field, value) == written


@pytest.mark.parametrize("text", QUERIES)
@pytest.mark.parametrize("keys", ["", "cost", "-thrust,name"])
def test_another_order_leaves_the_conditions_alone(engine: Engine, text: str, keys: str) -> None:
    sort = parse_sort(keys)
    again = engine.search(with_sort(engine.parse(text), sort))
    assert again.sort == sort
    assert again.mask == engine.search(text).mask


def test_only_what_is_on_a_facet_can_be_toggled(engine: Engine) -> None:
    for field, value in [("faction", "narnia"), ("name", "kaspar"), ("nothing", "x"), ("cost", "99")]:
        with pytest.raises(ValueError, match="no facet value"):
            engine.toggle("", field, value)
    with pytest.raises(QueryError):
        engine.toggle("f:castile", "type", "risk")


def test_the_facets_and_their_values(engine: Engine) -> None:
    found = facets(engine, "f:castille")
    assert tuple(found) == tuple(FACETS)
    assert [facet.field for facet in found.values() if facet.active] == ["faction"]
    faction = {value.value: value for value in found["faction"].values}
    assert [value.value for value in found["faction"].values if value.active] == ["castille"]
    assert faction["eisen"].count == len(engine.search("f:eisen"))
    assert faction["none"].label == "No faction"
    assert {value.label for value in found["deck"].values} >= {"Faction deck", "City deck"}
    assert len(found["trait"].values) <= MAX_TRAITS
    counts = [value.count for value in found["trait"].values]
    assert counts == sorted(counts, reverse=True)
    assert min(counts) > 0


def test_an_active_trait_is_shown_however_rare(engine: Engine) -> None:
    rare = min(engine.catalogue.traits, key=lambda trait: len(engine.search(f'tr="{trait}"')))
    (active, *_) = facets(engine, f'tr="{rare}"')["trait"].values
    assert (active.value, active.active) == (rare, True)


def test_a_query_with_faults_has_no_facets(engine: Engine) -> None:
    assert engine.facets(engine.search("f:castile")) == ()


def test_a_dash_has_a_facet_value_of_its_own(little: Engine) -> None:
    cost = facets(little, "")["cost"]
    assert [(value.value, value.label, value.count, value.query) for value in cost.values] == [
        ("0", "0", 1, "c:0"),
        ("1", "1", 1, "c:1"),
        ("-", "Dash", 1, "c:-"),
        ("?", "Unknown", 1, "c:?"),
    ]
