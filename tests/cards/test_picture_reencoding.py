"""What becomes of a picture from outside: refused with a reason, or made anew."""

import functools
import io
import time
import tracemalloc
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from cards.pictures import reencoding
from cards.pictures.reencoding import RefusedImageError, reencode
from tests.cards import pictures
from tests.cards.pictures import SIZES

HTML = b"<!doctype html><html><script>alert(1)</script></html>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>'

#: Made when they are needed: some take a while.
HOSTILE = {
    "nothing": (lambda: b"", "empty"),
    "too many bytes": (lambda: pictures.picture() + b"\0" * reencoding.MAX_BYTES, "too_many_bytes"),
    "text": (lambda: b"I am not a picture at all.\n" * 40, "wrong_kind"),
    "svg": (lambda: SVG, "wrong_kind"),
    "svg with a byte order mark": (lambda: b"\xef\xbb\xbf\n" + SVG, "wrong_kind"),
    "html": (lambda: HTML, "wrong_kind"),
    "gif": (lambda: pictures.picture(kind="GIF"), "wrong_kind"),
    "gif and html": (pictures.gif_html_polyglot, "wrong_kind"),
    "tiff": (lambda: pictures.picture(kind="TIFF"), "wrong_kind"),
    "bmp": (lambda: pictures.picture(kind="BMP"), "wrong_kind"),
    "eps": (lambda: pictures.picture(kind="EPS"), "wrong_kind"),
    "pdf": (lambda: pictures.picture(kind="PDF"), "wrong_kind"),
    "avif": (lambda: b"\0\0\0\x20ftypavif" + b"\0" * 64, "wrong_kind"),
    "png bomb": (lambda: pictures.png_bomb(13_000), "too_many_pixels"),
    "png bomb just over the cap": (lambda: pictures.png_bomb(4_473), "too_many_pixels"),
    "jpeg that claims 60000 pixels": (lambda: pictures.jpeg_claiming(60_000, 60_000), "too_many_pixels"),
    "webp that claims 16000 pixels": (lambda: pictures.webp_claiming(16_000, 16_000), "too_many_pixels"),
    "small": (lambda: pictures.picture(299, 400), "too_small"),
    "one pixel": (lambda: pictures.picture(1, 1), "too_small"),
    "ribbon": (lambda: pictures.picture(1300, 400), "too_long"),
    "animated webp": (lambda: pictures.animation("WEBP"), "animated"),
    "animated png": (lambda: pictures.animation("PNG"), "animated"),
    "png without pixels": (lambda: pictures.picture()[:33] + pictures.png_chunk(b"IEND", b""), "damaged"),
    "png with a wrong checksum": (lambda: pictures.picture()[:40] + b"\xff" + pictures.picture()[41:], "damaged"),
    "png with a text that unpacks to 60 MB": (
        lambda: pictures.png_with(pictures.png_chunk(b"zTXt", b"note\0\0" + zlib.compress(bytes(60_000_000), 9))),
        "damaged",
    ),
    "jpeg of nothing but its start": (lambda: b"\xff\xd8\xff\xd9", "damaged"),
    "webp of nothing but its start": (lambda: b"RIFF\x04\0\0\0WEBP", "damaged"),
}  # fmt: skip


#: Good pictures with something else inside or behind them.
POLYGLOTS = {
    "png and html": lambda: pictures.picture() + HTML,
    "png and zip": lambda: pictures.picture() + b"PK\x03\x04" + b"\0" * 26,
    "png and one byte": lambda: pictures.picture() + b"\0",
    "jpeg and html": lambda: pictures.picture(kind="JPEG") + HTML,
    "webp and html": lambda: pictures.picture(kind="WEBP") + HTML,
    "jpeg comment with a script": lambda: pictures.jpeg_with_segment(0xFE, HTML),
    "jpeg profile with a script": lambda: pictures.jpeg_with_segment(0xE1, b"x<ScRiPt>"),
    "png text with php": lambda: pictures.png_with(pictures.png_chunk(b"tEXt", b"note\0<?php 1;")),
    "png chunk of our own with zip": lambda: pictures.png_with(pictures.png_chunk(b"fiSa", b"PK\x03\x04")),
}  # fmt: skip


@pytest.mark.parametrize("make", POLYGLOTS.values(), ids=POLYGLOTS.keys())
def test_of_a_file_that_is_two_things_at_once_only_the_pixels_are_kept(make):
    for (_, ending), content in reencode(make(), SIZES).files.items():
        assert not any(word in content.lower() for word in (b"<script", b"<?php", b"pk\x03\x04", b"<html"))
        with Image.open(io.BytesIO(content)) as image:
            assert image.format == ending.upper()


@pytest.mark.parametrize(("make", "code"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_is_refused_with_its_reason(make, code):
    with pytest.raises(RefusedImageError) as caught:
        reencode(make(), SIZES)
    assert caught.value.code == code
    assert str(caught.value).endswith(".")
    assert "Traceback" not in str(caught.value)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.999])
def test_a_cut_off_file_is_refused(kind, share):
    data = pictures.picture(kind=kind)
    with pytest.raises(RefusedImageError) as caught:
        reencode(data[: int(len(data) * share)], SIZES)
    assert caught.value.code == "damaged"


def test_a_progressive_jpeg_of_endless_scans_is_refused():
    data = pictures.picture(kind="JPEG", progressive=True)
    last = data.rindex(b"\xff\xda")
    with pytest.raises(RefusedImageError) as caught:
        reencode(data[:-2] + data[last:-2] * 100 + data[-2:], SIZES)
    assert caught.value.code == "too_many_scans"


def test_a_bomb_costs_neither_time_nor_memory():
    bombs = [pictures.png_bomb(13_000), pictures.webp_claiming(16_383, 16_383), pictures.jpeg_claiming(65_535, 65_535)]
    tracemalloc.start()
    started = time.perf_counter()
    for bomb in bombs:
        with pytest.raises(RefusedImageError):
            reencode(bomb, SIZES)
    spent = time.perf_counter() - started
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert spent < 0.5
    assert peak < 4_000_000


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_good_picture_is_made_anew_in_every_size_and_format(kind):
    prepared = reencode(pictures.picture(1000, 1400, kind), SIZES)
    assert set(prepared.files) == {(size, ending) for size in SIZES for ending in ("webp", "png")}
    for (size, ending), content in prepared.files.items():
        with Image.open(io.BytesIO(content)) as image:
            assert image.format == ending.upper()
            assert image.size == SIZES[size]
            assert image.mode == "RGB"


def test_the_same_picture_has_the_same_key_and_another_has_another():
    first, again, other = (reencode(pictures.picture(width), SIZES).key for width in (744, 744, 745))
    assert first == again != other
    assert len(first) == 16


@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "PNG"])
def test_place_and_owner_are_stripped(kind):
    exif = Image.Exif()
    exif[0x013B] = "Somebody Real"
    exif.get_ifd(0x8825).update({1: "N", 2: (48.0, 51.0, 30.0)})
    sent = pictures.picture(kind=kind, exif=exif)
    assert b"Somebody Real" in sent
    for content in reencode(sent, SIZES).files.values():
        assert b"Somebody" not in content
        with Image.open(io.BytesIO(content)) as image:
            assert not image.getexif()
            assert not set(image.info) & {"exif", "xmp", "icc_profile", "comment", "XML:com.adobe.xmp"}


def test_a_picture_that_says_it_lies_on_its_side_is_turned_upright():
    exif = Image.Exif()
    exif[0x0112] = 6
    image = Image.new("RGB", (1400, 1000), "blue")
    image.paste("red", (0, 0, 200, 1000))
    prepared = reencode(pictures.encoded(image, "JPEG", exif=exif, quality=95), SIZES)
    with Image.open(io.BytesIO(prepared.files["full", "png"])) as upright:
        red, _, blue = upright.getpixel((372, 20))
        assert red > 200 > 60 > blue


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "CMYK", "I;16"])
def test_every_pixel_format_becomes_plain_colour(mode):
    kind = "JPEG" if mode == "CMYK" else "PNG"
    image = Image.new(mode, (400, 560), 40_000 if mode == "I;16" else None)
    prepared = reencode(pictures.encoded(image, kind), SIZES)
    with Image.open(io.BytesIO(prepared.files["grid", "png"])) as made:
        assert made.mode == ("RGBA" if mode in ("LA", "RGBA") else "RGB")
        if mode == "I;16":
            assert made.getpixel((9, 9)) == (156, 156, 156)


@functools.cache
def good(kind: str) -> bytes:
    return pictures.picture(320, 420, kind)


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_no_damage_gets_past_as_anything_but_a_refusal(data):
    """Bytes changed at random: an answer or a refusal, never another error."""
    content = bytearray(good(data.draw(st.sampled_from(("PNG", "JPEG", "WEBP")))))
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=6)):
        content[place] = data.draw(st.integers(0, 255))
    try:
        prepared = reencode(bytes(content), {"thumb": (40, 56)})
    except RefusedImageError as refusal:
        assert refusal.code
    else:
        assert prepared.files
