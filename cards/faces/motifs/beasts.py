"""Animals in outline: what Ussura's forests and the City's alleys are full of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from cards.faces.palette import Colour
from cards.faces.plate import Plate, ellipse, moved, smooth
from cards.faces.vector import Point


def _put(
    plate: Plate,
    flip: bool,
    shapes: Sequence[Sequence[Point]],
    wash: Colour,
    depth: float = 12,
    angle: float = 70,
    light: float = 0.85,
) -> None:
    cover = plate.mask(*(moved(shape, 0, 4, 1.12, flip=flip) for shape in shapes))
    plate.solid(cover, depth, light, 0.02, 180 - angle if flip else angle, None, True, 2.2, 1.2, wash)


def _eye(plate: Plate, flip: bool, x: float, y: float, size: float = 2.6) -> None:
    plate.white(plate.mask(moved(ellipse(x, y, size + 1.4, size + 0.8), 0, 4, 1.12, flip=flip)))
    plate.black(plate.mask(moved(ellipse(x, y, size * 0.7, size), 0, 4, 1.12, flip=flip)))


def _tufts(points: Sequence[Point], deep: float) -> list[Point]:
    """A ragged edge: between any two points the fur hangs out."""
    ragged: list[Point] = []
    for (ax, ay), (bx, by) in pairwise(points):
        ragged += [(ax, ay), ((ax + 2 * bx) / 3 - deep * 0.4, (ay + 2 * by) / 3 + deep)]
    return [*ragged, points[-1]]


def wolf(plate: Plate, flip: bool) -> None:
    """A wolf's or hound's head, ears up."""
    back = _tufts([(-34, -30), (-54, -8), (-66, 22), (-78, 54), (-90, 86), (-96, 112)], 9)
    chest = [(64, 112), (44, 84), (52, 78), (32, 56), (38, 48), (18, 30)]
    _put(plate, flip, [[*back, *chest, (0, -10)]], Colour("#8F8678"), 18, 110)
    cheek = _tufts([(-36, -22), (-46, 0), (-40, 20), (-22, 36), (2, 44), (16, 30)], 8)
    _put(plate, flip, [[*cheek, (24, 6), (-6, -28)]], Colour("#A89E8E"), 12, 60)
    for ear in ([(-42, -28), (-44, -70), (-18, -46)], [(-14, -44), (-4, -78), (10, -44)]):
        _put(plate, flip, [ear], Colour("#7E7566"), 7, 80)
    skull = smooth(
        [
            (-36, -30),
            (-20, -48),
            (6, -46),
            (20, -30),
            (28, -20),
            (52, -14),
            (60, -8),
            (60, 2),
            (50, 10),
            (28, 14),
            (8, 20),
            (-20, 12),
            (-36, -6),
        ]
    )
    _put(plate, flip, [skull], Colour("#BDB3A2"), 12, 25)
    jaw = smooth([(54, 9), (34, 15), (12, 20), (14, 28), (34, 25), (50, 18)])
    _put(plate, flip, [jaw], Colour("#9B9080"), 5, 10)
    _eye(plate, flip, 12, -22, 3.2)
    brow = smooth([(2, -32), (12, -28), (22, -20)], closed=False)
    plate.line(2.4, moved(brow, 0, 4, 1.12, flip=flip))
    plate.black(plate.mask(moved(ellipse(58, -7, 5.5, 4.6), 0, 4, 1.12, flip=flip)))
    teeth = [[(44 - n * 8, 12 + n), (41 - n * 8, 18 + n), (38 - n * 8, 13 + n)] for n in range(3)]
    plate.white(plate.mask(*(moved(tooth, 0, 4, 1.12, flip=flip) for tooth in teeth)))


def bear(plate: Plate, flip: bool) -> None:
    """A bear's heavy head and shoulders."""
    back = smooth([(-16, -44), (-58, -50), (-92, -14), (-104, 60), (-100, 110), (46, 110), (34, 50), (22, 20)])
    _put(plate, flip, [back], Colour("#8C6E54"), 20, 100)
    for x, y in ((-26, -50), (4, -54)):
        _put(plate, flip, [ellipse(x, y, 12, 12)], Colour("#7B5F48"), 6, 60)
    head = smooth(
        [
            (-38, -30),
            (-22, -52),
            (10, -52),
            (30, -36),
            (52, -26),
            (62, -14),
            (60, 0),
            (36, 10),
            (16, 30),
            (-20, 28),
            (-40, 4),
        ]
    )
    _put(plate, flip, [head], Colour("#9B7B5E"), 14, 30)
    _put(plate, flip, [smooth([(34, -26), (54, -24), (64, -12), (58, 2), (38, 6), (30, -8)])], Colour("#BFA283"), 7, 10)
    plate.black(plate.mask(moved(ellipse(60, -18, 6, 4.6), 0, 4, 1.12, flip=flip)))
    _eye(plate, flip, 22, -28)
    plate.line(1.6, moved(smooth([(60, -2), (44, 4), (32, 0)], closed=False), 0, 4, 1.12, flip=flip))


def raven(plate: Plate, flip: bool) -> None:
    """A raven on a branch."""
    branch = smooth([(-200, 66), (-60, 58), (20, 64), (200, 50), (200, 60), (20, 74), (-60, 68), (-200, 78)])
    _put(plate, flip, [branch], Colour("#A58665"), 6, 5)
    tail = [(-44, 34), (-92, 86), (-72, 92), (-56, 80), (-30, 54)]
    _put(plate, flip, [tail], Colour("#5C6270"), 8, 50, 0.55)
    body = smooth([(16, -44), (-6, -34), (-36, -6), (-56, 30), (-40, 52), (0, 56), (28, 34), (38, 4), (36, -20)])
    _put(plate, flip, [body], Colour("#6B7180"), 14, 60, 0.6)
    wing = smooth([(6, -16), (-28, 8), (-66, 60), (-34, 54), (0, 40), (14, 16)])
    _put(plate, flip, [wing], Colour("#596070"), 9, 40, 0.6)
    head = smooth([(4, -40), (10, -62), (30, -68), (46, -56), (44, -38), (30, -26)])
    _put(plate, flip, [head], Colour("#6B7180"), 8, 30, 0.6)
    _put(plate, flip, [smooth([(42, -58), (64, -54), (80, -42), (60, -44), (42, -44)])], Colour("#8B8578"), 5, 10)
    _eye(plate, flip, 34, -54, 3)
    legs = [[(-6, 54), (-8, 66)], [(10, 52), (12, 66)]]
    plate.line(2.4, *(moved(leg, 0, 4, 1.12, flip=flip) for leg in legs), halo=0.8)


def cat(plate: Plate, flip: bool) -> None:
    """A cat that sits and watches."""
    tail = smooth([(-30, 82), (-70, 84), (-84, 60), (-66, 40), (-60, 50), (-70, 62), (-60, 72), (-30, 70)])
    _put(plate, flip, [tail], Colour("#A8886A"), 6, 60)
    body = smooth([(-6, -22), (-34, 10), (-46, 56), (-40, 88), (40, 90), (36, 50), (28, 8), (16, -20)])
    _put(plate, flip, [body], Colour("#B3926F"), 15, 85)
    head = smooth([(-26, -40), (-20, -56), (6, -62), (32, -56), (38, -38), (28, -18), (6, -10), (-18, -18)])
    _put(plate, flip, [head], Colour("#BE9E7B"), 10, 20)
    for points in ([(-24, -46), (-28, -78), (-2, -58)], [(10, -60), (34, -80), (36, -48)]):
        _put(plate, flip, [points], Colour("#A8886A"), 5, 80)
    for x in (-8, 20):
        _eye(plate, flip, x, -38, 3.6)
    plate.black(plate.mask(moved([(3, -28), (11, -28), (7, -23)], 0, 4, 1.12, flip=flip)))
    whiskers = [[(0, -24), (-32, -28)], [(0, -22), (-32, -18)], [(14, -24), (46, -28)], [(14, -22), (46, -18)]]
    plate.line(0.7, *(moved(whisker, 0, 4, 1.12, flip=flip) for whisker in whiskers))


BEASTS: Final[Mapping[str, Callable[[Plate, bool], None]]] = {"wolf": wolf, "bear": bear, "raven": raven, "cat": cat}
