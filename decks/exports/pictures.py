"""The picture that a link to a deck unfurls into: leader, name, numbers and cost curve, in the faction's colours."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from PIL import Image

from cards.catalogue import Card, CardType, Catalogue
from cards.faces import FaceStore, face_key
from cards.faces.canvas import Canvas
from cards.faces.frame import dressed, paper
from cards.faces.lettering import DISPLAY, FONTS, SEMIBOLD, SMALL_CAPS, TEXT, fitted, width
from cards.faces.palette import BRASS, FACTION_COLOURS, INK, PAPER, FactionColours, faction_colours
from cards.faces.renderer import drawing_digest
from decks.decklist import Decklist
from decks.exchange import clean_name
from decks.exports.titles import drawable, fit_title
from decks.lists.statistics import statistics

SIZE: Final = (1200, 630)
#: Nearly every deck's curve ends before; what costs more stands in the last column.
_LAST_COST: Final = 6
_FIRST_COSTS: Final = 3
#: The largest size of the name, by the number of its lines: what lies below it stays where it is.
_TITLE_SIZES: Final = {1: 76.0, 2: 56.0, 3: 37.0, 4: 27.0, 5: 22.0}
#: So many of the approach deck's people stand in a row below the name.
_MAX_PEOPLE: Final = 6
_PERSON: Final = (88, 123)
_LEFT, _RIGHT = 492, 1148
_FACE: Final = (388, 542)


@dataclass(frozen=True, slots=True)
class PictureDeck:
    """What the picture says about a deck besides its cards."""

    name: str
    decklist: Decklist
    author: str = ""


@cache
def _own() -> str:
    code = [path.read_bytes() for path in (Path(__file__), Path(__file__).with_name("titles.py"))]
    return hashlib.sha256(drawing_digest().encode() + b"".join(code)).hexdigest()


def picture_key(deck: PictureDeck, catalogue: Catalogue) -> str:
    """A digest of all that shows on the picture: what has this key never changes."""
    leader = _leader(deck, catalogue)
    face = face_key(leader, "page") if leader else ""
    facts = (_own(), deck.name, deck.author, deck.decklist.fingerprint, catalogue.version, face)
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:24]


def draw_picture(deck: PictureDeck, catalogue: Catalogue, store: FaceStore) -> bytes:
    """Draw it as PNG."""
    leader = _leader(deck, catalogue)
    colours = faction_colours(leader) if leader else FACTION_COLOURS["city"]
    picture = dressed(colours, *SIZE, 1.4)
    canvas = Canvas(picture, 1.0)
    _sheet(canvas)
    if leader:
        _face(picture, leader, store)
    else:
        canvas.icon(colours.emblem, 252, 315, 300, PAPER)
    _words(canvas, deck, leader, colours, catalogue)
    _people(picture, deck.decklist, catalogue, store)
    _counts(canvas, deck.decklist, colours)
    _curve(canvas, deck.decklist, colours, catalogue)
    out = io.BytesIO()
    picture.quantize(192, dither=Image.Dither.FLOYDSTEINBERG).save(out, "PNG", optimize=True)
    return out.getvalue()


def _leader(deck: PictureDeck, catalogue: Catalogue) -> Card | None:
    return catalogue.get(deck.decklist.leader) if deck.decklist.leader else None


def _sheet(canvas: Canvas) -> None:
    left, top, right, bottom = 452, 40, 1168, 590
    grain = paper(right - left, bottom - top, PAPER.hex)
    canvas.picture.paste(grain, (left, top))
    canvas.frame(left, top, right, bottom, INK, 2)
    canvas.frame(left + 8, top + 8, right - 8, bottom - 8, BRASS, 2)


def _face(picture: Image.Image, leader: Card, store: FaceStore) -> None:
    with Image.open(store.path(leader, "page", "webp")) as stored:
        face = stored.convert("RGBA").resize(_FACE, Image.Resampling.LANCZOS)
    place = ((452 - _FACE[0]) // 2, (SIZE[1] - _FACE[1]) // 2)
    shadow = Image.new("L", SIZE, 0)
    shadow.paste(120, (place[0] + 6, place[1] + 10), face.getchannel("A"))
    picture.paste(INK.rgb, mask=shadow.reduce(8).resize(SIZE, Image.Resampling.BICUBIC))
    picture.paste(face, place, face)


def _words(
    canvas: Canvas, deck: PictureDeck, leader: Card | None, colours: FactionColours, catalogue: Catalogue
) -> None:
    room = _RIGHT - _LEFT
    faction = catalogue.by_faction.get(leader.faction) if leader and leader.faction else None
    kicker = f"{faction.name} deck" if faction else "A deck"
    canvas.icon(colours.emblem, _LEFT + 20, 92, 40, colours.text)
    canvas.text(_LEFT + 52, 104, kicker, SMALL_CAPS, 34, colours.text)
    name = drawable(clean_name(deck.name), FONTS / f"{DISPLAY}.ttf", kicker)
    size, lines = fit_title(name, room, lambda words: width(DISPLAY, 1, words), _TITLE_SIZES)
    y = 124.0
    for line in lines:
        y += size * 1.04
        canvas.text(_LEFT, y, line, DISPLAY, size, INK)
    y += 36
    if leader:
        led = f"led by {leader.full_name}"
        canvas.text(_LEFT, y, led, TEXT, fitted(TEXT, led, room, 27, 17), INK)
    if deck.author:
        by = f"by {drawable(deck.author, FONTS / f'{TEXT}.ttf', 'a player')}"
        canvas.text(
            _RIGHT, 104, by, TEXT, fitted(TEXT, by, room - 120 - width(SMALL_CAPS, 34, kicker), 24, 14), INK, "rs"
        )


def _counts(canvas: Canvas, decklist: Decklist, colours: FactionColours) -> None:
    x = float(_LEFT)
    for number, words in ((len(decklist.approach), "approach"), (decklist.faction_size, "faction")):
        canvas.text(x, 536, str(number), SEMIBOLD, 64, colours.text)
        wide = max(width(SEMIBOLD, 64, str(number)), width(TEXT, 22, words))
        canvas.text(x, 564, words, TEXT, 22, INK)
        x += wide + 34
    canvas.icon("five-sails", _RIGHT - 138, 555, 26, colours.text)
    canvas.text(_RIGHT, 564, "Five Sails", SMALL_CAPS, 26, colours.text, "rs")


def _people(picture: Image.Image, decklist: Decklist, catalogue: Catalogue, store: FaceStore) -> None:
    approach = [card for code in decklist.approach if (card := catalogue.get(code))]
    people = [card for card in approach if card.type is CardType.CHARACTER][:_MAX_PEOPLE]
    for place, card in enumerate(people):
        with Image.open(store.path(card, "grid", "webp")) as stored:
            face = stored.convert("RGBA").resize(_PERSON, Image.Resampling.LANCZOS)
        picture.paste(face, (_LEFT + place * (_PERSON[0] + 16), 282), face)


def _curve(canvas: Canvas, decklist: Decklist, colours: FactionColours, catalogue: Catalogue) -> None:
    costs = statistics(decklist, catalogue).costs.counts
    if not costs:
        return
    last = min(_LAST_COST, max(_FIRST_COSTS, *costs))
    columns = [costs.get(cost, 0) for cost in range(last)]
    columns.append(sum(count for cost, count in costs.items() if cost >= last))
    left, bottom, high, step = 752, 512, 62, 58
    most = max(columns)
    for place, count in enumerate(columns):
        x = left + place * step
        top = bottom - high * count / most
        if count:
            canvas.box(x, top, x + step - 12, bottom, colours.main)
            canvas.figure(x + (step - 12) / 2, top - 13, str(count), SEMIBOLD, 20, INK)
        label = f"{place}+" if place == _LAST_COST else str(place)
        canvas.figure(x + (step - 12) / 2, bottom + 15, label, TEXT, 18, INK)
    canvas.rule(left - 6, left + len(columns) * step - 6, bottom, INK, 2)
    canvas.text(left - 6, 564, "cost curve", TEXT, 22, INK)
