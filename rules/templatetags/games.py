"""Tags of the pages of games and duels."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def backs(number: int) -> range:
    """So many cards face down, to be drawn one by one."""
    return range(number)
