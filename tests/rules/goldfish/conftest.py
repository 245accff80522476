"""The cards and the starter decks, ready to be simulated."""

from collections.abc import Callable, Mapping

import pytest

from cards.catalogue import Catalogue
from cards.datafiles import load_catalogue
from decks.decklist import Decklist
from decks.starters import read_starters
from rules.goldfish import Encoded, adversary, city_deck, encode, policy

Encoder = Callable[..., Encoded]


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture(scope="session")
def starters() -> Mapping[str, Decklist]:
    return {starter.code.removesuffix("-starter"): starter.decklist for starter in read_starters()}


@pytest.fixture(scope="session")
def encoded(catalogue: Catalogue, starters: Mapping[str, Decklist]) -> Encoder:
    """Encode a starter by its faction, or any list; other words are parameters of the policy."""

    def make(deck: str | Decklist, name: str = "thrifty", city: str | None = None, **changes: object) -> Encoded:
        decklist = starters[deck] if isinstance(deck, str) else deck
        enemy = adversary({key[6:]: changes.pop(key) for key in list(changes) if key.startswith("enemy_")})
        return encode(decklist, catalogue, policy(name, changes), enemy, city_deck(catalogue, city))

    return make
