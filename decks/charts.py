"""Charts as inline SVG, each with the table of its numbers: drawn for eyes, printers and screen readers alike.

Colours and fonts come from the style sheet by class, so that a chart follows day, night and print. Series differ in
pattern besides colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from math import ceil
from typing import Final

from decks.statistics import COMBAT_VALUES, Distribution, FactionNumbers, SchemePoint, Statistics

WIDTH: Final = 360
HEIGHT: Final = 190
_LEFT, _RIGHT, _TOP, _BOTTOM = 26, 8, 16, 34
_PLOT_WIDTH: Final = WIDTH - _LEFT - _RIGHT
_PLOT_HEIGHT: Final = HEIGHT - _TOP - _BOTTOM
_LEGEND: Final = 14
_MOST_TRAITS: Final = 12
#: Columns closer than this have no room for their numbers and for every label.
_CLOSE: Final = 19


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing and the numbers it shows."""

    key: str
    title: str
    svg: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    summary: str = ""


def building_charts(numbers: FactionNumbers) -> tuple[Chart, ...]:
    """The charts that say something while a deck is being built."""
    return tuple(chart for chart in (_cost_curve(numbers.costs), _combat_values(numbers.combat)) if chart.rows)


@lru_cache(maxsize=256)
def figure(chart: Chart) -> str:
    """A chart with its title and, folded away, its numbers; kept, since a deck being built comes back to the same."""
    key, title = escape(chart.key), escape(chart.title)
    summary = f'<p class="small soft">{escape(chart.summary)}</p>' if chart.summary else ""
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in chart.head)
    rows = "".join(
        f'<tr><th scope="row">{escape(str(first))}</th>'
        + "".join(f'<td class="num">{escape(str(cell))}</td>' for cell in cells)
        + "</tr>"
        for first, *cells in chart.rows
    )
    return (
        f'<figure class="chart-box" aria-labelledby="chart-{key}">'
        f'<figcaption><h3 id="chart-{key}">{title}</h3>{summary}</figcaption>\n{chart.svg}\n'
        f'<details class="numbers"><summary>The numbers<span class="vh"> of {title}</span></summary>'
        f'<table class="tablet"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details></figure>'
    )


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
        svg=_columns(
            [{"dash": "–", "unknown": "?"}.get(label, label) for label, _, _ in rows],
            [("Before", [first for _, first, _ in rows]), ("After", [second for _, _, second in rows])],
            axis,
        ),
        head=(axis, "Before", "After", "Difference"),
        rows=tuple((label, str(first), str(second), _signed(second - first)) for label, first, second in rows),
        summary=_mean_words(first_mean, second_mean),
    )


def _mean_words(before: float | None, after: float | None) -> str:
    if before is None or after is None:
        return ""
    if f"{before:.2f}" == f"{after:.2f}":
        return f"The mean stays at {after:.2f}."
    return f"The mean {'rises' if after > before else 'falls'} from {before:.2f} to {after:.2f}."


@lru_cache(maxsize=256)
def _cost_curve(costs: Distribution) -> Chart:
    steps = range(max(costs.counts, default=-1) + 1)
    bars = [(str(cost), costs.counts.get(cost, 0)) for cost in steps]
    mean = costs.mean
    return Chart(
        key="costs",
        title="Cost curve",
        svg=_columns([label for label, _ in bars], [("Cards", [count for _, count in bars])], "Cost"),
        head=("Cost", "Cards"),
        rows=tuple((label, str(count)) for label, count in bars),
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
        svg=_columns(
            ["–" if label == "dash" else "?" if label == "unknown" else label for label in labels], series, "Value"
        ),
        head=("Value", *(name for name, _ in series)),
        rows=tuple((label, *(str(counts[i]) for _, counts in series)) for i, label in enumerate(labels)),
        summary=f"Means without dashes: {means}." if means else "",
    )


def _counts(key: str, title: str, noun: str, counts: Mapping[str, int]) -> Chart:
    bars = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return Chart(
        key=key,
        title=title,
        svg=_rows(bars),
        head=(noun, "Cards"),
        rows=tuple((label, str(count)) for label, count in bars),
    )


def _schemes(points: Sequence[SchemePoint]) -> Chart:
    ordered = sorted(points, key=lambda point: -point.initiative)
    return Chart(
        key="schemes",
        title="Schemes: initiative against panache",
        svg=_scatter(ordered),
        head=("Scheme", "Initiative", "Panache"),
        rows=tuple((point.card.name, str(point.initiative), _signed(point.panache)) for point in ordered),
    )


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def share_columns(
    labels: Sequence[str], series: Sequence[tuple[str, Sequence[float]]], axis: str, *, apart: bool = True
) -> str:
    """Columns of shares from 0 to 1, drawn in percent; not ``apart`` where a label has a share in one series only."""
    percent = [(name, [100 * share for share in shares]) for name, shares in series]
    highest = max((share for _, shares in percent for share in shares), default=0)
    return _columns(labels, percent, axis, highest=20 * max(1, ceil(highest / 20)), words=_percent, apart=apart)


def _percent(number: float) -> str:
    """Rounded, but never to nothing or to all."""
    if 0 < number < 0.5:
        return "<1"
    return ">99" if 99.5 <= number < 100 else f"{number:.0f}"


def _columns(
    labels: Sequence[str],
    series: Sequence[tuple[str, Sequence[float]]],
    axis: str,
    *,
    highest: int = 0,
    words: Callable[[float], str] = str,
    apart: bool = True,
) -> str:
    """Columns side by side or in one place, one group a label."""
    highest = highest or ceil(max((count for _, counts in series for count in counts), default=0)) or 1
    group = _PLOT_WIDTH / max(len(labels), 1)
    width = min(group * 0.8 / (len(series) if apart else 1), 40)
    every = ceil(_CLOSE / group)
    parts = [_grid(highest)]
    for i, label in enumerate(labels):
        middle = _LEFT + group * (i + 0.5)
        for place, (_, counts) in enumerate(series):
            left = middle + (place - len(series) / 2 if apart else -0.5) * width
            parts.append(_column(left, width * 0.92, counts[i], highest, place))
            if counts[i] and every == 1:
                top = _TOP + _PLOT_HEIGHT * (1 - counts[i] / highest)
                parts.append(text(left + width * 0.46, top - 3, words(counts[i]), "chart-value"))
        if i % every == 0:
            parts.append(text(middle, HEIGHT - _BOTTOM + 14, label, "chart-label"))
    parts.append(text(_LEFT + _PLOT_WIDTH / 2, HEIGHT - 5, axis, "chart-axis"))
    if len(series) == 1:
        return svg(HEIGHT, parts)
    legend = _legend(tuple(name for name, _ in series))
    return svg(HEIGHT + _LEGEND, [legend, f'<g transform="translate(0 {_LEGEND})">', *parts, "</g>"])


@lru_cache(maxsize=2_048)
def _column(left: float, width: float, count: float, highest: int, place: int) -> str:
    if not count:
        return ""
    height = _PLOT_HEIGHT * count / highest
    top = _TOP + _PLOT_HEIGHT - height
    place_and_size = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="chart-bar chart-{place}" {place_and_size}/>'


def _rows(bars: Sequence[tuple[str, int]]) -> str:
    """Bars below each other, for labels that are words."""
    line = 20
    highest = max((count for _, count in bars), default=0) or 1
    label_width = 120
    parts = []
    for i, (label, count) in enumerate(bars):
        middle = 14 + i * line
        width = (WIDTH - label_width - 40) * count / highest
        parts.append(text(label_width - 6, middle + 4, label, "chart-label chart-end"))
        parts.append(
            f'<rect class="chart-bar chart-0" x="{label_width}" y="{middle - 7}" width="{width:.1f}" height="14"/>'
        )
        parts.append(text(label_width + width + 5, middle + 4, str(count), "chart-value chart-start"))
    return svg(line * len(bars) + 10, parts)


def _scatter(points: Sequence[SchemePoint]) -> str:
    """Initiative from left to right, panache from low to high."""
    lowest = min((point.panache for point in points), default=0)
    highest = max((point.panache for point in points), default=0)
    span = max(highest - lowest, 1)
    parts = []
    for level in range(lowest, highest + 1):
        y = _TOP + _PLOT_HEIGHT * (highest - level) / span
        parts.append(f'<line class="chart-grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(text(_LEFT - 4, y + 4, _signed(level), "chart-label chart-end"))
    parts += [
        text(_LEFT + _PLOT_WIDTH * step / 100, HEIGHT - _BOTTOM + 14, str(step), "chart-label")
        for step in range(0, 101, 25)
    ]
    for point in points:
        x = _LEFT + _PLOT_WIDTH * point.initiative / 100
        y = _TOP + _PLOT_HEIGHT * (highest - point.panache) / span
        words = f"{point.card.name}: initiative {point.initiative}, panache {_signed(point.panache)}"
        circle = f'<circle class="chart-bar chart-0" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
        parts.append(f"<g><title>{escape(words)}</title>{circle}</g>")
    parts.append(text(_LEFT + _PLOT_WIDTH / 2, HEIGHT - 5, "Initiative", "chart-axis"))
    return svg(HEIGHT, parts)


@lru_cache(maxsize=256)
def _grid(highest: int) -> str:
    """The lines behind columns, with their numbers: the same for all charts of a height."""
    step = max(1, -(-highest // 4))
    lines = []
    for level in range(0, highest + 1, step):
        y = _TOP + _PLOT_HEIGHT * (1 - level / highest)
        lines.append(f'<line class="chart-grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        lines.append(text(_LEFT - 4, y + 4, str(level), "chart-label chart-end"))
    return "".join(lines)


@lru_cache(maxsize=64)
def _legend(names: tuple[str, ...]) -> str:
    parts = []
    for place, name in enumerate(names):
        x = WIDTH - _RIGHT - 74 * (len(names) - place)
        parts.append(f'<rect class="chart-bar chart-{place}" x="{x}" y="1" width="10" height="10"/>')
        parts.append(text(x + 14, 10, name, "chart-label chart-start"))
    return "".join(parts)


@lru_cache(maxsize=2_048)
def text(x: float, y: float, words: str, css: str) -> str:
    """Words in a drawing; most are numbers that stand where they stood in another."""
    return f'<text class="{css}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def svg(height: float, parts: Iterable[str]) -> str:
    """Silent for screen readers: the table beside the drawing says the same."""
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {height:g}" aria-hidden="true">{"".join(parts)}</svg>'
