"""Charts as inline SVG, each with a table of its numbers for screen readers.

Colours and fonts come from the style sheet by class, so a chart follows the theme and print. Series differ in shape as
well as colour. All text is escaped here; pages print the SVG as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Final

from web.number_format import Ranged, Unit, is_significant, signed

WIDTH: Final = 360
HEIGHT: Final = 190
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 10, 18, 34
_PLOT_WIDTH: Final = WIDTH - _LEFT - _RIGHT
_LEGEND: Final = 18
_CAP: Final = 3.5
_MARK: Final = 4.0
#: Narrower columns have no room for their number.
_NUMBER_WIDTH: Final = 19
_LETTER: Final = 5.6
#: How far a number may be wider than its column.
_OVERHANG: Final = 4.0
_ROW: Final = 26
_MAX_TICKS: Final = 5
#: Smaller differences are drawn as none.
_EPSILON: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing and the numbers it shows."""

    key: str
    title: str
    svg: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Exact:
    """A number without an interval."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """One line or set of columns: an estimate for each label of the chart."""

    name: str
    values: Sequence[Ranged | None]

    @classmethod
    def of(cls, name: str, numbers: Iterable[float]) -> Series:
        """Numbers without intervals; nothing is drawn for a zero."""
        return cls(name, [Exact(number) if number else None for number in numbers])


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps numbers to coordinates."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, number: float) -> float:
        return self.start + (self.end - self.start) * (number - self.low) / (self.high - self.low)


def lines(
    labels: Sequence[str],
    series: Sequence[Series],
    axis: str,
    unit: Unit,
    rule: tuple[float, str] | None = None,
    height: int = HEIGHT,
) -> str:
    """A line for each series, with error bars; ``rule`` is a reference level with its label."""
    steps = ticks(_ends(series, rule[0] if rule else None))
    scale = Scale(steps[0], steps[-1], height - _BOTTOM, _TOP)
    parts = [_grid(steps, scale, unit)]
    if rule:
        y = scale(rule[0])
        parts.append(f'<path class="chart-rule" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>')
        parts.append(text(_LEFT + 4, y - 4, rule[1], "chart-axis chart-start"))
    for index, line in enumerate(series):
        points = [
            (_middle(i, len(labels)), scale(estimate.value), estimate)
            for i, estimate in enumerate(line.values)
            if estimate
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
        parts.append(f'<polyline class="chart-line line-{index}" points="{path}"/>')
        for x, y, estimate in points:
            parts.append(_error_bar(x, estimate, scale) + _mark(x, y, index))
            if len(series) == 1:
                parts.append(text(x, min(y, scale(_top(estimate))) - 8, unit.short(estimate.value), "chart-value"))
    return _frame(labels, series, axis, parts, _line_key, height)


def columns(
    labels: Sequence[str], series: Sequence[Series], axis: str, unit: Unit, *, side_by_side: bool = True
) -> str:
    """A group of columns for each label, with error bars; not ``side_by_side`` if each label has one series only."""
    steps = ticks(_ends(series), unit.step)
    scale = Scale(steps[0], steps[-1], HEIGHT - _BOTTOM, _TOP)
    group = _PLOT_WIDTH / max(len(labels), 1)
    beside = len(series) if side_by_side else 1
    width = min(group * 0.82 / beside, 40)
    parts = [_grid(steps, scale, unit)]
    for i in range(len(labels)):
        for index, line in enumerate(series):
            if estimate := line.values[i]:
                left = _middle(i, len(labels)) + ((index if side_by_side else 0) - beside / 2) * width
                parts.append(_column(left, width * 0.9, 0.0, estimate.value, scale, index))
                parts.append(_error_bar(left + width * 0.45, estimate, scale))
                if group >= _NUMBER_WIDTH and _LETTER * len(unit.short(estimate.value)) <= width + _OVERHANG:
                    parts.append(_value_label(left + width * 0.45, estimate, scale, unit))
    return _frame(labels, series, axis, parts, _column_key)


def stacks(
    labels: Sequence[str], series: Sequence[Series], total: Sequence[Ranged | None], axis: str, unit: Unit
) -> str:
    """Stacked columns; the error bar and the number are those of the total."""
    steps = ticks(_ends([Series("", total)]))
    scale = Scale(steps[0], steps[-1], HEIGHT - _BOTTOM, _TOP)
    width = min(_PLOT_WIDTH / max(len(labels), 1) * 0.6, 44)
    parts = [_grid(steps, scale, unit)]
    for i in range(len(labels)):
        middle, below = _middle(i, len(labels)), 0.0
        for index, line in enumerate(series):
            if estimate := line.values[i]:
                parts.append(_column(middle - width / 2, width, below, below + estimate.value, scale, index))
                below += estimate.value
        if whole := total[i]:
            parts.append(_error_bar(middle, whole, scale) + _value_label(middle, whole, scale, unit))
    return _frame(labels, series, axis, parts, _column_key)


def forest(rows: Sequence[tuple[str, Ranged]], unit: Unit) -> str:
    """A forest plot: one row per difference, with its interval around the line of no difference."""
    label = 142
    ends = [end for _, estimate in rows for end in (_bottom(estimate), _top(estimate))]
    reach = max((abs(end) for end in ends), default=0.0) or 1.0
    scale = Scale(-reach, reach, label + 8, WIDTH - 52)
    height = _ROW * len(rows) + 8
    parts = [f'<path class="chart-zero" d="M{scale(0):.1f} 2V{height - 2}"/>']
    for i, (name, estimate) in enumerate(rows):
        y = 4 + _ROW * (i + 0.5)
        low, high = scale(_bottom(estimate)), scale(_top(estimate))
        side = "sure" if is_significant(estimate) else "unsure"
        parts.append(text(label - 4, y + 4, name, "chart-label chart-end"))
        parts.append(
            f'<path class="chart-error" d="M{low:.1f} {y:.1f}H{high:.1f}M{low:.1f} {y - _CAP}v{2 * _CAP}'
            f'M{high:.1f} {y - _CAP}v{2 * _CAP}"/>'
        )
        parts.append(f'<circle class="chart-{side}" cx="{scale(estimate.value):.1f}" cy="{y:.1f}" r="{_MARK + 0.5}"/>')
        parts.append(text(WIDTH - 2, y + 4, unit.signed(estimate.value), "chart-value chart-end"))
    return svg(height, parts)


def bars(rows: Sequence[tuple[str, int]]) -> str:
    """Horizontal bars, for labels that are words."""
    line, label = 20, 120
    highest = max((count for _, count in rows), default=0) or 1
    parts = []
    for i, (name, count) in enumerate(rows):
        middle = 14 + i * line
        width = (WIDTH - label - 40) * count / highest
        parts.append(text(label - 6, middle + 4, name, "chart-label chart-end"))
        parts.append(f'<rect class="chart-bar chart-0" x="{label}" y="{middle - 7}" width="{width:.1f}" height="14"/>')
        parts.append(text(label + width + 5, middle + 4, str(count), "chart-value chart-start"))
    return svg(line * len(rows) + 10, parts)


def scatter(points: Sequence[tuple[int, int, str]], axis: str) -> str:
    """A dot for each (x from 0 to 100, y, name), with a grid line for every whole y."""
    heights = [y for _, y, _ in points] or [0]
    lowest, highest = min(heights), max(heights)
    scale = Scale(lowest, max(highest, lowest + 1), HEIGHT - _BOTTOM, _TOP)
    across = Scale(0, 100, _LEFT, WIDTH - _RIGHT)
    parts = [_level(scale(level), signed(level), "chart-grid") for level in range(lowest, highest + 1)]
    parts += [text(across(step), HEIGHT - _BOTTOM + 14, str(step), "chart-label") for step in range(0, 101, 25)]
    for x, y, name in points:
        circle = f'<circle class="chart-bar chart-0" cx="{across(x):.1f}" cy="{scale(y):.1f}" r="5"/>'
        parts.append(f"<g><title>{escape(name)}</title>{circle}</g>")
    parts.append(text(_LEFT + _PLOT_WIDTH / 2, HEIGHT - 5, axis, "chart-axis"))
    return svg(HEIGHT, parts)


def share_bar(share: float) -> str:
    """A small bar for a table cell."""
    width = 40 * min(max(share, 0.0), 1.0)
    return (
        '<svg class="mini" viewBox="0 0 40 6" aria-hidden="true"><path class="mini-all" d="M0 5.5h40"/>'
        f'<path class="mini-part" d="M0 3h{width:.1f}"/></svg>'
    )


def swing(estimate: Ranged, reach: float) -> str:
    """A small mark with its interval around zero, for a table cell; the scale goes to ``reach`` on both sides."""
    scale = Scale(-reach, reach, 2, 58)
    low, high, middle = (
        scale(max(-reach, min(reach, end))) for end in (_bottom(estimate), _top(estimate), estimate.value)
    )
    return (
        '<svg class="mini mini-swing" viewBox="0 0 60 10" aria-hidden="true"><path class="mini-all" d="M30 0v10"/>'
        f'<path class="mini-error" d="M{low:.1f} 5H{high:.1f}"/><circle cx="{middle:.1f}" cy="5" r="2.6"/></svg>'
    )


def ticks(ends: tuple[float, float], least: float = 0.0) -> list[float]:
    """Round numbers that cover both ends."""
    low, high = ends
    span = high - low if high - low > _EPSILON else 1.0
    size = 10.0 ** floor(log10(span))
    step = next(
        step
        for part in (0.1, 0.2, 0.5, 1, 2, 5)
        if ceil(high / (step := size * part)) - floor(low / step) <= _MAX_TICKS or part == 5
    )
    step = max(step, least)
    first, last = floor(low / step), ceil(high / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def _ends(series: Sequence[Series], level: float | None = None) -> tuple[float, float]:
    """The range that is drawn; it always includes zero, or lengths would mislead."""
    ends = [end for line in series for value in line.values if value for end in (_bottom(value), _top(value))]
    ends += [0.0] if level is None else [0.0, level]
    return min(ends), max(ends)


def _bottom(estimate: Ranged) -> float:
    return estimate.value if estimate.low is None else min(estimate.low, estimate.value)


def _top(estimate: Ranged) -> float:
    return estimate.value if estimate.high is None else max(estimate.high, estimate.value)


def _middle(index: int, count: int) -> float:
    return _LEFT + _PLOT_WIDTH * (index + 0.5) / count


def _grid(steps: Sequence[float], scale: Scale, unit: Unit) -> str:
    size = steps[1] - steps[0]
    return "".join(_level(scale(step), unit.tick(step, size), "chart-grid" if step else "chart-zero") for step in steps)


def _level(y: float, words: str, css: str) -> str:
    """A horizontal grid line with its label."""
    line = f'<path class="{css}" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>'
    return line + text(_LEFT - 4, y + 4, words, "chart-label chart-end")


def _column(left: float, width: float, below: float, above: float, scale: Scale, index: int) -> str:
    top, bottom = sorted((scale(below), scale(above)))
    if bottom - top < 0.05:
        return ""
    return (
        f'<rect class="chart-bar chart-{index}" x="{left:.1f}" y="{top:.1f}" '
        f'width="{width:.1f}" height="{bottom - top:.1f}"/>'
    )


def _value_label(x: float, estimate: Ranged, scale: Scale, unit: Unit) -> str:
    return text(x, min(scale(_top(estimate)), scale(0)) - 5, unit.short(estimate.value), "chart-value")


def _error_bar(x: float, estimate: Ranged, scale: Scale) -> str:
    """The 95 % interval as a bar with caps."""
    if estimate.low is None or estimate.high is None:
        return ""
    low, high = scale(estimate.low), scale(estimate.high)
    left, cap = x - _CAP, 2 * _CAP
    bar = f"M{left:.1f} {high:.1f}h{cap}M{x:.1f} {high:.1f}V{low:.1f}M{left:.1f} {low:.1f}h{cap}"
    return f'<path class="chart-error" d="{bar}"/>'


def _mark(x: float, y: float, index: int) -> str:
    """A circle, square, diamond or triangle, so that lines can be told apart without colour."""
    css, r = f"chart-mark line-{index}", _MARK
    if index == 0:
        return f'<circle class="{css}" cx="{x:.1f}" cy="{y:.1f}" r="{r}"/>'
    shapes = {
        1: f"M{x - r:.1f} {y - r:.1f}h{2 * r}v{2 * r}h{-2 * r}z",
        2: f"M{x:.1f} {y - r - 1:.1f}l{r + 1} {r + 1}l{-r - 1} {r + 1}l{-r - 1} {-r - 1}z",
        3: f"M{x:.1f} {y - r - 0.5:.1f}l{r + 0.5} {2 * r}h{-2 * r - 1}z",
    }
    return f'<path class="{css}" d="{shapes[index]}"/>'


def _frame(
    labels: Sequence[str],
    series: Sequence[Series],
    axis: str,
    parts: list[str],
    key: Callable[[float, int], str],
    height: int = HEIGHT,
) -> str:
    """Add the labels below, and a legend above if there are several series."""
    every = -(-len(labels) * _NUMBER_WIDTH // _PLOT_WIDTH)
    parts += [
        text(_middle(i, len(labels)), height - _BOTTOM + 14, label, "chart-label")
        for i, label in enumerate(labels)
        if i % every == 0
    ]
    parts.append(text(_LEFT + _PLOT_WIDTH / 2, height - 5, axis, "chart-axis"))
    if len(series) == 1:
        return svg(height, parts)
    legend, x = [], float(_LEFT)
    for index, line in enumerate(series):
        legend.append(key(x, index) + text(x + 22, 10, line.name, "chart-label chart-start"))
        x += 34 + _LETTER * len(line.name)
    return svg(height + _LEGEND, [*legend, f'<g transform="translate(0 {_LEGEND})">', *parts, "</g>"])


def _line_key(x: float, index: int) -> str:
    return f'<path class="chart-line line-{index}" d="M{x:.1f} 6h18"/>' + _mark(x + 9, 6, index)


def _column_key(x: float, index: int) -> str:
    return f'<rect class="chart-bar chart-{index}" x="{x + 4:.1f}" y="1" width="12" height="10"/>'


def text(x: float, y: float, words: str, css: str) -> str:
    return f'<text class="{css}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def svg(height: float, parts: Iterable[str]) -> str:
    """Hidden from screen readers, which get the table instead."""
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {height:g}" aria-hidden="true">{"".join(parts)}</svg>'
