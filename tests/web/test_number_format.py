"""Numbers agree with their nouns and stay with their units."""

import pytest
from django.template import Context, Template

from web.number_format import conjunction, duration, plural, quantity, signed


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (1_200, "1,200 cards"), (-1, "-1 cards")]
)
def test_a_noun_agrees_with_its_number(number: int, words: str) -> None:
    assert quantity(number, "card") == words


def test_irregular_plurals_are_named() -> None:
    assert quantity(2, "copy", "copies") == "2 copies"
    assert plural(1, "lies", "lie") == "lies"


def test_templates_count_alike() -> None:
    template = Template('{% load numbers %}{{ one|quantity:"card" }}, {{ many|quantity:"copy,copies" }}')
    assert template.render(Context({"one": 1, "many": 41})) == "1 card, 41 copies"


def test_parts_of_a_sentence() -> None:
    assert conjunction(["a"]) == "a"
    assert conjunction(["a", "b", "c"]) == "a, b and c"


def test_signs_are_true_ones() -> None:
    assert [signed(number) for number in (-2, 0, 3)] == ["−2", "0", "+3"]


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "1 second"), (99, "99 seconds"), (100, "2 minutes"), (7_200, "2 hours")]
)
def test_durations_are_in_the_unit_that_fits(seconds: float, words: str) -> None:
    assert duration(seconds) == words.replace(" ", "\u00a0")
