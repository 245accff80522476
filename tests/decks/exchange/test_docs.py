"""The reference page has every kind, and each of its examples reads as it says."""

import re
from pathlib import Path

import pytest

from decks.exchange import KINDS, parse
from tests.decks.exchange.lists import CATALOGUE

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "deck-formats.md"
EXAMPLES = [
    (kind, example)
    for section in re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for kind in re.findall(r"\A`(\w+)`", section)
    for example in re.findall(r"^```\w*\n(.*?)^```$", section, flags=re.MULTILINE | re.DOTALL)
]


def test_every_kind_is_described_with_an_example() -> None:
    assert {kind for kind, _ in EXAMPLES} == set(KINDS)


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_every_example_reads_as_its_kind(kind: str, example: str) -> None:
    parsed = parse(example, CATALOGUE)
    assert parsed.kind == kind
    for deck in parsed.decks:
        assert deck.decklist.codes
        assert deck.failed == ()
