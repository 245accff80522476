"""``manage.py play``: games of bots, a person at one side, and games gone on with."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cards.catalogue.datafiles import load_catalogue
from decks.decklist import Decklist
from decks.exchange import NamedDeck, render
from rules.five_sails import from_text, record, replay, to_text
from tests.processes import ROOT
from tests.rules.five_sails.known import BOOK, STARTERS

CATALOGUE = load_catalogue()
EISEN = STARTERS["eisen-starter"]
PAIR = ("--deck", "castille", "--deck", "Eisen Starter")


def run(*words: str) -> str:
    out = io.StringIO()
    call_command("play", *words, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def feed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def notation(output: str) -> str:
    return output[output.index("five-sails/1") :].strip()


def test_a_game_of_bots_is_told_from_the_first_day_to_the_winner() -> None:
    told = run(*PAIR, "--bots", "heuristic,random", "--seed", "7")
    assert "Player A: Soline el Gato, Prince of Thieves (heuristic)" in told
    assert "Player B: Kaspar Dietrich, Old Iron (random)" in told
    assert "Day 1\n=====" in told
    assert "High Drama" in told
    assert " wins by " in told.splitlines()[-1]
    assert "five-sails/1" not in told


def test_the_same_seed_tells_the_same_game() -> None:
    words = (*PAIR, "--bots", "random,heuristic", "--notation")
    assert run(*words, "--seed", "fair winds") == run(*words, "--seed", "fair winds")
    assert run(*words, "--seed", "fair winds") != run(*words, "--seed", "8")


def test_quiet_prints_the_result_alone() -> None:
    told = run(*PAIR, "--seed", "7", "--quiet").strip()
    assert len(told.splitlines()) == 1
    assert told.startswith("Player ")
    assert "(heuristic) wins by" in told


def test_the_notation_is_the_game() -> None:
    written = notation(run(*PAIR, "--seed", "7", "--quiet", "--notation"))
    game = replay(from_text(written), BOOK)
    assert game.over
    assert to_text(record(game)) == written


@pytest.mark.parametrize("kind", ["text", "markdown", "json", "csv", "bga"])
def test_decks_come_from_files_of_every_kind(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "deck"
    path.write_text(render(NamedDeck("Crew", EISEN), kind, CATALOGUE).text, encoding="utf-8")
    words = ("--seed", "3", "--bots", "random,random", "--quiet", "--notation")
    assert run("--deck", "castille-starter", "--deck", str(path), *words) == run(*PAIR, *words)


def test_four_bots_play() -> None:
    told = run(
        "--deck",
        "ussura",
        "--deck",
        "vodacce",
        "--deck",
        "montaigne",
        "--deck",
        "eisen",
        "--bots",
        ",".join(["random"] * 4),
    )
    assert "Player D: Kaspar Dietrich" in told
    assert "Ole’s Inn" in told


# A person.


def test_a_person_plays_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Always the first choice: plan the first cards, and pass."""
    feed(monkeypatch, "1\n" * 400)
    told = run(*PAIR, "--bots", "heuristic,human", "--seed", "7")
    assert "Player B (you): 0 Renown" in told
    assert "Plan a scheme for the Day (rule 4.2.1)." in told
    assert "High Drama: your action" in told
    assert "Your hand:" in told
    assert "Player A (heuristic) wins by" in told


def test_a_person_sees_no_hidden_card(monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, "1\n1\nq\n")
    told = run(*PAIR, "--bots", "heuristic,human", "--seed", "7")
    assert "Player A plans a card." in told
    assert "Player A draws 7 cards.\n" in told
    assert "Player B draws 5 cards: " in told


def test_help_and_cards_and_slips_of_the_finger(monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, "?\nnonsense\n0\n99999999\ni 1\ni kaspar\ni nobody\nb\nc\n\nq\n")
    told = run(*PAIR, "--bots", "human,random", "--seed", "7")
    assert "q          stop" in told
    assert told.count("Type a number from 1 to 5, or ? for help.") == 4
    assert "  The Cat’s Embargo (Logistics, Sabotage)" in told
    assert "  Kaspar Dietrich, Old Iron (Eisen, General, Hero, Leader)" in told
    assert "{" not in told
    assert "You cannot see a card like that." in told
    assert told.count("Day 1, Planning.") == 2
    assert told.count("  1  plan ") == 2


@pytest.mark.parametrize("end", ["q\n", ""], ids=["q", "end of input"])
def test_a_stopped_game_goes_on(end: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    feed(monkeypatch, "1\n1\n1\n" + end)
    stopped = run(*PAIR, "--bots", "human,heuristic", "--seed", "7")
    assert "Stopped." in stopped
    written = notation(stopped)
    choices = len(replay(from_text(written), BOOK).history)
    feed(monkeypatch, "q\n")
    again = run("--resume", written, "--bots", "human,heuristic")
    assert f"The game continues after {choices} choices" in again
    assert notation(again) == written
    path = tmp_path / "game.txt"
    path.write_text(written, encoding="utf-8")
    finished = run("--resume", str(path), "--notation")
    assert " wins by " in finished or "A draw" in finished
    assert notation(finished).splitlines()[:3] == written.splitlines()[:3]


def test_heuristic_bots_go_on_as_if_nothing_had_been() -> None:
    whole = run(*PAIR, "--seed", "7", "--quiet", "--notation")
    first_day = "\n".join(notation(whole).splitlines()[:4])
    assert run("--resume", first_day, "--quiet", "--notation") == whole


def test_a_game_that_is_over_only_says_how_it_ended() -> None:
    written = notation(run(*PAIR, "--seed", "7", "--quiet", "--notation"))
    result = run(*PAIR, "--seed", "7", "--quiet")
    assert run("--resume", written, "--quiet") == result


# Mistakes.


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "Give --deck once for each of two to four players, not 0 times."),
        (("--deck", "castille"), "not 1 times"),
        (("--deck", "castille", "--deck", "atlantis"), "'atlantis' is neither a starter deck (castille-starter, "),
        ((*PAIR, "--bots", "random"), "--bots names 1 players, but the game has 2."),
        ((*PAIR, "--bots", "random,clever"), "there is no 'clever'; there are heuristic, random, human."),
        ((*PAIR, "--bots", "human,human"), "only one side can be a person's"),
        ((*PAIR, "--bots", "human,random", "--quiet"), "--quiet is for bots"),
        ((*PAIR, "--seed", " "), "a seed needs at least one letter or digit"),
        ((*PAIR, "--resume", "five-sails/1"), "leave --deck and --seed out"),
        (("--resume", "nowhere.txt"), "'nowhere.txt' is neither a game in notation nor a file with one."),
        (("--resume", "five-sails/1 seed=x"), "The game cannot be continued: "),
    ],
)
def test_mistakes_are_named_and_end_with_two(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(CommandError) as caught:
        run(*words)
    assert message in str(caught.value)
    assert caught.value.returncode == 2


def test_a_choice_that_the_rules_forbid_is_named() -> None:
    written = notation(run(*PAIR, "--seed", "7", "--quiet", "--notation")).splitlines()
    with pytest.raises(CommandError, match="choice 1, -"):
        run("--resume", "\n".join([*written[:3], "-"]))


def test_bad_deck_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    for content, message in (
        ("", "There is nothing to read"),
        ("Leader\n1 Nobody at All\n", "line 2"),
    ):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(CommandError, match=message):
            run("--deck", str(path), "--deck", "eisen")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CommandError, match="cannot be read"):
        run("--deck", str(path), "--deck", "eisen")
    headless = Decklist(None, EISEN.approach, EISEN.faction)
    path.write_text(render(NamedDeck("Crew", headless), "json", CATALOGUE).text, encoding="utf-8")
    with pytest.raises(CommandError, match="deck A has no leader"):
        run("--deck", str(path), "--deck", "eisen")


def test_from_a_shell_with_standard_input(tmp_path: Path) -> None:
    played = subprocess.run(
        [sys.executable, "manage.py", "play", *PAIR, "--bots", "human,random", "--seed", "7"],
        cwd=ROOT,
        input="1\n1\nq\n",
        capture_output=True,
        text=True,
        env={**os.environ, "FIVESAILS_VAR": str(tmp_path)},
        check=False,
    )
    assert (played.returncode, played.stderr) == (0, "")
    assert "five-sails/1 seed=7" in played.stdout
