"""What only the builder's templates need."""

from __future__ import annotations

from django import template

from decks.pages.build_parts import Bench

register = template.Library()


@register.filter
def showing(bench: Bench, query: str) -> str:
    """The builder's address with another search in its pool."""
    return bench.showing(query)
