"""A list written down for a link, and read back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue.datafiles import load_catalogue
from decks.decklist import Decklist
from decks.lists.starters import read_starters
from rules.hands import read_list, write_list
from rules.hands.listcode import MAX_LIST_LENGTH

codes = st.sampled_from([card.code for card in load_catalogue()])
lists = st.builds(
    Decklist.of,
    st.none() | codes,
    st.lists(codes, max_size=12),
    st.dictionaries(codes, st.integers(1, 400), max_size=50),
)


@given(lists)
def test_what_is_written_reads_back_to_the_same_list(decklist: Decklist) -> None:
    text = write_list(decklist)
    assert read_list(text) == decklist
    assert re.fullmatch(r"[0-9a-z.~-]*", text), "an address holds it without escaping"


@given(st.text("0123456789ab.-~", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        decklist = read_list(text)
    except ValueError as refused:
        assert str(refused)
    else:
        assert read_list(write_list(decklist)) == decklist


def test_it_is_written_like_this() -> None:
    decklist = Decklist.of("01089", ["01098", "01091"], {"01101": 2, "01100": 1})
    assert write_list(decklist) == "01089.01091-01098.01100-01101~2"
    assert write_list(Decklist.of(None, (), {})) == ".."


def test_every_starter_deck_takes_a_small_part_of_a_link() -> None:
    assert max(len(write_list(starter.decklist)) for starter in read_starters()) < MAX_LIST_LENGTH / 3


@pytest.mark.parametrize(
    ("decklist", "words"),
    [
        (Decklist.of(None, (), {f"0{number}": 2 for number in range(1000, 1200)}), "a link has room for"),
        (Decklist.of("Soline", (), {}), "that a link cannot hold"),
        (Decklist.of(None, (), {"01100": 0}), "that a link cannot hold"),
    ],
)
def test_what_a_link_cannot_hold_is_not_written(decklist: Decklist, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        write_list(decklist)
