"""What tells a client that answers may have changed, besides the cards themselves."""

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

#: Raised by its first part only when something is renamed, retyped or taken away.
API_VERSION: Final = "1.0.0"

#: The packages whose code computes answers; found by name, because the later ones build on this one.
_ENGINE_PACKAGES: Final = ("cards", "decks", "rules")


@cache
def engine_marker() -> str:
    """A fingerprint of the code that searches, judges and plays: cached results of older code are stale."""
    digest = hashlib.sha256()
    for name in _ENGINE_PACKAGES:
        spec = find_spec(name)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            for path in sorted(Path(folder).rglob("*.py")):
                if "migrations" not in path.parts:
                    digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
