"""Clothes for portraits, from the neck down."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from cards.faces.motifs.sitter import BRASS, LINEN, STEEL, Part, Sitter, curve
from cards.faces.palette import Colour
from cards.faces.plate import ellipse, smooth
from cards.faces.vector import Point


def _coat(sitter: Sitter) -> None:
    body = smooth([(-22, 46), (-52, 62), (-74, 92), (-84, 140), (70, 140), (62, 96), (46, 72), (16, 56)])
    sitter.solid(body, wash=sitter.cloth, depth=14, angle=62)
    lapel = [(2, 52), (22, 60), (44, 100), (40, 140), (26, 140), (20, 96)]
    sitter.solid(lapel, wash=sitter.trim, depth=5, angle=20, halo=0.6)
    for y in (84, 100, 116):
        sitter.solid(ellipse(50 - (116 - y) * 0.1, y, 3.2, 3.2), wash=BRASS, depth=2, halo=0.5, crossed=False)
    collar = smooth([(-28, 36), (-34, 58), (0, 64), (20, 58), (10, 46), (-10, 50)])
    sitter.solid(collar, wash=sitter.trim, depth=5, angle=-30, halo=0.8)


def _ruff(sitter: Sitter) -> None:
    _gown(sitter)
    pleats = 15
    rim: list[Point] = []
    for number in range(pleats * 2 + 1):
        angle = math.radians(170 - number * 180 / (pleats * 2))
        wide = 44 if number % 2 else 37
        rim.append((-4 + wide * math.cos(angle), 50 + 12 * math.sin(angle) + (4 if number % 2 else 0)))
    bottom = [(x, y) for x, y in rim]
    ruff = [(-46, 44), *bottom, (40, 46), (20, 38), (-24, 36)]
    sitter.solid(ruff, wash=LINEN, depth=6, angle=90, dark=0.35, crossed=False)
    sitter.line(0.7, *([(-4 + (x + 4) * 0.5, 44 + (y - 44) * 0.2), (x, y)] for x, y in bottom))


def _gown(sitter: Sitter) -> None:
    body = smooth([(-20, 48), (-44, 66), (-64, 96), (-72, 140), (60, 140), (54, 98), (36, 72), (12, 56)])
    sitter.solid(body, wash=sitter.cloth, depth=14, angle=75)
    sitter.line(1.2, curve((-30, 74), (-36, 100), (-34, 138)), curve((10, 64), (20, 96), (18, 138)))


def _armour(sitter: Sitter) -> None:
    chest = smooth([(-20, 52), (-40, 66), (-50, 100), (-48, 140), (56, 140), (60, 104), (44, 72), (14, 56)])
    sitter.solid(chest, wash=STEEL, depth=16, angle=70, dark=0.05)
    for number in range(3):
        plate_ = ellipse(-46, 84 + number * 17, 28 - number * 3, 17, 150, 400)
        sitter.solid(plate_, wash=STEEL, depth=7, angle=20, dark=0.08, halo=0.8)
    gorget = smooth([(-26, 34), (-32, 58), (2, 66), (22, 58), (10, 44), (-10, 48)])
    sitter.solid(gorget, wash=STEEL.toward(BRASS, 0.3), depth=6, angle=0, halo=0.8)
    for x, y in ((-24, 56), (-8, 61), (10, 59)):
        sitter.solid(ellipse(x, y, 1.8, 1.8), wash=BRASS, depth=1, halo=0, crossed=False)


def _cloak(sitter: Sitter) -> None:
    body = smooth([(-18, 44), (-50, 56), (-82, 92), (-96, 140), (76, 140), (58, 100), (30, 66), (14, 52)])
    sitter.solid(body, wash=sitter.cloth, depth=14, angle=100)
    for shift in (0, 20, 40, 62):
        sitter.line(1.3, curve((-18 + shift * 0.4, 60), (-44 + shift, 98), (-56 + shift * 1.5, 140)))
    sitter.solid(ellipse(18, 62, 7, 7), wash=BRASS, depth=4, halo=1)


def _furs(sitter: Sitter) -> None:
    _gown(sitter)
    tufts: list[Point] = []
    for number in range(26):
        angle = math.radians(number / 26 * 360)
        reach = 1.0 if number % 2 else 0.8
        tufts.append((-6 + 54 * reach * math.cos(angle), 60 + 20 * reach * math.sin(angle)))
    sitter.solid(tufts, wash=Colour("#B79B77"), depth=8, angle=70, dark=0.05)


def _shirt(sitter: Sitter) -> None:
    body = smooth([(-20, 48), (-50, 64), (-70, 96), (-78, 140), (62, 140), (58, 98), (38, 72), (12, 56)])
    sitter.solid(body, wash=LINEN, depth=14, angle=75, dark=0.3)
    vest = [(-46, 64), (-18, 56), (-10, 140), (-74, 140), (-66, 96)]
    sitter.solid(vest, wash=sitter.cloth, depth=8, angle=60, halo=0.6)
    front = [(14, 58), (40, 74), (56, 98), (60, 140), (30, 140)]
    sitter.solid(front, wash=sitter.cloth, depth=6, angle=60, halo=0.6)
    scarf = smooth([(-24, 38), (-28, 54), (0, 62), (18, 56), (8, 44), (-8, 48)])
    sitter.solid(scarf, wash=sitter.trim, depth=4, angle=10)


CLOTHES: Final[Mapping[str, Part]] = {
    "coat": _coat,
    "ruff": _ruff,
    "gown": _gown,
    "armour": _armour,
    "cloak": _cloak,
    "furs": _furs,
    "shirt": _shirt,
}
