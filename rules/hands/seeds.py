"""Random seeds for new hands: the only randomness in this package."""

from __future__ import annotations

import secrets
from typing import Final

#: So many that the same hand hardly ever comes twice, and short enough to read aloud.
SEEDS: Final = 10**9


def fresh_seed() -> int:
    return secrets.randbelow(SEEDS)
