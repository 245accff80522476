"""Ships under sail, and the beasts they fear."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cards.faces.palette import Colour
from cards.faces.plate import Plate, ellipse, moved, smooth, tapered
from cards.faces.vector import Point

CANVAS = Colour("#F5EBD3")
HULL = Colour("#A8794F")


def ship(plate: Plate, x: float, y: float, size: float, flip: bool, flag: Colour) -> None:
    """A ship of two or three masts that sails to the right."""
    rng = plate.rng

    def place(points: Sequence[Point]) -> list[Point]:
        return moved(points, x, y, size, flip=flip)

    def put(
        *shapes: Sequence[Point],
        wash: Colour,
        depth: float = 6,
        angle: float = 80,
        dark: float = 0.1,
        light: float = 0.95,
    ) -> None:
        cover = plate.mask(*(place(shape) for shape in shapes))
        plate.solid(cover, depth * size, light, dark, 180 - angle if flip else angle, None, False, 1.3, 1.0, wash)

    masts = rng.choice(((-38, 4, 40), (-34, 8, 44), (-22, 26)))
    plate.line(1.5 * size, place([(56, 26), (92, 4)]), halo=0.8)
    for number, mast in enumerate(masts):
        high = (-86 if number == len(masts) // 2 else -68) + rng.uniform(-5, 5)
        plate.line(2.0 * size, place([(mast, 30), (mast, high)]), halo=0.8)
        stays = [
            [(mast, high + 4), (mast - 24, 26)],
            [(mast, high + 4), (mast + 22, 26)],
            [(mast, high + 22), (mast - 16, 26)],
        ]
        plate.line(0.55, *(place(stay) for stay in stays))
        level = high + 8
        for tier in range(3):
            wide, deep = 13 + tier * 4.5, 19 + tier * 4
            belly = rng.uniform(7, 12)
            sail = smooth(
                [
                    (mast - wide, level),
                    (mast + wide, level),
                    (mast + wide + belly, level + deep * 0.55),
                    (mast + wide + 2, level + deep),
                    (mast + belly * 0.6, level + deep - 4),
                    (mast - wide - 2, level + deep),
                    (mast - wide + belly * 0.7, level + deep * 0.5),
                ]
            )
            put(sail, wash=CANVAS, depth=8, angle=80, dark=0.25)
            plate.line(1.2 * size, place([(mast - wide - 3, level), (mast + wide + 3, level)]))
            level += deep + 3
            if level > 6:
                break
        put(
            [(mast, high - 8), (mast - 16, high - 5), (mast - 12, high - 2), (mast - 16, high + 1), (mast, high + 1)],
            wash=flag,
            depth=3,
            angle=0,
        )
    jib = smooth([(masts[-1] + 2, -54), (90, 2), (60, 10), (masts[-1] + 6, 8)])
    put(jib, wash=CANVAS, depth=7, angle=55, dark=0.3)
    hull = smooth(
        [
            (-70, 4),
            (-62, 6),
            (-58, 22),
            (-20, 28),
            (30, 28),
            (62, 20),
            (68, 22),
            (56, 48),
            (40, 62),
            (-46, 62),
            (-62, 44),
        ]
    )
    put(hull, wash=HULL, depth=12, angle=4, dark=0.02, light=0.8)
    for level in (34, 42, 50):
        plate.line(
            0.7 * size,
            place(smooth([(-62, level - 2), (-20, level + 3), (30, level + 3), (58, level - 3)], closed=False)),
        )
    ports = [[(px - 2.6, 37), (px + 2.6, 37), (px + 2.6, 42.5), (px - 2.6, 42.5)] for px in range(-48, 50, 14)]
    plate.black(plate.mask(*(place(port) for port in ports)))
    put([(-72, 0), (-54, 4), (-54, 24), (-68, 24)], wash=HULL.toward(Colour("#D9B65E"), 0.4), depth=4, angle=90)


def bow_wave(plate: Plate, y: float, wash: Colour) -> None:
    """Water in front of a hull."""
    rng = plate.rng
    for row in range(4):
        level = y + row * 11
        phase = rng.random() * 6
        w = plate.half_width + 8
        crest: list[Point] = []
        x = -w
        while x <= w:
            crest.append((x, level - 6 * abs(math.sin(x / (26 + row * 5) + phase))))
            x += 3
        band = [*crest, (w, plate.half_height + 6), (-w, plate.half_height + 6)]
        cover = plate.mask(band)
        plate.colour(cover, wash.toward(Colour("#EAF0EA"), 0.12 * (3 - row)))
        plate.engrave(cover, plate.ramp(0.95, 0.55), plate.lines(0, 1.6, 40), halo=1.2, edge=1.0)


def kraken(plate: Plate, wash: Colour) -> None:
    """Arms out of the water."""
    rng = plate.rng
    for number in range(rng.choice((4, 5, 6))):
        x = -plate.half_width * 0.8 + number * plate.half_width * 0.36 + rng.uniform(-10, 10)
        high = rng.uniform(70, 125)
        sway = rng.choice((-1, 1)) * rng.uniform(18, 36)
        spine = smooth(
            [
                (x, 90),
                (x + sway, 90 - high * 0.4),
                (x - sway * 0.5, 90 - high * 0.75),
                (x + sway * 0.4, 90 - high),
                (x + sway * 1.1, 96 - high),
            ],
            closed=False,
        )
        arm = tapered(spine, lambda t: 12 * (1 - t) ** 0.8 + 1.5)
        plate.solid(plate.mask(arm), 9, 0.9, 0.03, 10, None, True, 1.8, 1.1, wash)
        for n in range(4, len(spine) - 4, 2):
            px, py = spine[n]
            reach = 3.4 * (1 - n / len(spine)) + 0.8
            plate.solid(
                plate.mask(ellipse(px + reach, py, reach, reach)),
                2,
                1.0,
                0.4,
                45,
                None,
                False,
                0.4,
                0.8,
                Colour("#F0DCC8"),
            )
