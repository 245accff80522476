"""Playing chunks of games: with the compiled kernel if the deck fits it, otherwise with the reference."""

from __future__ import annotations

import atexit
import hashlib
import importlib
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rules.goldfish import reference
from rules.goldfish.encoding import Encoded
from rules.goldfish.results.pairs import PairTallies, align
from rules.goldfish.results.tallies import Tallies, merge
from rules.random_streams import MASK

if TYPE_CHECKING:
    from types import ModuleType

#: The environment variable with the directory for compiled code.
CACHE_VARIABLE: Final = "NUMBA_CACHE_DIR"

_HERE: Final = Path(__file__).parent
#: The sources of compiled code: its own modules, and those whose constants are compiled into it.
SOURCES: Final = (*sorted(_HERE.rglob("*.py")), _HERE.parent / "facts.py", _HERE.parent / "random_streams.py")


def simulate(deck: Encoded, seed: int, first: int, count: int) -> Tallies:
    """The tallies of games ``first`` to ``first + count - 1``; chunks add up to the same total however they are cut.

    :raises ValueError: if the seed or a game number is out of bounds.
    """
    _check(seed, first, count)
    if not deck.compiled:
        games = (Tallies.of(reference.play(deck, seed, game), deck) for game in range(first, first + count))
        return merge((Tallies.none(deck), *games))
    tallies: Tallies = load_compiled("kernel").tally(deck, seed, first, count)
    return tallies


def simulate_pair(a: Encoded, b: Encoded, seed: int, first: int, count: int) -> PairTallies:
    """The tallies of games ``first`` to ``first + count - 1`` of two decks that have the same luck in each game.

    A plays the same games as on its own; B meets the same City and draws the cards it shares with A at the same times.

    :raises EncodeError: if the two differ in adversary, number of Days or City Deck.
    :raises ValueError: if the seed or a game's number is out of bounds.
    """
    _check(seed, first, count)
    b = align(a, b)
    if not (a.compiled and b.compiled):
        games = (
            PairTallies.of(reference.play(a, seed, game), reference.play(b, seed, game), a, b)
            for game in range(first, first + count)
        )
        return merge((PairTallies.none(a, b), *games))
    tallies: PairTallies = load_compiled("kernel").tally_pair(a, b, seed, first, count)
    return tallies


def _check(seed: int, first: int, count: int) -> None:
    if count < 0:
        raise ValueError(f"cannot play {count} games")
    for name, value in (("seed", seed), ("first game", first), ("last game", first + count)):
        if not 0 <= value <= MASK:
            raise ValueError(f"the {name} {value} is not a whole number from 0 to {MASK}")


def sources_digest() -> str:
    """Identifies this version of the sources."""
    return hashlib.sha256(b"".join(source.read_bytes() for source in SOURCES)).hexdigest()[:12]


@cache
def load_compiled(name: str) -> ModuleType:
    """Import a module of ``rules.goldfish.compiled``, with Numba caching its code in a writable directory.

    The directory is named after the sources, because Numba notices when the file of a compiled function changes but not
    when a constant in another file does. It is set directly, because Numba may already have read the environment.
    """
    chosen = os.environ.get(CACHE_VARIABLE)
    wanted = Path(chosen) if chosen else _HERE.parents[1] / "var" / "numba"
    directory = wanted / sources_digest()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        writable = os.access(directory, os.W_OK)
    except OSError:
        writable = False
    importlib.import_module("numba").config.CACHE_DIR = str(directory) if writable else _temporary_directory()
    return importlib.import_module(f"rules.goldfish.compiled.{name}")


@cache
def _temporary_directory() -> str:
    """A directory that lasts as long as this process."""
    directory = tempfile.mkdtemp(prefix="numba-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    return directory
