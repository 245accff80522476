"""Tags that pages of every app use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from django import template
from django.http import HttpRequest
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from cards.catalogue import Card
from cards.explanations import SILENT, Explainer, explanations
from cards.paths import card_path
from cards.pictures import face_urls
from cards.search import last_snapshot
from web.account import account_of
from web.theme import theme_of

register = template.Library()

#: Stats whose icon has another name.
_STAT_ICONS: Final[Mapping[str, str]] = {"cost": "wealth", "panache_mod": "panache"}
_BACKTICKS: Final = re.compile(r"`([^`]+)`")
_CITATION: Final = re.compile(r"\(rule ([0-9A-Z][0-9A-Za-z.]*)\)")
_MESSAGE_COUNTS: Final = "explained-messages"


@cache
def _svg(css: str, name: str) -> SafeString:
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#icon-{}"/></svg>', css, static("icons/sprite.svg"), name
    )


@register.simple_tag
def icon(name: str) -> SafeString:
    """A game symbol, hidden from screen readers: put its name beside it."""
    return _svg("icon", name)


@register.simple_tag
def emblem(faction: str) -> SafeString:
    """A faction's emblem, hidden from screen readers: put its name beside it."""
    return _svg("emblem", faction)


@register.simple_tag
def ui(name: str) -> SafeString:
    """A symbol for the site's own controls, hidden from screen readers."""
    return _svg("ui", name)


@register.simple_tag
def stat_icon(name: str) -> SafeString:
    """The icon of a card's stat, hidden from screen readers."""
    return icon(_STAT_ICONS.get(name, name))


@register.filter
def code(text: str) -> SafeString:
    """Text with its `backquoted` parts as ``<code>``."""
    # Split by a pattern with a group, a text has what the group matched at every odd index.
    parts = _BACKTICKS.split(str(text))
    parts[1::2] = (format_html("<code>{}</code>", part) for part in parts[1::2])
    return format_html_join("", "{}", ((part,) for part in parts))


@register.simple_tag(takes_context=True)
def cited(context: Context, message: str, key: str = "said") -> SafeString:
    """A message with its terms explained and the rules it cites linked.

    ``key`` keeps ids unique between parts of a page that are sent separately.
    """
    # The lowest layer belongs to the whole page; included templates have their own above it.
    layer: dict[Any, Any] = context.render_context.dicts[0]
    counts: Counter[str] = layer.setdefault(_MESSAGE_COUNTS, Counter())
    counts[key] += 1
    return link_citations(str(message), explanations.begin(last_snapshot().catalogue, f"{key}-{counts[key]}"))


def link_citations(message: str, explainer: Explainer = SILENT) -> SafeString:
    """A message with its terms explained and every ``(rule 4.2)`` in it linked."""
    parts = _CITATION.split(message)
    parts[0::2] = (mark_safe(explainer.text(part)) for part in parts[0::2])  # noqa: S308 - explainers escape
    parts[1::2] = (format_html('(rule <a href="/rules/{}/">{}</a>)', rule, rule) for rule in parts[1::2])
    return format_html_join("", "{}", ((part,) for part in parts))


@register.simple_tag
def picture(card: Card, size: str, css: str = "", alt: str | None = None, *, eager: bool = False) -> SafeString:
    """A card's face; pass ``alt=""`` beside its name."""
    return face_urls.picture(card, size, css=css, alt=alt, eager=eager)


@register.simple_tag
def card_url(card: Card) -> str:
    """The address of a card's page."""
    return card_path(card)


@register.simple_tag(takes_context=True)
def theme(context: dict[str, Any]) -> str:
    """The visitor's theme: day, night or auto. Error pages have no request and use auto."""
    request = context.get("request")
    return theme_of(request) if isinstance(request, HttpRequest) else str(context.get("theme", "auto"))


@register.simple_tag(takes_context=True)
def account(context: dict[str, Any]) -> str | None:
    """The signed-in visitor's name; empty if nobody is signed in; None on error and offline pages, which don't know."""
    request = context.get("request")
    return account_of(request) if isinstance(request, HttpRequest) else context.get("account")
