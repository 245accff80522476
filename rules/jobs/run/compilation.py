"""The engine, compiled ahead of time: once for each state of its sources, not when somebody waits for a result."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.cache import cache

from cards.store import current_catalogue
from decks.lists.starters import read_starters
from rules.goldfish import POLICIES, Adversary, city_deck, encode, simulate, simulate_pair
from rules.goldfish.policies import DEFAULT
from rules.goldfish.run import sources_digest

#: Where a worker that compiles says so, and how long that is believed if it dies over it.
_COMPILING: Final = "simulations:compiling"
_TIMEOUT_SECONDS: Final = 120


def _stamp() -> Path:
    """A file that is there once this very engine was compiled in this directory."""
    return Path(settings.NUMBA_CACHE) / f"compiled-{version('numba')}-{sources_digest()}"


def is_compiled() -> bool:
    """Whether a worker of this directory can load the engine in an instant."""
    return _stamp().exists()


@contextmanager
def turn() -> Iterator[None]:
    """One process compiles; those that would do the same meanwhile wait, and then load what it made."""
    try:
        Path(settings.NUMBA_CACHE).mkdir(parents=True, exist_ok=True)
        lock = (Path(settings.NUMBA_CACHE) / "lock").open("a+")
    except OSError:
        # What cannot be kept cannot be shared.
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with _telling():
            yield


@contextmanager
def _telling() -> Iterator[None]:
    """Let those who wait for a game know, wherever they ask, why it is not played yet."""
    if is_compiled():
        yield
        return
    cache.set(_COMPILING, True, _TIMEOUT_SECONDS)
    try:
        yield
    finally:
        cache.delete(_COMPILING)


def is_compiling() -> bool:
    """Whether a worker is at it."""
    return bool(cache.get(_COMPILING))


def compile_engine() -> None:
    """Play one game of each kind, and note that it was done."""
    catalogue = current_catalogue()
    decklist = read_starters()[0].decklist
    deck = encode(decklist, catalogue, POLICIES[DEFAULT], Adversary(), city_deck(catalogue))
    with turn():
        simulate(deck, 0, 0, 1)
    with turn():
        simulate_pair(deck, deck, 0, 0, 1)
    with suppress(OSError):
        _stamp().touch()
