"""Addresses of card faces: named by their content, so that browsers may keep them for ever."""

from __future__ import annotations

from django.urls import reverse

from cards.catalogue import Card
from cards.faces import face_key


def face_path(card: Card, size: str, ending: str, upload: str | None) -> str:
    """The address of a face; ``upload`` is the key of the picture that staff put in place of the drawn one."""
    return reverse("cards:face", args=[f"{card.code}-{size}-{upload or face_key(card, size)}.{ending}"])
