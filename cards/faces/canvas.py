"""A picture that is drawn on in card units, whatever its size in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from cards.faces.icons import icon_mask
from cards.faces.lettering import features, font, width
from cards.faces.palette import Colour
from cards.faces.vector import SUPERSAMPLE


@lru_cache(maxsize=256)
def _disc(size: int, teeth: int) -> Image.Image:
    """A smooth disc, milled like a coin's edge when it has ``teeth``."""
    large = size * SUPERSAMPLE
    whole = Image.new("L", (large, large), 0)
    draw = ImageDraw.Draw(whole)
    bite = large * 0.012 if teeth else 0
    draw.ellipse((bite, bite, large - 1 - bite, large - 1 - bite), fill=255)
    for tooth in range(teeth):
        start = 360 * tooth / teeth
        draw.pieslice((0, 0, large - 1, large - 1), start, start + 180 / teeth, fill=255)
    return whole.resize((size, size), Image.Resampling.BOX)


class Canvas:
    """Draws shapes, words and icons on an RGB picture; one unit is ``scale`` pixels."""

    def __init__(self, picture: Image.Image, scale: float) -> None:
        self.picture = picture
        self.scale = scale
        self.draw = ImageDraw.Draw(picture)
        self.finer = 2 if scale > 0.8 else 4
        # Small letters lose their thin strokes in the reduction; this gives the ink back.
        strength = 1.0 if scale > 0.8 else 1.15 if scale > 0.5 else 1.35
        self.weight = [min(255, round(level * strength)) for level in range(256)]

    def px(self, units: float) -> int:
        """Units as whole pixels."""
        return round(units * self.scale)

    def box(self, left: float, top: float, right: float, bottom: float, fill: Colour) -> None:
        """A filled rectangle."""
        x, y = self.px(left), self.px(top)
        self.draw.rectangle((x, y, max(x, self.px(right) - 1), max(y, self.px(bottom) - 1)), fill=fill.rgb)

    def rule(self, left: float, right: float, y: float, fill: Colour, weight: float = 2) -> None:
        """A horizontal line, never thinner than a pixel."""
        top = self.px(y)
        self.draw.rectangle((self.px(left), top, self.px(right) - 1, top + max(1, self.px(weight)) - 1), fill=fill.rgb)

    def frame(self, left: float, top: float, right: float, bottom: float, fill: Colour, weight: float = 2) -> None:
        """The outline of a rectangle, inside its edges."""
        edges = (self.px(left), self.px(top), self.px(right) - 1, self.px(bottom) - 1)
        self.draw.rectangle(edges, outline=fill.rgb, width=max(1, self.px(weight)))

    def disc(self, x: float, y: float, radius: float, fill: Colour, teeth: int = 0) -> None:
        """A smooth filled circle around a point."""
        size = max(2, self.px(2 * radius))
        corner = (round(x * self.scale - size / 2), round(y * self.scale - size / 2))
        self.picture.paste(fill.rgb, corner, _disc(size, teeth))

    def polygon(self, points: Sequence[tuple[float, float]], fill: Colour) -> None:
        """A filled polygon with smooth edges."""
        xs, ys = [x * self.scale for x, _ in points], [y * self.scale for _, y in points]
        left, top = int(min(xs)), int(min(ys))
        wide, high = int(max(xs)) - left + 2, int(max(ys)) - top + 2
        large = Image.new("L", (wide * SUPERSAMPLE, high * SUPERSAMPLE), 0)
        moved = [((x - left) * SUPERSAMPLE, (y - top) * SUPERSAMPLE) for x, y in zip(xs, ys, strict=True)]
        ImageDraw.Draw(large).polygon(moved, fill=255)
        self.picture.paste(fill.rgb, (left, top), large.resize((wide, high), Image.Resampling.BOX))

    def icon(self, name: str, x: float, y: float, size: float, fill: Colour) -> None:
        """An icon centred on a point."""
        pixels = max(6, self.px(size))
        corner = (round(x * self.scale - pixels / 2), round(y * self.scale - pixels / 2))
        self.picture.paste(fill.rgb, corner, icon_mask(name, pixels))

    def text(self, x: float, y: float, words: str, face: str, size: float, fill: Colour, anchor: str = "ls") -> None:
        """A line of text by an anchor of Pillow's: ``ls`` is left and baseline, ``ms`` and ``rs`` the middle and right.

        Pillow rounds every letter's advance to a pixel; drawn large and reduced, small text keeps its spacing.
        """
        finer = self.finer
        set_in = font(face, size * self.scale * finer)
        px, py = x * self.scale * finer, y * self.scale * finer
        left, top, right, bottom = set_in.getbbox(words, anchor=anchor, features=features(face))
        start = int((px + left) // finer) - 1, int((py + top) // finer) - 1
        wide, high = int((px + right) // finer) + 2 - start[0], int((py + bottom) // finer) + 2 - start[1]
        large = Image.new("L", (wide * finer, high * finer), 0)
        place = (px - start[0] * finer, py - start[1] * finer)
        ImageDraw.Draw(large).text(place, words, fill=255, font=set_in, anchor=anchor, features=features(face))
        self.picture.paste(fill.rgb, start, large.reduce(finer).point(self.weight))

    def figure(self, x: float, y: float, words: str, face: str, size: float, fill: Colour) -> None:
        """A number centred on a point by the height of its digits, so that a row of numbers stands on one line."""
        rise = 0.335 * size
        self.text(x - width(face, size, words) / 2, y + rise, words, face, size, fill)
