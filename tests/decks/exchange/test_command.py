"""``manage.py deck``: exit codes are an interface."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from decks.exchange import KINDS, NamedDeck, parse, render
from tests.decks.exchange.lists import CATALOGUE, STARTERS, sheet_url

EISEN = next(NamedDeck(starter.name, starter.decklist) for starter in STARTERS if starter.code == "eisen-starter")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def deck() -> Run:
    """Runs the command as a shell would: exit code, output, errors."""

    def run(*args: Any) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        try:
            call_command("deck", *map(str, args), stdout=out, stderr=err)
        except CommandError as error:
            return error.returncode, out.getvalue(), str(error)
        except SystemExit as stop:
            assert isinstance(stop.code, int)
            return stop.code, out.getvalue(), err.getvalue()
        return 0, out.getvalue(), err.getvalue()

    return run


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str | bytes], Path]:
    def write(content: str | bytes) -> Path:
        path = tmp_path / "deck"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.mark.parametrize("kind", KINDS)
def test_a_legal_deck_of_any_kind_is_0(deck: Run, file: Callable[[str], Path], kind: str) -> None:
    code, out, _ = deck("check", file(render(EISEN, kind, CATALOGUE, sheet_url=sheet_url).text))
    assert (code, out) == (0, "Eisen Starter: legal (Rulebook 2023)\n")


def test_an_illegal_deck_is_1_with_every_reason(deck: Run, file: Callable[[str], Path]) -> None:
    code, out, _ = deck("check", file("Kaspar Dietrich\n3x Boon\n2x Ambsh\n"))
    assert code == 1
    assert "not legal" in out
    assert "[too_many_copies]" in out
    assert "line 3: '2x Ambsh': Read as Ambush." in out


def test_a_deck_with_a_line_that_failed_is_not_called_legal(deck: Run, file: Callable[[str], Path]) -> None:
    code, out, _ = deck("check", file(render(EISEN, "text", CATALOGUE).text + "2x Blorgh\n"))
    assert code == 1
    assert "2x Blorgh': No card has this name." in out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "This is not valid JSON"),
        (b"", "nothing to read"),
        (b"2x \xff", "not UTF-8 at byte 3"),
        (b"x" * 1_000_000, "longer than 64 KiB"),
    ],
)
def test_what_cannot_be_read_is_2(deck: Run, file: Callable[[bytes], Path], content: bytes, words: str) -> None:
    code, out, err = deck("check", file(content))
    assert (code, out) == (2, "")
    assert words in err
    assert deck("convert", file(content), "--to", "text")[0] == 2


def test_a_file_that_is_not_there_is_2(deck: Run, tmp_path: Path) -> None:
    code, _, err = deck("check", tmp_path / "none")
    assert code == 2
    assert "cannot be read" in err


def test_the_report_as_json(deck: Run, file: Callable[[str], Path]) -> None:
    code, out, _ = deck("check", file("Kaspar Dietrich\n2x Ambsh\n"), "--json", "--format", "core-only")
    report = json.loads(out)
    assert (code, report["legal"], report["format"], report["kind"]) == (1, False, "core-only", "text")
    (found,) = report["decks"]
    assert found["leader"] == "01035"
    assert found["lines"][1] == {
        "number": 2, "text": "2x Ambsh", "status": "guessed", "code": "01023", "quantity": 2, "zone": "faction",
        "candidates": [{"code": "01023", "score": 83}], "message": "Read as Ambush.",
    }  # fmt: skip
    assert {violation["code"] for violation in found["violations"]} >= {"approach_size", "faction_size"}


@pytest.mark.parametrize("kind", KINDS)
def test_convert_from_standard_input(deck: Run, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    text = render(EISEN, "text", CATALOGUE).text
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode("utf-16"))))
    code, out, err = deck("convert", "-", "--to", kind, "--site", "https://example.org/")
    assert (code, err) == (0, "")
    assert out == render(EISEN, kind, CATALOGUE, sheet_url=sheet_url).text
    assert parse(out, CATALOGUE).decks[0].named == EISEN


def test_convert_tells_what_it_could_not_take(deck: Run, file: Callable[[str], Path]) -> None:
    code, out, err = deck("convert", file("1x Boon\n2x Blorgh\n"), "--to", "bga")
    assert code == 1
    assert json.loads(out)["faction_deck"] == [{"id": "01161", "count": 1}]
    assert "line 2: '2x Blorgh': No card has this name." in err


def test_convert_asks_which_of_several_decks(deck: Run, file: Callable[[str], Path]) -> None:
    path = file("Deck: One\n1x Boon\nDeck: Two\n1x Sabre\n")
    code, _, err = deck("convert", path, "--to", "text")
    assert code == 2
    assert "1 'One', 2 'Two'" in err
    assert deck("convert", path, "--to", "text", "--deck", 2)[1].startswith("Two\n")
    assert deck("convert", path, "--to", "text", "--deck", 3)[0] == 2
