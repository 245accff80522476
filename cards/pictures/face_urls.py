"""Addresses of card faces, named after their content so that browsers can cache them forever; and faces as HTML."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from cards.catalogue import Card
from cards.faces import SIZES, face_key
from cards.pictures.store import upload_key

_EAGER: Final = mark_safe('fetchpriority="high"')
_LAZY: Final = mark_safe('loading="lazy" decoding="async"')
#: The size for high-density screens.
_DOUBLE_SIZE: Final[Mapping[str, str]] = {"grid": "page", "page": "full"}


@lru_cache(maxsize=8192)
def face_path(card: Card, size: str, ending: str, upload: str | None) -> str:
    """The address of a face; ``upload`` is the key of an uploaded picture that replaces the drawn one."""
    return reverse("cards:face", args=[f"{card.code}-{size}-{upload or face_key(card, size)}.{ending}"])


def picture(card: Card, size: str, *, css: str = "", eager: bool = False, alt: str | None = None) -> SafeString:
    """A card's face as WebP with a PNG fallback; its size is given, so that the page does not jump."""
    upload = upload_key(card.code)
    sources = face_path(card, size, "webp", upload)
    if size in _DOUBLE_SIZE:
        sources = f"{sources}, {face_path(card, _DOUBLE_SIZE[size], 'webp', upload)} 2x"
    return format_html(
        '<picture><source srcset="{}" type="image/webp"><img{} src="{}" width="{}" height="{}" {} alt="{}"></picture>',
        sources,
        format_html(' class="{}"', css) if css else "",
        face_path(card, size, "png", upload),
        *SIZES[size],
        _EAGER if eager else _LAZY,
        card.full_name if alt is None else alt,
    )
