"""``manage.py goldfish`` on files of several kinds."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cards.catalogue import Catalogue
from decks.decklist import Decklist
from decks.exchange import NamedDeck, render


@pytest.fixture
def deck_file(tmp_path: Path, catalogue: Catalogue, starters: dict[str, Decklist]) -> Path:
    path = tmp_path / "deck.txt"
    path.write_text(render(NamedDeck("Crew", starters["eisen"]), "text", catalogue).text, encoding="utf-8")
    return path


def run(*words: str) -> str:
    out = io.StringIO()
    call_command("goldfish", *words, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_a_table_and_the_same_as_json(deck_file: Path) -> None:
    assert "2,000 games" in run(str(deck_file), "--games", "2000", "--seed", "fair winds")
    first = run(str(deck_file), "--games", "2000", "--seed", "3", "--json")
    assert first == run(str(deck_file), "--games", "2000", "--seed", "3", "--json")
    assert json.loads(first)["games"] == 2000


def test_every_kind_gives_the_same_deck(
    tmp_path: Path, catalogue: Catalogue, starters: dict[str, Decklist], deck_file: Path
) -> None:
    expected = json.loads(run(str(deck_file), "--games", "100", "--json"))
    for kind in ("markdown", "json", "csv"):
        path = tmp_path / f"deck.{kind}"
        path.write_text(render(NamedDeck("Crew", starters["eisen"]), kind, catalogue).text, encoding="utf-8")
        assert json.loads(run(str(path), "--games", "100", "--json")) == expected


def test_parameters_can_be_changed(deck_file: Path) -> None:
    changed = json.loads(run(str(deck_file), "--games", "10", "--set", "reserve=1", "--set", "parley=false", "--json"))
    assert changed["policy"]["name"] == "custom"
    assert changed["policy"]["reserve"] == 1
    assert changed["policy"]["parley"] is False


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--games", "0"], "--games must be 1 or more"),
        (["--policy", "greedy"], "there is no policy 'greedy'"),
        (["--set", "reserve"], "write NAME=VALUE"),
        (["--set", "reserve=many"], "neither a number"),
        (["--set", "reserve=77"], "reserve: must be from 0 to 20"),
        (["--city", "atlantis"], "There is no City Deck 'atlantis'"),
        (["--seed", " "], "a seed needs"),
    ],
)
def test_bad_words_are_named(deck_file: Path, words: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        run(str(deck_file), *words)


def test_bad_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        run(str(tmp_path / "nothing.txt"))
    unknown = tmp_path / "unknown.txt"
    unknown.write_text("Leader: Soline el Gato\n2 Xqzzy Vvorpal\n", encoding="utf-8")
    with pytest.raises(CommandError, match="line 2"):
        run(str(unknown))
