"""What lists show of a card, as plain values that templates only print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypedDict

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from cards.catalogue import Card, Catalogue
from cards.explanations import explanations
from cards.html import card_path, faction_name, figure, number, rules_html, stats_line, type_line
from cards.pictures.face_urls import picture

#: The numbers that have a column in tables; a scheme's modifier is shown in its leader's column, panache.
COLUMNS: Final = (
    "cost", "resolve", "combat", "finesse", "influence", "panache", "initiative", "riposte", "parry", "thrust",
)  # fmt: skip


class CardRow(TypedDict):
    """One card in a list; which values are printed depends on the view."""

    path: str
    name: str
    title: str
    full_name: str
    faction: str
    faction_name: str
    type: str
    type_line: str
    traits: str
    face: SafeString
    thumb: SafeString
    stats: SafeString
    numbers: tuple[SafeString, ...]
    text: SafeString


def card_rows(catalogue: Catalogue) -> Mapping[str, CardRow]:
    """The rows of all cards, by code."""
    return {card.code: _row(card, catalogue) for card in catalogue}


def _row(card: Card, catalogue: Catalogue) -> CardRow:
    return {
        "path": card_path(card),
        "name": card.name,
        "title": card.title or "",
        "full_name": card.full_name,
        "faction": card.faction or "",
        "faction_name": faction_name(card, catalogue.by_faction),
        "type": card.type.label,
        "type_line": type_line(card, catalogue),
        "traits": ", ".join(card.traits),
        "face": picture(card, "grid"),
        "thumb": picture(card, "thumb", css="thumb", alt=""),
        "stats": stats_line(card),
        "numbers": tuple(_number(card, name) for name in COLUMNS),
        "text": _text(card, catalogue),
    }


def _number(card: Card, name: str) -> SafeString:
    if name == "panache" and card.panache is None and card.panache_mod is not None:
        return number("panache_mod", card.panache_mod)
    return figure(card, name)


def _text(card: Card, catalogue: Catalogue) -> SafeString:
    """Keywords and abilities, with the game's terms explained."""
    explainer = explanations.begin(catalogue, card.code)
    # Explainers escape what they are given.
    keywords = format_html_join(". ", "{}", ((mark_safe(explainer.term(name)),) for name in card.keywords))  # noqa: S308
    first = format_html("<p><b>{}.</b></p>", keywords) if keywords else ""
    return format_html("{}{}", first, rules_html(card, explainer))
