"""Backdrops: sky, sea, town, forest, hall. Every one fills the plate and leaves its middle to a subject."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cards.faces.palette import Colour
from cards.faces.plate import Plate, ellipse, smooth
from cards.faces.vector import Point


def everything(plate: Plate) -> list[Point]:
    """The plate's four corners."""
    w, h = plate.half_width + 2, plate.half_height + 2
    return [(-w, -h), (w, -h), (w, h), (-w, h)]


def below(plate: Plate, edge: Sequence[Point]) -> list[Point]:
    """The ground under an edge that runs from left to right."""
    w, h = plate.half_width + 4, plate.half_height + 4
    return [(-w, edge[0][1]), *edge, (w, edge[-1][1]), (w, h), (-w, h)]


def _sky(plate: Plate, wash: Colour, dark: float = 0.5) -> tuple[float, float]:
    """Wavy air around a sun or moon; where that stands."""
    rng = plate.rng
    x, y = rng.choice((-1, 1)) * rng.uniform(45, 85), rng.uniform(-62, -30)
    plate.colour(None, wash)
    tone = plate.glow(x, y, rng.uniform(110, 190), 1.0, dark)
    plate.engrave(None, tone, plate.lines(rng.choice((0, 0, -6, 7)), rng.uniform(0.5, 2.2), rng.uniform(45, 110)))
    return x, y


def _orb(plate: Plate, x: float, y: float, wash: Colour, crescent: bool) -> None:
    radius = plate.rng.uniform(15, 27)
    orb = plate.mask(ellipse(x, y, radius, radius))
    if crescent:
        plate.white(plate.grown(orb, 2))
        night = plate.mask(ellipse(x, y, radius, radius))
        plate.engrave(night, plate.flat(0.35), plate.lines(30), edge=0.8)
        lit = smooth([(x, y - radius), (x - radius, y), (x, y + radius), (x - radius * 0.35, y)])
        plate.white(plate.mask(lit))
        plate.colour(plate.mask(lit), wash)
        return
    plate.solid(orb, depth=6, light=1.0, dark=0.6, halo=3, edge=0.9, wash=wash)
    spokes = plate.rng.choice((0, 16, 24, 32))
    for number in range(spokes):
        angle = number / spokes * math.tau
        reach = radius * (1.75 if number % 2 else 1.4)
        start = radius * 1.16
        ray = [
            (x + start * math.cos(angle), y + start * math.sin(angle)),
            (x + reach * math.cos(angle), y + reach * math.sin(angle)),
        ]
        plate.line(1.0, ray, halo=1.2)


def clouds(plate: Plate, count: int, high: float, wash: Colour) -> None:
    """Heaped clouds, bright above."""
    rng = plate.rng
    for _ in range(count):
        x, y = rng.uniform(-plate.half_width, plate.half_width), high + rng.uniform(-18, 22)
        heap = [
            ellipse(x + n * 13 + rng.uniform(-4, 4), y - rng.uniform(0, 11), rng.uniform(9, 17), rng.uniform(7, 13))
            for n in range(rng.randint(3, 5))
        ]
        cover = plate.mask(*heap)
        plate.solid(cover, depth=8, light=1.0, dark=0.5, angle=0, crossed=False, halo=1.2, edge=0.7, wash=wash)


def sea(plate: Plate, horizon: float, wash: Colour, rough: float) -> None:
    """Water up to a horizon, in rows of waves that grow toward us."""
    rng = plate.rng
    w = plate.half_width + 6
    cover = plate.mask(below(plate, [(-w, horizon), (w, horizon)]))
    plate.colour(cover, wash)
    ripple, air = plate.lines(0, 0.4 + rough, 26), plate.ramp(0.85, 0.55)
    plate.engrave(cover, plate.ramp(0.75, 0.45), ripple)
    y = horizon + 3
    step = 7.0
    while y < plate.half_height + 10:
        length, swell = 12 + step * 1.6, (0.8 + rough * 1.6) * step / 9
        phase = rng.random() * math.tau
        crest: list[Point] = []
        x = -w
        while x < w + 4:
            turn = x / length * math.tau / 2 + phase
            crest.append((x, y - swell * 2.2 * abs(math.sin(turn)) + swell))
            x += length / 10
        band = plate.mask([*crest, *[(px, py + step * 0.95) for px, py in reversed(crest)]])
        plate.engrave(band, air, ripple)
        plate.line(0.8 + step / 16, crest)
        y += step
        step *= 1.22


def open_sea(plate: Plate, dress: Colour) -> None:
    """Sun or moon over water."""
    rng = plate.rng
    night = rng.random() < 0.4
    sky = Colour("#C9CEDA") if night else rng.choice((Colour("#F1DFC0"), Colour("#DDE6E4"), Colour("#F0D3BE")))
    x, y = _sky(plate, sky.toward(dress, 0.08), 0.42 if night else 0.62)
    _orb(plate, x, y, Colour("#F6E7B0"), night)
    if not night:
        clouds(plate, rng.randint(1, 3), rng.uniform(-55, -25), Colour("#FBF5E6"))
    sea(plate, rng.uniform(22, 46), Colour("#A9C4C0"), rng.uniform(0.2, 1.2))


def burst(plate: Plate, dress: Colour) -> None:
    """Rays from behind the subject."""
    rng = plate.rng
    x, y = rng.uniform(-14, 14), rng.uniform(-30, 10)
    plate.colour(None, Colour("#F2E2BF").toward(dress, rng.uniform(0.05, 0.3)))
    plate.engrave(
        None, plate.glow(x, y, rng.uniform(120, 220), 1.0, 0.55), plate.rays(x, y, rng.choice((36, 48, 60, 72, 90)))
    )
    plate.white(plate.mask(ellipse(x, y, 16, 16)))


def rings(plate: Plate, dress: Colour) -> None:
    """Turned lines around the middle, as on banknotes and watch cases."""
    rng = plate.rng
    x, y = rng.uniform(-60, 60), rng.uniform(-50, 50)
    plate.colour(None, Colour("#EADFC9").toward(dress, rng.uniform(0.1, 0.28)))
    plate.engrave(None, plate.glow(x, y, rng.uniform(110, 200), 0.95, 0.5), plate.circles(x, y, rng.uniform(0.6, 1.0)))


def night_sky(plate: Plate, dress: Colour) -> None:
    """Stars, joined to constellations."""
    rng = plate.rng
    plate.colour(None, Colour("#AEB7CF").toward(dress, 0.15))
    plate.engrave(None, plate.ramp(0.22, 0.6), plate.lines(rng.choice((0, 20, -20))), plate.lines(72))
    _orb(plate, rng.choice((-1, 1)) * rng.uniform(55, 95), rng.uniform(-60, -35), Colour("#F3E6B8"), True)
    stars = [(rng.uniform(-plate.half_width, plate.half_width), rng.uniform(-plate.half_height, 30)) for _ in range(34)]
    drawn = []
    for x, y in stars:
        size = rng.uniform(1.6, 5.0)
        corners = [(size * (1 if k % 2 == 0 else 0.25), k * math.pi / 4) for k in range(8)]
        drawn.append([(x + reach * math.cos(turn), y + reach * math.sin(turn)) for reach, turn in corners])
    plate.white(plate.strokes(0.5, *([stars[n - 1], stars[n]] for n in range(5, len(stars), 5))))
    cover = plate.mask(*drawn)
    plate.white(plate.grown(cover, 0.5))
    plate.colour(cover, Colour("#FBF3D5"))


def _house(
    plate: Plate, x: float, ground: float, wide: float, high: float, kind: str, wash: Colour, roof: Colour
) -> None:
    rng = plate.rng
    top = ground - high
    wall = plate.mask([(x, ground), (x, top), (x + wide, top), (x + wide, ground)])
    plate.colour(wall, wash)
    shade = rng.uniform(0.55, 0.92)
    plate.engrave(wall, plate.flat(shade), plate.lines(rng.choice((0, 90))), halo=1.0, edge=0.9)
    middle = x + wide / 2
    peak = top - wide * rng.uniform(0.35, 0.75)
    if kind == "gable":
        cap = [(x - 2, top), (middle, peak), (x + wide + 2, top)]
    elif kind == "hip":
        cap = [
            (x - 2, top),
            (x + wide * 0.25, top - wide * 0.35),
            (x + wide * 0.75, top - wide * 0.35),
            (x + wide + 2, top),
        ]
    elif kind == "dome":
        cap = [*ellipse(middle, top, wide * 0.52, wide * 0.62, 180, 360)]
    elif kind == "spire":
        cap = [(x - 1, top), (middle, top - wide * 2.1), (x + wide + 1, top)]
    else:
        teeth = 5
        cap = [(x - 2, top + 1)]
        for tooth in range(teeth):
            a, b = x - 2 + (wide + 4) * tooth / teeth, x - 2 + (wide + 4) * (tooth + 1) / teeth
            level = top - (6 if tooth % 2 == 0 else 2)
            cap += [(a, level), (b, level)]
        cap.append((x + wide + 2, top + 1))
    cover = plate.mask(cap)
    plate.solid(
        cover,
        depth=5,
        light=0.75,
        dark=0.15,
        angle=rng.choice((25, -25, 0)),
        crossed=False,
        halo=0.8,
        edge=0.9,
        wash=roof,
    )
    if kind in ("dome", "spire"):
        tip = min(py for _, py in cap)
        plate.line(0.9, [(middle, tip + 1), (middle, tip - 8)], halo=0.8)
        if rng.random() < 0.5:
            flag = plate.mask([(middle, tip - 8), (middle + 9, tip - 6), (middle, tip - 4)])
            plate.black(flag)
    rows, columns = int(high // 12), max(1, int(wide // 11))
    panes = []
    for row in range(rows):
        for column in range(columns):
            if rng.random() < 0.75:
                cx, cy = x + wide * (column + 0.5) / columns, top + 7 + row * 12
                panes.append(
                    [(cx - 1.7, cy + 3), (cx - 1.7, cy - 2), (cx, cy - 3.6), (cx + 1.7, cy - 2), (cx + 1.7, cy + 3)]
                )
    if panes:
        plate.black(plate.mask(*panes))


def roofs(plate: Plate, dress: Colour, sky: bool = True, base: float = 70.0, tall: float = 1.0) -> None:
    """A town's skyline, two rows deep."""
    rng = plate.rng
    if sky:
        night = rng.random() < 0.35
        x, y = _sky(
            plate,
            Colour("#C4CADA") if night else rng.choice((Colour("#F2DDBB"), Colour("#E4E6DA"), Colour("#EFCFB5"))),
            0.45,
        )
        _orb(plate, x, y, Colour("#F6E7B0"), night)
    walls = (Colour("#EBD9B8"), Colour("#E6C9A4"), Colour("#D9CDB8"), Colour("#E9D3C0"))
    tops = (Colour("#B9694A"), Colour("#A65B45"), Colour("#8D8478"), dress.toward(Colour("#D8C7A8"), 0.4))
    for depth in (0, 1):
        ground = base - 26 + depth * 26
        x = -plate.half_width - rng.uniform(2, 16)
        while x < plate.half_width:
            wide = rng.uniform(17, 36)
            kind = rng.choice(("gable", "gable", "hip", "dome", "spire", "wall"))
            high = rng.uniform(24, 58) * tall * (1.15 if kind in ("spire", "dome") else 1)
            _house(
                plate,
                x,
                ground + plate.half_height,
                wide,
                high + plate.half_height,
                kind,
                rng.choice(walls),
                rng.choice(tops),
            )
            x += wide + rng.uniform(-1, 3)


def harbour(plate: Plate, dress: Colour) -> None:
    """A town seen over water."""
    rng = plate.rng
    roofs(plate, dress, True, rng.uniform(34, 44), 0.8)
    sea(plate, rng.uniform(44, 52), Colour("#A9C4C0"), rng.uniform(0.2, 0.6))


def forest(plate: Plate, dress: Colour) -> None:
    """Firs in rows, with snow or moss under them."""
    rng = plate.rng
    x, y = _sky(plate, rng.choice((Colour("#DDE5E2"), Colour("#E9E2CB"), Colour("#CFD8DC"))), 0.6)
    _orb(plate, x, y, Colour("#F6EBC0"), rng.random() < 0.5)
    for depth in range(3):
        ground = 40 + depth * 24
        x = -plate.half_width - rng.uniform(0, 20)
        while x < plate.half_width + 12:
            high = rng.uniform(58, 96) * (0.7 + depth * 0.25)
            wide = high * rng.uniform(0.18, 0.26)
            fir: list[Point] = [(x, ground - high)]
            right: list[Point] = []
            tiers = 6
            for tier in range(1, tiers + 1):
                reach = wide * tier / tiers
                level = ground - high * (1 - tier / tiers)
                right += [(x + reach, level), (x + reach * 0.5, level - 1)]
            fir += right + [(2 * x - px, py) for px, py in reversed(right)]
            cover = plate.mask(
                fir, [(x - 2, ground - 2), (x + 2, ground - 2), (x + 2, ground + 8), (x - 2, ground + 8)]
            )
            green = Colour("#9DB595").toward(dress, 0.15 + 0.1 * depth)
            plate.solid(
                cover,
                depth=7,
                light=0.8,
                dark=0.05,
                angle=rng.choice((70, 80, 100)),
                crossed=False,
                halo=1.2,
                edge=0.6,
                wash=green,
            )
            x += wide * rng.uniform(1.5, 3.1)
    hill = [(x, 88 + 5 * math.sin(x / 40 + rng.random())) for x in range(-260, 261, 20)]
    cover = plate.mask(below(plate, [(float(px), py) for px, py in hill]))
    plate.colour(cover, Colour("#EEF0EA"))
    plate.engrave(cover, plate.flat(0.88), plate.lines(4, 1.5, 70), halo=1, edge=0.8)


def hall(plate: Plate, dress: Colour) -> None:
    """Arches on columns, over a chequered floor."""
    rng = plate.rng
    plate.colour(None, Colour("#E7DCC4").toward(dress, 0.1))
    plate.engrave(None, plate.ramp(0.55, 0.75), plate.lines(90))
    count = rng.choice((3, 4, 5)) if plate.half_width > 115 else rng.choice((2, 3))
    w = plate.half_width
    step = 2 * w / count
    floor = rng.uniform(54, 66)
    spring = min(-38.0, 56 - plate.half_height)
    cap = spring - 8
    for number in range(count):
        x = -w + step * (number + 0.5)
        reach = step * 0.36
        door = [(x - reach, floor), *ellipse(x, spring, reach, reach * 0.9, 180, 360), (x + reach, floor)]
        cover = plate.mask(door)
        plate.colour(cover, rng.choice((Colour("#C9D6DB"), Colour("#EBD9B4"))).toward(dress, 0.05))
        plate.engrave(cover, plate.ramp(0.5, 0.95), plate.lines(0, 0.8), halo=2.2, edge=1.2)
    for number in range(count + 1):
        x = -w + step * number
        pillar = plate.mask(
            [(x - 7, floor), (x - 6, cap), (x + 6, cap), (x + 7, floor)],
            [(x - 11, cap), (x - 11, cap - 8), (x + 11, cap - 8), (x + 11, cap)],
            [(x - 10, floor), (x - 10, floor - 7), (x + 10, floor - 7), (x + 10, floor)],
        )
        plate.solid(pillar, depth=7, light=1.0, dark=0.2, angle=90, crossed=False, wash=Colour("#F2EAD6"))
    ground = plate.mask(below(plate, [(-w - 4, floor), (w + 4, floor)]))
    plate.colour(ground, Colour("#E3D3B4"))
    plate.engrave(ground, plate.flat(0.9), plate.lines(0), halo=1, edge=1)
    tiles = []
    rows = [floor + 4 + 3.2 * n * (n + 1) / 2 for n in range(9)]
    for row in range(len(rows) - 1):
        for column in range(-14, 14):
            if (row + column) % 2 == 0:
                a, b = 9 + rows[row] * 0.28, 9 + rows[row + 1] * 0.28
                tiles.append(
                    [
                        (column * a, rows[row]),
                        ((column + 1) * a, rows[row]),
                        ((column + 1) * b, rows[row + 1]),
                        (column * b, rows[row + 1]),
                    ]
                )
    plate.engrave(plate.mask(*tiles), plate.flat(0.3), plate.lines(35))


def curtain(plate: Plate, dress: Colour) -> None:
    """Heavy folds drawn aside."""
    rng = plate.rng
    plate.colour(None, Colour("#EBDDC2"))
    plate.engrave(None, plate.glow(0, -10, 170, 0.95, 0.5), plate.lines(0, 0.6))
    cloth = rng.choice((dress.toward(Colour("#E8D6B8"), 0.35), Colour("#B86B5C"), Colour("#9C86A8"), Colour("#7F9A94")))
    w, h = plate.half_width, plate.half_height
    sides = rng.choice(((-1, 1), (-1,), (1,)))
    for side in sides:
        folds = 6
        for number in range(folds, 0, -1):
            reach = w * 0.13 * number
            waist = reach * 0.45
            edge = [
                (side * (w - reach), -h - 4),
                (side * (w - reach * 0.92), -40),
                (side * (w - waist), 38),
                (side * (w - waist * 1.2), 60),
                (side * (w - reach * 0.7), h + 4),
            ]
            shape = [*smooth(edge, closed=False), (side * (w + 4), h + 4), (side * (w + 4), -h - 4)]
            plate.solid(
                plate.mask(shape),
                depth=5,
                light=0.92,
                dark=0.1,
                angle=84 if side > 0 else 96,
                crossed=False,
                halo=0,
                edge=0.9,
                wash=cloth,
            )
        tie = plate.mask(
            [(side * (w + 2), 36), (side * (w - w * 0.37), 40), (side * (w - w * 0.37), 48), (side * (w + 2), 46)]
        )
        plate.solid(tie, depth=3, wash=Colour("#D8B45C"))


def parchment(plate: Plate, dress: Colour) -> None:
    """An old chart: coast, depths, a grid of bearings."""
    rng = plate.rng
    plate.colour(None, Colour("#EBDCB6"))
    plate.engrave(None, plate.glow(0, 0, 210, 1.0, 0.75), plate.lines(0, 1.0, 90))
    cx, cy = rng.uniform(-40, 40), rng.uniform(-30, 30)
    for number in range(32):
        angle = number / 32 * math.tau
        plate.line(0.35, [(cx, cy), (cx + 400 * math.cos(angle), cy + 400 * math.sin(angle))])
    for side in (-1, 1):
        x = side * plate.half_width * rng.uniform(0.55, 0.85)
        coast: list[Point] = []
        y = -plate.half_height - 4
        while y < plate.half_height + 8:
            x += rng.uniform(-11, 11)
            coast.append((x, y))
            y += rng.uniform(4, 10)
        land = plate.mask([*coast, (side * 400, plate.half_height + 6), (side * 400, -plate.half_height - 6)])
        for ring in (9, 6, 3):
            plate.black(plate.grown(land, ring + 0.4))
            plate.white(plate.grown(land, ring))
        plate.colour(land, rng.choice((Colour("#D3C792"), Colour("#C9B58A"), Colour("#C2C49A"))))
        plate.engrave(land, plate.flat(0.93), plate.lines(30), edge=1.2)


def plain(plate: Plate, dress: Colour) -> None:
    """Bare, with hatching that darkens toward the corners."""
    rng = plate.rng
    plate.colour(None, Colour("#EFE3CB").toward(dress, rng.uniform(0.04, 0.22)))
    angle = rng.choice((0, 30, 45, -30, -45, 90))
    plate.engrave(
        None,
        plate.glow(rng.uniform(-40, 40), rng.uniform(-40, 0), rng.uniform(130, 190), 1.0, 0.4),
        plate.lines(angle),
        plate.lines(angle + 65),
    )


def storm(plate: Plate, dress: Colour) -> None:
    """Black clouds, lightning, high seas."""
    rng = plate.rng
    plate.colour(None, Colour("#B9BFC8").toward(dress, 0.12))
    plate.engrave(None, plate.ramp(0.1, 0.7), plate.lines(-18, 2.5, 60), plate.lines(50))
    clouds(plate, 7, -62, Colour("#C6C9CF"))
    for _ in range(rng.randint(1, 3)):
        x, y = rng.uniform(-plate.half_width * 0.8, plate.half_width * 0.8), -60.0
        bolt = [(x, y)]
        while y < 30:
            x, y = x + rng.uniform(-16, 16), y + rng.uniform(10, 20)
            bolt.append((x, y))
        plate.white(plate.strokes(4.5, bolt))
        plate.line(1.3, bolt)
    sea(plate, rng.uniform(28, 40), Colour("#8FAAA9"), 1.8)


Scene = Callable[[Plate, Colour], None]
SCENES: Final[Mapping[str, Scene]] = {
    "sea": open_sea,
    "burst": burst,
    "rings": rings,
    "night": night_sky,
    "roofs": roofs,
    "harbour": harbour,
    "forest": forest,
    "hall": hall,
    "curtain": curtain,
    "chart": parchment,
    "plain": plain,
    "storm": storm,
}
