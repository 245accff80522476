"""Walks PNG, JPEG and WebP files by their own structure, before any decoder touches them.

A decoder stops at the end of the picture and never sees what hides behind it or beside it, and some decoders reserve
memory for the whole canvas as soon as they open a file. So the size, the end and the hidden parts are read here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """The file formats that can be walked."""

    PNG = "PNG"
    JPEG = "JPEG"
    WEBP = "WEBP"


class BrokenFileError(ValueError):
    """The file does not follow the structure of its own format."""


@dataclass(frozen=True, slots=True)
class Anatomy:
    """What a file says about itself: its canvas, whether it moves, what it carries besides pixels, where it ends."""

    kind: Kind
    width: int
    height: int
    animated: bool
    scans: int
    extras: tuple[bytes, ...]
    end: int


_PNG_START: Final = b"\x89PNG\r\n\x1a\n"
_PNG_PIXELS: Final = frozenset(
    {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"pHYs", b"bKGD"}
)
_WEBP_PIXELS: Final = frozenset({b"VP8 ", b"VP8L", b"VP8X", b"ALPH"})
#: Start-of-frame markers; the gaps in the range are tables, not frames.
_JPEG_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_EXTRAS: Final = frozenset({*range(0xE0, 0xF0), 0xFE})


def kind_of(data: bytes) -> Kind | None:
    """The format by the file's first bytes; a name or a claimed content type proves nothing."""
    if data.startswith(_PNG_START):
        return Kind.PNG
    if data.startswith(b"\xff\xd8\xff"):
        return Kind.JPEG
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return Kind.WEBP
    return None


def dissect(data: bytes, kind: Kind) -> Anatomy:
    """Walk the file from its first byte to its end marker. :raises BrokenFileError: where it does not hold together."""
    return {Kind.PNG: _png, Kind.JPEG: _jpeg, Kind.WEBP: _webp}[kind](data)


def _png(data: bytes) -> Anatomy:
    width = height = 0
    animated = False
    extras: list[bytes] = []
    place = len(_PNG_START)
    while True:
        head = data[place : place + 8]
        if len(head) < 8:
            raise BrokenFileError("the file stops before its end marker")
        length, name = int.from_bytes(head[:4], "big"), head[4:]
        body = data[place + 8 : place + 8 + length]
        place += 12 + length
        if place > len(data):
            raise BrokenFileError("the file stops before its end marker")
        if name == b"IHDR" and length == 13 and not width:
            width, height = int.from_bytes(body[:4], "big"), int.from_bytes(body[4:8], "big")
        animated = animated or name in (b"acTL", b"fcTL", b"fdAT")
        if name not in _PNG_PIXELS:
            extras.append(body)
        if name == b"IEND":
            break
    return _checked(Anatomy(Kind.PNG, width, height, animated, 1, tuple(extras), place))


def _jpeg(data: bytes) -> Anatomy:
    width = height = scans = 0
    extras: list[bytes] = []
    place = 2
    while True:
        if data[place : place + 1] != b"\xff":
            raise BrokenFileError("a marker is missing where one must be")
        while data[place : place + 1] == b"\xff":
            place += 1
        if place >= len(data):
            raise BrokenFileError("the file stops before its end marker")
        marker = data[place]
        place += 1
        if marker == 0xD9:
            break
        if marker == 0x01 or 0xD0 <= marker <= 0xD8:
            continue
        length = int.from_bytes(data[place : place + 2], "big")
        body = data[place + 2 : place + length]
        if length < 2 or place + length > len(data):
            raise BrokenFileError("the file stops before its end marker")
        place += length
        if marker in _JPEG_FRAMES and length >= 7:
            height = max(height, int.from_bytes(body[1:3], "big"))
            width = max(width, int.from_bytes(body[3:5], "big"))
        if marker in _JPEG_EXTRAS:
            extras.append(body)
        if marker == 0xDA:
            scans += 1
            place = _end_of_scan(data, place)
    return _checked(Anatomy(Kind.JPEG, width, height, False, scans, tuple(extras), place))


def _end_of_scan(data: bytes, place: int) -> int:
    """Where the next true marker stands: a stuffed zero and restart marks belong to the compressed pixels."""
    while True:
        place = data.find(b"\xff", place)
        if place < 0 or place + 1 >= len(data):
            raise BrokenFileError("the file stops before its end marker")
        follower = data[place + 1]
        if follower == 0x00 or 0xD0 <= follower <= 0xD7:
            place += 2
        elif follower == 0xFF:
            place += 1
        else:
            return place


def _webp(data: bytes) -> Anatomy:
    end = 8 + int.from_bytes(data[4:8], "little")
    if end > len(data):
        raise BrokenFileError("the file stops before its end marker")
    width = height = 0
    animated = False
    extras: list[bytes] = []
    for name, body in _riff_chunks(data[12:end]):
        if name == b"VP8X" and len(body) >= 10:
            animated = animated or bool(body[0] & 0x02)
            size = 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
        elif name == b"VP8 " and len(body) >= 10:
            size = int.from_bytes(body[6:8], "little") & 0x3FFF, int.from_bytes(body[8:10], "little") & 0x3FFF
        elif name == b"VP8L" and len(body) >= 5:
            bits = int.from_bytes(body[1:5], "little")
            size = 1 + (bits & 0x3FFF), 1 + ((bits >> 14) & 0x3FFF)
        else:
            animated = animated or name in (b"ANIM", b"ANMF")
            if name not in _WEBP_PIXELS:
                extras.append(body)
            continue
        width, height = max(width, size[0]), max(height, size[1])
    return _checked(Anatomy(Kind.WEBP, width, height, animated, 1, tuple(extras), end))


def _riff_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = 0
    while place < len(data):
        length = int.from_bytes(data[place + 4 : place + 8], "little")
        body = data[place + 8 : place + 8 + length]
        if len(data) < place + 8 or len(body) < length:
            raise BrokenFileError("a part of the file is shorter than it says")
        yield data[place : place + 4], body
        # Chunks start at even places; the last one's padding may be missing from the count.
        place += 8 + length + length % 2


def _checked(anatomy: Anatomy) -> Anatomy:
    if not anatomy.width or not anatomy.height or not anatomy.scans:
        raise BrokenFileError("the file holds no picture")
    return anatomy
