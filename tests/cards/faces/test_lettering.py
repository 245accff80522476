"""Type: fonts that know every letter we need, and lines that break where they may."""

import subprocess
import sys

import pytest
from PIL import ImageFont

from cards.faces.lettering import (
    BOLD,
    DISPLAY,
    FACES,
    FONTS,
    SHAPED,
    TEXT,
    THIN,
    Paragraph,
    fitted,
    font,
    set_block,
    width,
    words,
)
from cards.faces.renderer import drawing_digest


def letters(catalogue):
    found = set("0123456789–−±·•“”‘’?+,.:;()")
    for card in catalogue:
        found |= set(" ".join((card.name, card.title or "", *card.traits, *card.keywords, card.text)))
    return found - set("\n{}_")


@pytest.mark.parametrize("face", FACES)
def test_every_letter_of_every_card_is_in_every_font(catalogue, face):
    set_in = font(face, 40)
    missing = bytes(set_in.getmask("\U0001f600"))
    without = [
        letter for letter in letters(catalogue) if not letter.isspace() and bytes(set_in.getmask(letter)) == missing
    ]
    assert without == []


@pytest.mark.parametrize("letter", "ōŌăĂșȘțĂéñüčğšž")
@pytest.mark.parametrize("face", FACES)
def test_letters_of_latin_extended_are_drawn(face, letter):
    set_in = font(face, 40)
    assert bytes(set_in.getmask(letter)) != bytes(set_in.getmask("\U0001f600"))


@pytest.mark.skipif(not SHAPED, reason="FriBiDi is not installed")
def test_figures_of_the_text_face_are_of_one_width():
    assert {round(width(TEXT, 100, digit), 1) for digit in "0123456789"} == {round(width(TEXT, 100, "8"), 1)}


@pytest.mark.parametrize("directory", ["cards/faces/fonts", "static/fonts"])
def test_fonts_come_with_their_licences(directory):
    home = FONTS.parents[2] / directory
    for name in ("OFL-display.txt", "OFL-text.txt"):
        assert "SIL OPEN FONT LICENSE" in (home / name).read_text(encoding="utf-8")


def test_fonts_do_not_bear_the_reserved_names():
    for face in FACES:
        family, _ = ImageFont.truetype(FONTS / f"{face}.ttf", 10).getname()
        assert family.startswith("Five Sails")


def test_web_fonts_are_small():
    sizes = {path.name: path.stat().st_size for path in (FONTS.parents[2] / "static" / "fonts").glob("*.woff2")}
    assert {"display.woff2", "display-sc.woff2", "text.woff2", "text-italic.woff2"} <= set(sizes)
    assert max(sizes.values()) < 45_000


def test_a_minus_is_no_hyphen():
    texts = [piece.text for word in words("Gain -1, well-equipped") for piece in word]
    assert texts == ["Gain", "−1,", "well-equipped"]


def test_a_value_keeps_its_icon():
    found = list(words("Gain +1 {thrust}. Then 2 cards"))
    texts = ["".join(f"<{piece.text}>" if piece.icon else piece.text for piece in word) for word in found]
    assert texts == ["Gain", f"+1{THIN}<thrust>.", "Then", "2", "cards"]


def test_an_unknown_token_stays_text():
    assert [piece.text for word in words("{nothing}") for piece in word] == ["{nothing}"]


def test_no_line_is_wider_than_its_room():
    text = "Move this character and another of your characters at this location to the same adjacent City location."
    block = set_block([Paragraph(tuple(words(text)))], 300, 30)
    assert max(placed.x + placed.piece.width(30) for placed in block.pieces) <= 300
    assert len({placed.y for placed in block.pieces}) > 3
    set_words = [placed.piece.text for placed in block.pieces]
    assert set_words == text.split()


def test_a_bar_takes_room_between_paragraphs():
    one, two = Paragraph(tuple(words("Above"))), Paragraph(tuple(words("Below")), bar=True)
    block = set_block([one, two], 300, 30)
    above, below = (placed.y for placed in block.pieces)
    assert above < block.bars[0] < below


def test_a_line_is_fitted_between_two_sizes():
    assert fitted(DISPLAY, "Short", 1000, 50, 20) == 50
    assert fitted(DISPLAY, "x" * 400, 100, 50, 20) == 20
    size = fitted(BOLD, "A line that has to shrink", 200, 50, 5)
    assert width(BOLD, size, "A line that has to shrink") == pytest.approx(200)


#: What a machine without FriBiDi does, in a process of its own, since type is chosen once.
PLAIN = """
from PIL import features
features.check = lambda name: False
from cards.catalogue.datafiles import load_catalogue
from cards.faces.renderer import drawing_digest, render_face
from cards.faces.layout import COMPACT, READING, lay_out
from cards.faces.lettering import FACES, font, words
cards = load_catalogue()
print(drawing_digest())
print([card.code for card in cards for manner in (COMPACT, READING) if not lay_out(card, manner).fits])
print(len(render_face(cards.get("01161"), "grid", "webp")) > 5000)
[[value, gap, icon]] = words("+1 {thrust}")
fonts = [font(face, 40) for face in FACES]
print([each.getname() for each in fonts if bytes(each.getmask(gap.text)) == bytes(each.getmask("\U0001f600"))])
"""


def test_faces_are_drawn_where_fribidi_is_not_installed():
    done = subprocess.run(
        [sys.executable, "-c", PLAIN], cwd=FONTS.parents[2], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    other, unfit, drawn, unknown = done.stdout.splitlines()
    assert (unfit, drawn, unknown) == ("[]", "True", "[]")
    assert SHAPED is False or other != drawing_digest()
