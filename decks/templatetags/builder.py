"""Tags of the builder's templates."""

from __future__ import annotations

from django import template

from cards.catalogue import Card
from cards.pictures.face_urls import face_path
from cards.pictures.store import upload_key
from decks.builder.parts import Builder

register = template.Library()


@register.filter
def pool_path(builder: Builder, query: str) -> str:
    """The URL of the builder with another search."""
    return builder.pool_path(query)


@register.simple_tag
def glance(card: Card) -> str:
    """The URL of the preview shown while the pointer is on a card's name."""
    return face_path(card, "grid", "webp", upload_key(card.code))
