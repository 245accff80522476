"""``manage.py goldfish``: simulate a deck file, without a server."""

import json
import os
import sys
import time
from argparse import ArgumentParser
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.catalogue import Catalogue
from cards.catalogue.datafiles import load_catalogue
from decks.decklist import Decklist
from rules.facts import DAYS
from rules.goldfish import (
    POLICIES,
    Encoded,
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
from rules.goldfish.policies import DEFAULT
from rules.management.deckfiles import one_deck, wrong
from rules.random_streams import seed_from_text

CHUNK = 100_000
#: Decks that only the reference can play take a thousand times as long.
SMALL_CHUNK = 200
MOST_GAMES = 10**12
BAR = 30

#: Measures of the printed table; all of them are in the JSON.
PRINTED = ("hand", "payable_share", "played", "spent", "dead", "crew", "claimed", "renown", "seven", "margin")


class Command(BaseCommand):
    """Plays the Days alone in the City, many times, and says what came of it."""

    help = "Simulate a deck from a file in any import format; - reads standard input."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the deck: text, Markdown, JSON, CSV, Board Game Arena or Tabletop Simulator")
        parser.add_argument("--games", type=int, default=1_000_000)
        parser.add_argument("--seed", default="1", help="a number or any words; the same seed gives the same result")
        parser.add_argument("--policy", default=DEFAULT, help=f"one of {', '.join(POLICIES)}")
        parser.add_argument(
            "--set", action="append", default=[], metavar="NAME=VALUE", help="change a parameter of the policy"
        )
        parser.add_argument("--days", type=int, default=DAYS, help=f"Days to play, from 1 to {DAYS}")
        parser.add_argument("--city", help="code of the City Deck")
        parser.add_argument("--cores", type=int, help="how many to use (default: all); the result is the same")
        parser.add_argument("--json", action="store_true", help="print the whole report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        games: int = options["games"]
        cores: int = _cores() if options["cores"] is None else options["cores"]
        if not 1 <= games <= MOST_GAMES:
            raise wrong(f"--games must be from 1 to {MOST_GAMES:,}, not {games:,}.")
        if cores < 1:
            raise wrong(f"--cores must be 1 or more, not {cores}.")
        catalogue = load_catalogue()
        decklist = _read(options["file"], catalogue)
        try:
            seed = seed_from_text(options["seed"])
            chosen = policy(options["policy"], _changes(options["set"]))
            city = city_deck(catalogue, options["city"])
            deck = encode(decklist, catalogue, chosen, adversary(), city, options["days"])
        except (EncodeError, PolicyError, ValueError) as error:
            raise wrong(str(error)) from None
        if not deck.compiled:
            self.stderr.write("This deck is too large for the compiled kernel: plain Python plays it, on one core.")
        total = Tallies.none(deck)
        started = time.monotonic()
        try:
            for part in _played(deck, seed, games, cores):
                total += part
                self._progress(total.games, games, time.monotonic() - started)
        except KeyboardInterrupt:
            raise CommandError(f"Stopped after {total.games:,} of {games:,} games.", returncode=130) from None
        found = report(deck, catalogue, total, seed)
        if options["json"]:
            self.stdout.write(json.dumps(found.as_dict(), ensure_ascii=False, indent=2))
        else:
            self._print(found)

    def _progress(self, done: int, games: int, seconds: float) -> None:
        """Draw a progress bar, on a terminal only."""
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
        for name in PRINTED:
            cells = [day.measures[name] for day in found.days]
            self.stdout.write(f"{name:24}" + "".join(f"{_cell(cell):>18}" for cell in cells))
        self.stdout.write(f"\n{'card':34}{'drawn':>8}{'played':>8}{'paid':>8}{'idle':>8}{'moves duels':>18}")
        for card in found.cards:
            shares = (card.drawn, card.played, card.paid, card.idle)
            row = "".join(f"{part.value:8.1%}" if part else f"{'':8}" for part in shares)
            self.stdout.write(f"{card.name[:32]:34}{row}{_cell(card.margin):>18}")


def _played(deck: Encoded, seed: int, games: int, cores: int) -> Iterator[Tallies]:
    """The chunks in their order. Compiled games run without the interpreter's lock, so threads share the cores."""
    chunk = CHUNK if deck.compiled else SMALL_CHUNK
    chunks = ((first, min(chunk, games - first)) for first in range(0, games, chunk))
    if not deck.compiled or cores == 1:
        for first, count in chunks:
            yield simulate(deck, seed, first, count)
        return
    # The first chunk compiles, which one thread does for all.
    yield simulate(deck, seed, *next(chunks))
    with ThreadPoolExecutor(cores) as pool:

        def started(most: int) -> Iterator[Future[Tallies]]:
            return (pool.submit(simulate, deck, seed, first, count) for first, count in islice(chunks, most))

        try:
            # A few ahead keep every core at work; all of a long run would fill the memory.
            waiting = deque(started(2 * cores))
            while waiting:
                part = waiting.popleft().result()
                waiting.extend(started(1))
                yield part
        finally:
            pool.shutdown(cancel_futures=True)


def _cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _read(name: str, catalogue: Catalogue) -> Decklist:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise wrong(f"{name} cannot be read: {error}") from None
    return one_deck(name, text, catalogue)


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
