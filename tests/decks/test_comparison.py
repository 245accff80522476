"""Comparing lists and counting decks."""

from hypothesis import given

from cards.catalogue import Zone
from decks.decklist import Decklist
from decks.lists.comparison import compare
from decks.lists.starters import read_starters
from decks.lists.statistics import COMBAT_VALUES, statistics
from tests.decks.strategies import CATALOGUE, any_decks

CASTILLE, EISEN, *_ = (starter.decklist for starter in read_starters())


@given(any_decks())
def test_a_list_equals_itself(deck: Decklist) -> None:
    assert compare(deck, deck, CATALOGUE).same


@given(any_decks(), any_decks())
def test_the_way_back_is_the_way_there_reversed(one: Decklist, other: Decklist) -> None:
    there, back = compare(one, other, CATALOGUE), compare(other, one, CATALOGUE)
    assert [(c.zone, c.code, -c.difference) for c in there.changes] == [
        (c.zone, c.code, c.difference) for c in back.changes
    ]


@given(any_decks(), any_decks())
def test_applying_the_changes_gives_the_other_list(one: Decklist, other: Decklist) -> None:
    changes = compare(one, other, CATALOGUE).changes
    approach = list(one.approach)
    faction = dict(one.faction)
    for change in changes:
        if change.zone is Zone.FACTION:
            faction[change.code] = change.after
        else:
            approach = [code for code in approach if code != change.code] + [change.code] * change.after
    rebuilt = Decklist.of(other.leader, approach, {code: count for code, count in faction.items() if count})
    assert rebuilt == other


def test_added_removed_and_changed_are_told_apart() -> None:
    other = Decklist.of(CASTILLE.leader, CASTILLE.approach, {**dict(CASTILLE.faction), "01101": 1, "01174": 1})
    other = Decklist.of(other.leader, other.approach, {c: n for c, n in other.faction if c != "01102"})
    comparison = compare(CASTILLE, other, CATALOGUE)
    assert [change.code for change in comparison.added] == ["01174"]
    assert [change.code for change in comparison.removed] == ["01102"]
    assert [(change.code, change.difference) for change in comparison.changed] == [("01101", -1)]


def test_printings_are_the_card_itself() -> None:
    one = Decklist.of(None, (), {"01159a": 1, "01159b": 1})
    assert compare(one, Decklist.of(None, (), {"01159": 2}), CATALOGUE).same


def test_a_dash_is_counted_apart_from_zero() -> None:
    numbers = statistics(EISEN, CATALOGUE)
    for name in COMBAT_VALUES:
        values = numbers.combat[name]
        assert sum(values.counts.values()) + values.dashes + values.unknown == 40
    assert numbers.combat["riposte"].dashes > 0
    assert numbers.combat["riposte"].counts[0] > 0


def test_every_starter_has_five_schemes_and_forty_costs() -> None:
    for starter in read_starters():
        numbers = statistics(starter.decklist, CATALOGUE)
        assert len(numbers.schemes) == 5
        assert sum(numbers.costs.counts.values()) == 40
        assert sum(numbers.types.values()) == 50
