"""Counted fixtures, as perft in chess: how many choices there are, and where they lead."""

import json

import pytest

from tests.rules.five_sails import perft

COUNTED = json.loads(perft.FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("fixture", COUNTED["lines"], ids=lambda fixture: f"{fixture[0]}-{fixture[1]}-{fixture[2]}")
def test_lines(fixture):
    seats, seed, rules, points = fixture
    assert [list(point) for point in perft.line(tuple(seats), seed, rules)] == points


@pytest.mark.parametrize("fixture", COUNTED["trees"], ids=lambda fixture: f"{fixture[0]}-{fixture[1]}-{fixture[2]}")
def test_trees(fixture):
    seats, seed, choices, depth, counts = fixture
    assert perft.tree(tuple(seats), seed, choices, depth) == counts


def test_every_line_and_tree_is_counted():
    assert [tuple(fixture[0]) for fixture in COUNTED["lines"]] == [seats for seats, *_ in perft.LINES]
    assert [tuple(fixture[0]) for fixture in COUNTED["trees"]] == [seats for seats, *_ in perft.TREES]
