"""Tags that every page of the site uses, whichever app renders it."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from django import template
from django.http import HttpRequest
from django.template import Context
from django.utils.safestring import SafeString

from cards import presenting
from cards.catalogue import Card
from cards.explaining import explanations
from cards.searching import last_desk
from cards.theming import theme_of

register = template.Library()

_MESSAGES: Final = "explained-messages"


@register.simple_tag
def icon(name: str) -> SafeString:
    """A game symbol; the words beside it say what it is."""
    return presenting.icon(name)


@register.simple_tag
def emblem(faction: str) -> SafeString:
    """A faction's drawn mark; the faction's name stands beside it."""
    return presenting.emblem(faction)


@register.simple_tag
def ui(name: str) -> SafeString:
    """A symbol of the site's own controls."""
    return presenting.ui(name)


@register.simple_tag(takes_context=True)
def cited(context: Context, message: str, key: str = "said") -> SafeString:
    """A message with the rule that it cites linked and the game's words in it explained.

    ``key`` keeps apart what parts of a page that are sent alone have to say.
    """
    # The lowest layer is one for the whole page; included templates have others of their own.
    layer: dict[Any, Any] = context.render_context.dicts[0]
    counts: Counter[str] = layer.setdefault(_MESSAGES, Counter())
    counts[key] += 1
    explainer = explanations.begin(last_desk().catalogue, f"{key}-{counts[key]}")
    return presenting.cited(str(message), explainer)


@register.simple_tag
def card_url(card: Card) -> str:
    """The address of a card's page."""
    return presenting.card_path(card)


@register.simple_tag(takes_context=True)
def theme(context: dict[str, Any]) -> str:
    """Day, night, or auto: what the visitor chose. Error pages have no request and follow the system."""
    request = context.get("request")
    return theme_of(request) if isinstance(request, HttpRequest) else str(context.get("theme", "auto"))
