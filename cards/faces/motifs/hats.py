"""Hats, hoods, helmets and masks for portraits."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from cards.faces.motifs.hair import short_hair
from cards.faces.motifs.sitter import BRASS, LINEN, STEEL, Part, Sitter, curve
from cards.faces.palette import Colour
from cards.faces.plate import ellipse, smooth, tapered
from cards.faces.vector import Point


def plume(sitter: Sitter, root: Point, sweep: float, wash: Colour) -> None:
    """A feather that curls back from a hat."""
    x, y = root
    spine = curve((x, y), (x - 16, y - 26), (x - 44, y - 34 - sweep), (x - 72, y - 16), (x - 84, y + 14))
    vane = tapered(spine, lambda t: 3 + 13 * math.sin(math.pi * min(1.0, t * 0.9 + 0.08)))
    sitter.solid(vane, wash=wash, depth=8, angle=60, dark=0.2, light=0.97)
    sitter.line(1.2, spine)
    barbs = []
    for number in range(6, len(spine) - 1, 2):
        px, py = spine[number]
        barbs.append([(px, py), (px - 9, py - 7)])
        barbs.append([(px, py), (px - 8, py + 9)])
    sitter.line(0.6, *barbs)


def _cavalier(sitter: Sitter) -> None:
    rng = sitter.plate.rng
    crown = smooth([(-28, -30), (-26, -60), (-8, -68), (12, -66), (22, -56), (22, -30)])
    sitter.solid(crown, wash=sitter.cloth.toward(Colour("#3A3530"), 0.35), depth=10, angle=70)
    brim = ellipse(0, -30, 62, 12, turn=rng.uniform(-9, 2))
    sitter.solid(brim, wash=sitter.cloth.toward(Colour("#3A3530"), 0.35), depth=6, angle=5)
    sitter.solid([(-28, -36), (24, -38), (24, -46), (-28, -44)], wash=sitter.trim, depth=4, angle=0, halo=0.4)
    plume(sitter, (4, -44), rng.uniform(-4, 12), rng.choice((LINEN, sitter.trim, Colour("#D98B78"), Colour("#9DB8C6"))))


def _tricorn(sitter: Sitter) -> None:
    dark = sitter.cloth.toward(Colour("#2E2A28"), 0.5)
    sitter.solid(smooth([(-28, -24), (-22, -58), (4, -64), (24, -52), (26, -24)]), wash=dark, depth=8, angle=60)
    wing = smooth(
        [(-58, -44), (-36, -24), (0, -20), (34, -20), (58, -38), (40, -42), (14, -40), (-10, -52), (-36, -50)]
    )
    sitter.solid(wing, wash=dark, depth=8, angle=20)
    sitter.line(2.0, curve((-58, -44), (-36, -50), (-10, -52), (14, -40), (40, -42), (58, -38)))
    sitter.solid(ellipse(-18, -42, 5.5, 5.5), wash=BRASS, depth=3, halo=0.6)


def _hood(sitter: Sitter) -> None:
    hood = smooth(
        [
            (30, -26),
            (24, -46),
            (2, -60),
            (-28, -56),
            (-50, -30),
            (-54, 10),
            (-56, 50),
            (-40, 74),
            (-10, 78),
            (6, 62),
            (-8, 40),
            (-14, 8),
            (-4, -18),
            (14, -30),
        ]
    )
    sitter.solid(hood, wash=sitter.cloth, depth=12, angle=110, dark=0.02)
    sitter.line(
        1.2, curve((-20, -50), (-36, -20), (-38, 20), (-40, 66)), curve((-4, -52), (-24, -20), (-26, 20), (-26, 70))
    )


def _bandana(sitter: Sitter) -> None:
    short_hair(sitter)
    wrap = smooth(
        [(29, -16), (26, -32), (10, -44), (-14, -47), (-36, -32), (-40, -10), (-36, -6), (-10, -20), (14, -20)]
    )
    sitter.solid(wrap, wash=sitter.trim, depth=8, angle=30)
    for drop in (22, 34):
        end = tapered(curve((-38, -8), (-52, 2), (-50 - drop * 0.3, drop)), lambda t: 5 - 2 * t)
        sitter.solid(end, wash=sitter.trim, depth=4, angle=70)
    spots = [ellipse(x, y, 2, 2) for x, y in ((-24, -30), (-8, -36), (8, -32), (-16, -20), (18, -24), (-30, -16))]
    sitter.plate.white(sitter.plate.mask(*(sitter.place(spot) for spot in spots)))
    sitter.solid(ellipse(-3, 10, 3.6, 3.6), wash=BRASS, depth=2, halo=0.6)


def _helmet(sitter: Sitter) -> None:
    rng = sitter.plate.rng
    bowl = smooth(
        [(28, -14), (26, -36), (10, -54), (-14, -56), (-36, -40), (-42, -10), (-38, 14), (-22, 20), (-12, 6), (4, -8)]
    )
    sitter.solid(bowl, wash=STEEL, depth=14, angle=60, dark=0.03)
    if rng.random() < 0.5:
        comb = smooth([(24, -40), (10, -72), (-16, -76), (-44, -56), (-44, -36), (-20, -56), (6, -54)])
        sitter.solid(comb, wash=STEEL.toward(BRASS, 0.35), depth=6, angle=100)
    else:
        plume(sitter, (-8, -54), 6, sitter.trim)
    peak = smooth([(20, -20), (50, -12), (46, -8), (18, -12)])
    sitter.solid(peak, wash=STEEL, depth=4, angle=0)
    for x, y in ((20, -18), (6, -14), (-8, -6), (-20, 4)):
        sitter.solid(ellipse(x, y, 2, 2), wash=BRASS, depth=1, halo=0, crossed=False)


def _fur_cap(sitter: Sitter) -> None:
    rng = sitter.plate.rng
    top = smooth([(-28, -36), (-24, -62), (0, -72), (20, -62), (26, -36)])
    sitter.solid(top, wash=sitter.cloth, depth=9, angle=70)
    tufts: list[Point] = []
    for number in range(34):
        angle = math.radians(number / 34 * 360)
        reach = 1.0 if number % 2 else 0.86
        tufts.append((-4 + 42 * reach * math.cos(angle), -30 + 15 * reach * math.sin(angle) + rng.uniform(-1, 1)))
    sitter.solid(tufts, wash=Colour("#A98B66"), depth=7, angle=80, dark=0.03)
    flap = smooth([(-34, -28), (-42, 0), (-34, 28), (-18, 26), (-12, -2), (-14, -26)])
    sitter.solid(flap, wash=Colour("#A98B66"), depth=6, angle=75, dark=0.05)


def _coronet(sitter: Sitter) -> None:
    band = [(30, -26), (34, -54), (22, -40), (14, -60), (2, -42), (-10, -62), (-20, -42), (-36, -54), (-36, -24)]
    sitter.solid(band, wash=BRASS, depth=6, angle=70)
    for x, y in ((34, -55), (14, -61), (-10, -63), (-36, -55)):
        sitter.solid(ellipse(x, y, 4, 4), wash=LINEN, depth=3, halo=0.8)


def _veil(sitter: Sitter) -> None:
    veil = smooth(
        [
            (30, -30),
            (16, -48),
            (-10, -54),
            (-40, -42),
            (-56, -6),
            (-66, 50),
            (-80, 110),
            (-20, 116),
            (-18, 60),
            (-14, 10),
            (-2, -20),
            (16, -30),
        ]
    )
    sitter.solid(veil, wash=sitter.cloth.toward(Colour("#4A3F55"), 0.3), depth=14, angle=100, dark=0.02)
    lace = curve((30, -30), (16, -28), (-2, -18), (-14, 10), (-18, 60))
    for x, y in lace[::3]:
        sitter.solid(ellipse(x, y, 3.4, 3.4), wash=LINEN, depth=2, halo=0.3, crossed=False)
    comb = [(-30, -50), (-36, -66), *ellipse(-16, -66, 20, 10, 180, 360), (4, -66), (-4, -54)]
    sitter.solid(comb, wash=BRASS, depth=4, angle=20)
    sitter.line(0.8, *([(-16, -54), (-34 + n * 9, -73 - 4 * math.sin(n / 4 * math.pi))] for n in range(5)))


def _beret(sitter: Sitter) -> None:
    puff = smooth([(30, -26), (30, -44), (6, -60), (-30, -62), (-56, -44), (-50, -24), (-20, -22), (10, -24)])
    sitter.solid(puff, wash=sitter.cloth, depth=11, angle=30)
    sitter.solid([(30, -30), (-40, -22), (-40, -16), (30, -22)], wash=sitter.trim, depth=3, angle=0, halo=0.4)
    sitter.solid(ellipse(14, -36, 5, 5), wash=BRASS, depth=3)
    if sitter.plate.rng.random() < 0.5:
        plume(sitter, (10, -40), 0, LINEN)


def _turban(sitter: Sitter) -> None:
    for number, (x, y) in enumerate(((-4, -58), (-8, -48), (-4, -38), (-8, -28))):
        band = ellipse(x, y, 30 + number * 4, 13, turn=-14 + number * 9)
        sitter.solid(band, wash=LINEN if number % 2 else sitter.trim, depth=7, angle=20 + number * 10)
    sitter.solid(ellipse(26, -38, 6, 8), wash=BRASS, depth=4)
    sitter.solid(smooth([(26, -46), (34, -74), (24, -84), (20, -60)]), wash=LINEN, depth=4, angle=80)


def _cone(sitter: Sitter) -> None:
    hat = [(-66, -20), (-2, -66), (62, -20), (30, -14), (-34, -14)]
    sitter.solid(hat, wash=Colour("#D8BE86"), depth=12, angle=90, dark=0.1)
    sitter.line(0.8, *([(-2, -66), (-60 + n * 12, -17)] for n in range(11)))


def half_mask(sitter: Sitter) -> None:
    """A mask over the eyes."""
    band = smooth([(31, -14), (33, -4), (27, 3), (16, 2), (-2, -6), (-34, -8), (-34, -14), (0, -16), (20, -17)])
    sitter.solid(band, wash=Colour("#4A4348"), depth=5, angle=20, light=0.45, dark=0.0, halo=0.4)
    sitter.plate.white(sitter.plate.mask(sitter.place(ellipse(22, -6, 4, 2.4))))
    sitter.plate.black(sitter.plate.mask(sitter.place(ellipse(22.6, -6, 1.5, 1.8))))


def eye_patch(sitter: Sitter) -> None:
    """A patch on a string."""
    sitter.line(1.6, [(30, -18), (-34, -22)])
    sitter.plate.black(sitter.plate.mask(sitter.place(smooth([(16, -10), (28, -10), (27, 0), (18, 1)]))))


def _none(sitter: Sitter) -> None:
    del sitter


HATS: Final[Mapping[str, Part]] = {
    "cavalier": _cavalier,
    "tricorn": _tricorn,
    "hood": _hood,
    "bandana": _bandana,
    "helmet": _helmet,
    "fur": _fur_cap,
    "coronet": _coronet,
    "veil": _veil,
    "beret": _beret,
    "turban": _turban,
    "cone": _cone,
    "bare": _none,
}
