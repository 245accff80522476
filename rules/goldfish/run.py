"""Play a chunk of games: by the compiled kernel where the deck fits it, by the reference where it does not."""

from __future__ import annotations

import hashlib
import importlib
import os
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rules.goldfish import reference
from rules.goldfish.encode import Encoded
from rules.goldfish.tallies import Tallies, merge
from rules.streams import MASK

if TYPE_CHECKING:
    from types import ModuleType

#: Names the directory in which Numba keeps what it compiled.
CACHE_VARIABLE: Final = "NUMBA_CACHE_DIR"

_SOURCES: Final = (
    "kernel",
    "steps",
    "counting",
    "bits",
    "arrays",
    "layout",
    "placements",
    "encode",
    "gear",
    "../streams",
)


def simulate(deck: Encoded, seed: int, first: int, count: int) -> Tallies:
    """The tallies of games ``first`` to ``first + count - 1``; chunks add up to the same however games are cut.

    :raises ValueError: if the seed or a game's number is out of bounds.
    """
    if count < 0:
        raise ValueError(f"{count} games cannot be played")
    for name, value in (("seed", seed), ("first game", first), ("last game", first + count)):
        if not 0 <= value <= MASK:
            raise ValueError(f"the {name} {value} is not a whole number from 0 to {MASK}")
    if not deck.compiled:
        games = (Tallies.of(reference.play(deck, seed, game), deck) for game in range(first, first + count))
        return merge(games, len(deck.cards))
    tallies: Tallies = load_kernel().tally(deck, seed, first, count)
    return tallies


@lru_cache(maxsize=1)
def load_kernel() -> ModuleType:
    """Import Numba and the kernel, with a cache directory that can be written and that knows these sources.

    Numba's own cache notices a change of the kernel's file only, not of the constants it was compiled with.
    """
    here = Path(__file__).parent
    digest = hashlib.sha256(b"".join((here / f"{name}.py").read_bytes() for name in _SOURCES)).hexdigest()[:12]
    chosen = os.environ.get(CACHE_VARIABLE)
    wanted = Path(chosen) if chosen else here.parents[1] / "var" / "numba"
    directory = wanted if wanted.name == digest else wanted / digest
    try:
        directory.mkdir(parents=True, exist_ok=True)
        writable = os.access(directory, os.W_OK)
    except OSError:
        writable = False
    os.environ[CACHE_VARIABLE] = str(directory) if writable else tempfile.mkdtemp(prefix="numba-")
    return importlib.import_module("rules.goldfish.kernel")
