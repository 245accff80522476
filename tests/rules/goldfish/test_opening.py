"""Sampled hands are the ones that the definition gives, and as likely as the exact odds say."""

from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.goldfish.run import load_compiled

opening = load_compiled("opening")
TWELVE = (1 << 12) - 1


def counted(seed: int, first: int, count: int, size: int, drawn: int, members: int) -> tuple[int, ...]:
    held = Counter(
        (opening.hand(seed, number, size, drawn) & members).bit_count() for number in range(first, first + count)
    )
    return tuple(held[number] for number in range(drawn + 1))


def test_the_loop_gives_the_hands_of_the_definition() -> None:
    assert opening.sample(7, 0, 3000, 40, 7, TWELVE) == counted(7, 0, 3000, 40, 7, TWELVE)
    assert opening.sample(7, 10**12, 500, 40, 7, 1 << 39) == counted(7, 10**12, 500, 40, 7, 1 << 39)


def test_hands_may_be_cut_into_chunks() -> None:
    whole = np.array(opening.sample(3, 0, 10_000, 40, 7, TWELVE))
    parts = [np.array(opening.sample(3, first, 2_500, 40, 7, TWELVE)) for first in range(0, 10_000, 2_500)]
    assert (sum(parts) == whole).all()


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40), st.integers(1, 63), st.integers(1, 7))
def test_a_hand_has_as_many_cards_as_were_drawn(seed: int, number: int, size: int, drawn: int) -> None:
    drawn = min(drawn, size)
    taken = opening.hand(seed, number, size, drawn)
    assert taken.bit_count() == drawn
    assert taken >> size == 0


def test_refused_words_are_replaced_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six in a million are seldom seen, so here half of all words are refused."""
    coarse = opening.Split(opening.split(40, 7).upper, (1 << 31, 0))
    monkeypatch.setattr(opening, "split", lambda size, drawn: coarse)
    opening._sampler.cache_clear()
    try:
        assert opening.sample(5, 0, 2000, 40, 7, TWELVE) == counted(5, 0, 2000, 40, 7, TWELVE)
    finally:
        opening._sampler.cache_clear()


def test_sampled_hands_follow_the_odds() -> None:
    """Chi squared with seven degrees of freedom; 24.3 is passed by one honest seed in a thousand."""
    hands = 5_000_000
    expected = [comb(12, k) * comb(28, 7 - k) / comb(40, 7) * hands for k in range(8)]
    found = opening.sample(1, 0, hands, 40, 7, TWELVE)
    assert sum((a - b) ** 2 / b for a, b in zip(found, expected, strict=True)) < 24.3


def test_few_words_are_refused() -> None:
    assert Fraction(sum(opening.split(40, 7).thresholds), 1 << 32) < Fraction(6, 1_000_000)


@settings(max_examples=15)
@given(st.integers(1, 14), st.integers(1, 7), st.integers(0, 2**14 - 1), st.integers(0, 2**14 - 1))
def test_every_hand_is_enumerated_once(size: int, drawn: int, first: int, second: int) -> None:
    drawn = min(drawn, size)
    first, second = first % (1 << size), second % (1 << size) & ~first
    table = opening.enumerate_hands(size, drawn, first, second)
    a, b = first.bit_count(), second.bit_count()
    for i in range(drawn + 1):
        for j in range(drawn + 1 - i):
            assert table[i, j] == comb(a, i) * comb(b, j) * comb(size - a - b, drawn - i - j)


@pytest.mark.parametrize(
    ("size", "drawn", "members"), [(40, 8, 0), (40, 0, 0), (64, 7, 0), (5, 6, 0), (40, 7, 1 << 40)]
)
def test_impossible_hands_are_refused(size: int, drawn: int, members: int) -> None:
    with pytest.raises(ValueError):
        opening.sample(1, 0, 1, size, drawn, members)
