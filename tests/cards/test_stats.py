"""A dash, unknown, absent and zero are four different things (decision 2, rule 6.19)."""

import pytest

from cards.catalogue.stats import Mark, Stat, parse_stat, stat_words


@pytest.mark.parametrize(
    ("raw", "stat", "words"),
    [
        (0, 0, "0"),
        (7, 7, "7"),
        (-1, -1, "minus 1"),
        ("-", Mark.DASH, "dash"),
        ("?", Mark.UNKNOWN, "unknown"),
        (None, None, "not on this card"),
    ],
)
def test_every_kind_of_stat_is_read_and_said(raw: object, stat: Stat, words: str) -> None:
    assert parse_stat(raw) == stat
    assert stat_words(parse_stat(raw)) == words


def test_the_four_kinds_never_equal_each_other() -> None:
    kinds = [parse_stat(raw) for raw in (0, "-", "?", None)]
    assert len({repr(kind) for kind in kinds}) == 4
    assert all(a != b for a in kinds for b in kinds if a is not b)


@pytest.mark.parametrize("raw", ["", "3", "x", True, 1.5, [], "--"])
def test_anything_else_is_refused(raw: object) -> None:
    with pytest.raises(ValueError, match="stat|Mark"):
        parse_stat(raw)
