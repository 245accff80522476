"""Recorded games for tests: those of the engine's own tests, written anew with the abilities implemented today."""

from functools import cache

from rules.five_sails import record, to_text
from tests.rules.five_sails.known import random_game


@cache
def notation(*decks: int, seed: int = 3, choices: int = 100_000) -> str:
    """A game of random bots with some of the starter decks, as text."""
    return to_text(record(random_game(*decks, seed=seed, choices=choices)))
