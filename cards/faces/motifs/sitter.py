"""Who sits for a portrait: everything that heads, hats and clothes are drawn on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cards.faces.palette import Colour
from cards.faces.plate import Plate, moved, smooth
from cards.faces.vector import Point

SKINS: Final = tuple(map(Colour, ("#EBC9A6", "#E3B88F", "#D2A078", "#B98760", "#9A6B48", "#F0D5BA")))


HAIRS: Final = tuple(map(Colour, ("#5B4636", "#8A6A45", "#B98A50", "#3E3A3C", "#8E4A2E", "#BFB7AC", "#D8C49A")))


CLOTHS: Final = tuple(
    map(Colour, ("#A65B4B", "#5F7A8C", "#7D6B8F", "#6F8A66", "#B08A4A", "#7A7368", "#4F6F74", "#9C4E5C", "#C2A878"))
)


BRASS: Final = Colour("#D9B65E")


STEEL: Final = Colour("#C3CAD0")


LINEN: Final = Colour("#F6EFE0")


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits for a portrait: where, how large, and facing which way."""

    plate: Plate
    x: float
    y: float
    size: float
    flip: bool
    skin: Colour
    hair: Colour
    cloth: Colour
    trim: Colour

    def place(self, points: Sequence[Point]) -> list[Point]:
        """Points around the sitter's ear, for a face that looks to the right."""
        return moved(points, self.x, self.y, self.size, flip=self.flip)

    def dressed(self) -> Sitter:
        """The same sitter from the neck down, where everything is larger."""
        sway = 6 * self.size * (-1 if self.flip else 1)
        return replace(self, x=self.x - sway, y=self.y - 34 * self.size, size=self.size * 1.32)

    def solid(
        self,
        *shapes: Sequence[Point],
        wash: Colour,
        depth: float = 8,
        angle: float = 40,
        dark: float = 0.1,
        light: float = 0.92,
        halo: float = 1.6,
        crossed: bool = True,
    ) -> None:
        """Shade shapes together as one body."""
        cover = self.plate.mask(*(self.place(shape) for shape in shapes))
        turn = 180 - angle if self.flip else angle
        self.plate.solid(cover, depth * self.size, light, dark, turn, None, crossed, halo, 1.2, wash)

    def line(self, width: float, *lines: Sequence[Point]) -> None:
        """Inked lines on the sitter."""
        self.plate.line(width * self.size, *(self.place(line) for line in lines))


def curve(*points: Point) -> list[Point]:
    """An open curve through points."""
    return smooth(list(points), closed=False)


Part = Callable[[Sitter], None]
