"""Scrolls, letters, books, charts: what intrigue is made of."""

from __future__ import annotations

import math
from typing import Final

from cards.faces.icons import ICONS
from cards.faces.motifs.arms import Arm
from cards.faces.palette import Colour
from cards.faces.plate import Plate, ellipse, smooth, tapered

PAPER: Final = Colour("#F3E6C6")


GOLD: Final = Colour("#DDB94F")


WAX: Final = Colour("#B4453A")


GLASS: Final = Colour("#BFD3C8")


BONE: Final = Colour("#EFE4CC")


def still(plate: Plate, turn: float = 0.0, size: float = 1.0, x: float = 0.0, y: float = 0.0) -> Arm:
    """A thing that lies a little askew, one way or the other."""
    return Arm(plate, x, y, size, turn + plate.rng.uniform(-5, 5), plate.rng.random() < 0.5)


def seal(plate: Plate, thing: Arm, x: float, y: float) -> None:
    """Wax with a mark pressed into it."""
    rng = plate.rng
    for side in (-1, 1):
        thing.part([(x, y), (x + side * 4, y), (x + side * 13, y + 34), (x + side * 4, y + 30)], wash=WAX, depth=3)
    rim = [
        (
            x + (17 + rng.uniform(-1.5, 1.5)) * math.cos(n / 14 * math.tau),
            y + (17 + rng.uniform(-1.5, 1.5)) * math.sin(n / 14 * math.tau),
        )
        for n in range(14)
    ]
    thing.part(smooth(rim), wash=WAX, depth=6, along=30)
    mark = rng.choice(("castille", "montaigne", "ussura", "neutral", "influence", "renown", "resolve"))
    centre = thing.place([(x, y)])[0]
    plate.black(plate.icon_mask(ICONS[mark].shapes, centre[0], centre[1], 18, math.radians(thing.turn)))


def quill(plate: Plate, thing: Arm) -> None:
    """A feather cut to write."""
    spine = smooth([(0, 84), (4, 30), (0, -20), (-14, -84)], closed=False)
    thing.part(
        tapered(spine, lambda t: 0.9 if t < 0.25 else 14 * math.sin(math.pi * (t - 0.25) / 0.78) + 0.8),
        wash=Colour("#F7F1E2"),
        depth=6,
        along=60,
        dark=0.35,
    )
    thing.line(1.0, spine)
    thing.line(
        0.6,
        *([spine[n], (spine[n][0] + side * 10, spine[n][1] - 9)] for n in range(7, len(spine) - 2) for side in (-1, 1)),
    )


def scroll(plate: Plate) -> None:
    """A sheet between two rolls, written and sealed."""
    rng = plate.rng
    thing = still(plate, rng.uniform(-10, 10), 1.0)
    wide = rng.uniform(46, 62)
    thing.part([(-wide, -66), (wide, -66), (wide, 66), (-wide, 66)], wash=PAPER, depth=6, along=0, dark=0.55)
    rows = []
    for row in range(8):
        start, end = -wide + 10, wide - 10 - (rng.uniform(0, 34) if row % 3 == 2 else 0)
        ripple = [(start + n * 3, -46 + row * 12 + rng.uniform(-1.4, 1.4)) for n in range(int((end - start) / 3))]
        rows.append(ripple)
    thing.line(0.8, *rows)
    for y in (-70, 70):
        thing.part(
            [(-wide - 6, y - 9), (wide + 6, y - 9), (wide + 6, y + 9), (-wide - 6, y + 9)],
            wash=PAPER.toward(Colour("#C7A56B"), 0.4),
            depth=7,
            along=0,
        )
        for side in (-1, 1):
            thing.part(ellipse(side * (wide + 9), y, 5, 8), wash=Colour("#A8794F"), depth=4, along=90)
    seal(plate, thing, rng.uniform(10, wide - 14), 46)
    if rng.random() < 0.6:
        quill(plate, Arm(plate, thing.x, thing.y, 1.0, rng.uniform(24, 46), rng.random() < 0.5))


def letter(plate: Plate) -> None:
    """A folded letter."""
    thing = still(plate, plate.rng.uniform(-14, 14), 1.05)
    thing.part([(-84, -52), (84, -52), (84, 56), (-84, 56)], wash=PAPER, depth=8, along=0, dark=0.4)
    thing.part([(-84, 56), (-10, -4), (10, -4), (84, 56)], wash=PAPER, depth=6, along=20, dark=0.5, halo=0.3)
    thing.part(
        [(-84, -52), (84, -52), (8, 18), (-8, 18)],
        wash=PAPER.toward(Colour("#E2CB98"), 0.4),
        depth=7,
        along=0,
        dark=0.35,
        halo=0.6,
    )
    seal(plate, thing, 0, 14)


def book(plate: Plate) -> None:
    """An open book."""
    rng = plate.rng
    thing = still(plate, 0, 1.08, 0, 4)
    thing.part(
        smooth([(-92, -36), (0, -26), (92, -36), (96, 54), (0, 64), (-96, 54)]),
        wash=Colour("#8C5A44"),
        depth=6,
        along=10,
    )
    for side in (-1, 1):
        page = [
            (0, -30),
            *smooth([(side * 20, -42), (side * 54, -46), (side * 86, -40)], closed=False),
            (side * 90, 44),
            *smooth([(side * 56, 38), (side * 20, 44), (0, 54)], closed=False),
        ]
        thing.part(page, wash=PAPER, depth=12, along=0, dark=0.4)
        for row in range(6):
            level = -26 + row * 11
            thing.line(
                0.8,
                smooth(
                    [(side * 12, level + 2), (side * 40, level - 3), (side * (72 - rng.uniform(0, 14)), level + 1)],
                    closed=False,
                ),
            )
    mark = rng.choice(("castille", "vodacce", "neutral", "ussura", "renown", "finesse"))
    x, y = thing.place([(44, 8)])[0]
    plate.white(plate.mask(ellipse(x, y, 22, 22)))
    plate.solid(plate.icon_mask(ICONS[mark].shapes, x, y, 36), 5, 0.7, 0.1, wash=WAX)


def cards_hand(plate: Plate) -> None:
    """A hand of cards."""
    rng = plate.rng
    count = rng.choice((3, 4, 5))
    marks = rng.sample(("castille", "montaigne", "ussura", "vodacce", "neutral", "resolve", "renown"), count)
    for number, mark in enumerate(marks):
        turn = (number - (count - 1) / 2) * 21
        thing = Arm(plate, (number - (count - 1) / 2) * 34, 10 + abs(number - (count - 1) / 2) * 9, 1.0, turn)
        thing.part([(-32, -62), (32, -62), (32, 62), (-32, 62)], wash=PAPER, depth=4, along=0, dark=0.65)
        thing.line(0.8, [(-27, -57), (27, -57), (27, 57), (-27, 57), (-27, -57)])
        x, y = thing.place([(0, 0)])[0]
        plate.solid(
            plate.icon_mask(ICONS[mark].shapes, x, y, 44, math.radians(turn)),
            5,
            0.75,
            0.05,
            45,
            halo=1,
            wash=rng.choice((WAX, Colour("#4B5C74"))),
        )


def compass(plate: Plate) -> None:
    """A rose of sixteen winds."""
    rng = plate.rng
    points, reach = rng.choice(((16, 86), (32, 88), (8, 84))), 88
    count = points[0]
    for radius, wash in ((94, GOLD), (84, PAPER)):
        plate.solid(plate.mask(ellipse(0, 0, radius, radius)), 6, 1.0, 0.4, 45, None, False, 2, 1.1, wash)
    ticks = [
        [(78 * math.cos(a), 78 * math.sin(a)), (83 * math.cos(a), 83 * math.sin(a))]
        for a in (n / 64 * math.tau for n in range(64))
    ]
    plate.line(0.7, *ticks)
    turn = rng.uniform(-0.3, 0.3)
    tiers = (
        [(reach * 0.52, 16), (reach * 0.68, 8), (reach * 0.9, 4)]
        if count > 8
        else [(reach * 0.62, 8), (reach * 0.9, 4)]
    )
    tint = rng.choice((WAX, Colour("#466E8C"), Colour("#4F7A5C"), Colour("#7A5C94")))
    for long, spokes in tiers:
        half = math.pi / spokes
        for spoke in range(spokes):
            angle = turn + spoke / spokes * math.tau - math.pi / 2
            waist = long * 0.2
            tip = (long * math.cos(angle), long * math.sin(angle))
            for side in (-1, 1):
                hip = (waist * math.cos(angle + side * half * 0.9), waist * math.sin(angle + side * half * 0.9))
                cover = plate.mask([(0, 0), tip, hip])
                light = side < 0
                plate.engrave(cover, plate.flat(0.96 if light else 0.3), plate.lines(math.degrees(angle)), edge=0.9)
                plate.colour(cover, PAPER if light else tint.toward(PAPER, 0.35))
    plate.solid(plate.mask(ellipse(0, 0, 9, 9)), 5, 1, 0.2, wash=GOLD)


def banner(plate: Plate) -> None:
    """A standard in the wind."""
    rng = plate.rng
    cloth = rng.choice((Colour("#B4554A"), Colour("#5D7C9C"), Colour("#6E9166"), Colour("#8B6DA3"), Colour("#C9A04A")))
    thing = Arm(plate, -30, 4, 1.05, rng.uniform(-4, 10))
    thing.part([(-3, -98), (3, -98), (3, 110), (-3, 110)], wash=Colour("#B98D5E"), depth=3)
    edge_top = smooth([(3, -84), (34, -94), (66, -76), (112, -88)], closed=False)
    edge_low = smooth([(106, 8), (66, 22), (34, 4), (3, 16)], closed=False)
    thing.part([*edge_top, (94, -40), *edge_low], wash=cloth, depth=14, along=84, crossed=True)
    x, y = thing.place([(46, -36)])[0]
    mark = rng.choice(("castille", "eisen", "montaigne", "ussura", "influence", "renown"))
    plate.solid(plate.icon_mask(ICONS[mark].shapes, x, y, 58), 6, 1.0, 0.5, 20, halo=1, wash=BONE)
