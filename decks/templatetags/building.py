"""What only the builder's templates need."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def under(paths: Mapping[str, str], query: str) -> str:
    """The address at which a search leads to the pool."""
    return paths[query]
