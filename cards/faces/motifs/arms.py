"""Weapons, armour and what else hangs on a duelist's belt."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cards.faces.palette import Colour
from cards.faces.plate import Plate, ellipse, moved, smooth, tapered
from cards.faces.vector import Point

STEEL: Final = Colour("#CDD3D6")
BRASS: Final = Colour("#D9B65E")
WOOD: Final = Colour("#B98D5E")
LEATHER: Final = Colour("#8C6246")
IRON: Final = Colour("#9AA2A8")


class Arm:
    """Draws parts of one thing that is turned and placed as a whole; it points up when it is not turned."""

    def __init__(self, plate: Plate, x: float, y: float, size: float, turn: float, flip: bool = False) -> None:
        self.plate, self.x, self.y, self.size, self.turn, self.flip = plate, x, y, size, turn, flip

    def place(self, points: Sequence[Point]) -> list[Point]:
        """Points of the thing on the plate."""
        return moved(points, self.x, self.y, self.size, self.turn, self.flip)

    def part(
        self,
        *shapes: Sequence[Point],
        wash: Colour,
        depth: float = 4,
        along: float = 90,
        dark: float = 0.08,
        light: float = 0.93,
        halo: float = 1.6,
        crossed: bool = False,
    ) -> None:
        """A shaded part; its lines run ``along`` an angle of the thing itself."""
        cover = self.plate.mask(*(self.place(shape) for shape in shapes))
        self.plate.solid(cover, depth * self.size, light, dark, along + self.turn, None, crossed, halo, 1.1, wash)

    def line(self, width: float, *lines: Sequence[Point]) -> None:
        """Inked lines on the thing."""
        self.plate.line(width * self.size, *(self.place(line) for line in lines))


def _blade(arm: Arm, half: float, top: float, bottom: float, wash: Colour = STEEL) -> None:
    left = [(0, top), (-half, top + half * 3.2), (-half, bottom), (0, bottom)]
    right = [(0, top), (half, top + half * 3.2), (half, bottom), (0, bottom)]
    arm.part(left, wash=wash, depth=1.5, along=90, light=1.0, dark=0.85, halo=1.8)
    arm.part(right, wash=wash.toward(Colour("#7C868C"), 0.3), depth=2.5, along=60, light=0.7, dark=0.4, halo=0)


def _grip(arm: Arm, top: float, bottom: float, half: float = 3.2, wash: Colour = LEATHER) -> None:
    arm.part([(-half, top), (half, top), (half * 0.85, bottom), (-half * 0.85, bottom)], wash=wash, depth=3, along=20)
    steps = int((bottom - top) / 4)
    arm.line(0.7, *([(-half, top + 2 + n * 4), (half, top + 4 + n * 4)] for n in range(steps)))


def rapier(arm: Arm) -> None:
    """A long blade in a swept hilt."""
    _blade(arm, 2.3, -96, 44)
    arm.part(
        smooth([(-30, 42), (-26, 38), (0, 42), (26, 38), (30, 42), (26, 46), (0, 48), (-26, 46)]), wash=BRASS, depth=3
    )
    _grip(arm, 48, 76)
    arm.part(ellipse(0, 81, 6.5, 6.5), wash=BRASS, depth=4)
    for reach in (15, 21):
        bow = smooth([(4, 46), (reach, 54), (reach * 0.9, 68), (4, 78)], closed=False)
        arm.part(tapered(bow, lambda t: 1.5), wash=BRASS, depth=2, halo=1)
    cup = smooth([(-14, 46), (-12, 54), (0, 58), (12, 54), (14, 46)])
    arm.part(cup, wash=BRASS, depth=5, along=0)
    arm.line(0.8, *(ellipse(0, 46, r, r * 0.8, 10, 170) for r in (5, 8, 11)))


def sabre(arm: Arm) -> None:
    """A curved blade with a knuckle bow."""
    spine = smooth([(0, 44), (4, 0), (-4, -50), (-26, -94)], closed=False)
    arm.part(tapered(spine, lambda t: 5.4 * (1 - t) ** 0.35), wash=STEEL, depth=4, along=84, light=1.0, dark=0.3)
    arm.line(0.8, [(x + 1.2, y) for x, y in spine[:-4]])
    arm.part(smooth([(-20, 42), (-12, 40), (0, 43), (16, 39), (16, 45), (0, 48), (-16, 47)]), wash=BRASS, depth=3)
    _grip(arm, 48, 76)
    arm.part(tapered(smooth([(14, 43), (20, 58), (14, 74), (2, 80)], closed=False), lambda t: 2.4), wash=BRASS, depth=2)
    arm.part(ellipse(0, 79, 5.5, 5), wash=BRASS, depth=3)


def broadsword(arm: Arm) -> None:
    """A straight two-edged blade on a cross."""
    _blade(arm, 6.2, -96, 42)
    arm.line(0.9, [(-1.6, 38), (-1.6, -50)], [(1.6, 38), (1.6, -50)])
    arm.part(
        [(-34, 41), (34, 41), (37, 36), (38, 49), (34, 48), (-34, 48), (-38, 49), (-37, 36)],
        wash=IRON,
        depth=3,
        along=0,
    )
    _grip(arm, 48, 82, 3.6)
    arm.part(ellipse(0, 88, 8, 7), wash=IRON, depth=5)


def katana(arm: Arm) -> None:
    """A long single-edged blade from the far east."""
    spine = smooth([(0, 36), (2, -10), (-1, -54), (-8, -97)], closed=False)
    arm.part(tapered(spine, lambda t: 4.2 * (1 - t**5)), wash=STEEL, depth=3, along=88, light=1.0, dark=0.4)
    wave = [(x - 1 + 0.9 * math.sin(n), y) for n, (x, y) in enumerate(spine[:-2])]
    arm.line(0.6, wave)
    arm.part(ellipse(0, 38, 13, 3.6), wash=BRASS, depth=2, along=0)
    arm.part([(-3.6, 41), (3.6, 41), (4, 92), (-3.4, 92)], wash=Colour("#4F5C6B"), depth=3, along=20)
    arm.line(
        0.9,
        *([(-3.6, 46 + n * 7), (3.8, 52 + n * 7)] for n in range(6)),
        *([(3.8, 46 + n * 7), (-3.6, 52 + n * 7)] for n in range(6)),
    )


def dagger(arm: Arm) -> None:
    """A short blade for the other hand."""
    _blade(arm, 7.5, -78, 30)
    arm.part(
        smooth([(-28, 24), (-22, 30), (0, 32), (22, 30), (28, 24), (27, 35), (0, 40), (-27, 35)]), wash=BRASS, depth=3
    )
    _grip(arm, 39, 74, 4.6)
    arm.part(ellipse(0, 81, 8, 8), wash=BRASS, depth=5)


def pistol(arm: Arm) -> None:
    """A flintlock."""
    stock = smooth([(-8, -30), (8, -34), (9, 20), (14, 44), (30, 74), (22, 88), (10, 84), (-4, 52), (-8, 20)])
    arm.part(stock, wash=WOOD, depth=7, along=80, crossed=True)
    arm.part([(-10, -92), (2, -92), (4, 18), (-10, 18)], wash=IRON, depth=5, along=90)
    arm.part([(-12, -96), (4, -96), (4, -88), (-12, -88)], wash=BRASS, depth=3, along=0)
    for y in (-60, -24):
        arm.part([(-11, y), (5, y), (5, y + 5), (-11, y + 5)], wash=BRASS, depth=2, along=0, halo=0.4)
    lock = smooth([(4, 6), (12, 8), (12, 32), (4, 34)])
    arm.part(lock, wash=BRASS, depth=4, along=30)
    arm.part(smooth([(-10, 10), (-22, 2), (-26, -12), (-18, -12), (-12, -2), (-6, 4)]), wash=IRON, depth=3)
    arm.part(
        tapered(smooth([(12, 36), (26, 34), (28, 48), (18, 56)], closed=False), lambda t: 1.8), wash=BRASS, depth=2
    )
    arm.part(ellipse(25, 82, 9, 8), wash=BRASS, depth=5)


def musket(arm: Arm) -> None:
    """A long gun."""
    stock = smooth([(-5, -40), (5, -40), (6, 40), (12, 58), (16, 94), (-8, 96), (-6, 60), (-6, 40)])
    arm.part(stock, wash=WOOD, depth=6, along=88, crossed=True)
    arm.part([(-4, -99), (3, -99), (4, 36), (-4, 36)], wash=IRON, depth=3, along=90)
    for y in (-70, -40, -10):
        arm.part([(-6, y), (6, y), (6, y + 4), (-6, y + 4)], wash=BRASS, depth=2, along=0, halo=0.4)
    arm.part(smooth([(-4, 30), (-16, 24), (-18, 14), (-11, 14), (-6, 24)]), wash=IRON, depth=3)
    arm.part(tapered(smooth([(6, 44), (16, 44), (16, 54), (9, 58)], closed=False), lambda t: 1.4), wash=BRASS, depth=2)


def crossbow(arm: Arm) -> None:
    """A bow on a stock, bolt laid on."""
    bow = smooth([(-74, -10), (-50, -40), (0, -56), (50, -40), (74, -10)], closed=False)
    arm.line(0.9, [(-74, -10), (0, 8), (74, -10)])
    arm.part([(-5, -60), (5, -60), (6, 70), (12, 92), (-8, 92), (-6, 70)], wash=WOOD, depth=5, along=88, crossed=True)
    arm.part(tapered(bow, lambda t: 2 + 4 * math.sin(math.pi * t)), wash=IRON, depth=4, along=0)
    arm.part([(-1.5, -86), (1.5, -86), (1.5, 6), (-1.5, 6)], wash=WOOD, depth=2)
    arm.part([(0, -98), (-5, -84), (5, -84)], wash=STEEL, depth=3)


def hammer(arm: Arm) -> None:
    """A war hammer."""
    arm.part([(-4, -66), (4, -66), (4, 94), (-4, 94)], wash=WOOD, depth=4, along=90)
    arm.part(
        [(-44, -78), (-38, -88), (30, -84), (30, -48), (-38, -44), (-44, -54)],
        wash=IRON,
        depth=9,
        along=80,
        crossed=True,
    )
    arm.part([(30, -78), (58, -70), (30, -54)], wash=IRON, depth=6, along=0)
    arm.part([(-8, -92), (8, -92), (8, -40), (-8, -40)], wash=BRASS, depth=5, along=0)
    _grip(arm, 50, 90, 4.4)


def harpoon(arm: Arm) -> None:
    """A barbed head and a coil of line."""
    arm.part([(-2.6, -60), (2.6, -60), (2.6, 98), (-2.6, 98)], wash=WOOD, depth=3, along=90)
    arm.part([(0, -98), (14, -56), (4, -64), (3, -50), (-3, -50), (-4, -64), (-14, -56)], wash=STEEL, depth=5, along=70)
    rope = smooth([(0, -46), (10, -30), (-10, -14), (14, 6), (-12, 24), (18, 44), (30, 70)], closed=False)
    arm.part(tapered(rope, lambda t: 2.2), wash=Colour("#D3BC8E"), depth=2, along=20)


def shield(arm: Arm) -> None:
    """A shield with a boss and a charge."""
    arm.part(
        smooth([(0, -84), (66, -70), (64, 0), (40, 56), (0, 90), (-40, 56), (-64, 0), (-66, -70)]),
        wash=IRON,
        depth=18,
        along=60,
        crossed=True,
    )
    arm.part(
        smooth([(0, -70), (54, -58), (52, -2), (32, 44), (0, 72), (-32, 44), (-52, -2), (-54, -58)]),
        wash=Colour("#B5685A"),
        depth=14,
        along=30,
        halo=1,
    )
    arm.part(
        [(-8, -70), (8, -70), (8, 70), (-8, 70)],
        [(-54, -20), (54, -20), (54, -4), (-54, -4)],
        wash=Colour("#E9DDBF"),
        depth=4,
        along=90,
    )
    arm.part(ellipse(0, -12, 18, 18), wash=BRASS, depth=10, along=20)


def breastplate(arm: Arm) -> None:
    """Armour for the trunk."""
    arm.part(
        smooth(
            [
                (-26, -74),
                (-52, -66),
                (-58, -20),
                (-48, 40),
                (-54, 84),
                (54, 84),
                (48, 40),
                (58, -20),
                (52, -66),
                (26, -74),
                (0, -58),
            ]
        ),
        wash=STEEL,
        depth=20,
        along=75,
        crossed=True,
    )
    arm.line(
        1.2,
        smooth([(0, -58), (2, 0), (0, 44)], closed=False),
        [(-48, 42), (0, 50), (48, 42)],
        [(-50, 58), (0, 66), (50, 58)],
    )
    for side in (-1, 1):
        arm.part(ellipse(side * 54, -58, 22, 17, turn=side * 20), wash=IRON, depth=9, along=20)
        for n in range(3):
            arm.part(ellipse(side * (30 - n * 2), -50 + n * 40, 2.4, 2.4), wash=BRASS, depth=2, halo=0)


ARMS: Final[Mapping[str, Callable[[Arm], None]]] = {
    "rapier": rapier,
    "sabre": sabre,
    "broadsword": broadsword,
    "katana": katana,
    "dagger": dagger,
    "pistol": pistol,
    "musket": musket,
    "crossbow": crossbow,
    "hammer": hammer,
    "harpoon": harpoon,
    "shield": shield,
    "breastplate": breastplate,
}


def single(plate: Plate, name: str) -> None:
    """One weapon across the plate, as large as it fits."""
    rng = plate.rng
    if name in ("shield", "breastplate"):
        ARMS[name](Arm(plate, rng.uniform(-6, 6), 2, 1.02, rng.uniform(-8, 8), rng.random() < 0.5))
        return
    steep = math.degrees(math.atan2(plate.half_width, plate.half_height))
    turn = rng.choice((-1, 1)) * (steep + rng.uniform(-15, 9))
    reach = math.hypot(plate.half_width, plate.half_height)
    size = min(1.75, max(1.0, reach * rng.uniform(0.7, 0.86) / 96))
    ARMS[name](Arm(plate, rng.uniform(-10, 10), rng.uniform(-8, 8), size, turn, rng.random() < 0.5))


def crossed(plate: Plate, names: tuple[str, str]) -> None:
    """Two weapons across each other."""
    rng = plate.rng
    turn = rng.uniform(34, 58)
    lift = rng.uniform(-6, 10)
    for side, name in zip((-1, 1), names, strict=True):
        ARMS[name](Arm(plate, side * rng.uniform(-8, 8), lift, 1.16, side * turn, side < 0))


def fan(plate: Plate, name: str) -> None:
    """Blades spread like a hand of cards."""
    rng = plate.rng
    count = rng.choice((3, 3, 4, 5))
    spread = rng.uniform(22, 34)
    for number in range(count):
        turn = (number - (count - 1) / 2) * spread
        root = math.radians(turn)
        ARMS[name](Arm(plate, 62 * math.sin(root), 70 - 62 * math.cos(root), 1.1, turn, number % 2 == 1))
