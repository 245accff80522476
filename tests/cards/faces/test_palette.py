"""Contrast on the faces, computed."""

import pytest

from cards.faces.frame import PATTERNS
from cards.faces.palette import BRASS, INK, LIVERIES, PAPER, WHITE, Colour, contrast, livery


def test_contrast_of_black_and_white():
    assert contrast(Colour("#000000"), WHITE) == pytest.approx(21)
    assert contrast(WHITE, WHITE) == 1


@pytest.mark.parametrize("dress", LIVERIES.values(), ids=LIVERIES)
def test_words_and_numbers_stand_out(dress):
    assert contrast(INK, PAPER) >= 7
    assert contrast(dress.text, PAPER) >= 4.5
    assert contrast(PAPER, dress.deep) >= 4.5
    assert contrast(PAPER, dress.main) >= 4.5
    assert contrast(BRASS.toward(PAPER, 0.35), dress.deep) >= 4.5
    assert contrast(INK, BRASS.toward(PAPER, 0.55)) >= 4.5
    assert contrast(dress.dark, dress.tint) >= 7


def test_no_faction_is_told_by_colour_alone():
    assert set(PATTERNS) == set(LIVERIES)
    assert len(set(PATTERNS.values())) == len(LIVERIES)
    assert len({dress.emblem for dress in LIVERIES.values()}) == len(LIVERIES)


def test_city_cards_wear_the_citys_colours(catalogue):
    for card in catalogue:
        expected = card.faction or ("location" if card.type == "location" else "city")
        assert livery(card).name == expected


def test_a_mixture_lies_between():
    assert Colour("#000000").toward(WHITE, 0.5).rgb == (128, 128, 128)
