"""The random stream, to the bit: whoever writes it again must get these numbers."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.random_streams import GOLDEN, MASK, Stream, mix, seed_from_text, stream_key

words = st.integers(0, MASK)


class Fixed(Stream):
    """A stream of given words."""

    def __init__(self, *given: int) -> None:
        super().__init__(0)
        self.given = list(given)

    def word(self) -> int:
        return self.given.pop(0)


def test_the_finaliser_gives_the_published_words_of_splitmix64() -> None:
    assert [mix((1234567 + n * GOLDEN) & MASK) for n in range(1, 4)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_the_words_of_two_games_are_these() -> None:
    first, second = Stream(42, 0), Stream(42, 1)
    assert [first.word() for _ in range(3)] == [0xC5A57E8172F0A9D2, 0x61B3E514F002FD8B, 0xB4B2555DC7FCD0AA]
    assert second.word() == 0x6310BF04D8207F46


def test_a_shuffle_is_this() -> None:
    cards = list(range(10))
    Stream(1, 2).shuffle(cards)
    assert cards == [6, 5, 1, 0, 3, 4, 2, 8, 9, 7]


@given(words, words, st.integers(0, 100))
def test_a_stream_can_be_taken_up_anywhere(seed: int, game: int, used: int) -> None:
    whole, later = Stream(seed, game), Stream(seed, game, used)
    assert [whole.word() for _ in range(used + 3)][used:] == [later.word() for _ in range(3)]
    assert whole.used == later.used == used + 3


@given(words, st.lists(words, min_size=2, unique=True))
def test_no_two_games_of_a_seed_share_a_key(seed: int, games: list[int]) -> None:
    assert len({stream_key(seed, game) for game in games}) == len(games)


@given(words, words, st.integers(1, 2**32))
def test_below_is_the_high_half_of_the_product(seed: int, game: int, n: int) -> None:
    value = Stream(seed, game).below(n)
    assert 0 <= value < n
    if Stream(seed, game).word() * n % 2**64 >= 2**64 % n:
        assert value == Stream(seed, game).word() * n // 2**64


def test_words_that_would_favour_a_result_are_thrown_away() -> None:
    stream = Fixed(0, MASK)
    assert stream.below(3) == 2
    assert stream.given == []
    assert Fixed(1).below(3) == 0
    assert Fixed(0).below(4) == 0


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_impossible_ranges_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match="the bound must be from 1"):
        Stream(1).below(n)


@pytest.mark.parametrize(("seed", "game", "used"), [(-1, 0, 0), (2**64, 0, 0), (0, -1, 0), (0, 2**64, 0), (0, 0, -1)])
def test_numbers_beyond_64_bits_are_refused(seed: int, game: int, used: int) -> None:
    with pytest.raises(ValueError, match="from 0 to|cannot start"):
        Stream(seed, game, used)


@given(words, st.lists(st.integers(), max_size=60))
def test_a_shuffle_loses_nothing(seed: int, cards: list[int]) -> None:
    mixed = list(cards)
    stream = Stream(seed)
    stream.shuffle(mixed)
    assert Counter(mixed) == Counter(cards)
    assert stream.used >= max(0, len(cards) - 1)


def test_every_order_of_four_cards_is_about_as_likely() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for game in range(4800):
        cards = list(range(4))
        Stream(7, game).shuffle(cards)
        orders[tuple(cards)] += 1
    chi2 = sum((seen - 200) ** 2 / 200 for seen in orders.values())
    assert len(orders) == 24
    assert chi2 < 49.7  # 23 degrees of freedom, one chance in a thousand


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("0", 0),
        (" 42 ", 42),
        (str(MASK), MASK),
        ("007", 7),
        ("tide", 0x8A28929AC7F9A17E),
        ("e\u0301t\xe9", 0xBD010C64132BF5CA),
    ],
)
def test_a_typed_seed_is_this_number(text: str, seed: int) -> None:
    assert seed_from_text(text) == seed


def test_a_number_beyond_64_bits_is_a_word() -> None:
    assert 0 <= seed_from_text(str(2**64)) <= MASK


@pytest.mark.parametrize("text", ["", "  ", "x" * 65, "\ud800"])
def test_seeds_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a seed"):
        seed_from_text(text)
