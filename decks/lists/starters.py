"""The published starter decks, as the project's own data file has them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from decks.decklist import Decklist

#: The account that owns the starter decks; nobody can sign in as it.
SITE_OWNER: Final = "five-sails"

DATA: Final = Path(__file__).parents[1] / "data" / "starter_decks.json"


@dataclass(frozen=True, slots=True)
class Starter:
    """A starter deck under its code and name."""

    code: str
    name: str
    decklist: Decklist


def read_starters(path: Path = DATA) -> tuple[Starter, ...]:
    """All starter decks, in the order of the file."""
    return tuple(
        Starter(
            code=record["code"],
            name=record["name"],
            decklist=Decklist.of(record["leader"], record["approach"], record["faction"]),
        )
        for record in json.loads(path.read_text(encoding="utf-8"))
    )
