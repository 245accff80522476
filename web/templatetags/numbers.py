"""Numbers in templates."""

from __future__ import annotations

from django import template

from web import number_format

register = template.Library()


@register.filter
def quantity(number: int, noun: str) -> str:
    """``{{ 3|quantity:"card" }}`` is "3 cards"; an irregular plural follows a comma: ``"copy,copies"``."""
    singular, _, plural = noun.partition(",")
    return number_format.quantity(number, singular, plural)
