"""The change markers of the API and of the code behind it."""

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

#: The major version changes only when something is renamed, retyped or removed.
API_VERSION: Final = "1.0.0"

#: The packages whose code computes responses; found by name, because cards may not import the others.
_ENGINE_PACKAGES: Final = ("cards", "decks", "rules")


@cache
def engine_marker() -> str:
    """A fingerprint of the code that searches, checks and plays: cached results of older code are stale."""
    digest = hashlib.sha256()
    for name in _ENGINE_PACKAGES:
        spec = find_spec(name)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            for path in sorted(Path(folder).rglob("*.py")):
                if "migrations" not in path.parts:
                    digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
