"""The charts of a deck: its costs, combat values, types, traits and schemes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from decks.lists.statistics import COMBAT_VALUES, Distribution, FactionNumbers, SchemePoint, Statistics
from web.charts import Chart, Series, bars, columns, scatter
from web.number_format import WHOLE, signed

_MAX_TRAITS: Final = 12
#: How cards print what is no number.
_SIGNS: Final = {"dash": "–", "unknown": "?"}


def builder_charts(numbers: FactionNumbers) -> tuple[Chart, ...]:
    """The charts beside the builder."""
    return tuple(chart for chart in (_cost_curve(numbers.costs), _combat_values(numbers.combat)) if chart.rows)


def deck_charts(numbers: Statistics) -> tuple[Chart, ...]:
    """The charts of a deck page, without the empty ones."""
    charts = (
        _cost_curve(numbers.costs),
        _combat_values(numbers.combat),
        _count_chart("types", "Types", "Type", numbers.types),
        _count_chart("traits", "Traits", "Trait", dict(list(numbers.traits.items())[:_MAX_TRAITS])),
        _schemes(numbers.schemes),
    )
    return tuple(chart for chart in charts if chart.rows)


def two_cost_curves(before: Distribution, after: Distribution) -> Chart:
    """The cost curves of two lists side by side."""
    last = max((*before.counts, *after.counts), default=-1)
    rows = [(str(value), before.counts.get(value, 0), after.counts.get(value, 0)) for value in range(last + 1)]
    for label, first, second in (("dash", before.dashes, after.dashes), ("unknown", before.unknown, after.unknown)):
        if first or second:
            rows.append((label, first, second))
    return Chart(
        key="costs",
        title="Cost curve",
        svg=columns(
            [_SIGNS.get(label, label) for label, _, _ in rows],
            [
                Series.of("Before", [first for _, first, _ in rows]),
                Series.of("After", [second for _, _, second in rows]),
            ],
            "Cost",
            WHOLE,
        ),
        head=("Cost", "Before", "After", "Difference"),
        rows=tuple((label, str(first), str(second), signed(second - first)) for label, first, second in rows),
        summary=_mean_change(before.mean, after.mean),
    )


def _mean_change(before: float | None, after: float | None) -> str:
    if before is None or after is None:
        return ""
    if f"{before:.2f}" == f"{after:.2f}":
        return f"The mean stays at {after:.2f}."
    return f"The mean {'rises' if after > before else 'falls'} from {before:.2f} to {after:.2f}."


def _cost_curve(costs: Distribution) -> Chart:
    steps = range(max(costs.counts, default=-1) + 1)
    counts = [(str(cost), costs.counts.get(cost, 0)) for cost in steps]
    mean = costs.mean
    return Chart(
        key="costs",
        title="Cost curve",
        svg=columns(
            [label for label, _ in counts], [Series.of("Cards", [count for _, count in counts])], "Cost", WHOLE
        ),
        head=("Cost", "Cards"),
        rows=tuple((label, str(count)) for label, count in counts),
        summary="" if mean is None else f"The mean cost is {mean:.1f}.",
    )


def _combat_values(combat: Mapping[str, Distribution]) -> Chart:
    highest = max((value for values in combat.values() for value in values.counts), default=-1)
    labels = ["dash", *map(str, range(highest + 1))] if highest >= 0 else []
    has_unknown = any(values.unknown for values in combat.values())
    if has_unknown:
        labels.append("unknown")
    series = []
    for name in COMBAT_VALUES:
        values = combat[name]
        counts = [values.dashes, *(values.counts.get(value, 0) for value in range(highest + 1))]
        series.append((name.capitalize(), [*counts, values.unknown] if has_unknown else counts))
    means = ", ".join(
        f"{name.capitalize()} {mean:.1f}" for name in COMBAT_VALUES if (mean := combat[name].mean) is not None
    )
    return Chart(
        key="combat",
        title="Combat values",
        svg=columns(
            [_SIGNS.get(label, label) for label in labels],
            [Series.of(name, counts) for name, counts in series],
            "Value",
            WHOLE,
        ),
        head=("Value", *(name for name, _ in series)),
        rows=tuple((label, *(str(counts[i]) for _, counts in series)) for i, label in enumerate(labels)),
        summary=f"Means, not counting dashes: {means}." if means else "",
    )


def _count_chart(key: str, title: str, noun: str, counts: Mapping[str, int]) -> Chart:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return Chart(
        key=key,
        title=title,
        svg=bars(ordered),
        head=(noun, "Cards"),
        rows=tuple((label, str(count)) for label, count in ordered),
    )


def _schemes(points: Sequence[SchemePoint]) -> Chart:
    ordered = sorted(points, key=lambda point: -point.initiative)
    dots = [
        (
            point.initiative,
            point.panache,
            f"{point.card.name}: initiative {point.initiative}, panache {signed(point.panache)}",
        )
        for point in ordered
    ]
    return Chart(
        key="schemes",
        title="Schemes: initiative against panache",
        svg=scatter(dots, "Initiative"),
        head=("Scheme", "Initiative", "Panache"),
        rows=tuple((point.card.name, str(point.initiative), signed(point.panache)) for point in ordered),
    )
