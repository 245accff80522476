"""What only the builder's templates need."""

from __future__ import annotations

from django import template

from cards.catalogue import Card
from cards.pictures.face_urls import face_path
from cards.pictures.store import upload_key
from decks.builder.parts import Builder

register = template.Library()


@register.filter
def showing(builder: Builder, query: str) -> str:
    """The builder's address with another search in its pool."""
    return builder.showing(query)


@register.simple_tag
def glance(card: Card) -> str:
    """The picture that is shown beside a name under the pointer."""
    return face_path(card, "grid", "webp", upload_key(card.code))
