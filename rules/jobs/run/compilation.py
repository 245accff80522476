"""Compiles the engine ahead of time, once for each version of its sources, so that nobody waits for it."""

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

#: The key under which a worker says that it is compiling, and how long that is believed if it dies.
_COMPILING: Final = "simulations:compiling"
_TIMEOUT_SECONDS: Final = 120


def _stamp() -> Path:
    """A file that exists once this version of the engine was compiled in this directory."""
    return Path(settings.NUMBA_CACHE) / f"compiled-{version('numba')}-{sources_digest()}"


def is_compiled() -> bool:
    """Whether a worker of this directory can load the engine at once."""
    return _stamp().exists()


@contextmanager
def compile_lock() -> Iterator[None]:
    """Let one process compile at a time; the others wait, and then load the result."""
    try:
        Path(settings.NUMBA_CACHE).mkdir(parents=True, exist_ok=True)
        lock = (Path(settings.NUMBA_CACHE) / "lock").open("a+")
    except OSError:
        # Without a directory there is nothing to share.
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with _announce():
            yield


@contextmanager
def _announce() -> Iterator[None]:
    """Tell every process why no game is being played yet."""
    if is_compiled():
        yield
        return
    cache.set(_COMPILING, True, _TIMEOUT_SECONDS)
    try:
        yield
    finally:
        cache.delete(_COMPILING)


def is_compiling() -> bool:
    return bool(cache.get(_COMPILING))


def compile_engine() -> None:
    """Compile by playing one game of each kind, and leave the stamp."""
    catalogue = current_catalogue()
    decklist = read_starters()[0].decklist
    deck = encode(decklist, catalogue, POLICIES[DEFAULT], Adversary(), city_deck(catalogue))
    with compile_lock():
        simulate(deck, 0, 0, 1)
    with compile_lock():
        simulate_pair(deck, deck, 0, 0, 1)
    with suppress(OSError):
        _stamp().touch()
