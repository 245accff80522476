"""Titles in exports are whole, and have nothing that our fonts cannot draw."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.faces.lettering import FONTS
from decks.exports.pdf import SheetDeck, registration_sheet
from decks.exports.titles import drawable, fit_title
from tests.decks.strategies import CATALOGUE
from tests.decks.test_pdf import CASTILLE, pages

SIZES = {1: 76.0, 2: 56.0, 3: 37.0}


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Thieves \N{CROSSED SWORDS} by Lamplight \N{FIRE}", "Thieves by Lamplight"),
        ("\N{BLACK FLAG}\N{VARIATION SELECTOR-16}\N{ZERO WIDTH JOINER}\N{SKULL AND CROSSBONES} Corsairs", "Corsairs"),
        ("“Madre” Dolores: l’été", "“Madre” Dolores: l’été"),
        ("ﬁve ⅴessels", "five vessels"),
        ("\N{FIRE}", "Deck"),
        ("名前", "Deck"),
        ("", "Deck"),
    ],
)
def test_what_cannot_be_drawn_is_left_out(name: str, drawn: str) -> None:
    assert drawable(name, FONTS / "display.ttf", "Deck") == drawn


@given(st.text(st.sampled_from("aW . é"), min_size=1, max_size=120).filter(str.strip), st.integers(100, 900))
def test_a_title_is_never_cut_and_never_too_wide(title: str, room: int) -> None:
    size, lines = fit_title(title, room, len, SIZES)
    assert "".join(lines).replace(" ", "") == "".join(title.split())
    assert all(len(line) * size <= room for line in lines)
    assert size <= SIZES.get(len(lines), SIZES[1])


def test_short_titles_are_large_and_lines_are_of_like_length() -> None:
    assert fit_title("Abc", 700, len, SIZES) == (76.0, ["Abc"])
    assert fit_title("One two three four", 700, len, SIZES) == (56.0, ["One two", "three four"])


def test_the_sheet_shows_names_that_are_all_signs_or_very_long() -> None:
    for name in ("\N{FIRE}" * 5, "W" * 120, "Word " * 24):
        assert pages(registration_sheet(SheetDeck(name, CASTILLE, "", "\N{FIRE} Ana"), CATALOGUE)) == 1
