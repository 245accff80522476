"""Cards as HTML: icons, numbers, rules text. Every string made here is safe to print."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Final
from urllib.parse import urlencode

from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

from cards.catalogue import Ability, Card, CardType, Catalogue, Faction
from cards.explaining import SILENT, Explainer
from cards.stats import Mark, Stat, stat_words
from cards.wording import ICON_TOKENS, body

#: How pages call a card's numbers, in the order in which they show them.
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

#: The icon of a number, where it is not called like the number.
_STAT_ICONS: Final[Mapping[str, str]] = {"cost": "wealth", "panache_mod": "panache"}

_MODIFIERS: Final = frozenset({"panache_mod"})
_ATTACHMENTS: Final = frozenset({CardType.ATTACHMENT, CardType.CITY_ATTACHMENT})
_BEARERS: Final = frozenset({"resolve", "combat", "finesse", "influence"})
_TOKEN: Final = re.compile(r"\{([a-z_]+)\}")
_CITED: Final = re.compile(r"\(rule ([0-9A-Z][0-9A-Za-z.]*)\)")


@cache
def _sprite() -> str:
    return escape(static("icons/sprite.svg"))


@cache
def icon(name: str) -> SafeString:
    """A game symbol, silent: its name stands beside it."""
    return _use(f"icon-{name}", "icon")


@cache
def emblem(faction: str) -> SafeString:
    """A faction's mark, silent: the faction's name stands beside it."""
    return _use(f"icon-{faction}", "emblem")


@cache
def ui(name: str) -> SafeString:
    """A symbol of the site's own controls, silent."""
    return _use(f"icon-{name}", "ui")


def _use(symbol: str, css: str) -> SafeString:
    return mark_safe(  # noqa: S308 - built from names of our own, escaped
        f'<svg class="{css}" aria-hidden="true"><use href="{_sprite()}#{escape(symbol)}"/></svg>'
    )


def hidden(words: str) -> str:
    """Words for those who listen."""
    return f'<span class="vh">{escape(words)}</span>'


def cited(message: str, explainer: Explainer = SILENT) -> SafeString:
    """A message with its words explained, and the rule that it cites linked by the address that every rule has."""
    parts, last = [], 0
    for found in _CITED.finditer(message):
        parts += [explainer.text(message[last : found.start()]), f'(rule <a href="/rules/{found[1]}/">{found[1]}</a>)']
        last = found.end()
    return mark_safe("".join((*parts, explainer.text(message[last:]))))  # noqa: S308 - escaped by the explainer


def card_path(card: Card) -> str:
    """The address of a card's page."""
    return reverse("cards:card", kwargs={"code": card.code, "slug": slugify(card.name) or card.code})


def search_path(query: str, **more: str) -> str:
    """The address of a search."""
    return f"{reverse('cards:list')}?{urlencode({'q': query, **more})}"


def figure(card: Card, name: str) -> str:
    """One of a card's numbers; those of an attachment change its bearer's, so they carry a sign."""
    return number(name, card.stat(name), signed=card.type in _ATTACHMENTS and name in _BEARERS)


def number(name: str, stat: Stat, *, signed: bool = False) -> str:
    """A number as it is printed. A dash, unknown and absent differ in sign and in words, never in colour alone."""
    if isinstance(stat, int):
        sign = "+" if (signed or name in _MODIFIERS) and stat > 0 else ""
        if stat < 0:
            return f'<span aria-hidden="true">−{-stat}</span>{hidden(stat_words(stat))}'
        return f"{sign}{stat}"
    if stat is Mark.DASH:
        return f'<span aria-hidden="true">–</span>{hidden("dash")}'
    if stat is Mark.UNKNOWN:
        return f'<span aria-hidden="true">?</span>{hidden("unknown")}'
    return hidden(stat_words(stat))


def stat_icon(name: str) -> SafeString:
    """The symbol of one of a card's numbers."""
    return icon(_STAT_ICONS.get(name, name))


def stats_line(card: Card) -> str:
    """The numbers a card bears, each as symbol, name and value."""
    return "".join(
        f"<span>{stat_icon(name)}{hidden(label)}{figure(card, name)}</span> "
        for name, label in STAT_LABELS.items()
        if card.stat(name) is not None
    )


def rules_words(text: str, explainer: Explainer = SILENT) -> str:
    """Rules text with its icon tokens drawn and spoken."""
    parts, last = [], 0
    for found in _TOKEN.finditer(text):
        parts += [explainer.text(text[last : found.start()]), _token(found[1])]
        last = found.end()
    return "".join((*parts, explainer.text(text[last:])))


def _token(name: str) -> str:
    spoken = ICON_TOKENS.get(name)
    return f"{icon(name)}{hidden(spoken)}" if spoken else escape(f"{{{name}}}")


def ability_html(ability: Ability, explainer: Explainer = SILENT) -> str:
    """One ability: its label bold, then what it says."""
    words = rules_words(body(ability.trigger, ability.cost, ability.effect), explainer)
    return f"<p><b>{explainer.text(ability.label)}:</b> {words}</p>" if ability.label else f"<p>{words}</p>"


def rules_html(card: Card, explainer: Explainer = SILENT) -> SafeString:
    """All of a card's text, with the bar between a scheme's own text and what lasts the Day."""
    parts: list[str] = []
    barred = False
    for ability in card.abilities:
        if ability.below_bar and not barred and parts:
            parts.append(f'<div class="bar">{hidden("Below the bar, for the rest of the Day:")}</div>')
            barred = True
        parts.append(ability_html(ability, explainer))
    return mark_safe("".join(parts))  # noqa: S308 - every part is escaped above


def type_line(card: Card, catalogue: Catalogue) -> str:
    """Faction and type in words."""
    faction = faction_name(card, catalogue.by_faction)
    return f"{faction} {card.type.label.lower()}" if faction else card.type.label


def faction_name(card: Card, factions: Mapping[str, Faction]) -> str:
    """The name of a card's faction, or nothing."""
    return factions[card.faction].name if card.faction else ""


def faction_attribute(card: Card) -> str:
    """What gives an element a faction's colours and pattern."""
    return f' data-faction="{escape(card.faction)}"' if card.faction else ""
