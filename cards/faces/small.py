"""Faces too small for a whole card: the strip of a list's row and the thumb beside a name."""

from __future__ import annotations

from typing import Final

from PIL import Image

from cards.catalogue import Card
from cards.faces.art import picture as engraving
from cards.faces.canvas import Canvas
from cards.faces.frame import corners, dressed, paper
from cards.faces.layout import Figure, figures, ribbon_figures
from cards.faces.lettering import BOLD, DISPLAY, DISPLAY_ITALIC, ITALIC, SMALL_CAPS, fitted, width
from cards.faces.palette import BRASS, INK, PAPER, FactionColours, faction_colours

#: Width and height of the strip in its own units.
STRIP: Final = (480, 96)
_BAND: Final = 30
_ART: Final = 132
#: The thumb's picture is drawn this much larger: hatching cannot be seen there, its tone can.
_FINE: Final = 4


def strip_figures(card: Card) -> tuple[Figure, ...]:
    """The numbers a row shows: a character's own, else what the card does in a duel."""
    return ribbon_figures(card) or figures(card, ("riposte", "parry", "thrust"))


def draw_strip(card: Card, wide: int, high: int) -> Image.Image:
    """A row: band of the faction, cost, name, numbers, and a cut of the picture."""
    colours = faction_colours(card)
    scale = wide / STRIP[0]
    picture = paper(wide, high, PAPER.hex).copy()
    canvas = Canvas(picture, scale)
    _picture(canvas, card, colours)
    picture.paste(dressed(colours, canvas.px(_BAND), high, scale * 0.6), (0, 0))
    canvas.box(_BAND, 0, _BAND + 3, STRIP[1], BRASS)
    left = _BAND + 14.0
    canvas.disc(_BAND / 2, STRIP[1] / 2, 14, INK)
    canvas.disc(_BAND / 2, STRIP[1] / 2, 13, colours.main)
    canvas.icon(colours.emblem, _BAND / 2, STRIP[1] / 2, 17, PAPER)
    coin = figures(card, ("cost",)) or figures(card, ("initiative",))
    if coin:
        _coin(canvas, colours, coin[0], left + 18)
        left += 48
    room = STRIP[0] - _ART - left - 12
    _words(canvas, card, colours, left, room)
    _numbers(canvas, card, colours, left)
    canvas.frame(0, 0, *STRIP, colours.deep, 2)
    picture.putalpha(corners(wide, high, canvas.px(8)))
    return picture


def _coin(canvas: Canvas, colours: FactionColours, figure: Figure, x: float) -> None:
    y = STRIP[1] / 2
    canvas.disc(x, y, 21, INK, teeth=30)
    canvas.disc(x, y, 19.5, BRASS, teeth=30)
    canvas.disc(x, y, 16.5, BRASS.toward(PAPER, 0.55))
    if figure.icon == "initiative":
        canvas.icon("initiative", x, y - 9, 10, colours.text)
        canvas.figure(x, y + 5, figure.value, BOLD, 20, INK)
    else:
        canvas.figure(x, y, figure.value, BOLD, 26, INK)


def _words(canvas: Canvas, card: Card, colours: FactionColours, left: float, room: float) -> None:
    name, title = card.name, card.title or ""
    name_size = fitted(DISPLAY, name, room, 25, 15)
    canvas.text(left, 31, name, DISPLAY, name_size, INK)
    taken = width(DISPLAY, name_size, name) + 8
    if title and taken + width(DISPLAY_ITALIC, 15, title) <= room:
        canvas.text(left + taken, 31, title, DISPLAY_ITALIC, 15, colours.text)
    canvas.icon(card.type.value, left + 7, 46, 14, colours.text)
    label = card.type.label
    canvas.text(left + 19, 51, label, SMALL_CAPS, 16, colours.text)
    start = left + 19 + width(SMALL_CAPS, 16, label) + 9
    traits = list(card.traits)
    while traits and start + width(ITALIC, 13.5, " · ".join(traits)) > left + room:
        traits.pop()
    if traits:
        canvas.text(start, 51, " · ".join(traits), ITALIC, 13.5, INK)


def _numbers(canvas: Canvas, card: Card, colours: FactionColours, left: float) -> None:
    x = left
    for figure in strip_figures(card):
        canvas.icon(figure.icon, x + 9, 74, 19, colours.text)
        canvas.text(x + 22, 81, figure.value, BOLD, 21, INK)
        x += 30 + width(BOLD, 21, figure.value) + 6


def _picture(canvas: Canvas, card: Card, colours: FactionColours) -> None:
    """The engraving on the right, fading into the paper."""
    wide, high = canvas.px(_ART), canvas.picture.size[1]
    large = engraving(card, colours, wide * 2, high * 2).resize((wide, high), Image.Resampling.LANCZOS)
    fade = Image.new("L", (wide, high), 255)
    soft = canvas.px(46)
    fade.paste(Image.linear_gradient("L").rotate(90).resize((soft, high)), (0, 0))
    canvas.picture.paste(large, (canvas.picture.size[0] - wide, 0), fade)


def draw_thumb(card: Card, side: int) -> Image.Image:
    """The heart of the picture in the faction's frame, its emblem in a corner."""
    colours = faction_colours(card)
    picture = Image.new("RGB", (side, side), colours.deep.rgb)
    edge = max(1, round(side / 20))
    inner = side - 2 * edge
    art = engraving(card, colours, inner * _FINE, inner * _FINE).resize((inner, inner), Image.Resampling.LANCZOS)
    picture.paste(art, (edge, edge))
    canvas = Canvas(picture, side / 40)
    canvas.disc(31.5, 31.5, 8.5, PAPER)
    canvas.disc(31.5, 31.5, 7.5, colours.main)
    canvas.icon(colours.emblem, 31.5, 31.5, 10.5, PAPER)
    picture.putalpha(corners(side, side, max(2, side // 9)))
    return picture
