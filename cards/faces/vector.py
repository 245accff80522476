"""SVG path data as polygons, so that one drawing serves the page's sprite and Pillow's faces."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

Point = tuple[float, float]
Ring = tuple[Point, ...]

_TOKEN: Final = re.compile(r"([MmLlHhVvCcSsAaZz])|(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)")
_ARITY: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7, "Z": 0}
_CURVE_STEPS: Final = 14
#: Faces are filled at this multiple of their size and reduced: Pillow's own polygons have no smooth edge.
SUPERSAMPLE: Final = 4


@dataclass(frozen=True, slots=True)
class Shape:
    """A part of an icon: filled by the even-odd rule, or drawn as a line when it has a ``stroke`` width."""

    d: str
    stroke: float = 0.0


def _commands(d: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield each command with its numbers, repeated ones spelled out."""
    tokens = [(letter, number) for letter, number in _TOKEN.findall(d)]
    at = 0
    while at < len(tokens):
        letter = tokens[at][0]
        if not letter:
            raise ValueError(f"path data has a number where a command should be: {d!r}")
        at += 1
        arity = _ARITY[letter.upper()]
        if not arity:
            yield letter, ()
            continue
        while at < len(tokens) and not tokens[at][0]:
            numbers = tuple(float(number) for command, number in tokens[at : at + arity] if not command)
            if len(numbers) != arity:
                raise ValueError(f"path command {letter} needs {arity} numbers: {d!r}")
            yield letter, numbers
            letter = {"M": "L", "m": "l"}.get(letter, letter)
            at += arity


def _cubic(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        s = 1 - t
        k0, k1, k2, k3 = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        yield k0 * a[0] + k1 * b[0] + k2 * c[0] + k3 * d[0], k0 * a[1] + k1 * b[1] + k2 * c[1] + k3 * d[1]


def _arc(start: Point, numbers: Sequence[float], end: Point) -> Iterator[Point]:
    """An elliptical arc by the end-point rules of SVG 1.1, appendix F.6."""
    rx, ry, turn, large, sweep = abs(numbers[0]), abs(numbers[1]), math.radians(numbers[2]), numbers[3], numbers[4]
    if not rx or not ry or start == end:
        yield end
        return
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = max(1.0, math.sqrt((x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    under = (rx * ry) ** 2 / ((rx * y) ** 2 + (ry * x) ** 2) - 1
    reach = math.sqrt(max(0.0, under)) * (-1 if large == sweep else 1)
    ox, oy = reach * rx * y / ry, -reach * ry * x / rx
    cx, cy = cos * ox - sin * oy + (start[0] + end[0]) / 2, sin * ox + cos * oy + (start[1] + end[1]) / 2
    first = math.atan2((y - oy) / ry, (x - ox) / rx)
    span = math.atan2((-y - oy) / ry, (-x - ox) / rx) - first
    if sweep and span < 0:
        span += math.tau
    elif not sweep and span > 0:
        span -= math.tau
    steps = max(4, math.ceil(abs(span) / math.tau * 4 * _CURVE_STEPS))
    for step in range(1, steps + 1):
        angle = first + span * step / steps
        px, py = rx * math.cos(angle), ry * math.sin(angle)
        yield cx + cos * px - sin * py, cy + sin * px + cos * py


def _end(letter: str, raw: Sequence[float], here: Point) -> Point:
    """Where a command leads."""
    dx, dy = here if letter.islower() else (0.0, 0.0)
    if letter in "Hh":
        return raw[0] + dx, here[1]
    if letter in "Vv":
        return here[0], raw[0] + dy
    return raw[-2] + dx, raw[-1] + dy


@lru_cache(maxsize=512)
def rings(d: str) -> tuple[Ring, ...]:
    """Flatten path data to polygons, one for each subpath."""
    found: list[list[Point]] = []
    here: Point = (0.0, 0.0)
    control = here
    for letter, raw in _commands(d):
        kind = letter.upper()
        if kind == "Z":
            here = control = found[-1][0]
            continue
        end = _end(letter, raw, here)
        if kind == "M":
            found.append([end])
        elif kind == "A":
            found[-1].extend(_arc(here, raw, end))
        elif kind in "CS":
            dx, dy = here if letter.islower() else (0.0, 0.0)
            points = [(raw[i] + dx, raw[i + 1] + dy) for i in range(0, len(raw) - 2, 2)]
            first = points[0] if kind == "C" else (2 * here[0] - control[0], 2 * here[1] - control[1])
            found[-1].extend(_cubic(here, first, points[-1], end))
            control = points[-1]
        else:
            found[-1].append(end)
        here = end
        if kind not in "CS":
            control = here
    return tuple(map(tuple, found))


def _closed(d: str) -> bool:
    return d.rstrip().endswith(("Z", "z"))


def stroke(draw: ImageDraw.ImageDraw, points: Sequence[Point], width: float, fill: int, closed: bool = False) -> None:
    """A line with round ends and joints."""
    line = [*points, points[0]] if closed else list(points)
    draw.line(line, fill=fill, width=max(1, round(width)), joint="curve")
    radius = width / 2
    if radius >= 1:
        for x, y in (line[0], line[-1]):
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)


def mask(shapes: Sequence[Shape], size: int, view: float = 24.0) -> Image.Image:
    """The coverage of an icon on a square of ``size`` pixels, as an 8-bit picture."""
    large = size * SUPERSAMPLE
    scale = large / view
    whole = Image.new("L", (large, large), 0)
    draw = ImageDraw.Draw(whole)
    for shape in shapes:
        scaled = [[(x * scale, y * scale) for x, y in ring] for ring in rings(shape.d)]
        if shape.stroke:
            for ring in scaled:
                stroke(draw, ring, shape.stroke * scale, 255, _closed(shape.d))
            continue
        if len(scaled) == 1:
            draw.polygon(scaled[0], fill=255)
            continue
        part = Image.new("1", (large, large), 0)
        for ring in scaled:
            layer = Image.new("1", (large, large), 0)
            ImageDraw.Draw(layer).polygon(ring, fill=1)
            part = ImageChops.logical_xor(part, layer)
        whole.paste(255, mask=part)
    return whole.resize((size, size), Image.Resampling.BOX)
