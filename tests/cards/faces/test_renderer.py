"""From a card to the bytes of a picture, and the name that says what is in it."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from cards.catalogue import CardType
from cards.catalogue.stats import Mark
from cards.faces import FORMATS, SIZES, draw_face, face_key, face_name, parse_face_name, render_face
from cards.faces.palette import INK, PAPER


@pytest.fixture(scope="module")
def one_of_each(catalogue):
    found = {}
    for card in catalogue:
        found.setdefault(card.type, card)
    assert set(found) == set(CardType)
    return list(found.values())


@pytest.mark.parametrize("size", SIZES)
def test_a_face_has_its_size_and_clear_corners(catalogue, size):
    picture = draw_face(catalogue.card("01006"), size)
    assert picture.size == SIZES[size]
    assert picture.mode == "RGBA"
    assert picture.getpixel((0, 0))[3] == 0
    assert picture.getpixel((SIZES[size][0] // 2, SIZES[size][1] // 2))[3] == 255


def test_every_type_of_card_is_drawn(one_of_each):
    faces = {draw_face(card, "grid").tobytes() for card in one_of_each}
    assert len(faces) == len(one_of_each)


@pytest.mark.parametrize("ending", FORMATS)
def test_the_same_card_gives_the_same_bytes(catalogue, ending):
    card = catalogue.card("01144")
    first = render_face(card, "grid", ending)
    assert first == render_face(card, "grid", ending)
    assert Image.open(io.BytesIO(first)).format.lower() == ending


def test_small_faces_are_small_files(one_of_each):
    for card in one_of_each:
        assert len(render_face(card, "grid", "webp")) < 45_000
        assert len(render_face(card, "strip", "webp")) < 20_000
        assert len(render_face(card, "thumb", "webp")) < 2_000


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Another"},
        {"title": "Another"},
        {"faction": "eisen"},
        {"resolve": 1},
        {"resolve": Mark.DASH},
        {"resolve": Mark.UNKNOWN},
        {"resolve": None},
        {"traits": ("Villain",)},
        {"keywords": ("Unique",)},
        {"abilities": ()},
        {"number": "7"},
        {"city_number": 3},
    ],
    ids=str,
)
def test_whatever_shows_on_a_face_changes_its_key_and_its_picture(catalogue, change):
    card = catalogue.card("01006")
    other = replace(card, **change)
    assert face_key(other, "grid") != face_key(card, "grid")
    assert draw_face(other, "grid").tobytes() != draw_face(card, "grid").tobytes()


def test_what_does_not_show_keeps_the_key(catalogue):
    card = catalogue.card("01006")
    assert face_key(replace(card, rulings=(), deckable=False), "grid") == face_key(card, "grid")


def test_sizes_have_keys_of_their_own(catalogue):
    card = catalogue.card("01006")
    assert len({face_key(card, size) for size in SIZES}) == len(SIZES)


def test_a_name_says_all_and_is_read_back(catalogue):
    card = catalogue.card("01006")
    name = face_name(card, "grid", "webp")
    assert parse_face_name(name) == ("01006", "grid", face_key(card, "grid"), "webp")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "01006",
        "01006-grid-abc.gif",
        "01006-huge-abc.webp",
        "01006-grid-.webp",
        "../01006-grid-abc.webp",
        "01006-grid-a/b.webp",
        "01006-grid-abc.webp\n",
    ],
)
def test_other_names_are_no_faces(name):
    assert parse_face_name(name) is None


def test_a_size_or_format_that_is_not_ours_is_refused(catalogue):
    with pytest.raises(KeyError, match="huge"):
        face_key(catalogue.card("01006"), "huge")
    with pytest.raises(KeyError, match="gif"):
        face_name(catalogue.card("01006"), "grid", "gif")


def test_words_are_dark_on_paper(catalogue):
    """The text box of a full face holds ink and paper, and little of anything between."""
    card = catalogue.card("01006")
    picture = draw_face(card, "full").convert("RGB")
    box = picture.crop((64, 760, 680, 900))
    light = [pixel for _, pixel in box.getcolors(1 << 20) if sum(pixel) > 600]
    dark = [pixel for _, pixel in box.getcolors(1 << 20) if sum(pixel) < 150]
    assert light
    assert dark
    assert min(sum(pixel) for pixel in dark) >= sum(INK.rgb) - 5
    assert max(sum(pixel) for pixel in light) <= sum(PAPER.rgb) + 5
