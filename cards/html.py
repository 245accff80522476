"""Cards as HTML: icons, numbers, rules text. All strings made here are escaped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from html import escape
from typing import Final
from urllib.parse import urlencode

from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

from cards.catalogue import Ability, Card, CardType, Catalogue, Faction
from cards.catalogue.phrases import ICON_TOKENS, body
from cards.catalogue.stats import Mark, Stat, stat_words
from cards.explanations import SILENT, Explainer

#: The names of a card's numbers on pages, in display order.
STAT_LABELS: Final[Mapping[str, str]] = {
    "cost": "Cost",
    "resolve": "Resolve",
    "combat": "Combat",
    "finesse": "Finesse",
    "influence": "Influence",
    "panache": "Panache",
    "crew_cap": "Crew Cap",
    "initiative": "Initiative",
    "panache_mod": "Panache modifier",
    "riposte": "Riposte",
    "parry": "Parry",
    "thrust": "Thrust",
}

#: Icons whose name differs from their number's.
_STAT_ICONS: Final[Mapping[str, str]] = {"cost": "wealth", "panache_mod": "panache"}

_MODIFIERS: Final = frozenset({"panache_mod"})
_ATTACHMENTS: Final = frozenset({CardType.ATTACHMENT, CardType.CITY_ATTACHMENT})
_BEARER_STATS: Final = frozenset({"resolve", "combat", "finesse", "influence"})
_TOKEN: Final = re.compile(r"\{([a-z_]+)\}")
_CITED: Final = re.compile(r"\(rule ([0-9A-Z][0-9A-Za-z.]*)\)")


@cache
def _sprite() -> str:
    return escape(static("icons/sprite.svg"))


@cache
def icon(name: str) -> SafeString:
    """A game symbol, hidden from screen readers: put its name beside it."""
    return _use(f"icon-{name}", "icon")


@cache
def emblem(faction: str) -> SafeString:
    """A faction's emblem, hidden from screen readers."""
    return _use(f"icon-{faction}", "emblem")


@cache
def ui(name: str) -> SafeString:
    """A symbol for the site's own controls, hidden from screen readers."""
    return _use(f"icon-{name}", "ui")


def _use(symbol: str, css: str) -> SafeString:
    return mark_safe(  # noqa: S308 - built from names of our own, escaped
        f'<svg class="{css}" aria-hidden="true"><use href="{_sprite()}#{escape(symbol)}"/></svg>'
    )


@lru_cache(maxsize=512)
def hidden(words: str) -> SafeString:
    """Text for screen readers only."""
    return format_html('<span class="vh">{}</span>', words)


def cited(message: str, explainer: Explainer = SILENT) -> SafeString:
    """A message with its terms explained and the rules it cites linked."""
    parts, last = [], 0
    for found in _CITED.finditer(message):
        parts += [explainer.text(message[last : found.start()]), f'(rule <a href="/rules/{found[1]}/">{found[1]}</a>)']
        last = found.end()
    return mark_safe("".join((*parts, explainer.text(message[last:]))))  # noqa: S308 - escaped by the explainer


@lru_cache(maxsize=2048)
def card_path(card: Card) -> str:
    """The address of a card's page."""
    return reverse("cards:card", kwargs={"code": card.code, "slug": slugify(card.name) or card.code})


def search_path(query: str, **more: str) -> str:
    """The address of a search."""
    return f"{reverse('cards:list')}?{urlencode({'q': query, **more})}"


def figure(card: Card, name: str) -> SafeString:
    """One of a card's numbers; an attachment's modify its bearer's and carry a sign."""
    return number(name, card.stat(name), signed=card.type in _ATTACHMENTS and name in _BEARER_STATS)


@lru_cache(maxsize=512)
def number(name: str, stat: Stat, *, signed: bool = False) -> SafeString:
    """A number, dash, unknown or none: each looks different and is read out differently."""
    if isinstance(stat, int):
        sign = "+" if (signed or name in _MODIFIERS) and stat > 0 else ""
        if stat < 0:
            return _signed(f"−{-stat}", stat_words(stat))
        return format_html("{}{}", sign, stat)
    if stat is Mark.DASH:
        return _signed("–", "dash")
    if stat is Mark.UNKNOWN:
        return _signed("?", "unknown")
    return hidden(stat_words(stat))


def _signed(shown: str, spoken: str) -> SafeString:
    return format_html('<span aria-hidden="true">{}</span>{}', shown, hidden(spoken))


def stat_icon(name: str) -> SafeString:
    """The icon of one of a card's numbers."""
    return icon(_STAT_ICONS.get(name, name))


def stats_line(card: Card) -> SafeString:
    """All of a card's numbers, each with icon and name."""
    return format_html_join(
        "",
        "<span>{}{}{}</span> ",
        (
            (stat_icon(name), hidden(label), figure(card, name))
            for name, label in STAT_LABELS.items()
            if card.stat(name) is not None
        ),
    )


def rules_words(text: str, explainer: Explainer = SILENT) -> str:
    """Rules text with icons for its tokens."""
    parts, last = [], 0
    for found in _TOKEN.finditer(text):
        parts += [explainer.text(text[last : found.start()]), _token(found[1])]
        last = found.end()
    return "".join((*parts, explainer.text(text[last:])))


def _token(name: str) -> str:
    spoken = ICON_TOKENS.get(name)
    return f"{icon(name)}{hidden(spoken)}" if spoken else escape(f"{{{name}}}")


def ability_html(ability: Ability, explainer: Explainer = SILENT) -> str:
    """One ability as a paragraph, with its label in bold."""
    words = rules_words(body(ability.trigger, ability.cost, ability.effect), explainer)
    return f"<p><b>{explainer.text(ability.label)}:</b> {words}</p>" if ability.label else f"<p>{words}</p>"


def rules_html(card: Card, explainer: Explainer = SILENT) -> SafeString:
    """All abilities, with the bar above those of a scheme that last the Day."""
    parts: list[str] = []
    barred = False
    for ability in card.abilities:
        if ability.below_bar and not barred and parts:
            parts.append(f'<div class="bar">{hidden("Below the bar, for the rest of the Day:")}</div>')
            barred = True
        parts.append(ability_html(ability, explainer))
    return mark_safe("".join(parts))  # noqa: S308 - every part is escaped above


def type_line(card: Card, catalogue: Catalogue) -> str:
    """Faction and type, such as ``Castille character``."""
    faction = faction_name(card, catalogue.by_faction)
    return f"{faction} {card.type.label.lower()}" if faction else card.type.label


def faction_name(card: Card, factions: Mapping[str, Faction]) -> str:
    """The name of a card's faction, or an empty string."""
    return factions[card.faction].name if card.faction else ""
