"""The version of the rules and cards that games are played with."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import rules.five_sails
from cards.catalogue import Catalogue


@lru_cache(maxsize=2)
def rules_version(catalogue: Catalogue) -> str:
    """Changes with any card and any line of the engine's code, so that nobody has to remember to raise a number.

    Games of the same version replay; games of another one may or may not.
    """
    engine = Path(rules.five_sails.__file__).parent
    digest = hashlib.sha256(catalogue.version.encode())
    for source in sorted(engine.rglob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
