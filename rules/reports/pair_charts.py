"""The charts of a comparison: where two decks differ at the end, and how they go Day by Day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.goldfish.layout import RENOWN_TO_WIN
from rules.reports.charts import Chapter
from rules.reports.sheets import ComparisonSheet
from web.charts import Chart, Series, forest, lines
from web.number_format import COUNT, SHARE, Unit, is_significant, plural

#: The letters of the two decks, and what their difference is called.
A: Final = "A"
B: Final = "B"
DIFFERENCE: Final = "B minus A"
#: Longer names do not fit beside each other above a chart.
_MAX_NAME: Final = 18


@dataclass(frozen=True, slots=True)
class _Forest:
    """Differences in the same unit."""

    key: str
    title: str
    measures: Mapping[str, str]
    unit: Unit = COUNT


_FORESTS: Final = (
    _Forest("result", "The result", {"renown": "Renown", "margins": "Wounds, all duels"}),
    _Forest(
        "shares",
        "Games, in percentage points",
        {
            "seven": "Seven reached",
            "dominated": "All three locations",
            "payable_share": "Hand payable",
            "won": "Adversary falls",
            "lost": "Champion falls",
        },
        SHARE,
    ),
    _Forest(
        "crew",
        "The crew",
        {
            "crew": "Characters",
            "resolve": "Resolve",
            "combat": "Combat",
            "finesse": "Finesse",
            "influence": "Influence",
        },
    ),
    _Forest(
        "cards",
        "The cards",
        {
            "seen": "Different cards seen",
            "hand": "In hand",
            "played": "Played",
            "spent": "Wealth spent",
            "dead": "Dropped at Dusk",
        },
    ),
)

_DAILY: Final[tuple[tuple[str, str, Unit], ...]] = (
    ("renown", "Renown by Day", COUNT),
    ("margins", "Wounds dealt minus taken, so far", COUNT),
    ("seven", "Games with seven Renown", SHARE),
    ("crew", "Characters in the crew", COUNT),
    ("influence", "Influence of the crew", COUNT),
    ("payable_share", "Share of the hand that could be paid for", SHARE),
)


def pair_chapters(sheet: ComparisonSheet, names: Sequence[str]) -> tuple[Chapter, ...]:
    """Every chart of a comparison of two decks with these names."""
    last = len(sheet.differences)
    heads = column_heads(names)
    return (
        Chapter("differences", f"What changes by Day {last}", tuple(_forest(sheet, heads, spec) for spec in _FORESTS)),
        Chapter("daily", "Day by Day", tuple(_daily(sheet, heads, *each) for each in _DAILY)),
    )


def column_heads(names: Sequence[str]) -> tuple[str, str, str]:
    """What the columns of the two decks and of their difference are called."""
    a, b = (name if len(name) <= _MAX_NAME else f"{name[: _MAX_NAME - 1].rstrip()}…" for name in names)
    return f"{A}: {a}", f"{B}: {b}", DIFFERENCE


def _forest(sheet: ComparisonSheet, heads: tuple[str, str, str], spec: _Forest) -> Chart:
    differences = sheet.differences[-1]
    rows = [(name, words, each) for name, words in spec.measures.items() if (each := differences.get(name))]
    moved = sum(is_significant(each) for _, _, each in rows)
    return Chart(
        key=spec.key,
        title=spec.title,
        svg=forest([(words, each) for _, words, each in rows], spec.unit),
        head=("On the last Day", *heads),
        rows=tuple(
            (words, spec.unit.full(sheet.a.last(name)), spec.unit.full(sheet.b.last(name)), spec.unit.difference(each))
            for name, words, each in rows
        ),
        summary=f"{moved or 'None'} of {len(rows)} {plural(moved, 'lies', 'lie')} clear of zero.",
    )


def _daily(sheet: ComparisonSheet, heads: tuple[str, str, str], measure: str, title: str, unit: Unit) -> Chart:
    a, b = sheet.a.by_day(measure), sheet.b.by_day(measure)
    days = [str(day.day) for day in sheet.a.days]
    rule = (float(RENOWN_TO_WIN), "seven win the game") if measure == "renown" else None
    differences = [day.get(measure) for day in sheet.differences]
    return Chart(
        key=f"daily-{measure}",
        title=title,
        svg=lines(days, [Series(heads[0], a), Series(heads[1], b)], "Day", unit, rule),
        head=("Day", *heads),
        rows=tuple(
            (day, unit.full(a[i]), unit.full(b[i]), unit.difference(differences[i])) for i, day in enumerate(days)
        ),
    )
