"""The published starter decks, read from the data file."""

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
    code: str
    name: str
    decklist: Decklist


def read_starters(path: Path = DATA) -> tuple[Starter, ...]:
    return tuple(
        Starter(
            code=record["code"],
            name=record["name"],
            decklist=Decklist.of(record["leader"], record["approach"], record["faction"]),
        )
        for record in json.loads(path.read_text(encoding="utf-8"))
    )
