"""Contrast on the faces, computed."""

import pytest

from cards.faces.frame import PATTERNS
from cards.faces.palette import BRASS, FACTION_COLOURS, INK, PAPER, WHITE, Colour, contrast, faction_colours


def test_contrast_of_black_and_white():
    assert contrast(Colour("#000000"), WHITE) == pytest.approx(21)
    assert contrast(WHITE, WHITE) == 1


@pytest.mark.parametrize("colours", FACTION_COLOURS.values(), ids=FACTION_COLOURS)
def test_words_and_numbers_stand_out(colours):
    assert contrast(INK, PAPER) >= 7
    assert contrast(colours.text, PAPER) >= 4.5
    assert contrast(PAPER, colours.deep) >= 4.5
    assert contrast(PAPER, colours.main) >= 4.5
    assert contrast(BRASS.toward(PAPER, 0.35), colours.deep) >= 4.5
    assert contrast(INK, BRASS.toward(PAPER, 0.55)) >= 4.5
    assert contrast(colours.dark, colours.tint) >= 7


def test_no_faction_is_told_by_colour_alone():
    assert set(PATTERNS) == set(FACTION_COLOURS)
    assert len(set(PATTERNS.values())) == len(FACTION_COLOURS)
    assert len({colours.emblem for colours in FACTION_COLOURS.values()}) == len(FACTION_COLOURS)


def test_city_cards_wear_the_citys_colours(catalogue):
    for card in catalogue:
        expected = card.faction or ("location" if card.type == "location" else "city")
        assert faction_colours(card).name == expected


def test_a_mixture_lies_between():
    assert Colour("#000000").toward(WHITE, 0.5).rgb == (128, 128, 128)
