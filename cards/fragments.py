"""A card as a piece of each view of a list, made once per catalogue and then only joined."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from html import escape
from typing import Final

from cards.catalogue import Card, Catalogue
from cards.explaining import explanations
from cards.faces import SIZES
from cards.facing import face_path
from cards.presenting import (
    STAT_LABELS,
    card_path,
    emblem,
    faction_attribute,
    faction_name,
    figure,
    hidden,
    number,
    rules_html,
    stats_line,
    type_line,
)


class View(StrEnum):
    """How a list of cards is shown."""

    FACES = "faces"
    LIST = "list"
    TABLE = "table"
    TEXT = "text"


#: The numbers that have a column; a scheme's modifier stands with its leader's panache.
COLUMNS: Final = (
    "cost", "resolve", "combat", "finesse", "influence", "panache", "initiative", "riposte", "parry", "thrust",
)  # fmt: skip


#: The size for screens with two pixels where others have one.
_SHARPER: Final[Mapping[str, str]] = {"grid": "page", "page": "full"}


@dataclass(frozen=True, eq=False)
class Gallery:
    """Every card's pieces over one catalogue and one set of uploaded pictures."""

    catalogue: Catalogue
    uploads: Mapping[str, str]
    _made: dict[tuple[View, str], str] = field(default_factory=dict, repr=False)

    def piece(self, view: View, card: Card) -> str:
        """The card in a view."""
        key = (view, card.code)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = _MAKERS[view](self, card)
        return made

    def picture(self, card: Card, size: str, *, css: str = "", eager: bool = False, alt: str | None = None) -> str:
        """A card's face as WebP, or PNG where that is not understood; its place is kept until it comes."""
        width, height = SIZES[size]
        classes = f' class="{css}"' if css else ""
        loading = 'fetchpriority="high"' if eager else 'loading="lazy" decoding="async"'
        words = escape(card.full_name if alt is None else alt)
        sharper = f", {self._path(card, _SHARPER[size], 'webp')} 2x" if size in _SHARPER else ""
        return (
            f'<picture><source srcset="{self._path(card, size, "webp")}{sharper}" type="image/webp">'
            f'<img{classes} src="{self._path(card, size, "png")}" width="{width}" height="{height}" '
            f'{loading} alt="{words}"></picture>'
        )

    def _path(self, card: Card, size: str, ending: str) -> str:
        return face_path(card, size, ending, self.uploads.get(card.code))


def _face(gallery: Gallery, card: Card) -> str:
    return f'<li><a href="{card_path(card)}" data-card>{gallery.picture(card, "grid")}</a></li>'


def _row(gallery: Gallery, card: Card) -> str:
    title = f"<span>{escape(card.title)}</span>" if card.title else ""
    mark = emblem(card.faction) if card.faction else ""
    return (
        f'<li><a class="row" href="{card_path(card)}" data-card{faction_attribute(card)}>'
        f"{gallery.picture(card, 'thumb', css='thumb', alt='')}"
        f'<span class="who"><b>{escape(card.name)}</b>{title}</span>'
        f'<span class="what">{mark}{escape(type_line(card, gallery.catalogue))}</span>'
        f'<span class="stats">{stats_line(card)}</span></a></li>'
    )


def _line(gallery: Gallery, card: Card) -> str:
    mark = emblem(card.faction) if card.faction else ""
    faction = escape(faction_name(card, gallery.catalogue.by_faction)) or hidden("no faction")
    cells = "".join(f"<td>{_cell(card, name)}</td>" for name in COLUMNS)
    return (
        f'<tr{faction_attribute(card)}><th class="left" scope="row"><a href="{card_path(card)}" data-card>'
        f'{escape(card.full_name)}</a></th><td class="left">{escape(card.type.label)}</td>'
        f'<td class="left">{mark} {faction}</td>{cells}</tr>'
    )


def _text(gallery: Gallery, card: Card) -> str:
    mark = emblem(card.faction) if card.faction else ""
    line = " · ".join(filter(None, (escape(type_line(card, gallery.catalogue)), escape(", ".join(card.traits)))))
    explainer = explanations.begin(gallery.catalogue, card.code)
    keywords = f"<p><b>{'. '.join(map(explainer.term, card.keywords))}.</b></p>" if card.keywords else ""
    return (
        f'<li{faction_attribute(card)}><h2><a href="{card_path(card)}" data-card>{escape(card.full_name)}</a></h2>'
        f'<p class="line">{mark} {line}</p><p class="stats">{stats_line(card)}</p>'
        f'<div class="rules">{keywords}{rules_html(card, explainer)}</div></li>'
    )


def _cell(card: Card, name: str) -> str:
    if name == "panache" and card.panache is None and card.panache_mod is not None:
        return number("panache_mod", card.panache_mod)
    return figure(card, name)


_MAKERS: Final[Mapping[View, Callable[[Gallery, Card], str]]] = {
    View.FACES: _face,
    View.LIST: _row,
    View.TABLE: _line,
    View.TEXT: _text,
}

#: What the table's columns are called.
COLUMN_LABELS: Final[Mapping[str, str]] = {name: STAT_LABELS[name] for name in COLUMNS}
