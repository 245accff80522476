"""The charts of a deck: its costs, combat values, types, traits and schemes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from decks.lists.statistics import COMBAT_VALUES, Distribution, FactionNumbers, SchemePoint, Statistics
from web.charts import Chart, Series, bars, columns, scatter
from web.number_format import WHOLE, signed

_MOST_TRAITS: Final = 12


def building_charts(numbers: FactionNumbers) -> tuple[Chart, ...]:
    """The charts that say something while a deck is being built."""
    return tuple(chart for chart in (_cost_curve(numbers.costs), _combat_values(numbers.combat)) if chart.rows)


def deck_charts(numbers: Statistics) -> tuple[Chart, ...]:
    """Every chart of a deck page, leaving out those with nothing to show."""
    charts = (
        _cost_curve(numbers.costs),
        _combat_values(numbers.combat),
        _counts("types", "Types", "Type", numbers.types),
        _counts("traits", "Traits", "Trait", dict(list(numbers.traits.items())[:_MOST_TRAITS])),
        _schemes(numbers.schemes),
    )
    return tuple(chart for chart in charts if chart.rows)


def moved_charts(before: Statistics, after: Statistics) -> tuple[Chart, ...]:
    """The cost curve and the combat values of two lists side by side, leaving out those with nothing to show."""
    pairs = [("costs", "Cost curve", "Cost", before.costs, after.costs)]
    pairs += [(name, name.capitalize(), "Value", before.combat[name], after.combat[name]) for name in COMBAT_VALUES]
    return tuple(chart for pair in pairs if (chart := _moved(*pair)).rows)


def _moved(key: str, title: str, axis: str, before: Distribution, after: Distribution) -> Chart:
    last = max((*before.counts, *after.counts), default=-1)
    rows = [(str(value), before.counts.get(value, 0), after.counts.get(value, 0)) for value in range(last + 1)]
    for label, first, second in (("dash", before.dashes, after.dashes), ("unknown", before.unknown, after.unknown)):
        if first or second:
            rows.append((label, first, second))
    first_mean, second_mean = before.mean, after.mean
    return Chart(
        key=key,
        title=title,
        svg=columns(
            [{"dash": "–", "unknown": "?"}.get(label, label) for label, _, _ in rows],
            [
                Series.of("Before", [first for _, first, _ in rows]),
                Series.of("After", [second for _, _, second in rows]),
            ],
            axis,
            WHOLE,
        ),
        head=(axis, "Before", "After", "Difference"),
        rows=tuple((label, str(first), str(second), signed(second - first)) for label, first, second in rows),
        summary=_mean_words(first_mean, second_mean),
    )


def _mean_words(before: float | None, after: float | None) -> str:
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
    most = max((value for each in combat.values() for value in each.counts), default=-1)
    labels = ["dash", *map(str, range(most + 1))] if most >= 0 else []
    unknown = any(each.unknown for each in combat.values())
    if unknown:
        labels.append("unknown")
    series = []
    for name in COMBAT_VALUES:
        each = combat[name]
        counts = [each.dashes, *(each.counts.get(value, 0) for value in range(most + 1))]
        series.append((name.capitalize(), [*counts, each.unknown] if unknown else counts))
    means = ", ".join(
        f"{name.capitalize()} {mean:.1f}" for name in COMBAT_VALUES if (mean := combat[name].mean) is not None
    )
    return Chart(
        key="combat",
        title="Combat values",
        svg=columns(
            ["–" if label == "dash" else "?" if label == "unknown" else label for label in labels],
            [Series.of(name, counts) for name, counts in series],
            "Value",
            WHOLE,
        ),
        head=("Value", *(name for name, _ in series)),
        rows=tuple((label, *(str(counts[i]) for _, counts in series)) for i, label in enumerate(labels)),
        summary=f"Means without dashes: {means}." if means else "",
    )


def _counts(key: str, title: str, noun: str, counts: Mapping[str, int]) -> Chart:
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
    discs = [
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
        svg=scatter(discs, "Initiative"),
        head=("Scheme", "Initiative", "Panache"),
        rows=tuple((point.card.name, str(point.initiative), signed(point.panache)) for point in ordered),
    )
