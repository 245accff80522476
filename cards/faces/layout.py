"""Where everything stands on a portrait face, in units of a full-size card: measured here, drawn elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cards.catalogue import Card, CardType
from cards.catalogue.stats import Mark, Stat
from cards.faces.lettering import (
    BOLD,
    DISPLAY,
    DISPLAY_ITALIC,
    ITALIC,
    SEMIBOLD,
    SMALL_CAPS,
    TEXT,
    Block,
    Paragraph,
    fitted,
    set_block,
    width,
    words,
)

#: A card of 63 by 88 mm at 300 dots an inch; all measures below are in these units.
WIDTH: Final = 744
HEIGHT: Final = 1039
BORDER: Final = 32
INSET: Final = 50
INNER: Final = WIDTH - 2 * INSET

HEADER_TOP: Final = 40
HEADER_HEIGHT: Final = 96
ROUNDEL: Final = 46
ART_TOP: Final = HEADER_TOP + HEADER_HEIGHT + 8
RIBBON_HEIGHT: Final = 66
TYPE_HEIGHT: Final = 46
FOOTER_BOTTOM: Final = HEIGHT - BORDER - 8
COMBAT_HEIGHT: Final = 60
IMPRINT_HEIGHT: Final = 30
TYPE_ICON: Final = 42
TYPE_GAP: Final = 18
TEXT_PADDING: Final = 13
TEXT_LEAST_BOX: Final = 120


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Line:
    """One fitted line of text."""

    text: str
    face: str
    size: float

    @property
    def width(self) -> float:
        """How wide the line is set."""
        return width(self.face, self.size, self.text)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number on the face beside its icon, as it is printed."""

    icon: str
    value: str


@dataclass(frozen=True, slots=True)
class Manner:
    """How small text may be set and how much the art may give way, for a size of face."""

    #: Pairs of a text size and the least height of art with it, best first.
    steps: tuple[tuple[float, float], ...]
    title_least: float
    traits_least: float
    traits_most: float

    @property
    def least(self) -> float:
        """The smallest size of text."""
        return min(size for size, _ in self.steps)


#: Large faces would rather set smaller text than lose the picture.
READING: Final = Manner(
    tuple((34 - step * 0.5, 450 - step * 12) for step in range(11))
    + tuple((28.5 - step * 0.5, 330 - step * 12) for step in range(9)),
    title_least=22,
    traits_least=21,
    traits_most=28,
)
#: Small faces give text the room: a unit is a third of a pixel there, and under 10 px it is hard to read.
COMPACT: Final = Manner(
    tuple((41 - step * 0.5, 330 - step * 6) for step in range(17))
    + tuple((32.5 - step * 0.5, 220 - step * 5) for step in range(8)),
    title_least=27,
    traits_least=26,
    traits_most=31,
)


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything a portrait face needs to be drawn."""

    name: Line
    title: Line | None
    coin: Figure | None
    art: Box
    ribbon: Box | None
    ribbon_figures: tuple[Figure, ...]
    type_box: Box
    type_label: Line | None
    traits: Line
    text_box: Box | None
    text: Block
    combat: tuple[Figure, ...]
    imprint: str

    @property
    def fits(self) -> bool:
        """Whether every line stays in its room."""
        text_fits = self.text_box is None or self.text.height <= self.text_box.height - TEXT_PADDING
        titled = self.title is None or self.title.width <= name_room() + 1
        return text_fits and titled and self.name.width <= name_room() + 1 and self.type_width <= INNER + 1

    @property
    def type_width(self) -> float:
        """How much of its line the type and the traits take."""
        label = self.type_label.width + TYPE_GAP if self.type_label else 0.0
        return TYPE_ICON + label + self.traits.width


def printed(stat: Stat, signed: bool = False) -> str:
    """A number as the face prints it: a dash is a dash, a question mark is what nobody could tell us."""
    if stat is Mark.DASH:
        return "\u2013"
    if not isinstance(stat, int):
        return "?"
    if signed and stat == 0:
        return "±0"
    return f"{stat:+d}".replace("-", "\u2212") if signed else str(stat).replace("-", "\u2212")


def figures(card: Card, names: Sequence[str], signed: bool = False) -> tuple[Figure, ...]:
    """The numbers among ``names`` that this card bears at all."""
    return tuple(Figure(name, printed(card.stat(name), signed)) for name in names if card.stat(name) is not None)


def name_room() -> float:
    """How wide a name may be between the two roundels."""
    return WIDTH - 2 * (INSET + 2 * ROUNDEL + 4)


def ribbon_figures(card: Card) -> tuple[Figure, ...]:
    """The numbers of the ribbon; those of attachments change their bearer's, so they carry a sign."""
    changes = card.type in (CardType.ATTACHMENT, CardType.CITY_ATTACHMENT)
    own = figures(card, ("resolve", "combat", "finesse", "influence"), signed=changes)
    extra = figures(card, ("panache", "crew_cap"))
    scheme = Figure("panache", printed(card.panache_mod, signed=True)) if card.panache_mod is not None else None
    return own + extra + ((scheme,) if scheme else ())


def imprint(card: Card) -> str:
    """Set and number."""
    name = card.set.replace("-", " ").title().replace(" And ", " and ").replace(" Of ", " of ")
    place = f"City {card.city_number} · " if card.city_number is not None else ""
    return f"{place}{name} · {card.number}"


def paragraphs(card: Card) -> Iterator[Paragraph]:
    """The rules text: keywords first, then an ability each, with a bar above what lasts the Day."""
    if card.keywords:
        yield Paragraph(tuple(word for keyword in card.keywords for word in words(f"{keyword}.", SEMIBOLD)))
    barred = False
    for number, ability in enumerate(card.abilities):
        label = ability.label
        body = ability.text
        lead = tuple(words(f"{label}:", BOLD)) if label else ()
        if label:
            body = body.removeprefix(f"{label}:").lstrip()
        bar = ability.below_bar and not barred and number > 0
        barred = barred or bar
        yield Paragraph((*lead, *words(body, TEXT)), bar)


def _type_line(card: Card, manner: Manner) -> tuple[Line | None, Line]:
    """The type in words and the traits; where both have no room, the type's icon speaks alone."""
    text = " · ".join(card.traits)
    label = Line(card.type.label, SMALL_CAPS, 31)
    room = INNER - TYPE_ICON - TYPE_GAP - label.width
    if width(ITALIC, manner.traits_least, text) <= room:
        return label, Line(text, ITALIC, fitted(ITALIC, text, room, manner.traits_most, manner.traits_least))
    return None, Line(
        text, ITALIC, fitted(ITALIC, text, INNER - TYPE_ICON, manner.traits_most, manner.traits_least - 5)
    )


def lay_out(card: Card, manner: Manner = READING) -> Layout:
    """Measure a card's portrait face."""
    room = name_room()
    name = Line(card.name, DISPLAY, fitted(DISPLAY, card.name, room, 50 if card.title else 54, 26))
    title = None
    if card.title:
        size = fitted(DISPLAY_ITALIC, card.title, room, 31, manner.title_least)
        title = Line(card.title, DISPLAY_ITALIC, size)
    coin = figures(card, ("cost",)) or figures(card, ("initiative",))
    combat = figures(card, ("riposte", "parry", "thrust"))
    ribbon = ribbon_figures(card)
    footer_top = FOOTER_BOTTOM - (COMBAT_HEIGHT if combat else IMPRINT_HEIGHT)
    type_label, traits = _type_line(card, manner)
    told = tuple(paragraphs(card))
    fixed = TYPE_HEIGHT + (RIBBON_HEIGHT if ribbon else 0)
    available = footer_top - 6 - ART_TOP - fixed
    text = set_block(told, INNER - 2 * TEXT_PADDING, manner.steps[0][0])
    for size, least_art in manner.steps:
        text = set_block(told, INNER - 2 * TEXT_PADDING, size)
        if available - (text.height + 2 * TEXT_PADDING) >= least_art:
            break
    box_height = max(TEXT_LEAST_BOX, text.height + 2 * TEXT_PADDING) if told else 0.0
    box_height = min(box_height, available - manner.steps[-1][1])
    art = Box(INSET, ART_TOP, WIDTH - INSET, ART_TOP + available - box_height)
    below = art.bottom
    ribbon_box = None
    if ribbon:
        ribbon_box = Box(BORDER, below, WIDTH - BORDER, below + RIBBON_HEIGHT)
        below = ribbon_box.bottom
    type_box = Box(INSET, below, WIDTH - INSET, below + TYPE_HEIGHT)
    text_box = Box(INSET, type_box.bottom, WIDTH - INSET, type_box.bottom + box_height) if told else None
    return Layout(
        name=name,
        title=title,
        coin=coin[0] if coin else None,
        art=art,
        ribbon=ribbon_box,
        ribbon_figures=ribbon,
        type_box=type_box,
        type_label=type_label,
        traits=traits,
        text_box=text_box,
        text=text,
        combat=combat,
        imprint=imprint(card),
    )
