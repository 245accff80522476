"""Folding makes searches blind to accents and case."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue.datafiles import load_catalogue
from cards.catalogue.folding import fold


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("Épée", "epee"),
        ("Fusō", "fuso"),
        ("Tură's Touch", "tura's touch"),
        ("Lucas Martinez “Doomed”", 'lucas martinez "doomed"'),
        ("Œuvre", "oeuvre"),
        ("STRASSE", "straße"),
        ("l’été", "l'ete"),
    ],
)
def test_what_people_type_equals_what_is_written(written: str, typed: str) -> None:
    assert fold(written) == fold(typed)


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_case_does_not_matter(text: str) -> None:
    assert fold(text.upper()) == fold(text.upper().lower())


def test_every_card_name_can_be_typed_on_a_plain_keyboard() -> None:
    for card in load_catalogue():
        assert fold(card.full_name).isascii(), card.full_name
