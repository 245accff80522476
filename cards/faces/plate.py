"""A copperplate: tones turned into lines that swell and taper, the way an engraver shades.

Everything is drawn in units around the middle of the plate, whose shorter side measures 200, so that one composition
serves a card's window, a narrow strip and a thumb. Ink is an 8-bit picture, 0 for black and 255 for bare paper.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from cards.faces.palette import Colour
from cards.faces.vector import Point, Shape, rings

#: Drawn at this multiple and reduced, for smooth lines.
FINER: Final = 2
SPAN: Final = 200.0

_PROFILE_STEPS: Final = 16
_RING: Final = 8
#: Levels of a blurred edge at which a shape is cut again to come out larger or smaller.
_GROW: Final = 26
_SHRINK: Final = 229
_EDGES: Final = {
    level: [max(0, min(255, (value - level) * 12 + 128)) for value in range(256)] for level in (_GROW, _SHRINK)
}
#: Screens stop short of black and white, so that a white tone stays bare and a black one closes.
_DRAWN: Final = [round(8 + level * 0.92) for level in range(256)]
#: Where a second set of lines crosses the first: only in the darker half.
_LIGHTER: Final = [min(255, round(level * 1.15 + 88)) for level in range(256)]
_DIRECTION: Final = 15


@lru_cache(maxsize=1024)
def _levels(first: float, last: float, empty: int = 0, full: int = 255) -> list[int]:
    """A table from one tone to another, flat up to the level ``empty`` and from the level ``full`` on."""
    shares = (max(0.0, min(1.0, (level - empty) / (full - empty))) for level in range(256))
    return [round((first + (last - first) * share) * 255) for share in shares]


@lru_cache(maxsize=32)
def _profile(count: int) -> Image.Image:
    """A triangle wave of ``count`` periods, as a column to sample from."""
    half = _PROFILE_STEPS // 2
    period = bytes(_DRAWN[round(255 * abs(step - half) / half)] for step in range(_PROFILE_STEPS))
    return Image.frombytes("L", (1, count * _PROFILE_STEPS), period * count).resize((3, count * _PROFILE_STEPS))


@lru_cache(maxsize=4)
def _turned(count: int) -> Image.Image:
    """Rings as a lathe cuts them, at a whole number of pixels so that all are alike; sampled at other sizes."""
    middle = count * _RING
    field = Image.new("L", (2 * middle, 2 * middle), 0)
    draw = ImageDraw.Draw(field)
    for number in range(2 * count - 1, 0, -1):
        radius = number * _RING // 2
        draw.ellipse(
            (middle - radius, middle - radius, middle + radius, middle + radius), fill=255 if number % 2 else 0
        )
    return field.filter(ImageFilter.BoxBlur(_RING * 0.2)).filter(ImageFilter.BoxBlur(_RING * 0.2)).point(_DRAWN)


#: Light comes from the upper left, as it does on old plates.
LIGHT: Final = (-0.6, -0.8)


class Plate:
    """Collects engraved shapes from the back to the front."""

    def __init__(self, wide: int, high: int, rng: random.Random, paper: Colour) -> None:
        self.rng = rng
        self.size = (wide * FINER, high * FINER)
        self.unit = min(self.size) / SPAN
        self.half_width = self.size[0] / self.unit / 2
        self.half_height = self.size[1] / self.unit / 2
        #: Distance between engraved lines in units: finer plates carry finer lines, small ones need coarse ones.
        self.pitch = max(2.1, 6.4 / self.unit)
        self.ink = Image.new("L", self.size, 255)
        self.wash = Image.new("RGB", self.size, paper.rgb)
        self._view = (0.0, 0.0, 1.0)
        self._screens: dict[tuple[float, float, float, float], Image.Image] = {}

    def reseed(self, seed: str) -> None:
        """New dice: a scene rolls more of them on a wide plate, and what stands before it must not change for that."""
        self.rng = random.Random(seed)

    # Places

    @contextmanager
    def framed(self, x: float, y: float, zoom: float) -> Iterator[None]:
        """Draw what follows around another point and at another size."""
        before, self._view = self._view, (x, y, zoom)
        try:
            yield
        finally:
            self._view = before

    def at(self, x: float, y: float) -> Point:
        """A point in pixels."""
        dx, dy, zoom = self._view
        return self.size[0] / 2 + (dx + x * zoom) * self.unit, self.size[1] / 2 + (dy + y * zoom) * self.unit

    def points(self, points: Iterable[Point]) -> list[Point]:
        """Points in pixels."""
        return [self.at(x, y) for x, y in points]

    # Masks

    def mask(self, *polygons: Sequence[Point]) -> Image.Image:
        """The coverage of polygons together."""
        cover = Image.new("L", self.size, 0)
        draw = ImageDraw.Draw(cover)
        for polygon in polygons:
            draw.polygon(self.points(polygon), fill=255)
        return cover

    def strokes(self, width: float, *lines: Sequence[Point]) -> Image.Image:
        """The coverage of lines of one width."""
        cover = Image.new("L", self.size, 0)
        draw = ImageDraw.Draw(cover)
        wide = max(1, round(width * self.unit))
        for line in lines:
            placed = self.points(line)
            draw.line(placed, fill=255, width=wide, joint="curve")
            if wide > 3:
                for x, y in (placed[0], placed[-1]):
                    draw.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), fill=255)
        return cover

    def icon_mask(self, shapes: Sequence[Shape], x: float, y: float, size: float, turn: float = 0.0) -> Image.Image:
        """An icon's shapes as coverage, centred on a point, for subjects that already have a drawing."""
        cover = Image.new("1", self.size, 0)
        cos, sin = math.cos(turn), math.sin(turn)
        for shape in shapes:
            part = Image.new("1", self.size, 0)
            for ring in rings(shape.d):
                moved = [((px - 12) / 24 * size, (py - 12) / 24 * size) for px, py in ring]
                placed = self.points((x + px * cos - py * sin, y + px * sin + py * cos) for px, py in moved)
                layer = Image.new("1", self.size, 0)
                draw = ImageDraw.Draw(layer)
                if shape.stroke:
                    draw.line(placed, fill=1, width=max(1, round(shape.stroke * size / 24 * self.unit)), joint="curve")
                else:
                    draw.polygon(placed, fill=1)
                part = ImageChops.logical_xor(part, layer)
            cover = ImageChops.logical_or(cover, part)
        return cover.convert("L")

    # Tones

    def flat(self, level: float) -> Image.Image:
        """One tone everywhere, from 0 for black to 1 for white."""
        return Image.new("L", self.size, round(level * 255))

    def ramp(self, top: float, bottom: float) -> Image.Image:
        """A tone that changes from the top of the plate to its bottom."""
        column = Image.linear_gradient("L").resize((1, self.size[1])).resize(self.size)
        return column.point(_levels(top, bottom))

    def glow(self, x: float, y: float, reach: float, inner: float, outer: float) -> Image.Image:
        """A tone that changes with the distance from a point."""
        side = max(2, round(reach * 2 * self.unit))
        disc = Image.radial_gradient("L").resize((side, side))
        whole = Image.new("L", self.size, 181)
        px, py = self.at(x, y)
        whole.paste(disc, (round(px - side / 2), round(py - side / 2)))
        # Pillow's radial gradient reaches 181 where its circle touches the sides.
        return whole.point(_levels(inner, outer, full=181))

    def round_tone(self, cover: Image.Image, depth: float, light: float, dark: float) -> Image.Image:
        """Shade a shape as if it bulged: bright toward the light, dark on the far side."""
        shift = depth * self.unit
        soft = cover.filter(ImageFilter.BoxBlur(shift * 0.75)).filter(ImageFilter.BoxBlur(shift * 0.5))
        # Pasted over itself, so that what leaves the plate does not count as an edge.
        shaded = soft.copy()
        shaded.paste(soft, (round(LIGHT[0] * shift * 0.9), round(LIGHT[1] * shift * 0.9)))
        return shaded.point(_levels(dark, light, empty=66))

    # Screens: fields of parallel lines, brightest along each line

    def lines(self, angle: float = 0.0, wave: float = 0.0, length: float = 60.0, pitch: float = 0.0) -> Image.Image:
        """Straight lines at an angle in degrees, or wavy ones."""
        # A dozen directions are enough for the eye, and each costs a pass over the plate.
        angle = round(angle / _DIRECTION) * _DIRECTION % 180
        key = (angle, wave, length, pitch)
        found = self._screens.get(key)
        if found is None:
            found = self._straight(angle, pitch or self.pitch)
            if wave:
                found = self._waved(found, angle, wave, length)
            self._screens[key] = found
        return found

    def _straight(self, angle: float, pitch: float) -> Image.Image:
        """Sample one triangle wave along the normal of the lines: exact at any angle, and a single pass."""
        turn = math.radians(angle)
        step = pitch * self.unit
        reach = math.hypot(*self.size)
        count = int(reach / step) + 4
        column = _profile(count)
        per_pixel = _PROFILE_STEPS / step
        dx, dy = -math.sin(turn) * per_pixel, math.cos(turn) * per_pixel
        start = column.size[1] / 2 - (dx * self.size[0] / 2 + dy * self.size[1] / 2)
        return column.transform(self.size, Image.Transform.AFFINE, (0, 0, 1, dx, dy, start), Image.Resampling.BILINEAR)

    def _waved(self, field: Image.Image, angle: float, wave: float, length: float) -> Image.Image:
        turn = math.radians(angle)
        phase = self.rng.random() * math.tau
        wide, high = self.size
        upright = abs(math.cos(turn)) < 0.5
        side = wide if not upright else high
        parts = max(8, round(side / (length * self.unit) * 10))
        bends = [
            wave * self.unit * math.sin(side * n / parts / (length * self.unit) * math.tau + phase)
            for n in range(parts + 1)
        ]
        mesh: list[tuple[tuple[int, int, int, int], tuple[float, ...]]] = []
        for n in range(parts):
            a, b = round(side * n / parts), round(side * (n + 1) / parts)
            s, e = bends[n], bends[n + 1]
            if upright:
                mesh.append(((0, a, wide, b), (s, a, e, b, wide + e, b, wide + s, a)))
            else:
                mesh.append(((a, 0, b, high), (a, s, a, high + s, b, high + e, b, e)))
        margin = round(abs(wave) * self.unit) + 2
        bent = field.transform(self.size, Image.Transform.MESH, mesh, Image.Resampling.BILINEAR)
        # The mesh reads past two edges; there the straight lines stay.
        inner = Image.new("L", self.size, 0)
        inner.paste(255, (margin, 0, wide - margin, high) if upright else (0, margin, wide, high - margin))
        return Image.composite(bent, field, inner)

    def circles(self, x: float, y: float, squash: float = 1.0, pitch: float = 0.0) -> Image.Image:
        """Rings around a point."""
        step = (pitch or self.pitch) * self.unit
        reach = math.hypot(self.half_width + abs(x), self.half_height + abs(y)) * self.unit / min(1.0, squash)
        turned = _turned(-(-int(reach / step) // 40) * 40 + 40)
        middle = turned.size[0] / 2
        px, py = self.at(x, y)
        across, down = _RING / step, _RING / step / squash
        place = (across, 0, middle - px * across, 0, down, middle - py * down)
        return turned.transform(self.size, Image.Transform.AFFINE, place, Image.Resampling.BILINEAR)

    def rays(self, x: float, y: float, count: int) -> Image.Image:
        """Lines from a point to all sides, finer at their root."""
        field = Image.new("L", self.size, 0)
        draw = ImageDraw.Draw(field)
        reach = (math.hypot(self.half_width + abs(x), self.half_height + abs(y)) + 4) * self.unit
        px, py = self.at(x, y)
        for number in range(count):
            start = number / count * math.tau
            end = start + math.pi / count
            draw.polygon(
                [
                    (px, py),
                    (px + reach * math.cos(start), py + reach * math.sin(start)),
                    (px + reach * math.cos(end), py + reach * math.sin(end)),
                ],
                fill=255,
            )
        return field.filter(ImageFilter.BoxBlur(self.pitch * self.unit * 0.22)).point(_DRAWN)

    # Ink

    @staticmethod
    def cut(tone: Image.Image, screen: Image.Image, gain: float = 5.0) -> Image.Image:
        """Engrave a tone: lines of the screen, as thick as the tone is dark."""
        return ImageChops.subtract(tone, screen, 1 / gain, 128)

    def engrave(
        self,
        cover: Image.Image | None,
        tone: Image.Image,
        screen: Image.Image,
        cross: Image.Image | None = None,
        halo: float = 0.0,
        edge: float = 0.0,
    ) -> None:
        """Lay a shaded shape on the plate, with a bare rim around it and an outline, each of a width in units."""
        if cover is None:
            self.ink.paste(self._hatched(tone, screen, cross))
            return
        box = self._around(cover, halo + edge)
        if box is None:
            return
        crossed = cross.crop(box) if cross is not None else None
        self._lay(cover.crop(box), self._hatched(tone.crop(box), screen.crop(box), crossed), box, halo, edge)

    def _hatched(self, tone: Image.Image, screen: Image.Image, cross: Image.Image | None) -> Image.Image:
        drawn = self.cut(tone, screen)
        if cross is None:
            return drawn
        lighter = tone.point(_LIGHTER)
        return ImageChops.darker(drawn, self.cut(lighter, cross))

    def _around(self, cover: Image.Image, margin: float) -> tuple[int, int, int, int] | None:
        """The part of the plate that a shape and its rim touch: most shapes are small."""
        box = cover.getbbox()
        if box is None:
            return None
        rim = round(margin * self.unit) + 3
        return (
            max(0, box[0] - rim),
            max(0, box[1] - rim),
            min(self.size[0], box[2] + rim),
            min(self.size[1], box[3] + rim),
        )

    def _lay(
        self, cover: Image.Image, drawn: Image.Image, box: tuple[int, int, int, int], halo: float, edge: float
    ) -> None:
        if halo:
            self.ink.paste(255, box, self._moved_edge(cover, halo, _GROW))
        if edge:
            self.ink.paste(0, box, self._moved_edge(cover, edge / 2, _GROW))
            self.ink.paste(drawn, box, self._moved_edge(cover, edge / 2, _SHRINK))
        else:
            self.ink.paste(drawn, box, cover)

    def grown(self, cover: Image.Image, by: float) -> Image.Image:
        """A shape made larger all round."""
        return self._moved_edge(cover, by, _GROW)

    def shrunk(self, cover: Image.Image, by: float) -> Image.Image:
        """A shape made smaller all round."""
        return self._moved_edge(cover, by, _SHRINK)

    def _moved_edge(self, cover: Image.Image, by: float, level: int) -> Image.Image:
        radius = by * self.unit / 0.8
        if radius < 0.4:
            return cover
        soft = cover.filter(ImageFilter.BoxBlur(radius))
        return soft.point(_EDGES[level])

    def black(self, cover: Image.Image) -> None:
        """Solid ink."""
        self.ink.paste(0, mask=cover)

    def white(self, cover: Image.Image) -> None:
        """Bare paper."""
        self.ink.paste(255, mask=cover)

    def line(self, width: float, *lines: Sequence[Point], halo: float = 0.0) -> None:
        """Inked lines, with a bare rim if asked."""
        if halo:
            self.white(self.strokes(width + 2 * halo, *lines))
        self.black(self.strokes(max(width, 1.2 / self.unit), *lines))

    def solid(
        self,
        cover: Image.Image,
        depth: float = 9.0,
        light: float = 0.9,
        dark: float = 0.1,
        angle: float = 45.0,
        screen: Image.Image | None = None,
        crossed: bool = True,
        halo: float = 2.2,
        edge: float = 1.1,
        wash: Colour | None = None,
    ) -> None:
        """The usual way to put an object on the plate: round, outlined, hatched across its shadows."""
        box = self._around(cover, max(halo + edge, depth))
        if box is None:
            return
        part = cover.crop(box)
        field = (screen if screen is not None else self.lines(angle)).crop(box)
        cross = self.lines(angle + 70).crop(box) if crossed else None
        self._lay(part, self._hatched(self.round_tone(part, depth, light, dark), field, cross), box, halo, edge)
        if wash is not None:
            self.wash.paste(wash.rgb, box, part)

    def colour(self, cover: Image.Image | None, wash: Colour) -> None:
        """Colour by hand, as printsellers did: flat and a little soft at the edge."""
        if cover is None:
            self.wash.paste(wash.rgb, (0, 0, *self.size))
        else:
            self.wash.paste(wash.rgb, mask=cover)

    def finished(self, ink: Colour) -> Image.Image:
        """The print at its real size: the plate's lines in an ink over the washes."""
        lines = self.ink.reduce(FINER)
        paper = self.wash.reduce(FINER).filter(ImageFilter.BoxBlur(0.4 * self.unit / FINER))
        paper.paste(ink.rgb, mask=ImageChops.invert(lines))
        return paper


def ellipse(
    x: float, y: float, rx: float, ry: float, start: float = 0, end: float = 360, turn: float = 0
) -> list[Point]:
    """Points of an ellipse or of an arc of one, angles in degrees."""
    steps = max(8, round(abs(end - start) / 9))
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    found = []
    for step in range(steps + 1):
        angle = math.radians(start + (end - start) * step / steps)
        px, py = rx * math.cos(angle), ry * math.sin(angle)
        found.append((x + px * cos - py * sin, y + px * sin + py * cos))
    return found


def moved(
    points: Iterable[Point], x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, flip: bool = False
) -> list[Point]:
    """Points scaled, mirrored, turned by degrees and moved, in that order."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    found = []
    for raw_x, raw_y in points:
        px, py = (-raw_x if flip else raw_x) * scale, raw_y * scale
        found.append((x + px * cos - py * sin, y + px * sin + py * cos))
    return found


def smooth(points: Sequence[Point], closed: bool = True, steps: int = 6) -> list[Point]:
    """A curve through the points (Catmull-Rom)."""
    count = len(points)
    found: list[Point] = []
    for number in range(count if closed else count - 1):
        p0, p1, p2, p3 = (
            points[(number + shift) % count] if closed else points[max(0, min(count - 1, number + shift))]
            for shift in (-1, 0, 1, 2)
        )
        for step in range(steps):
            t = step / steps
            found.append(
                (
                    _spline(p0[0], p1[0], p2[0], p3[0], t),
                    _spline(p0[1], p1[1], p2[1], p3[1], t),
                )
            )
    if not closed:
        found.append(points[-1])
    return found


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)


def tapered(path: Sequence[Point], widths: Callable[[float], float]) -> list[Point]:
    """A ribbon along a path whose half-width follows its progress from 0 to 1."""
    left: list[Point] = []
    right: list[Point] = []
    last = len(path) - 1
    for number, (x, y) in enumerate(path):
        ax, ay = path[max(0, number - 1)]
        bx, by = path[min(last, number + 1)]
        length = math.hypot(bx - ax, by - ay) or 1.0
        nx, ny = -(by - ay) / length, (bx - ax) / length
        half = widths(number / last)
        left.append((x + nx * half, y + ny * half))
        right.append((x - nx * half, y - ny * half))
    return left + right[::-1]
