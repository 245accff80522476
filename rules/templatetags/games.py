"""Tags of the pages of games and duels."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from cards.catalogue import Card
from cards.fragments import Gallery

register = template.Library()


@register.simple_tag
def thumb(gallery: Gallery, card: Card) -> SafeString:
    """A card's smallest face, silent: its name stands beside it."""
    return mark_safe(gallery.picture(card, "thumb", css="thumb", alt=""))  # noqa: S308 - the gallery escapes


@register.filter
def backs(number: int) -> range:
    """So many cards face down, to be drawn one by one."""
    return range(number)
