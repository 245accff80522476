"""Still lives: vessels, treasure, charms, clothes on their stand."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from cards.faces.icons import ICONS
from cards.faces.motifs.arms import Arm
from cards.faces.motifs.papers import (
    BONE,
    GLASS,
    GOLD,
    PAPER,
    WAX,
    banner,
    book,
    cards_hand,
    compass,
    letter,
    scroll,
    still,
)
from cards.faces.palette import Colour
from cards.faces.plate import Plate, ellipse, smooth, tapered
from cards.faces.vector import Point


def bottles(plate: Plate) -> None:
    """Flasks and phials."""
    rng = plate.rng
    kinds = rng.sample(("round", "tall", "cone", "square"), 3)
    washes = rng.sample(
        [
            Colour("#9DBB8B"),
            Colour("#C98B6C"),
            Colour("#8FA9C2"),
            Colour("#B48FB5"),
            Colour("#D7BD6A"),
            Colour("#A4524C"),
        ],
        3,
    )
    for number, (kind, wash) in enumerate(zip(kinds, washes, strict=True)):
        thing = Arm(
            plate, (number - 1) * 58 + rng.uniform(-6, 6), 12 if number != 1 else 2, 0.92 if number != 1 else 1.12, 0
        )
        shapes: dict[str, list[Point]] = {
            "round": ellipse(0, 34, 38, 38),
            "tall": smooth([(-16, -20), (-22, 0), (-22, 66), (22, 66), (22, 0), (16, -20)]),
            "cone": [(-9, -24), (-40, 66), (-34, 72), (34, 72), (40, 66), (9, -24)],
            "square": [(-30, 0), (30, 0), (30, 70), (-30, 70)],
        }
        body = shapes[kind]
        thing.part(body, [(-9, -52), (9, -52), (9, 10), (-9, 10)], wash=GLASS, depth=12, along=90, light=1.0, dark=0.25)
        level = rng.uniform(14, 36)
        liquid = [(x * 0.84, y * 0.98) for x, y in body if y > level]
        if len(liquid) > 2:
            thing.part(liquid, wash=wash, depth=10, along=0, light=0.8, halo=0.0)
        thing.part([(-13, -56), (13, -56), (13, -48), (-13, -48)], wash=GLASS, depth=3, along=0)
        thing.part([(-8, -74), (8, -74), (7, -56), (-7, -56)], wash=Colour("#C2976A"), depth=4, along=20)
        plate.white(plate.mask(thing.place(smooth([(-16, 26), (-20, 40), (-14, 54), (-12, 40)]))))


def coins(plate: Plate) -> None:
    """Stacks of coin, and some that rolled off."""
    rng = plate.rng
    for column in range(rng.randint(4, 6)):
        x = -74 + column * 34 + rng.uniform(-5, 5)
        count = rng.randint(2, 9)
        for level in range(count):
            y = 68 - level * 11
            wobble = rng.uniform(-2.5, 2.5)
            rim = [*ellipse(x + wobble, y, 19, 7, 0, 180), *ellipse(x + wobble, y - 9, 19, 7, 180, 360)]
            plate.solid(plate.mask(rim), 4, 0.85, 0.1, 90, None, False, 0.8, 1.0, GOLD)
            plate.solid(plate.mask(ellipse(x + wobble, y - 9, 19, 7)), 4, 1.0, 0.5, 0, None, False, 0.3, 1.0, GOLD)
    for _ in range(rng.randint(1, 3)):
        coin(plate, rng.uniform(-90, 90), rng.uniform(-56, -24), rng.uniform(20, 30))


def coin(plate: Plate, x: float, y: float, radius: float) -> None:
    """A coin seen from the front."""
    plate.solid(plate.mask(ellipse(x, y, radius, radius)), 8, 0.95, 0.15, 45, None, True, 2, 1.2, GOLD)
    plate.solid(
        plate.mask(ellipse(x, y, radius * 0.8, radius * 0.8)),
        5,
        0.95,
        0.4,
        20,
        None,
        False,
        0.4,
        1.0,
        GOLD.toward(PAPER, 0.3),
    )
    mark = plate.rng.choice(("influence", "neutral", "five-sails", "castille", "montaigne", "ussura"))
    plate.black(plate.icon_mask(ICONS[mark].shapes, x, y, radius * 1.05))


def candle(plate: Plate) -> None:
    """Candles with their light: one, or three on a stand."""
    rng = plate.rng
    wax = rng.choice((BONE, Colour("#C9705C"), Colour("#E3CE94"), Colour("#8FA3A8"), BONE))
    places = rng.choice((((0.0, 0.0),), ((-44.0, 14.0), (44.0, 14.0), (0.0, -2.0)), ((-24.0, 16.0), (22.0, -2.0))))
    size = 1.0 if len(places) == 1 else 0.72
    for x, y in places:
        _flame(plate, x, y + (1 - size) * 40, size)
    for x, y in places:
        thing = Arm(plate, x, y + (1 - size) * 40, size, 0)
        high = rng.uniform(-38, -6)
        drips = [
            (-17, high),
            (17, high),
            (18, high + 28),
            (14, high + 38),
            (13, 74),
            (-14, 74),
            (-14, high + 54),
            (-18, high + 44),
        ]
        thing.part(smooth(drips, steps=3), wash=wax, depth=10, along=90, dark=0.2)
        thing.line(1.8, [(0, high), (0, -46)])
        thing.part(smooth([(-40, 70), (40, 70), (30, 86), (-30, 86)]), wash=GOLD, depth=6, along=0)
    if len(places) == 1 and rng.random() < 0.4:
        skull(plate, rng.choice((-1, 1)) * 74, 44, 0.62)


def _flame(plate: Plate, x: float, y: float, size: float) -> None:
    glow = plate.mask(ellipse(x, y - 56 * size, 34 * size, 40 * size))
    plate.white(glow)
    plate.colour(glow, Colour("#F8E9B4"))
    turns = [number / 18 * math.tau for number in range(18)]
    inner, outer = ((34, 38), (52, 56)) if size == 1 else ((34, 38), (42, 46))
    rays = [
        [
            (x + reach[0] * size * math.cos(turn), y - 58 * size + reach[1] * size * math.sin(turn))
            for reach in (inner, outer)
        ]
        for turn in turns
    ]
    plate.line(1.1, *rays, halo=1.0)
    tongue = smooth([(0, -96), (11, -66), (8, -48), (0, -44), (-8, -48), (-10, -62)])
    Arm(plate, x, y, size, 0).part(tongue, wash=Colour("#EFA94A"), depth=6, light=1.0, dark=0.5)


def skull(plate: Plate, x: float, y: float, size: float) -> None:
    """A reminder."""
    thing = Arm(plate, x, y, size, plate.rng.uniform(-8, 8))
    thing.part(
        smooth(
            [
                (0, -62),
                (44, -50),
                (58, -10),
                (44, 20),
                (30, 26),
                (28, 56),
                (-28, 56),
                (-30, 26),
                (-44, 20),
                (-58, -10),
                (-44, -50),
            ]
        ),
        wash=BONE,
        depth=20,
        along=45,
        crossed=True,
    )
    holes: list[list[Point]] = [ellipse(-22, -2, 14, 15), ellipse(22, -2, 14, 15), [(0, 12), (8, 28), (-8, 28)]]
    plate.black(plate.mask(*(thing.place(hole) for hole in holes)))
    thing.line(1.8, *([(n, 40), (n, 56)] for n in (-18, -9, 0, 9, 18)), [(-26, 40), (26, 40)])


def skull_alone(plate: Plate) -> None:
    """A skull, large."""
    skull(plate, 0, 4, 1.35)


def goblet(plate: Plate) -> None:
    """A cup raised, or two."""
    rng = plate.rng
    for side in rng.choice(((0,), (-1, 1))):
        thing = Arm(plate, side * 40, 6, 1.0, side * rng.uniform(8, 18))
        thing.part(
            smooth([(-34, -62), (34, -62), (30, -20), (10, 8), (-10, 8), (-30, -20)], steps=4),
            wash=GOLD,
            depth=12,
            along=80,
            crossed=True,
        )
        thing.part(ellipse(0, -61, 34, 8), wash=WAX, depth=5, along=0)
        thing.part([(-5, 8), (5, 8), (6, 58), (-6, 58)], wash=GOLD, depth=4, along=90)
        thing.part(ellipse(0, 28, 10, 7), ellipse(0, 66, 32, 9), wash=GOLD, depth=5, along=0)
        for n in range(5):
            thing.part(
                ellipse(-22 + n * 11, -34 + abs(n - 2) * -1.5, 3.4, 3.4), wash=Colour("#5C8A83"), depth=2, halo=0.4
            )


def rose(plate: Plate) -> None:
    """A rose with thorns."""
    thing = still(plate, plate.rng.choice((-1, 1)) * 18, 1.05)
    stem = smooth([(0, -10), (-6, 30), (4, 60), (-2, 98)], closed=False)
    thing.part(tapered(stem, lambda t: 2.6), wash=Colour("#7F9B6A"), depth=2)
    for side, y in ((-1, 40), (1, 58), (-1, 76)):
        thing.part(
            smooth([(0, y), (side * 22, y - 20), (side * 46, y - 14), (side * 28, y + 2)]),
            wash=Colour("#8DA977"),
            depth=6,
            along=20,
        )
    for radius, petals in ((44, 6), (32, 5), (20, 4)):
        for petal in range(petals):
            angle = petal / petals * math.tau + radius
            px, py = radius * 0.55 * math.cos(angle), -40 + radius * 0.5 * math.sin(angle)
            thing.part(
                ellipse(px, py, radius * 0.55, radius * 0.5, turn=math.degrees(angle)),
                wash=Colour("#C9616A").toward(Colour("#F0C0B0"), (44 - radius) / 80),
                depth=8,
                along=math.degrees(angle),
                halo=0.6,
                dark=0.15,
            )
    thing.part(ellipse(0, -40, 9, 8), wash=Colour("#A8414C"), depth=4, halo=0.4)


def threads(plate: Plate) -> None:
    """Fate's web, with knots and a needle."""
    rng = plate.rng
    cx, cy = rng.uniform(-30, 30), rng.uniform(-20, 20)
    spokes = rng.randint(11, 17)
    angles = sorted(rng.uniform(0, math.tau) for _ in range(spokes))
    ends = [(cx + 300 * math.cos(a), cy + 300 * math.sin(a)) for a in angles]
    colour = rng.choice((WAX, Colour("#6D4A8C"), Colour("#3E6C7C"), GOLD))
    for end in ends:
        plate.white(plate.strokes(2.6, [(cx, cy), end]))
        plate.line(0.9, [(cx, cy), end])
    for ring in range(1, 7):
        reach = ring * rng.uniform(15, 19)
        web: list[Point] = []
        for number, angle in enumerate(angles):
            following = angles[(number + 1) % spokes] + (math.tau if number == spokes - 1 else 0)
            middle = (angle + following) / 2
            web.append((cx + reach * math.cos(angle), cy + reach * math.sin(angle)))
            web.append((cx + reach * 0.86 * math.cos(middle), cy + reach * 0.86 * math.sin(middle)))
        loop = smooth(web, steps=4)
        plate.white(plate.strokes(3.0, [*loop, loop[0]]))
        cover = plate.strokes(1.5, [*loop, loop[0]])
        plate.black(plate.grown(cover, 0.4))
        plate.white(cover)
        plate.colour(plate.grown(cover, 0.6), colour)
    spool = Arm(plate, rng.choice((-1, 1)) * 58, rng.uniform(-8, 22), 0.82, rng.uniform(-24, 24))
    _spool(plate, spool, colour)


def _spool(plate: Plate, thing: Arm, colour: Colour) -> None:
    thing.part([(-26, -44), (26, -44), (28, 44), (-28, 44)], wash=colour.toward(PAPER, 0.25), depth=14, along=4)
    thing.line(0.9, *([(-27, -40 + n * 8), (27, -36 + n * 8)] for n in range(10)))
    for y in (-54, 54):
        thing.part(
            ellipse(0, y, 42, 12),
            [(-42, y - 4), (42, y - 4), (42, y + 4), (-42, y + 4)],
            wash=Colour("#B98D5E"),
            depth=7,
            along=0,
        )
    thing.line(1.2, smooth([(27, 20), (52, 30), (60, 64), (90, 70)], closed=False))


def spool(plate: Plate) -> None:
    """A spool of thread, large, with its needle."""
    rng = plate.rng
    colour = rng.choice((WAX, Colour("#6D4A8C"), Colour("#3E6C7C"), Colour("#8C6B2E")))
    for _ in range(7):
        sway = smooth(
            [
                (-plate.half_width - 5, rng.uniform(-90, 90)),
                (-50, rng.uniform(-60, 60)),
                (50, rng.uniform(-60, 60)),
                (plate.half_width + 5, rng.uniform(-90, 90)),
            ],
            closed=False,
        )
        plate.line(0.9, sway, halo=1.2)
    _spool(plate, still(plate, rng.uniform(-16, 16), 1.15), colour)
    needle = Arm(plate, 0, 0, 1.1, rng.choice((-1, 1)) * 52)
    needle.part([(0, -96), (-2.6, 70), (0, 84), (2.6, 70)], wash=Colour("#D7DCDE"), depth=2)
    plate.white(plate.mask(needle.place(ellipse(0, 68, 0.9, 6))))


def scales(plate: Plate) -> None:
    """Justice's balance."""
    rng = plate.rng
    tilt = rng.uniform(-14, 14)
    thing = Arm(plate, 0, 4, 1.05, 0)
    thing.part([(-4, -66), (4, -66), (6, 70), (-6, 70)], wash=GOLD, depth=4)
    thing.part(smooth([(-40, 72), (40, 72), (30, 86), (-30, 86)]), wash=GOLD, depth=6, along=0)
    for side in (-1, 1):
        end = (side * 72, -56 + side * tilt)
        thing.line(0.9, [end, (end[0] - 24, end[1] + 56)], [end, (end[0] + 24, end[1] + 56)])
        thing.part([*ellipse(end[0], end[1] + 56, 28, 18, 0, 180)], wash=GOLD, depth=8, along=10)
    beam = smooth([(-74, -56 - tilt), (0, -62), (74, -56 + tilt), (74, -52 + tilt), (0, -54), (-74, -52 - tilt)])
    thing.part(beam, wash=GOLD, depth=3, along=0)
    thing.part(ellipse(0, -70, 9, 9), wash=GOLD, depth=5)


def chain(plate: Plate) -> None:
    """Links from side to side."""
    rng = plate.rng
    lift = rng.uniform(-20, 20)
    x = -plate.half_width - 10
    number = 0
    while x < plate.half_width + 20:
        y = lift + 26 * math.sin(x / 70 + 1)
        turn = math.degrees(math.atan(26 / 70 * math.cos(x / 70 + 1)))
        outer, inner = (
            ellipse(x, y, 22, 12 if number % 2 else 5, turn=turn),
            ellipse(x, y, 13, 5 if number % 2 else 0.6, turn=turn),
        )
        cover = plate.mask(outer)
        cover.paste(0, mask=plate.mask(inner))
        plate.solid(cover, 5, 0.9, 0.05, 45, None, True, 1.8, 1.2, Colour("#A9B0B4"))
        x += 27
        number += 1
    shackle = Arm(plate, rng.uniform(-20, 20), 10, 1.0, 0)
    shackle.part(
        smooth([(-36, -10), (36, -10), (40, 30), (30, 56), (-30, 56), (-40, 30)]),
        wash=Colour("#8E969B"),
        depth=14,
        crossed=True,
    )
    x, y = shackle.place([(0, 20)])[0]
    plate.black(plate.mask(ellipse(x, y - 4, 6, 6), [(x - 4, y), (x + 4, y), (x + 6, y + 20), (x - 6, y + 20)]))


def hat(plate: Plate) -> None:
    """A hat with a feather."""
    rng = plate.rng
    thing = still(plate, rng.uniform(-8, 8), 1.12, 0, 8)
    cloth = rng.choice((Colour("#7C5B47"), Colour("#5B6C7C"), Colour("#8A4B50"), Colour("#59694E")))
    thing.part(
        smooth([(-38, 24), (-40, -34), (-20, -56), (20, -56), (40, -34), (38, 24)]),
        wash=cloth,
        depth=14,
        along=80,
        crossed=True,
    )
    thing.part(ellipse(0, 28, 98, 24, turn=-5), wash=cloth, depth=9, along=5, crossed=True)
    thing.part([(-40, 4), (40, 4), (40, 18), (-40, 18)], wash=GOLD, depth=5, along=0)
    spine = smooth([(26, 8), (40, -40), (10, -84), (-50, -80), (-92, -40)], closed=False)
    thing.part(
        tapered(spine, lambda t: 3 + 17 * math.sin(math.pi * min(1.0, t * 0.92 + 0.06))),
        wash=rng.choice((BONE, Colour("#D98B78"), Colour("#A9C0CC"))),
        depth=8,
        along=50,
        dark=0.25,
    )
    thing.line(1.1, spine)
    thing.line(
        0.6,
        *(
            [spine[n], (spine[n][0] + dx, spine[n][1] + dy)]
            for n in range(5, len(spine) - 2)
            for dx, dy in ((-10, -9), (8, 10))
        ),
    )


def coat(plate: Plate) -> None:
    """A coat or cloak on its stand."""
    rng = plate.rng
    cloth = rng.choice((Colour("#8A5A50"), Colour("#5F7A8C"), Colour("#7D6B8F"), Colour("#6F8A66"), Colour("#4F5C66")))
    thing = Arm(plate, 0, 6, 1.08, 0)
    for side in (-1, 1):
        thing.part(
            smooth(
                [
                    (side * 34, -66),
                    (side * 62, -46),
                    (side * 78, 20),
                    (side * 72, 50),
                    (side * 52, 46),
                    (side * 44, -10),
                ]
            ),
            wash=cloth,
            depth=10,
            along=80 * side,
        )
        thing.part([(side * 50, 34), (side * 78, 36), (side * 76, 52), (side * 52, 50)], wash=GOLD, depth=4, along=0)
    thing.part(
        smooth([(-30, -76), (-50, -60), (-46, 0), (-66, 96), (66, 96), (46, 0), (50, -60), (30, -76)]),
        wash=cloth,
        depth=16,
        along=85,
        crossed=True,
    )
    for side in (-1, 1):
        thing.part(
            [(side * 6, -70), (side * 30, -76), (side * 30, -30), (side * 10, 4)], wash=BONE, depth=6, along=30 * side
        )
        for n in range(5):
            thing.part(ellipse(side * 13, 10 + n * 17, 3.6, 3.6), wash=GOLD, depth=2, halo=0.5)
    thing.line(1.4, [(0, -60), (0, 96)])


def key(plate: Plate) -> None:
    """An ornate key."""
    thing = still(plate, plate.rng.choice((-1, 1)) * 58, 1.2)
    for x, y in ((-18, 60), (18, 60), (0, 80)):
        ring = plate.mask(thing.place(ellipse(x, y, 17, 17)))
        ring.paste(0, mask=plate.mask(thing.place(ellipse(x, y, 8.5, 8.5))))
        plate.solid(ring, 5, 0.95, 0.1, 30, wash=GOLD)
    thing.part([(-5, -84), (5, -84), (5, 50), (-5, 50)], wash=GOLD, depth=4, along=90)
    thing.part(
        [(5, -80), (34, -80), (34, -66), (24, -66), (24, -58), (34, -58), (34, -44), (5, -44)],
        wash=GOLD,
        depth=5,
        along=90,
    )
    thing.part(ellipse(0, 40, 11, 6), ellipse(0, -30, 9, 5), wash=GOLD, depth=4, along=0)


def crystal(plate: Plate) -> None:
    """An artifact of a lost people: a faceted stone in a ring."""
    rng = plate.rng
    tint = rng.choice((Colour("#8FB7BE"), Colour("#B79AC4"), Colour("#9CC09A"), Colour("#D3A172")))
    for n in range(rng.choice((1, 2, 3))):
        ring = plate.mask(ellipse(0, 0, 92 - n * 8, 34 + n * 14, turn=rng.uniform(-40, 40)))
        inner = plate.shrunk(ring, 5)
        ring.paste(0, mask=inner)
        plate.solid(ring, 3, 0.95, 0.1, 30, None, False, 1.8, 1.0, GOLD)
    sides = rng.choice((6, 7, 8))
    wide, high = rng.uniform(34, 44), rng.uniform(70, 88)
    belt = [
        (wide * math.cos(n / sides * math.tau), -8 + wide * 0.34 * math.sin(n / sides * math.tau)) for n in range(sides)
    ]
    for n in range(sides):
        a, b = belt[n], belt[(n + 1) % sides]
        front = (a[1] + b[1]) / 2 > -8
        if not front:
            continue
        for tip in ((0.0, -high), (0.0, high)):
            shade = 0.35 + 0.6 * (1 - (a[0] + b[0] + 2 * wide) / (4 * wide))
            cover = plate.mask([a, b, tip])
            plate.engrave(cover, plate.flat(min(1.0, shade)), plate.lines(60 + n * 25), halo=1.2, edge=1.1)
            plate.colour(cover, tint.toward(Colour("#FFFFFF"), max(0.0, shade - 0.5)))


EMBLEM_TINTS: Final[Mapping[str, tuple[Colour, ...]]] = {
    "castille": (Colour("#D9803F"), Colour("#C4532F"), Colour("#E0A845")),
    "eisen": (Colour("#B9C1C6"), Colour("#8E979C"), Colour("#C9A45C")),
    "ussura": (Colour("#A5825F"), Colour("#7F8C6A"), Colour("#8A6A4E")),
    "resolve": (WAX, Colour("#C9616A"), Colour("#8C3B3E")),
    "influence": (GOLD, Colour("#C9CED2"), Colour("#C98F4A")),
    "renown": (GOLD, Colour("#D9D2C0"), Colour("#C97F4A")),
    "finesse": (Colour("#E7D6B4"), Colour("#4F4A55"), Colour("#9C4E5C"), Colour("#D9B65E")),
    "risk": (BONE, Colour("#B4554A"), Colour("#5F7A8C"), Colour("#6F8A66")),
    "wealth": (Colour("#B98D5E"), Colour("#8C6246"), Colour("#7A7F5C")),
    "city_attachment": (Colour("#B98D5E"), Colour("#7C5B47")),
}


def emblem(plate: Plate, name: str) -> None:
    """One of our own signs, large and modelled."""
    rng = plate.rng
    cover = plate.icon_mask(
        ICONS[name].shapes, rng.uniform(-5, 5), rng.uniform(-3, 3), rng.uniform(158, 184), rng.uniform(-0.3, 0.3)
    )
    tint = rng.choice(EMBLEM_TINTS.get(name, (GOLD, BONE, WAX)))
    plate.solid(cover, 15, 0.95, 0.04, rng.choice((20, 45, 70)), None, True, 3.2, 1.6, tint)


THINGS: Final[Mapping[str, Callable[[Plate], None]]] = {
    "scroll": scroll,
    "letter": letter,
    "book": book,
    "bottles": bottles,
    "coins": coins,
    "candle": candle,
    "skull": skull_alone,
    "compass": compass,
    "hand of cards": cards_hand,
    "goblet": goblet,
    "rose": rose,
    "threads": threads,
    "spool": spool,
    "scales": scales,
    "chain": chain,
    "hat": hat,
    "coat": coat,
    "key": key,
    "banner": banner,
    "crystal": crystal,
}
