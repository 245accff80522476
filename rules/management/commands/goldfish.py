"""``manage.py goldfish``: simulate a deck file, without a server."""

import json
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.catalogue import Catalogue
from cards.datafiles import load_catalogue
from decks.decklist import Decklist
from decks.exchange import DeckImportError, parse
from rules.goldfish import (
    POLICIES,
    EncodeError,
    PolicyError,
    Report,
    Tallies,
    adversary,
    city_deck,
    encode,
    policy,
    report,
    simulate,
)
from rules.streams import seed_from_text

CHUNK = 100_000
#: Decks that only the reference can play take a thousand times as long.
SMALL_CHUNK = 200
BAR = 30


class Command(BaseCommand):
    """Plays the five Days alone in the City, many times, and says what came of it."""

    help = "Simulate a deck from a file of any kind that can be imported; - reads standard input."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say what can be chosen."""
        parser.add_argument("file", help="the deck: text, Markdown, JSON, CSV, Board Game Arena or Tabletop Simulator")
        parser.add_argument("--games", type=int, default=1_000_000)
        parser.add_argument("--seed", default="1", help="a number or any words; the same seed gives the same result")
        parser.add_argument("--policy", default="thrifty", help=f"one of {', '.join(POLICIES)}")
        parser.add_argument(
            "--set", action="append", default=[], metavar="NAME=VALUE", help="change a parameter of the policy"
        )
        parser.add_argument("--city", help="code of the City Deck")
        parser.add_argument("--json", action="store_true", help="print the whole report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, play, report."""
        if options["games"] < 1:
            raise CommandError(f"--games must be 1 or more, not {options['games']}.")
        catalogue = load_catalogue()
        decklist = _read(options["file"], catalogue)
        try:
            seed = seed_from_text(options["seed"])
            chosen = policy(options["policy"], _changes(options["set"]))
            deck = encode(decklist, catalogue, chosen, adversary(), city_deck(catalogue, options["city"]))
        except (EncodeError, PolicyError, ValueError) as error:
            raise CommandError(str(error)) from None
        total = Tallies.none(len(deck.cards))
        games, chunk = options["games"], CHUNK if deck.compiled else SMALL_CHUNK
        started = time.monotonic()
        for first in range(0, games, chunk):
            total += simulate(deck, seed, first, min(chunk, games - first))
            self._progress(total.games, games, time.monotonic() - started)
        found = report(deck, catalogue, total, seed)
        if options["json"]:
            self.stdout.write(json.dumps(found.as_dict(), ensure_ascii=False, indent=2))
        else:
            self._print(found)

    def _progress(self, done: int, games: int, seconds: float) -> None:
        """A bar on the terminal, and nothing where nobody watches."""
        if not self.stderr.isatty():
            return
        bar = "█" * (BAR * done // games)
        rate = done / seconds if seconds else 0.0
        left = (games - done) / rate if rate else 0.0
        self.stderr.write(
            f"\r{bar:·<{BAR}} {done:,} of {games:,} games, {rate:,.0f} a second, {left:.0f} s left ",
            ending="\n" if done == games else "",
        )

    def _print(self, found: Report) -> None:
        self.stdout.write(found.sentence)
        for note in found.deck.notes:
            self.stdout.write(f"Note: {note}")
        self.stdout.write(f"\n{'':24}" + "".join(f"{'Day ' + str(day.day):>18}" for day in found.days))
        for name in (
            "hand",
            "payable_share",
            "played",
            "spent",
            "dead",
            "crew",
            "claimed",
            "renown",
            "seven",
            "margin",
        ):
            cells = [day.measures[name] for day in found.days]
            self.stdout.write(f"{name:24}" + "".join(f"{_cell(cell):>18}" for cell in cells))
        self.stdout.write(f"\n{'card':34}{'drawn':>8}{'played':>8}{'paid':>8}{'idle':>8}{'moves duels':>18}")
        for card in found.cards:
            shares = (card.drawn, card.played, card.paid, card.idle)
            row = "".join(f"{part.value:8.1%}" if part else f"{'':8}" for part in shares)
            self.stdout.write(f"{card.name[:32]:34}{row}{_cell(card.margin):>18}")


def _read(name: str, catalogue: Catalogue) -> Decklist:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{name} cannot be read: {error}") from None
    try:
        decks = parse(text, catalogue).decks
    except DeckImportError as error:
        raise CommandError(f"{name}: {error.message}") from None
    if len(decks) != 1:
        raise CommandError(f"{name} holds {len(decks)} decks; give one.")
    if decks[0].failed:
        line = decks[0].failed[0]
        raise CommandError(f"{name}, line {line.number}: {line.text!r}: {line.message}")
    return decks[0].decklist


def _changes(pairs: list[str]) -> dict[str, object]:
    changes: dict[str, object] = {}
    for pair in pairs:
        name, found, value = pair.partition("=")
        if not found:
            raise ValueError(f"--set {pair}: write NAME=VALUE")
        try:
            changes[name] = json.loads(value)
        except ValueError:
            raise ValueError(f"--set {pair}: {value!r} is neither a number nor true or false") from None
    return changes


def _cell(estimate: Any) -> str:
    if estimate is None:
        return ""
    if estimate.low is None:
        return f"{estimate.value:.2f}"
    return f"{estimate.value:.3f} ±{(estimate.high - estimate.low) / 2:.3f}"
