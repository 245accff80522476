"""Charts as inline SVG, each with the table of its numbers: drawn for eyes, printers and screen readers alike.

Colours and fonts come from the style sheet by class, so that a chart follows day, night and print. Series differ in
form besides colour. Every word is escaped here; the page prints a drawing as it is.
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
#: A column narrower than this has no room for its number.
_NUMBER_WIDTH: Final = 19
_LETTER: Final = 5.6
#: How far the number of a column may stand out over its sides.
_OVERHANG: Final = 4.0
_ROW: Final = 26
_MAX_TICKS: Final = 5
#: What differs by less is drawn as the same.
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
    """A number without an error."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers of one kind, an estimate for each label of the chart."""

    name: str
    values: Sequence[Ranged | None]

    @classmethod
    def of(cls, name: str, numbers: Iterable[float]) -> Series:
        """Numbers without errors; nothing is drawn for a zero."""
        return cls(name, [Exact(number) if number else None for number in numbers])


@dataclass(frozen=True, slots=True)
class Scale:
    """From numbers to places in the drawing."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, number: float) -> float:
        """Where a number stands."""
        return self.start + (self.end - self.start) * (number - self.low) / (self.high - self.low)


def lines(
    labels: Sequence[str],
    series: Sequence[Series],
    axis: str,
    unit: Unit,
    rule: tuple[float, str] | None = None,
    height: int = HEIGHT,
) -> str:
    """A line for each series, with error bars; ``rule`` is a level to look at, with its name."""
    steps = ticks(_ends(series, rule[0] if rule else None))
    scale = Scale(steps[0], steps[-1], height - _BOTTOM, _TOP)
    parts = [_grid(steps, scale, unit)]
    if rule:
        y = scale(rule[0])
        parts.append(f'<path class="chart-rule" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>')
        parts.append(text(_LEFT + 4, y - 4, rule[1], "chart-axis chart-start"))
    for place, each in enumerate(series):
        points = [(_middle(i, len(labels)), scale(found.value), found) for i, found in enumerate(each.values) if found]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
        parts.append(f'<polyline class="chart-line line-{place}" points="{path}"/>')
        for x, y, found in points:
            parts.append(_error_bar(x, found, scale) + _mark(x, y, place))
            if len(series) == 1:
                parts.append(text(x, min(y, scale(_top(found))) - 8, unit.short(found.value), "chart-value"))
    return _frame(labels, series, axis, parts, _line_key, height)


def columns(
    labels: Sequence[str], series: Sequence[Series], axis: str, unit: Unit, *, side_by_side: bool = True
) -> str:
    """One group of columns a label, with error bars; not ``side_by_side`` where each label has one series only."""
    steps = ticks(_ends(series), unit.step)
    scale = Scale(steps[0], steps[-1], HEIGHT - _BOTTOM, _TOP)
    group = _PLOT_WIDTH / max(len(labels), 1)
    beside = len(series) if side_by_side else 1
    width = min(group * 0.82 / beside, 40)
    parts = [_grid(steps, scale, unit)]
    for i in range(len(labels)):
        for place, each in enumerate(series):
            if found := each.values[i]:
                left = _middle(i, len(labels)) + ((place if side_by_side else 0) - beside / 2) * width
                parts.append(_column(left, width * 0.9, 0.0, found.value, scale, place))
                parts.append(_error_bar(left + width * 0.45, found, scale))
                if group >= _NUMBER_WIDTH and _LETTER * len(unit.short(found.value)) <= width + _OVERHANG:
                    parts.append(_value_label(left + width * 0.45, found, scale, unit))
    return _frame(labels, series, axis, parts, _column_key)


def stacks(
    labels: Sequence[str], series: Sequence[Series], total: Sequence[Ranged | None], axis: str, unit: Unit
) -> str:
    """Columns of parts on top of each other; the error bar and the number are those of the whole."""
    steps = ticks(_ends([Series("", total)]))
    scale = Scale(steps[0], steps[-1], HEIGHT - _BOTTOM, _TOP)
    width = min(_PLOT_WIDTH / max(len(labels), 1) * 0.6, 44)
    parts = [_grid(steps, scale, unit)]
    for i in range(len(labels)):
        middle, below = _middle(i, len(labels)), 0.0
        for place, each in enumerate(series):
            if found := each.values[i]:
                parts.append(_column(middle - width / 2, width, below, below + found.value, scale, place))
                below += found.value
        if whole := total[i]:
            parts.append(_error_bar(middle, whole, scale) + _value_label(middle, whole, scale, unit))
    return _frame(labels, series, axis, parts, _column_key)


def forest(rows: Sequence[tuple[str, Ranged]], unit: Unit) -> str:
    """Differences below each other, each a mark with its interval, around the line where nothing differs."""
    label = 142
    ends = [end for _, found in rows for end in (_bottom(found), _top(found))]
    reach = max((abs(end) for end in ends), default=0.0) or 1.0
    scale = Scale(-reach, reach, label + 8, WIDTH - 52)
    height = _ROW * len(rows) + 8
    parts = [f'<path class="chart-zero" d="M{scale(0):.1f} 2V{height - 2}"/>']
    for i, (name, found) in enumerate(rows):
        y = 4 + _ROW * (i + 0.5)
        low, high = scale(_bottom(found)), scale(_top(found))
        side = "sure" if is_significant(found) else "unsure"
        parts.append(text(label - 4, y + 4, name, "chart-label chart-end"))
        parts.append(
            f'<path class="chart-error" d="M{low:.1f} {y:.1f}H{high:.1f}M{low:.1f} {y - _CAP}v{2 * _CAP}'
            f'M{high:.1f} {y - _CAP}v{2 * _CAP}"/>'
        )
        parts.append(f'<circle class="chart-{side}" cx="{scale(found.value):.1f}" cy="{y:.1f}" r="{_MARK + 0.5}"/>')
        parts.append(text(WIDTH - 2, y + 4, unit.signed(found.value), "chart-value chart-end"))
    return svg(height, parts)


def bars(rows: Sequence[tuple[str, int]]) -> str:
    """Bars below each other, for labels that are words."""
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
    """A disc for each (x from 0 to 100, y, name); a level is drawn for every y that lies between them."""
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
    """A bar for a cell of a table: how much of the whole."""
    width = 40 * min(max(share, 0.0), 1.0)
    return (
        '<svg class="mini" viewBox="0 0 40 6" aria-hidden="true"><path class="mini-all" d="M0 5.5h40"/>'
        f'<path class="mini-part" d="M0 3h{width:.1f}"/></svg>'
    )


def swing(found: Ranged, reach: float) -> str:
    """A mark with its interval around zero, for a cell of a table; ``reach`` is the end of every cell's scale."""
    scale = Scale(-reach, reach, 2, 58)
    low, high, middle = (scale(max(-reach, min(reach, end))) for end in (_bottom(found), _top(found), found.value))
    return (
        '<svg class="mini mini-swing" viewBox="0 0 60 10" aria-hidden="true"><path class="mini-all" d="M30 0v10"/>'
        f'<path class="mini-error" d="M{low:.1f} 5H{high:.1f}"/><circle cx="{middle:.1f}" cy="5" r="2.6"/></svg>'
    )


def ticks(ends: tuple[float, float], least: float = 0.0) -> list[float]:
    """Round numbers from below the lower end to above the upper one."""
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
    """The least and the most that is drawn; zero is always there, or lengths would lie."""
    found = [end for each in series for value in each.values if value for end in (_bottom(value), _top(value))]
    found += [0.0] if level is None else [0.0, level]
    return min(found), max(found)


def _bottom(found: Ranged) -> float:
    return found.value if found.low is None else min(found.low, found.value)


def _top(found: Ranged) -> float:
    return found.value if found.high is None else max(found.high, found.value)


def _middle(place: int, places: int) -> float:
    return _LEFT + _PLOT_WIDTH * (place + 0.5) / places


def _grid(steps: Sequence[float], scale: Scale, unit: Unit) -> str:
    size = steps[1] - steps[0]
    return "".join(_level(scale(step), unit.tick(step, size), "chart-grid" if step else "chart-zero") for step in steps)


def _level(y: float, words: str, css: str) -> str:
    """A line behind the marks, with its number."""
    line = f'<path class="{css}" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>'
    return line + text(_LEFT - 4, y + 4, words, "chart-label chart-end")


def _column(left: float, width: float, below: float, above: float, scale: Scale, place: int) -> str:
    top, bottom = sorted((scale(below), scale(above)))
    if bottom - top < 0.05:
        return ""
    return (
        f'<rect class="chart-bar chart-{place}" x="{left:.1f}" y="{top:.1f}" '
        f'width="{width:.1f}" height="{bottom - top:.1f}"/>'
    )


def _value_label(x: float, found: Ranged, scale: Scale, unit: Unit) -> str:
    return text(x, min(scale(_top(found)), scale(0)) - 5, unit.short(found.value), "chart-value")


def _error_bar(x: float, found: Ranged, scale: Scale) -> str:
    """The 95 % interval as a bar with caps."""
    if found.low is None or found.high is None:
        return ""
    low, high = scale(found.low), scale(found.high)
    left, cap = x - _CAP, 2 * _CAP
    bar = f"M{left:.1f} {high:.1f}h{cap}M{x:.1f} {high:.1f}V{low:.1f}M{left:.1f} {low:.1f}h{cap}"
    return f'<path class="chart-error" d="{bar}"/>'


def _mark(x: float, y: float, place: int) -> str:
    """A disc, a square, a lozenge or a triangle: lines are told apart without their colours."""
    css, r = f"chart-mark line-{place}", _MARK
    if place == 0:
        return f'<circle class="{css}" cx="{x:.1f}" cy="{y:.1f}" r="{r}"/>'
    forms = {
        1: f"M{x - r:.1f} {y - r:.1f}h{2 * r}v{2 * r}h{-2 * r}z",
        2: f"M{x:.1f} {y - r - 1:.1f}l{r + 1} {r + 1}l{-r - 1} {r + 1}l{-r - 1} {-r - 1}z",
        3: f"M{x:.1f} {y - r - 0.5:.1f}l{r + 0.5} {2 * r}h{-2 * r - 1}z",
    }
    return f'<path class="{css}" d="{forms[place]}"/>'


def _frame(
    labels: Sequence[str],
    series: Sequence[Series],
    axis: str,
    parts: list[str],
    key: Callable[[float, int], str],
    height: int = HEIGHT,
) -> str:
    """Labels below, the names of the series above if there are several."""
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
    for place, each in enumerate(series):
        legend.append(key(x, place) + text(x + 22, 10, each.name, "chart-label chart-start"))
        x += 34 + _LETTER * len(each.name)
    return svg(height + _LEGEND, [*legend, f'<g transform="translate(0 {_LEGEND})">', *parts, "</g>"])


def _line_key(x: float, place: int) -> str:
    return f'<path class="chart-line line-{place}" d="M{x:.1f} 6h18"/>' + _mark(x + 9, 6, place)


def _column_key(x: float, place: int) -> str:
    return f'<rect class="chart-bar chart-{place}" x="{x + 4:.1f}" y="1" width="12" height="10"/>'


def text(x: float, y: float, words: str, css: str) -> str:
    """Words in a drawing."""
    return f'<text class="{css}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def svg(height: float, parts: Iterable[str]) -> str:
    """Silent for screen readers: the table beside the drawing says the same."""
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {height:g}" aria-hidden="true">{"".join(parts)}</svg>'
