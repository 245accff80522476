"""Fencers: jointed figures in the stances of the schools, blade in hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from cards.faces.motifs.sitter import CLOTHS, HAIRS, LINEN, SKINS
from cards.faces.palette import Colour
from cards.faces.plate import Plate, ellipse, moved, smooth, tapered
from cards.faces.vector import Point

#: Joints of a figure that faces right: hips, chest, head, sword elbow and hand, other elbow and hand,
#: knee and foot twice, and the blade's tip.
Stance = tuple[Point, Point, Point, Point, Point, Point, Point, Point, Point, Point, Point, Point]
STANCES: Final[Mapping[str, Stance]] = {
    "guard": (
        (-4, 20),
        (-2, -22),
        (2, -46),
        (18, -14),
        (36, -16),
        (-22, -22),
        (-30, -40),
        (16, 44),
        (18, 74),
        (-20, 44),
        (-30, 74),
        (84, -30),
    ),
    "lunge": (
        (-8, 30),
        (8, -8),
        (18, -30),
        (34, -10),
        (56, -14),
        (-16, 0),
        (-38, 2),
        (30, 40),
        (34, 74),
        (-34, 54),
        (-64, 74),
        (108, -22),
    ),
    "high": (
        (-2, 20),
        (0, -22),
        (4, -46),
        (16, -42),
        (30, -62),
        (-18, -12),
        (-26, 6),
        (14, 46),
        (22, 74),
        (-14, 46),
        (-24, 74),
        (66, -34),
    ),
    "low": (
        (-6, 28),
        (-2, -12),
        (6, -34),
        (16, 6),
        (32, 16),
        (-24, -16),
        (-36, -34),
        (18, 46),
        (26, 74),
        (-24, 50),
        (-42, 74),
        (82, 36),
    ),
    "salute": (
        (0, 18),
        (0, -24),
        (2, -48),
        (14, -20),
        (20, -38),
        (-14, -6),
        (-20, 14),
        (6, 46),
        (8, 74),
        (-8, 46),
        (-12, 74),
        (24, -98),
    ),
    "fallen": (
        (-14, 44),
        (2, 14),
        (14, -4),
        (22, 20),
        (42, 22),
        (-14, 34),
        (-26, 60),
        (10, 52),
        (2, 74),
        (-34, 60),
        (-52, 74),
        (84, -2),
    ),
}


def _limb(a: Point, b: Point, c: Point, widths: tuple[float, float, float]) -> list[Point]:
    path = smooth([a, b, c], closed=False, steps=8)
    return tapered(
        path,
        lambda t: widths[0] + (widths[1] - widths[0]) * min(1, t * 2) + (widths[2] - widths[1]) * max(0, t * 2 - 1),
    )


def fencer(plate: Plate, stance: str, x: float, y: float, size: float, flip: bool, cloth: Colour) -> None:
    """Draw one figure."""
    rng = plate.rng
    hips, chest, head, elbow, hand, elbow2, hand2, knee, foot, knee2, foot2, tip = STANCES[stance]

    def put(*shapes: Sequence[Point], wash: Colour, depth: float = 6, angle: float = 70, halo: float = 1.4) -> None:
        cover = plate.mask(*(moved(shape, x, y, size, flip=flip) for shape in shapes))
        plate.solid(cover, depth * size, 0.9, 0.05, 180 - angle if flip else angle, None, False, halo, 1.0, wash)

    breeches, boots, hat = rng.choice(CLOTHS), Colour("#6E5340"), rng.choice(CLOTHS).toward(Colour("#3A3530"), 0.4)
    cape = rng.random() < 0.45
    if cape:
        sweep = rng.uniform(26, 50)
        put(
            smooth(
                [
                    (chest[0] - 4, chest[1] - 12),
                    (chest[0] - sweep, chest[1] + 14),
                    (chest[0] - sweep - 18, hips[1] + 36),
                    (hips[0] - 14, hips[1] + 22),
                    (chest[0] + 2, chest[1] + 6),
                ]
            ),
            wash=rng.choice(CLOTHS),
            depth=9,
            angle=110,
        )
    put(_limb(chest, elbow2, hand2, (6, 5, 3.6)), wash=cloth, angle=30)
    for joint, end in ((knee2, foot2), (knee, foot)):
        put(_limb(hips, joint, end, (10, 7.5, 5)), wash=breeches, angle=100)
        shin = ((joint[0] + end[0]) / 2, (joint[1] + end[1]) / 2)
        put(
            _limb(joint, shin, end, (8.4, 6.6, 5.4)),
            smooth(
                [
                    (end[0] - 6, end[1] - 5),
                    (end[0] + 8, end[1] - 2),
                    (end[0] + 15, end[1] + 4),
                    (end[0] - 6, end[1] + 5),
                ]
            ),
            wash=boots,
            angle=80,
        )
    trunk = smooth(
        [
            (chest[0] - 11, chest[1] - 11),
            (chest[0] + 9, chest[1] - 12),
            (chest[0] + 13, chest[1]),
            (hips[0] + 10, hips[1] + 4),
            (hips[0] + 14, hips[1] + 18),
            (hips[0] - 14, hips[1] + 18),
            (hips[0] - 11, hips[1] + 2),
            (chest[0] - 14, chest[1] + 4),
        ]
    )
    put(trunk, wash=cloth, depth=8)
    sash = [
        (chest[0] - 10, chest[1] - 10),
        (chest[0] - 4, chest[1] - 12),
        (hips[0] + 11, hips[1] + 2),
        (hips[0] + 7, hips[1] + 6),
    ]
    put(sash, wash=LINEN, depth=2, halo=0.3)
    skin = rng.choice(SKINS)
    put(
        ellipse(head[0], head[1], 9.5, 11),
        [(head[0] + 8, head[1] - 2), (head[0] + 13, head[1] + 2), (head[0] + 8, head[1] + 4)],
        wash=skin,
        depth=5,
        angle=20,
    )
    put(
        smooth(
            [
                (head[0] + 3, head[1] - 10),
                (head[0] - 11, head[1] - 6),
                (head[0] - 14, head[1] + 12),
                (head[0] - 4, head[1] + 10),
                (head[0] - 3, head[1]),
            ]
        ),
        wash=rng.choice(HAIRS),
        depth=4,
        halo=0.4,
    )
    if rng.random() < 0.75:
        put(
            ellipse(head[0], head[1] - 8, 22, 4.5, turn=-6),
            smooth(
                [
                    (head[0] - 9, head[1] - 9),
                    (head[0] - 8, head[1] - 20),
                    (head[0] + 7, head[1] - 20),
                    (head[0] + 8, head[1] - 9),
                ]
            ),
            wash=hat,
            depth=4,
            angle=10,
        )
        feather = tapered(
            smooth([(head[0], head[1] - 15), (head[0] - 16, head[1] - 26), (head[0] - 30, head[1] - 14)], closed=False),
            lambda t: 1 + 4.5 * math.sin(math.pi * min(1, t + 0.1)),
        )
        put(feather, wash=rng.choice((LINEN, Colour("#D98B78"))), depth=3, halo=0.8)
    blade = [hand, tip]
    put(tapered(blade, lambda t: 1.9 * (1 - t) + 0.5), wash=Colour("#D7DCDE"), depth=1, halo=2.0)
    put(_limb(chest, elbow, hand, (6.4, 5.4, 3.8)), wash=cloth, angle=30)
    length = math.hypot(tip[0] - hand[0], tip[1] - hand[1])
    ux, uy = (tip[0] - hand[0]) / length, (tip[1] - hand[1]) / length
    guard = (hand[0] + ux * 4, hand[1] + uy * 4)
    put(
        tapered([(guard[0] - uy * 8, guard[1] + ux * 8), (guard[0] + uy * 8, guard[1] - ux * 8)], lambda t: 1.8),
        wash=Colour("#D9B65E"),
        depth=2,
    )
    put(ellipse(hand[0], hand[1], 4.4, 4.4), wash=skin, depth=3, halo=0.6)


def shadow(plate: Plate, x: float, y: float, reach: float) -> None:
    """The dark on the ground under a figure."""
    cover = plate.mask(ellipse(x, y, reach, reach * 0.13))
    plate.engrave(cover, plate.flat(0.35), plate.lines(0))


def duel(plate: Plate) -> None:
    """Two fencers, or one where the plate is too narrow for both."""
    rng = plate.rng
    one = plate.half_width < 125 or rng.random() < 0.25
    names = ("guard", "lunge", "high", "low")
    if one:
        stance = rng.choice((*names, "salute"))
        flip = rng.random() < 0.5
        shadow(plate, 0, 76, 62)
        fencer(plate, stance, -14 if not flip else 14, 4, 1.08, flip, rng.choice(CLOTHS))
        return
    first, second = rng.choice([(a, b) for a in names for b in (*names, "fallen")])
    gap = rng.uniform(66, 84)
    for side in (-1, 1):
        shadow(plate, side * gap, 78, 58)
    cloths = rng.sample(CLOTHS, 2)
    fencer(plate, second, gap, 6, 0.98, True, cloths[0])
    fencer(plate, first, -gap, 6, 0.98, False, cloths[1])
