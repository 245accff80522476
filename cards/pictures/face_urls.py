"""Addresses of card faces, named by their content so that browsers may keep them for ever, and faces as HTML."""

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
#: The size for screens with two pixels where others have one.
_SHARPER: Final[Mapping[str, str]] = {"grid": "page", "page": "full"}


@lru_cache(maxsize=8192)
def face_path(card: Card, size: str, ending: str, upload: str | None) -> str:
    """The address of a face; ``upload`` is the key of the picture that staff put in place of the drawn one."""
    return reverse("cards:face", args=[f"{card.code}-{size}-{upload or face_key(card, size)}.{ending}"])


def picture(card: Card, size: str, *, css: str = "", eager: bool = False, alt: str | None = None) -> SafeString:
    """A card's face as WebP, or PNG where that is not understood; its place is kept until it comes."""
    upload = upload_key(card.code)
    sources = face_path(card, size, "webp", upload)
    if size in _SHARPER:
        sources = f"{sources}, {face_path(card, _SHARPER[size], 'webp', upload)} 2x"
    return format_html(
        '<picture><source srcset="{}" type="image/webp"><img{} src="{}" width="{}" height="{}" {} alt="{}"></picture>',
        sources,
        format_html(' class="{}"', css) if css else "",
        face_path(card, size, "png", upload),
        *SIZES[size],
        _EAGER if eager else _LAZY,
        card.full_name if alt is None else alt,
    )
