"""Hair and beards for portraits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cards.faces.motifs.sitter import LINEN, Part, Sitter, curve
from cards.faces.palette import Colour
from cards.faces.plate import ellipse, smooth, tapered


def short_hair(sitter: Sitter) -> None:
    """A cap of hair; hats and tails start from it."""
    cap = smooth(
        [
            (27, -22),
            (16, -42),
            (-8, -46),
            (-32, -34),
            (-40, -8),
            (-32, 14),
            (-20, 20),
            (-12, 2),
            (-2, -10),
            (6, -12),
            (12, -22),
        ]
    )
    sitter.solid(cap, wash=sitter.hair, depth=10, angle=120, dark=0.02, light=0.75, halo=0.8)


def _long_hair(sitter: Sitter) -> None:
    rng = sitter.plate.rng
    fall = rng.uniform(70, 100)
    cap = smooth(
        [
            (27, -24),
            (14, -44),
            (-10, -47),
            (-36, -34),
            (-46, -4),
            (-52, 36),
            (-62, fall),
            (-30, fall + 8),
            (-16, 56),
            (-14, 20),
            (-6, -6),
            (8, -14),
            (14, -24),
        ]
    )
    sitter.solid(cap, wash=sitter.hair, depth=11, angle=100, dark=0.02, light=0.8, halo=1)
    for shift in (0, 8, 16, 24):
        sitter.line(
            0.9, curve((4 - shift, -38), (-26 - shift * 0.4, -18), (-34 + shift * 0.4, 24), (-48 + shift, fall))
        )


def _curls(sitter: Sitter) -> None:
    rng = sitter.plate.rng
    long = rng.random() < 0.6
    spots = [
        (20, -32),
        (8, -42),
        (-8, -46),
        (-24, -42),
        (-36, -30),
        (-42, -14),
        (-42, 4),
        (-38, 20),
        (-28, 32),
        (-14, 6),
        (-10, -12),
        (4, -22),
    ]
    if long:
        spots += [(-44, 36), (-50, 52), (-36, 56), (-24, 48), (-44, 70), (-30, 72)]
    for x, y in spots:
        sitter.solid(
            ellipse(x + rng.uniform(-2, 2), y + rng.uniform(-2, 2), 12, 11),
            wash=sitter.hair,
            depth=6,
            angle=rng.uniform(0, 180),
            dark=0.02,
            light=0.85,
            halo=0.5,
            crossed=False,
        )


def _tail(sitter: Sitter) -> None:
    tail = tapered(curve((-32, 8), (-48, 26), (-50, 50), (-60, 78)), lambda t: 9 * (1 - t) ** 0.6 + 1)
    sitter.solid(tail, wash=sitter.hair, depth=6, angle=90, light=0.75)
    sitter.solid(ellipse(-34, 10, 7, 8), wash=sitter.trim, depth=4)
    short_hair(sitter)


def _bun(sitter: Sitter) -> None:
    sitter.solid(ellipse(-40, -22, 17, 16), wash=sitter.hair, depth=9, angle=30, dark=0.02, light=0.8)
    short_hair(sitter)
    sitter.line(1.8, [(-58, -38), (-22, -8)])


def _bald(sitter: Sitter) -> None:
    fringe = smooth([(-8, -10), (-20, -16), (-37, -10), (-36, 12), (-22, 22), (-12, 8)])
    sitter.solid(fringe, wash=sitter.hair, depth=6, angle=100, light=0.7, halo=0.6)


def _braids(sitter: Sitter) -> None:
    short_hair(sitter)
    for root, sway in ((-18, -6), (-34, -20)):
        for number in range(7):
            x, y = root + sway * number / 6, 20 + number * 12
            sitter.solid(
                ellipse(x, y, 8 - number * 0.5, 8, turn=20 if number % 2 else -20),
                wash=sitter.hair,
                depth=5,
                angle=60,
                light=0.85,
                halo=0.5,
                crossed=False,
            )


def _wig(sitter: Sitter) -> None:
    rng = sitter.plate.rng
    pale = rng.choice((LINEN, Colour("#E4DACA"), sitter.hair))
    for row in range(5):
        for column in range(4):
            x, y = 20 - column * 17 - row * 3, -42 + row * 22 + column * 3
            if x > -4 and y > -24:
                continue
            sitter.solid(
                ellipse(x, y, 11, 10), wash=pale, depth=6, angle=rng.uniform(0, 180), dark=0.1, halo=0.5, crossed=False
            )


def beard(sitter: Sitter) -> None:
    """A beard or a moustache."""
    rng = sitter.plate.rng
    style = rng.choice(("full", "full", "point", "tache"))
    if style == "full":
        long = rng.uniform(48, 66)
        beard = smooth(
            [(-4, 4), (6, 12), (20, 20), (28, 23), (32, 30), (26, long), (12, long - 6), (-4, 34), (-10, 16)]
        )
        sitter.solid(beard, wash=sitter.hair, depth=7, angle=80, dark=0.02, light=0.7, halo=0.6)
    if style == "point":
        sitter.solid(
            smooth([(24, 25), (31, 26), (32, 36), (29, 52), (24, 38)]),
            wash=sitter.hair,
            depth=4,
            angle=80,
            light=0.6,
            halo=0.6,
        )
    sitter.solid(
        smooth([(33, 13), (24, 15), (14, 20), (9, 17), (20, 12), (32, 10.5)]),
        wash=sitter.hair,
        depth=3,
        angle=10,
        light=0.5,
        halo=0.4,
    )


HAIR: Final[Mapping[str, Part]] = {
    "short": short_hair,
    "long": _long_hair,
    "curls": _curls,
    "tail": _tail,
    "bun": _bun,
    "bald": _bald,
    "braids": _braids,
    "wig": _wig,
}
