"""Tags of deck pages."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from cards.search import last_snapshot
from decks.markdown import render_markdown
from decks.models import Deck
from decks.pages.base import Reading
from decks.pages.form_keys import new_form_key
from web.charts import Chart
from web.number_format import signed

register = template.Library()


@register.simple_tag
def deck_path(reading: Reading, name: str, **parts: Any) -> str:
    """The URL of one of a deck's pages, under its id or the share link the visitor came by."""
    return reading.path(name, **parts)


@register.simple_tag
def own_path(deck: Deck, name: str, **parts: Any) -> str:
    """The URL of one of a deck's pages under its id."""
    return reverse(f"decks:{name}", kwargs={"deck_id": deck.id, **parts})


@register.simple_tag
def form_key() -> SafeString:
    """A hidden field that identifies the form: submitted twice, it makes one deck."""
    return format_html('<input type="hidden" name="key" value="{}">', new_form_key())


@register.filter
def markdown(text: str) -> SafeString:
    """A visitor's Markdown as safe HTML."""
    return render_markdown(text, last_snapshot().catalogue)


@register.filter
def drawing(chart: Chart) -> SafeString:
    """A chart's SVG, which escapes its own texts."""
    return mark_safe(chart.svg)  # noqa: S308 - charts escape what they print


register.filter(signed)
