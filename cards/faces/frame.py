"""The parts of a face that depend on its faction and size alone: border, pattern, paper. Drawn once and kept."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from cards.faces.canvas import Canvas
from cards.faces.layout import BORDER, HEIGHT, WIDTH
from cards.faces.palette import BRASS, FACTION_COLOURS, INK, PAPER, Colour, FactionColours
from cards.faces.vector import SUPERSAMPLE

CORNER: Final = 36
_TILE: Final = 48


def _flames(draw: ImageDraw.ImageDraw, unit: float, ink: int, weight: int) -> None:
    for x in (0, 24, 48):
        curve = [(x + 7 * math.sin(t / 48 * math.tau + (x // 24) * math.pi), t) for t in range(0, 49, 2)]
        draw.line([(px * unit, py * unit) for px, py in curve], fill=ink, width=weight)
        draw.line([((px + 8) * unit, py * unit) for px, py in curve[4:14]], fill=ink, width=weight)


def _plates(draw: ImageDraw.ImageDraw, unit: float, ink: int, weight: int) -> None:
    for x in (0, 24, 48):
        draw.line((x * unit, 0, x * unit, 48 * unit), fill=ink, width=weight)
    for y in (0, 24, 48):
        draw.line((0, y * unit, 48 * unit, y * unit), fill=ink, width=weight)
    for x, y in ((6, 6), (30, 6), (6, 30), (30, 30), (18, 18), (42, 18), (18, 42), (42, 42)):
        draw.ellipse(((x - 2) * unit, (y - 2) * unit, (x + 2) * unit, (y + 2) * unit), fill=ink)


def _lozenges(draw: ImageDraw.ImageDraw, unit: float, ink: int, weight: int) -> None:
    for shift in (-48, -24, 0, 24, 48):
        draw.line((shift * unit, 0, (shift + 48) * unit, 48 * unit), fill=ink, width=weight)
        draw.line(((shift + 48) * unit, 0, shift * unit, 48 * unit), fill=ink, width=weight)
    for x, y in (
        (24, 12),
        (0, 12),
        (48, 12),
        (12, 24),
        (36, 24),
        (24, 36),
        (0, 36),
        (48, 36),
        (12, 0),
        (36, 0),
        (12, 48),
        (36, 48),
    ):
        draw.ellipse(((x - 2.2) * unit, (y - 2.2) * unit, (x + 2.2) * unit, (y + 2.2) * unit), fill=ink)


def _needles(draw: ImageDraw.ImageDraw, unit: float, ink: int, weight: int) -> None:
    for y in (-16, 0, 16, 32, 48):
        for x in (0, 24):
            points = [(x, y + 16), (x + 12, y), (x + 24, y + 16)]
            draw.line([(px * unit, py * unit) for px, py in points], fill=ink, width=weight)
            draw.line(((x + 12) * unit, y * unit, (x + 12) * unit, (y + 11) * unit), fill=ink, width=weight)


def _threads(draw: ImageDraw.ImageDraw, unit: float, ink: int, weight: int) -> None:
    for x in (0, 16, 32, 48):
        for phase in (0, math.pi):
            curve = [(x + 7 * math.sin(t / 24 * math.tau + phase), t) for t in range(49)]
            draw.line([(px * unit, py * unit) for px, py in curve], fill=ink, width=weight)


def _beads(draw: ImageDraw.ImageDraw, unit: float, ink: int, weight: int) -> None:
    for y in (0, 16, 32, 48):
        for x in (0, 16, 32, 48):
            draw.ellipse(((x - 5) * unit, (y - 5) * unit, (x + 5) * unit, (y + 5) * unit), outline=ink, width=weight)
            draw.ellipse(((x + 6.8) * unit, (y + 6.8) * unit, (x + 9.2) * unit, (y + 9.2) * unit), fill=ink)


def _waves(draw: ImageDraw.ImageDraw, unit: float, ink: int, weight: int) -> None:
    for y in (-16, 0, 16, 32, 48):
        for x in (-24, 0, 24, 48):
            shift = 12 if y % 32 else 0
            for radius in (12, 7):
                box = ((x + shift - radius), y + 12 - radius, (x + shift + radius), y + 12 + radius)
                draw.arc(tuple(edge * unit for edge in box), 180, 360, fill=ink, width=weight)


def _tiles(draw: ImageDraw.ImageDraw, unit: float, ink: int, weight: int) -> None:
    for y in (-12, 0, 12, 24, 36, 48):
        for x in (-24, 0, 24, 48):
            shift = 12 if y % 24 else 0
            box = ((x + shift - 12), y - 12, (x + shift + 12), y + 12)
            draw.arc(tuple(edge * unit for edge in box), 0, 180, fill=ink, width=weight)


#: A pattern for each faction_colours, so that no card tells its faction by colour alone.
PATTERNS: Final[dict[str, Callable[[ImageDraw.ImageDraw, float, int, int], None]]] = {
    "castille": _flames,
    "eisen": _plates,
    "montaigne": _lozenges,
    "ussura": _needles,
    "vodacce": _threads,
    "neutral": _beads,
    "city": _waves,
    "location": _tiles,
}


@lru_cache(maxsize=64)
def pattern(name: str, wide: int, high: int, scale: float) -> Image.Image:
    """A faction_colours's pattern over a whole picture, as coverage."""
    side = max(12, round(_TILE * scale))
    large = side * SUPERSAMPLE
    tile = Image.new("L", (large, large), 0)
    PATTERNS[name](ImageDraw.Draw(tile), large / _TILE, 255, max(SUPERSAMPLE, round(2.2 * scale * SUPERSAMPLE)))
    small = tile.resize((side, side), Image.Resampling.BOX)
    whole = Image.new("L", (wide, high), 0)
    for x in range(0, wide, side):
        for y in range(0, high, side):
            whole.paste(small, (x, y))
    return whole


@lru_cache(maxsize=8)
def paper(wide: int, high: int, tone: str) -> Image.Image:
    """Paper with a grain of its own and slightly darker edges, the same every time."""
    grain = random.Random("paper")
    fine = Image.frombytes("L", (wide, high), grain.randbytes(wide * high)).filter(ImageFilter.GaussianBlur(0.7))
    coarse = Image.frombytes("L", (24, 34), grain.randbytes(24 * 34))
    cloud = coarse.resize((wide, high), Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(max(2, wide // 60)))
    ground = Colour(tone)
    sheet = Image.new("RGB", (wide, high), ground.rgb)
    shade = ground.toward(INK, 0.16).rgb
    sheet.paste(shade, mask=fine.point(lambda value: max(0, (value - 128) // 3)))
    sheet.paste(shade, mask=cloud.point(lambda value: max(0, min(40, value - 118))))
    return sheet


@lru_cache(maxsize=8)
def corners(wide: int, high: int, radius: int) -> Image.Image:
    """The coverage of a card with rounded corners, so that it sits on a light and on a dark page."""
    large = Image.new("L", (wide * 2, high * 2), 0)
    ImageDraw.Draw(large).rounded_rectangle((0, 0, wide * 2 - 1, high * 2 - 1), radius * 2, fill=255)
    return large.resize((wide, high), Image.Resampling.BOX)


def dressed(colours: FactionColours, wide: int, high: int, scale: float) -> Image.Image:
    """Cloth in the faction_colours's colour with its pattern woven in."""
    cloth = Image.new("RGB", (wide, high), colours.deep.rgb)
    cloth.paste(colours.main.toward(BRASS, 0.22).rgb, mask=pattern(colours.name, wide, high, scale))
    return cloth


@lru_cache(maxsize=24)
def ground(name: str, wide: int, high: int) -> Image.Image:
    """An empty card of a faction_colours: border, rules and paper. Callers copy it."""
    colours = FACTION_COLOURS[name]
    scale = wide / WIDTH
    picture = dressed(colours, wide, high, scale)
    canvas = Canvas(picture, scale)
    edge = BORDER
    left, top, right, bottom = (canvas.px(value) for value in (edge, edge, WIDTH - edge, HEIGHT - edge))
    inner = (left, top, right, bottom)
    picture.paste(paper(wide, high, PAPER.hex).crop(inner), (left, top))
    canvas.frame(0, 0, WIDTH, HEIGHT, INK, 7)
    canvas.frame(edge - 8, edge - 8, WIDTH - edge + 8, HEIGHT - edge + 8, INK, 8)
    canvas.frame(edge - 7, edge - 7, WIDTH - edge + 7, HEIGHT - edge + 7, BRASS, 4)
    canvas.frame(edge, edge, WIDTH - edge, HEIGHT - edge, colours.deep, 2)
    return picture
