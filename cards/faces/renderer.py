"""The sizes and file names of faces, and rendering a card to a picture file."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import PIL
from PIL import Image

from cards.catalogue import Card
from cards.catalogue.stats import STAT_NAMES
from cards.faces.layout import COMPACT, READING
from cards.faces.lettering import SHAPED
from cards.faces.portrait import draw_portrait
from cards.faces.small import draw_strip, draw_thumb

#: Width and height in pixels of every face, by name.
SIZES: Final[Mapping[str, tuple[int, int]]] = {
    "full": (744, 1039),
    "page": (480, 670),
    "grid": (244, 341),
    "strip": (480, 96),
    "thumb": (40, 40),
}

#: Encoder and its options by file ending.
FORMATS: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "webp": ("WEBP", {"quality": 80, "method": 4, "alpha_quality": 100}),
    "png": ("PNG", {"optimize": True}),
}

_NAME: Final = re.compile(r"([0-9a-z]+)-([a-z]+)-([0-9a-z]+)\.([a-z]+)")
_KEY_LENGTH: Final = 12


class FaceName(NamedTuple):
    """The parts of a face's file name."""

    code: str
    size: str
    key: str
    ending: str


@cache
def drawing_digest() -> str:
    """A digest of the drawing code, its fonts, Pillow and its shaper: a change of any gives every face a new name."""
    digest = hashlib.sha256(f"{PIL.__version__} {SHAPED}".encode())
    home = Path(__file__).parent
    for path in sorted([*home.rglob("*.py"), *home.rglob("*.ttf")]):
        digest.update(path.relative_to(home).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=4096)
def face_key(card: Card, size: str) -> str:
    """A digest of everything that a face shows."""
    facts = (
        drawing_digest(),
        SIZES[size],
        card.code,
        card.set,
        card.number,
        card.city_number,
        card.name,
        card.title,
        card.type.value,
        card.faction,
        [(name, str(card.stat(name))) for name in STAT_NAMES],
        card.traits,
        card.keywords,
        [(ability.label, ability.text, ability.below_bar) for ability in card.abilities],
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:_KEY_LENGTH]


def face_name(card: Card, size: str, ending: str) -> str:
    """The file name of a face, such as ``01006-grid-0f3a9c1b2d4e.webp``."""
    if ending not in FORMATS:
        raise KeyError(f"{ending} is not a format of faces: {', '.join(FORMATS)}")
    return f"{card.code}-{size}-{face_key(card, size)}.{ending}"


def parse_face_name(name: str) -> FaceName | None:
    """The parts of a file name; ``None`` if it is not that of a face."""
    found = _NAME.fullmatch(name)
    if found is None or found[2] not in SIZES or found[4] not in FORMATS:
        return None
    return FaceName(found[1], found[2], found[3], found[4])


def draw_face(card: Card, size: str) -> Image.Image:
    """Draw a face; the corners are transparent."""
    width, height = SIZES[size]
    if size == "strip":
        return draw_strip(card, width, height)
    if size == "thumb":
        return draw_thumb(card, width)
    return draw_portrait(card, width, height, COMPACT if size == "grid" else READING)


def encode(picture: Image.Image, ending: str) -> bytes:
    kind, options = FORMATS[ending]
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def render_face(card: Card, size: str, ending: str) -> bytes:
    """A face as a picture file; the same card gives the same bytes."""
    return encode(draw_face(card, size), ending)
