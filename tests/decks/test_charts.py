"""Charts show the numbers of their tables."""

import re
from xml.etree import ElementTree

from hypothesis import given

from decks.decklist import Decklist
from decks.lists.charts import deck_charts, two_cost_curves
from decks.lists.starters import read_starters
from decks.lists.statistics import statistics
from tests.decks.strategies import CATALOGUE, any_decks


@given(any_decks())
def test_every_chart_is_well_formed_and_has_its_table(deck: Decklist) -> None:
    for chart in deck_charts(statistics(deck, CATALOGUE)):
        ElementTree.fromstring(chart.svg)
        assert "style=" not in chart.svg
        assert chart.rows
        assert all(len(row) == len(chart.head) for row in chart.rows)


def test_a_starter_deck_has_all_five_charts() -> None:
    charts = {chart.key: chart for chart in deck_charts(statistics(read_starters()[0].decklist, CATALOGUE))}
    assert list(charts) == ["costs", "combat", "types", "traits", "schemes"]
    assert sum(int(count) for _, count in charts["costs"].rows) == 40
    bars = re.findall(r'<rect class="chart-bar[^>]*height="([\d.]+)"', charts["costs"].svg)
    assert len(bars) == sum(count != "0" for _, count in charts["costs"].rows)


def test_an_empty_deck_has_no_chart() -> None:
    assert deck_charts(statistics(Decklist.of(None, (), {}), CATALOGUE)) == ()


def test_a_dash_has_a_column_of_its_own() -> None:
    combat = next(c for c in deck_charts(statistics(read_starters()[0].decklist, CATALOGUE)) if c.key == "combat")
    assert combat.rows[0][0] == "dash"


def test_two_decks_side_by_side_show_every_number_of_both() -> None:
    before, after = (statistics(starter.decklist, CATALOGUE).costs for starter in read_starters()[:2])
    chart = two_cost_curves(before, after)
    ElementTree.fromstring(chart.svg)
    assert [sum(int(row[column]) for row in chart.rows) for column in (1, 2)] == [40, 40]
    assert chart.summary.startswith("The mean ")
    empty = statistics(Decklist.of(None, (), {}), CATALOGUE).costs
    assert two_cost_curves(empty, empty).rows == ()
