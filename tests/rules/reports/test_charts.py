"""Charts of a report show the numbers of their tables, whatever the numbers are."""

import re
from collections.abc import Sequence
from math import isfinite
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue.datafiles import load_catalogue
from rules.goldfish import LABELS, POLICIES, SHARES, Adversary, city_deck, encode, report, simulate_pair
from rules.goldfish import compare as compare_decks
from rules.goldfish.results.intervals import Estimate
from rules.reports.charts import Chapter, chapters
from rules.reports.pair_charts import pair_chapters
from rules.reports.sheets import (
    CardSheet,
    ComparisonSheet,
    DaySheet,
    ReportSheet,
    comparison_sheet,
    report_sheet,
)
from tests.rules.jobs.factories import LARGE, OTHER
from web.charts import Chart, Series, columns, forest, lines, share_bar, stacks, swing, ticks
from web.number_format import COUNT, SHARE

numbers = st.floats(0, 500, allow_nan=False)
signed = st.floats(-60, 60, allow_nan=False)
shares = st.floats(0, 1, allow_nan=False)


@st.composite
def estimates(draw: st.DrawFn, values: st.SearchStrategy[float] = numbers) -> Estimate:
    value = draw(values)
    if draw(st.booleans()):
        return Estimate(value, None, None)
    below, above = draw(st.floats(0, 3)), draw(st.floats(0, 3))
    return Estimate(value, value - below, value + above)


def some(kind: st.SearchStrategy[float]) -> st.SearchStrategy[list[Estimate | None]]:
    return st.lists(st.none() | estimates(kind), min_size=1, max_size=4)


@st.composite
def sheets(draw: st.DrawFn, days: int | None = None) -> ReportSheet:
    """A report of anything: hundreds of numbers, taken from a few that are drawn."""
    count, chance = days or draw(st.integers(1, 5)), draw(st.randoms(use_true_random=False))
    pools = {"share": draw(some(shares)), "signed": draw(some(signed)), "number": draw(some(numbers))}

    def measure(name: str) -> Estimate | None:
        share = name in SHARES or name == "payable_share"
        return chance.choice(pools["share" if share else "signed" if "margin" in name else "number"])

    return ReportSheet(
        engine="1",
        games=10,
        seed="1",
        deck="f",
        catalogue="c",
        city_deck="d",
        policy={"name": "thrifty"},
        adversary={},
        notes=(),
        sentence="",
        days=tuple(DaySheet(day + 1, None, {name: measure(name) for name in LABELS}) for day in range(count)),
        finals=tuple(measure("won") for _ in range(chance.randint(1, 32))),
        seven_on=tuple(measure("won") for _ in range(count)),
        seven_never=measure("won"),
        cards=(CardSheet("01001", "<Nobody>", 2, {}),),
    )


def number_of(words: str) -> tuple[float, int]:
    """A number as it is written, and the decimal places it is written with."""
    plain = re.match(r"[+−]?[\d.]+", words)
    assert plain, words
    written = plain[0].replace("−", "-")
    return float(written), len(written.partition(".")[2])


def check(chart: Chart) -> None:
    """A drawing is well formed, follows the style sheet, and shows no number that its table does not have."""
    tree = ElementTree.fromstring(chart.svg)
    assert "style=" not in chart.svg
    assert "nan" not in chart.svg
    assert "inf" not in chart.svg
    assert all(len(row) == len(chart.head) for row in chart.rows)
    cells = [number_of(cell) for row in chart.rows for cell in row[1:] if cell != "–"]
    for element in tree.iter("text"):
        if "chart-value" in (element.get("class") or ""):
            value, places = number_of(element.text or "")
            room = [0.5001 * (10**-places + 10**-others) for _, others in cells]
            assert any(abs(value - cell) <= near for (cell, _), near in zip(cells, room, strict=True)), element.text


NAMES = st.text(st.characters(exclude_categories=["C"]), max_size=120)


def check_all(found: Sequence[Chapter]) -> None:
    charts = [chart for chapter in found for chart in chapter.charts]
    assert len({chart.key for chart in charts}) == len(charts)
    for chart in charts:
        check(chart)


@given(sheets())
def test_every_chart_of_a_report_is_well_formed_and_its_numbers_stand_in_its_table(sheet: ReportSheet) -> None:
    found = chapters(sheet)
    assert sum(len(chapter.charts) for chapter in found) == 15
    check_all(found)


@given(st.data(), st.integers(1, 5))
def test_every_chart_of_a_comparison_is_well_formed_and_its_numbers_stand_in_its_table(
    data: st.DataObject, days: int
) -> None:
    a, b = data.draw(sheets(days)), data.draw(sheets(days))
    found, chance = data.draw(some(signed)), data.draw(st.randoms(use_true_random=False))
    differences = tuple({name: chance.choice(found) for name in LABELS} for _ in range(days))
    check_all(pair_chapters(ComparisonSheet("1", 5, "1", "", a, b, differences), data.draw(st.tuples(NAMES, NAMES))))


@given(st.lists(st.none() | estimates(signed), min_size=1, max_size=8), st.integers(1, 4))
def test_shapes_hold_any_numbers(values: list[Estimate | None], many: int) -> None:
    labels = [str(place) for place in range(len(values))]
    series = [Series(f"<{place}>", values) for place in range(many)]
    drawings = [
        lines(labels, series, "Day", COUNT, (7, "a & b")),
        columns(labels, series, "Day", SHARE),
        stacks(labels, series, values, "Day", COUNT),
        forest([(f"<{place}>", each) for place, each in enumerate(values) if each], COUNT),
    ]
    for drawing in drawings:
        ElementTree.fromstring(drawing)
        assert not re.search(r"nan|inf", drawing)


@given(st.floats(-(10**6), 10**6), st.floats(0, 10**6))
def test_the_marks_of_an_axis_are_few_and_reach_around_everything(low: float, span: float) -> None:
    steps = ticks((low, low + span))
    assert 2 <= len(steps) <= 8
    assert steps == sorted(set(steps))
    slack = 1e-6 * max(1, abs(low), span)
    assert steps[0] <= low + slack
    assert low + span - slack <= steps[-1]
    assert all(map(isfinite, steps))


def bars(svg: str, css: str) -> list[dict[str, str]]:
    return [dict(each.attrib) for each in ElementTree.fromstring(svg).iter() if each.get("class", "") == css]


def test_an_error_bar_reaches_from_the_low_to_the_high_end_of_its_interval() -> None:
    drawing = lines(["1"], [Series("x", [Estimate(5, 4, 6)])], "Day", COUNT)
    (bar,) = bars(drawing, "chart-error")
    (mark,) = bars(drawing, "chart-mark line-0")
    high, low = (float(part) for part in re.findall(r"M[\d.]+ ([\d.]+)h", bar["d"]))
    assert high < float(mark["cy"]) < low
    assert float(mark["cy"]) - high == pytest.approx(low - float(mark["cy"]), abs=0.2)


def test_without_an_interval_there_is_no_error_bar() -> None:
    assert not bars(columns(["1"], [Series("x", [Estimate(5, None, None)])], "Day", COUNT), "chart-error")


def test_columns_are_as_tall_as_their_numbers() -> None:
    drawing = columns(["1", "2"], [Series("x", [Estimate(2, 2, 2), Estimate(4, 4, 4)])], "Day", COUNT)
    short, tall = (float(bar["height"]) for bar in bars(drawing, "chart-bar chart-0"))
    assert tall == pytest.approx(2 * short, abs=0.2)


def test_a_difference_whose_interval_holds_zero_is_an_open_mark() -> None:
    drawing = forest([("sure", Estimate(2, 1, 3)), ("unsure", Estimate(0.5, -1, 2))], COUNT)
    (sure,), (unsure,) = bars(drawing, "chart-sure"), bars(drawing, "chart-unsure")
    (zero,) = bars(drawing, "chart-zero")
    middle = float(re.match(r"M([\d.]+)", zero["d"])[1])  # type: ignore[index]
    assert float(sure["cx"]) > float(unsure["cx"]) > middle


def test_series_differ_in_form_besides_colour() -> None:
    one = [Estimate(1, None, None)]
    drawing = lines(["1"], [Series(name, one) for name in "abcd"], "Day", COUNT)
    forms = set()
    for place in range(4):
        first = bars(drawing, f"chart-mark line-{place}")[0]
        forms.add(re.sub(r"[\d. -]+", "", first.get("d", "circle")))
    assert len(forms) == 4


def test_small_drawings_of_cells_show_their_shares_and_sides() -> None:
    assert 'd="M0 3h20.0"' in share_bar(0.5)
    left, right = (float(bars_of(swing(Estimate(side, side, side), 2.0))["cx"]) for side in (-1.0, 1.0))
    assert left < 30 < right


def bars_of(svg: str) -> Any:
    return next(each.attrib for each in ElementTree.fromstring(svg).iter() if each.tag == "circle")


@pytest.fixture(scope="module")
def compared() -> Any:
    catalogue = load_catalogue()
    decks = [
        encode(each, catalogue, POLICIES["spender"], Adversary(), city_deck(catalogue), 3) for each in (LARGE, OTHER)
    ]
    tallies = simulate_pair(decks[0], decks[1], 1, 0, 25)
    return compare_decks(*decks, catalogue, tallies, 1), report(decks[0], catalogue, tallies.a, 1)


def test_what_was_played_draws_all_charts_of_its_days(compared: Any) -> None:
    sheet = report_sheet(compared[1].as_dict())
    found = chapters(sheet)
    check_all(found)
    renown = found[0].charts[0]
    assert [row[0] for row in renown.rows] == ["1", "2", "3"]
    assert len(bars(renown.svg, "chart-mark line-0")) == 3
    assert sum(number_of(row[1])[0] for row in found[0].charts[1].rows) == pytest.approx(100, abs=0.5)


def test_what_was_compared_draws_both_decks_and_their_differences(compared: Any) -> None:
    sheet = comparison_sheet(compared[0].as_dict())
    found = pair_chapters(sheet, ("Thieves by Lamplight", "Guard"))
    check_all(found)
    assert found[1].charts[0].head == ("Day", "A: Thieves by Lampli…", "B: Guard", "B minus A")
    assert "A: Thieves by Lampli…" in found[1].charts[0].svg
    crew = next(chart for chart in found[0].charts if chart.key == "crew")
    for _, a, b, difference in crew.rows:
        assert number_of(difference)[0] == pytest.approx(number_of(b)[0] - number_of(a)[0], abs=0.2)
