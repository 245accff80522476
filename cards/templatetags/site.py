"""Tags that pages of every app use."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from django import template
from django.http import HttpRequest
from django.template import Context
from django.utils.safestring import SafeString

from cards import html
from cards.catalogue import Card
from cards.explanations import explanations
from cards.pictures import face_urls
from cards.search import last_snapshot
from web.theme import theme_of

register = template.Library()

_MESSAGES: Final = "explained-messages"


@register.simple_tag
def icon(name: str) -> SafeString:
    """A game symbol; put its name beside it."""
    return html.icon(name)


@register.simple_tag
def emblem(faction: str) -> SafeString:
    """A faction's emblem; put its name beside it."""
    return html.emblem(faction)


@register.simple_tag
def ui(name: str) -> SafeString:
    """A symbol for the site's own controls."""
    return html.ui(name)


@register.simple_tag(takes_context=True)
def cited(context: Context, message: str, key: str = "said") -> SafeString:
    """A message with its terms explained and the rules it cites linked.

    ``key`` keeps ids unique between parts of a page that are sent separately.
    """
    # The lowest layer belongs to the whole page; included templates have their own above it.
    layer: dict[Any, Any] = context.render_context.dicts[0]
    counts: Counter[str] = layer.setdefault(_MESSAGES, Counter())
    counts[key] += 1
    explainer = explanations.begin(last_snapshot().catalogue, f"{key}-{counts[key]}")
    return html.cited(str(message), explainer)


@register.simple_tag
def picture(card: Card, size: str, css: str = "", alt: str | None = None) -> SafeString:
    """A card's face; pass ``alt=""`` beside its name."""
    return face_urls.picture(card, size, css=css, alt=alt)


@register.simple_tag
def stat_icon(name: str) -> SafeString:
    """The icon of one of a card's numbers."""
    return html.stat_icon(name)


@register.simple_tag
def stats_line(card: Card) -> SafeString:
    """All of a card's numbers."""
    return html.stats_line(card)


@register.simple_tag
def card_url(card: Card) -> str:
    """The address of a card's page."""
    return html.card_path(card)


@register.simple_tag(takes_context=True)
def theme(context: dict[str, Any]) -> str:
    """The visitor's theme: day, night or auto. Error pages have no request and use auto."""
    request = context.get("request")
    return theme_of(request) if isinstance(request, HttpRequest) else str(context.get("theme", "auto"))
