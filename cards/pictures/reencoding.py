"""Checks an uploaded picture, and makes files of our own from its pixels."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageOps

MAX_BYTES: Final = 5 * 1024 * 1024
MAX_PIXELS: Final = 20_000_000
#: Anything smaller would be blurred on the card's page.
MIN_SIDE: Final = 300
#: The largest ratio of the sides; of a longer picture, the crop would show almost nothing.
MAX_RATIO: Final = 3
#: A photograph has at most a dozen scans; each one costs a pass over all pixels.
MAX_SCANS: Final = 64
_START_OF_SCAN: Final = b"\xff\xda"

#: Where a crop is taken: a card's art stands above its text.
CENTRE: Final = (0.5, 0.3)

#: Encoder options by file ending; nothing of the sender's file reaches the encoder but pixels.
FORMATS: Final[Mapping[str, tuple[str, Mapping[str, int | bool]]]] = {
    "webp": ("WEBP", {"quality": 84, "method": 4}),
    "png": ("PNG", {"optimize": True}),
}
#: Part of every key, so that a change of the encoding gives files new names.
_RECIPE: Final = b"1"

_OTHER_KINDS: Final = (
    (b"GIF8", "a GIF"),
    (b"BM", "a BMP"),
    (b"II*\x00", "a TIFF"),
    (b"MM\x00*", "a TIFF"),
    (b"%!PS", "a PostScript file"),
    (b"\xc5\xd0\xd3\xc6", "a PostScript file"),
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"<svg", "an SVG"),
    (b"<?xml", "an SVG or another XML file"),
    (b"<", "a web page"),
)


class RefusedImageError(ValueError):
    """Why a picture is rejected: ``code`` for programs, the message for the uploader."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A re-encoded picture's files, by size name and file ending; ``key`` identifies the content."""

    key: str
    files: Mapping[tuple[str, str], bytes]


def reencode(data: bytes, sizes: Mapping[str, tuple[int, int]]) -> Prepared:
    """Check a picture and re-encode it in all ``sizes``. :raises RefusedImageError: with the reason."""
    picture = _reduce(_decode(data, _inspect(data)), sizes)
    files: dict[tuple[str, str], bytes] = {}
    for name, size in sizes.items():
        fitted = ImageOps.fit(picture, size, Image.Resampling.LANCZOS, centering=CENTRE)
        for ending in FORMATS:
            files[name, ending] = _encode(fitted, ending)
    digest = hashlib.sha256(_RECIPE)
    for content in files.values():
        digest.update(content)
    return Prepared(digest.hexdigest()[:16], files)


def _inspect(data: bytes) -> str:
    """The name of the format; everything that can be known without decoding a pixel is checked."""
    if not data:
        raise RefusedImageError("empty", "The file is empty.")
    if len(data) > MAX_BYTES:
        raise RefusedImageError("too_many_bytes", f"The file is larger than {MAX_BYTES // 1024**2} MB.")
    kind = _kind_of(data)
    if kind is None:
        raise RefusedImageError("wrong_kind", f"The file is {_name_of(data)}. Upload a PNG, JPEG or WebP picture.")
    if kind == "JPEG" and data.count(_START_OF_SCAN) > MAX_SCANS:
        raise RefusedImageError("too_many_scans", f"The JPEG has more than {MAX_SCANS} scans.")
    return kind


def _kind_of(data: bytes) -> str | None:
    """The format by the file's first bytes; a name or a claimed content type proves nothing."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WEBP"
    return None


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise RefusedImageError(
            "too_many_pixels",
            f"The picture is {width} × {height} pixels; at most {MAX_PIXELS // 10**6} million pixels are allowed.",
        )
    if min(width, height) < MIN_SIDE:
        raise RefusedImageError(
            "too_small", f"The picture is {width} × {height} pixels; each side must have at least {MIN_SIDE}."
        )
    if max(width, height) > MAX_RATIO * min(width, height):
        raise RefusedImageError(
            "too_long", f"The picture is {width} × {height} pixels, too long a strip to fill a card."
        )


def _decode(data: bytes, kind: str) -> Image.Image:
    """The pixels, upright and without metadata; any decoder error becomes a refusal."""
    try:
        with Image.open(io.BytesIO(data), formats=(kind,)) as probe:
            _check_size(*probe.size)
            probe.verify()
        with Image.open(io.BytesIO(data), formats=(kind,)) as picture:
            if getattr(picture, "n_frames", 1) > 1:
                raise RefusedImageError("animated", "The picture is animated. Upload a still picture.")
            picture.load()
            return _plain(ImageOps.exif_transpose(picture))
    except RefusedImageError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise RefusedImageError("too_many_pixels", "The picture has far too many pixels.") from None
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError, TypeError, OverflowError, MemoryError):
        # Pillow's decoders raise any of these on damaged files, though only some are documented.
        raise RefusedImageError("damaged", f"The {kind} file is damaged and cannot be read.") from None


def _plain(picture: Image.Image) -> Image.Image:
    """The same pixels at 8 bits per channel, in a new image without metadata."""
    if picture.mode.startswith("I;16"):
        picture = picture.point(lambda value: value / 256, "L")
    transparent = picture.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in picture.info
    pixels = picture.convert("RGBA" if transparent else "RGB")
    clean = Image.new(pixels.mode, pixels.size)
    clean.paste(pixels)
    return clean


def _reduce(picture: Image.Image, sizes: Mapping[str, tuple[int, int]]) -> Image.Image:
    """The picture reduced cheaply to about twice the largest size, so that the fine scaling is fast."""
    width, height = (2 * max(sides) for sides in zip(*sizes.values(), strict=True))
    factor = min(picture.width // width, picture.height // height)
    return picture.reduce(factor) if factor > 1 else picture


def _encode(picture: Image.Image, ending: str) -> bytes:
    name, options = FORMATS[ending]
    file = io.BytesIO()
    picture.save(file, name, **options)
    return file.getvalue()


def _name_of(data: bytes) -> str:
    start = data[:512].removeprefix(b"\xef\xbb\xbf").lstrip()
    for sign, name in _OTHER_KINDS:
        if start.lower().startswith(sign.lower()):
            return name
    if data[4:8] == b"ftyp":
        return "a HEIC, AVIF or video file"
    return "not a kind of picture we know"
