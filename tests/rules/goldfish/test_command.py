"""``manage.py goldfish`` on files of several kinds."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cards.catalogue import CardType, Catalogue
from decks.decklist import Decklist
from decks.exchange import NamedDeck, render
from rules.management.commands import goldfish
from tests.processes import ROOT


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


def test_days_and_cores(deck_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any number of threads plays the same games."""
    monkeypatch.setattr(goldfish, "CHUNK", 150)
    words = [str(deck_file), "--games", "2000", "--days", "3", "--json"]
    one = json.loads(run(*words, "--cores", "1"))
    assert one["day_count"] == 3
    assert one == json.loads(run(*words, "--cores", "3")) == json.loads(run(*words))


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_for_whoever_watches(deck_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goldfish, "CHUNK", 500)
    watched, unwatched = Terminal(), io.StringIO()
    for stream in (watched, unwatched):
        call_command("goldfish", str(deck_file), "--games", "1000", stdout=io.StringIO(), stderr=stream)
    assert unwatched.getvalue() == ""
    steps = watched.getvalue().split("\r")[1:]
    assert len(steps) == 2
    assert steps[0].startswith("█" * 15 + "·" * 15 + " 500 of 1,000 games, ")
    assert steps[1].startswith("█" * 30 + " 1,000 of 1,000 games, ")
    assert steps[1].endswith("\n")


def test_a_deck_for_plain_python_says_so(tmp_path: Path, catalogue: Catalogue, starters: dict[str, Decklist]) -> None:
    deck = starters["castille"]
    pool = [card.code for card in catalogue if card.type is CardType.RISK and card.is_neutral]
    large = Decklist.of(deck.leader, deck.approach, dict.fromkeys(pool, 2) | dict(deck.faction))
    path = tmp_path / "large.txt"
    path.write_text(render(NamedDeck("Large", large), "text", catalogue).text, encoding="utf-8")
    said = io.StringIO()
    call_command("goldfish", str(path), "--games", "3", stdout=io.StringIO(), stderr=said)
    assert "plain Python plays it, on one core" in said.getvalue()


def test_stopping_says_how_far_it_came(deck_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(goldfish, "simulate", stop)
    with pytest.raises(CommandError, match="Stopped after 0 of 10 games") as error:
        run(str(deck_file), "--games", "10")
    assert error.value.returncode == 130


def test_mistakes_end_with_two_and_a_sentence(deck_file: Path, tmp_path: Path) -> None:
    for words in (
        [str(deck_file), "--games", "some"],
        [str(tmp_path / "nothing.txt")],
    ):
        done = subprocess.run(
            [sys.executable, "manage.py", "goldfish", *words],
            cwd=ROOT,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert words[-1] in done.stderr
        assert "Traceback" not in done.stderr
        assert done.stdout == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--games", "0"], "--games must be from 1 to 1,000,000,000,000, not 0"),
        (["--policy", "greedy"], "there is no policy 'greedy'"),
        (["--set", "reserve"], "write NAME=VALUE"),
        (["--set", "reserve=many"], "neither a number"),
        (["--set", "reserve=77"], "reserve: must be from 0 to 20"),
        (["--city", "atlantis"], "There is no City Deck 'atlantis'"),
        (["--seed", " "], "a seed needs"),
        (["--days", "0"], "The number of Days must be a whole number from 1 to 5, not 0"),
        (["--cores", "0"], "--cores must be 1 or more, not 0"),
    ],
)
def test_bad_words_are_named(deck_file: Path, words: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message) as error:
        run(str(deck_file), *words)
    assert error.value.returncode == 2


def test_bad_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        run(str(tmp_path / "nothing.txt"))
    unknown = tmp_path / "unknown.txt"
    unknown.write_text("Leader: Soline el Gato\n2 Xqzzy Vvorpal\n", encoding="utf-8")
    with pytest.raises(CommandError, match="line 2"):
        run(str(unknown))
