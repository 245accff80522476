"""A whole card upright: name, picture, numbers and rules text, at any size of the card's own proportion."""

from __future__ import annotations

from PIL import Image

from cards.catalogue import Card
from cards.faces.art import picture as engraving
from cards.faces.canvas import Canvas
from cards.faces.frame import CORNER, corners, dressed, ground
from cards.faces.layout import (
    BORDER,
    COMBAT_HEIGHT,
    FOOTER_BOTTOM,
    HEADER_HEIGHT,
    HEADER_TOP,
    HEIGHT,
    INSET,
    ROUNDEL,
    TEXT_PADDING,
    TYPE_GAP,
    TYPE_ICON,
    WIDTH,
    Figure,
    Layout,
    Manner,
    lay_out,
)
from cards.faces.lettering import BOLD, ITALIC, SMALL_CAPS, width
from cards.faces.palette import BRASS, INK, PAPER, FactionColours, faction_colours

CREDIT = "unofficial · Five Sails"


def draw_portrait(card: Card, wide: int, high: int, manner: Manner) -> Image.Image:
    """Draw a card upright, with transparent round corners."""
    colours = faction_colours(card)
    laid = lay_out(card, manner)
    picture = ground(colours.name, wide, high).copy()
    canvas = Canvas(picture, wide / WIDTH)
    _art(canvas, card, colours, laid)
    _header(canvas, card, colours, laid)
    _ribbon(canvas, colours, laid)
    _type_line(canvas, card, colours, laid)
    _text(canvas, colours, laid)
    _footer(canvas, colours, laid)
    picture.putalpha(corners(wide, high, canvas.px(CORNER)))
    return picture


def _art(canvas: Canvas, card: Card, colours: FactionColours, laid: Layout) -> None:
    box = laid.art
    left, top = canvas.px(box.left), canvas.px(box.top)
    wide, high = canvas.px(box.right) - left, canvas.px(box.bottom - 6) - top
    canvas.picture.paste(engraving(card, colours, wide, high), (left, top))
    canvas.frame(box.left, box.top, box.right, box.bottom - 6, colours.dark, 3)
    canvas.frame(box.left + 6, box.top + 6, box.right - 6, box.bottom - 12, colours.dark, 1.2)


def _header(canvas: Canvas, card: Card, colours: FactionColours, laid: Layout) -> None:
    top, bottom = HEADER_TOP, HEADER_TOP + HEADER_HEIGHT
    middle = (top + bottom) / 2
    centre = WIDTH / 2
    if laid.title:
        canvas.text(centre, top + 53, laid.name.text, laid.name.face, laid.name.size, INK, "ms")
        canvas.text(centre, top + 87, laid.title.text, laid.title.face, laid.title.size, colours.text, "ms")
    else:
        canvas.text(centre, middle + 0.3 * laid.name.size, laid.name.text, laid.name.face, laid.name.size, INK, "ms")
    left, right = BORDER + ROUNDEL + 8, WIDTH - BORDER - ROUNDEL - 8
    _roundel(canvas, colours, right, middle)
    if laid.coin:
        _coin(canvas, colours, laid.coin, left, middle)
    else:
        _seal(canvas, card, colours, left, middle)


def _roundel(canvas: Canvas, colours: FactionColours, x: float, y: float) -> None:
    canvas.disc(x, y, ROUNDEL, INK)
    canvas.disc(x, y, ROUNDEL - 2, BRASS)
    canvas.disc(x, y, ROUNDEL - 6, colours.deep)
    canvas.disc(x, y, ROUNDEL - 8, colours.main)
    canvas.icon(colours.emblem, x, y, 50, PAPER)


def _seal(canvas: Canvas, card: Card, colours: FactionColours, x: float, y: float) -> None:
    """Where a card has no cost, its type balances the emblem."""
    canvas.disc(x, y, ROUNDEL - 6, colours.text)
    canvas.disc(x, y, ROUNDEL - 8, PAPER)
    canvas.disc(x, y, ROUNDEL - 11, colours.text)
    canvas.disc(x, y, ROUNDEL - 12, PAPER)
    canvas.icon(card.type.value, x, y, 40, colours.text)


def _coin(canvas: Canvas, colours: FactionColours, figure: Figure, x: float, y: float) -> None:
    canvas.disc(x, y, ROUNDEL + 2, INK, teeth=36)
    canvas.disc(x, y, ROUNDEL - 1, BRASS, teeth=36)
    canvas.disc(x, y, ROUNDEL - 6, INK.toward(BRASS, 0.35))
    canvas.disc(x, y, ROUNDEL - 8, BRASS.toward(PAPER, 0.55))
    if figure.icon == "initiative":
        canvas.icon("initiative", x, y - 22, 24, colours.text)
        canvas.figure(x, y + 12, figure.value, BOLD, 50, INK)
    else:
        canvas.figure(x, y, figure.value, BOLD, 62, INK)


def _ribbon(canvas: Canvas, colours: FactionColours, laid: Layout) -> None:
    box = laid.ribbon
    if box is None:
        return
    left, top, right, bottom = (canvas.px(value) for value in (box.left, box.top, box.right, box.bottom))
    canvas.box(box.left, box.top, box.right, box.bottom, colours.deep)
    cloth = dressed(colours, right - left, bottom - top, canvas.scale)
    canvas.picture.paste(Image.blend(Image.new("RGB", cloth.size, colours.deep.rgb), cloth, 0.28), (left, top))
    for y in (box.top, box.bottom - 4):
        canvas.rule(box.left, box.right, y, BRASS, 3)
    count = len(laid.ribbon_figures)
    cell = min(170.0, (box.width - 40) / count)
    start = (box.left + box.right) / 2 - cell * count / 2
    middle = (box.top + box.bottom) / 2
    for number, figure in enumerate(laid.ribbon_figures):
        centre = start + cell * (number + 0.5)
        wide = width(BOLD, 52, figure.value)
        canvas.icon(figure.icon, centre - (wide + 12) / 2, middle, 42, BRASS.toward(PAPER, 0.35))
        canvas.figure(centre + (42 + 12) / 2, middle, figure.value, BOLD, 52, PAPER)
        if number:
            x = start + cell * number
            canvas.box(x - 1, box.top + 16, x + 1.5, box.bottom - 16, BRASS.toward(colours.deep, 0.4))


def _type_line(canvas: Canvas, card: Card, colours: FactionColours, laid: Layout) -> None:
    box = laid.type_box
    baseline = box.top + box.height * 0.68
    canvas.icon(card.type.value, box.left + 17, box.top + box.height / 2, 30, colours.text)
    x = box.left + TYPE_ICON
    if laid.type_label:
        canvas.text(x, baseline, laid.type_label.text, laid.type_label.face, laid.type_label.size, colours.text)
        x += laid.type_label.width + TYPE_GAP
    canvas.text(box.right - 2, baseline, laid.traits.text, ITALIC, laid.traits.size, INK, "rs")
    canvas.rule(box.left, box.right, box.bottom - 5, colours.text, 2.4)
    canvas.rule(box.left, box.right, box.bottom - 1, colours.text, 1)


def _text(canvas: Canvas, colours: FactionColours, laid: Layout) -> None:
    box, block = laid.text_box, laid.text
    if box is None:
        return
    left = box.left + TEXT_PADDING
    top = box.top + max(TEXT_PADDING * 0.8, (box.height - block.height) / 2)
    for placed in block.pieces:
        x, y = left + placed.x, top + placed.y
        if placed.piece.icon:
            size = block.size * 0.92
            canvas.icon(placed.piece.text, x + block.size * 0.49, y - block.size * 0.32, size, colours.text)
        else:
            canvas.text(x, y, placed.piece.text, placed.piece.face, block.size, INK)
    for bar in block.bars:
        canvas.rule(left, box.right - TEXT_PADDING, top + bar, colours.text, 2)
        for radius, fill in ((9, PAPER), (5.5, colours.text)):
            x, y = WIDTH / 2, top + bar + 1
            canvas.polygon([(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)], fill)


def _footer(canvas: Canvas, colours: FactionColours, laid: Layout) -> None:
    bottom = FOOTER_BOTTOM
    line = bottom - 9
    if laid.combat:
        top = bottom - COMBAT_HEIGHT + 2
        _pennant(canvas, colours, laid.combat, top, bottom)
        line = bottom - 12
    canvas.text(WIDTH - INSET, line, laid.imprint, SMALL_CAPS, 23, INK, "rs")
    canvas.text(WIDTH / 2, HEIGHT - 9, CREDIT, SMALL_CAPS, 15, PAPER, "ms")


def _pennant(canvas: Canvas, colours: FactionColours, combat: tuple[Figure, ...], top: float, bottom: float) -> None:
    """The values of a combat card on a flag that flies from the border."""
    left, cell = BORDER, 108.0
    right = left + 18 + cell * len(combat)
    middle = (top + bottom) / 2
    flag = [(left, top), (right + 26, top), (right + 6, middle), (right + 26, bottom), (left, bottom)]
    canvas.polygon(flag, BRASS)
    inner = [(left, top + 4), (right + 19, top + 4), (right + 1, middle), (right + 19, bottom - 4), (left, bottom - 4)]
    canvas.polygon(inner, colours.deep)
    for number, figure in enumerate(combat):
        centre = left + 10 + cell * (number + 0.5)
        canvas.icon(figure.icon, centre - 22, middle, 38, BRASS.toward(PAPER, 0.35))
        canvas.figure(centre + 22, middle, figure.value, BOLD, 46, PAPER)
