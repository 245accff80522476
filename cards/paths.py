"""Addresses of card pages and searches."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.text import slugify

from cards.catalogue import Card


@lru_cache(maxsize=2048)
def card_path(card: Card) -> str:
    """The address of a card's page; a name without Latin letters or digits is replaced by the code."""
    return reverse("cards:card", kwargs={"code": card.code, "slug": slugify(card.name) or card.code})


def search_path(query: str, **parameters: str) -> str:
    """The address of a search, with more query parameters such as ``view``."""
    return f"{reverse('cards:list')}?{urlencode({'q': query, **parameters})}"
