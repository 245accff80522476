"""Seeds for hands that nobody has asked for by one: the only chance in this package."""

from __future__ import annotations

import secrets
from typing import Final

#: Enough seeds hardly ever to meet the same hand twice, and short enough to be read aloud.
SEEDS: Final = 10**9


def fresh_seed() -> int:
    """A seed that most likely nobody has seen before."""
    return secrets.randbelow(SEEDS)
