"""Portraits in profile, as on medals: a head, what it wears, and what is worth knowing of its trade."""

from __future__ import annotations

from cards.faces.motifs.hair import HAIR, beard
from cards.faces.motifs.hats import HATS, eye_patch, half_mask
from cards.faces.motifs.sitter import BRASS, CLOTHS, HAIRS, LINEN, SKINS, Sitter, curve
from cards.faces.motifs.wardrobe import CLOTHES
from cards.faces.palette import Colour
from cards.faces.plate import Plate, ellipse, smooth


def _neck(sitter: Sitter) -> None:
    neck = smooth([(-20, 20), (-24, 40), (-28, 66), (18, 66), (12, 50), (14, 30)])
    sitter.solid(neck, wash=sitter.skin.toward(Colour("#8A5A44"), 0.15), depth=10, angle=0, dark=0.05)


def _face(sitter: Sitter) -> None:
    rng = sitter.plate.rng
    nose, chin, brow = rng.uniform(-4, 2.5), rng.uniform(-4, 4), rng.uniform(-2, 2)
    profile = [
        (0, -38),
        (16, -35),
        (26, -24),
        (29 + brow, -13),
        (28, -7),
        (33, 0),
        (39 + nose, 7 - nose * 0.3),
        (36 + nose * 0.5, 10.5),
        (31, 11),
        (33.5, 15),
        (30, 18),
        (32.5, 22),
        (28.5, 26),
        (30 + chin, 33),
        (24 + chin, 39),
        (10, 37),
        (-6, 28),
        (-18, 24),
        (-30, 10),
        (-35, -8),
        (-28, -26),
        (-14, -36),
    ]
    face = smooth(profile, steps=4)
    sitter.solid(face, wash=sitter.skin, depth=13, angle=30, dark=0.16, light=0.97)
    sitter.line(1.7, curve((16, -7), (21, -9.5), (26, -7.5)))
    sitter.line(1.1, curve((17.5, -4.5), (22, -6), (25.5, -3.5)), curve((19, -2.5), (23, -2), (25, -3)))
    sitter.plate.black(sitter.plate.mask(sitter.place(ellipse(22.6, -4, 1.7, 1.9))))
    sitter.line(1.2, curve((32, 18.2), (26, 18.6), (23.5, 17)))
    sitter.line(0.8, curve((30, 8.5), (29, 5.5), (30.5, 3.5)), curve((20, 3), (18, 10), (20, 15)))
    ear = smooth([(-7, -9), (-1, -11), (2, -4), (-2, 5), (-6, 6)])
    sitter.solid(ear, wash=sitter.skin, depth=4, angle=60, halo=0.4)


def portrait(
    plate: Plate, dress: Colour, hat: str, hair: str, clothes: str, bearded: bool, masked: bool, patched: bool
) -> None:
    """Draw a bust in profile."""
    rng = plate.rng
    flip = rng.random() < 0.5
    cloth = rng.choice((*CLOTHS, dress.toward(Colour("#E8DCC4"), 0.3), dress.toward(Colour("#E8DCC4"), 0.15)))
    trim = rng.choice((BRASS, LINEN, dress.toward(Colour("#F0E4CC"), 0.4), Colour("#C9705C"), Colour("#7E9CA6")))
    size = rng.uniform(1.0, 1.12)
    sitter = Sitter(
        plate,
        rng.uniform(-8, 8),
        -8 + rng.uniform(-3, 4),
        size,
        flip,
        rng.choice(SKINS),
        rng.choice(HAIRS),
        cloth,
        trim,
    )
    behind = hair in ("long", "braids")
    if behind:
        HAIR[hair](sitter)
    _neck(sitter)
    CLOTHES[clothes](sitter.dressed())
    _face(sitter)
    if masked:
        half_mask(sitter)
    if patched:
        eye_patch(sitter)
    if bearded:
        beard(sitter)
    HAIR[hair](sitter)
    HATS[hat](sitter)
