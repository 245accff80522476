"""Tags of deck pages."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from cards.catalogue import Card
from cards.fragments import Gallery
from decks.charts import Chart, figure
from decks.describing import described
from decks.models import Deck
from decks.pages.reading import Reading

register = template.Library()


@register.simple_tag
def deck_path(reading: Reading, name: str, **parts: Any) -> str:
    """The address of one of a deck's pages, under the address by which the visitor came."""
    return reading.path(name, **parts)


@register.simple_tag
def own_path(deck: Deck, name: str, **parts: Any) -> str:
    """The address of one of a deck's pages under its id, for its owner."""
    return reverse(f"decks:{name}", kwargs={"deck_id": deck.id, **parts})


@register.simple_tag
def shown(gallery: Gallery, card: Card, size: str) -> SafeString:
    """A card's face out of a gallery that the view has looked up once for all of them."""
    return mark_safe(gallery.picture(card, size))  # noqa: S308 - the gallery escapes


@register.filter
def markdown(text: str) -> SafeString:
    """Markdown of a visitor's as harmless HTML."""
    return described(text)


@register.filter
def drawing(chart: Chart) -> SafeString:
    """A chart's picture, which escapes its own words."""
    return mark_safe(chart.svg)  # noqa: S308 - charts escape what they print


@register.filter
def with_numbers(chart: Chart) -> SafeString:
    """A chart's picture with its title and its numbers."""
    return mark_safe(figure(chart))  # noqa: S308 - charts escape what they print


@register.filter
def signed(number: int) -> str:
    """A number with its sign, as a difference has it."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")
