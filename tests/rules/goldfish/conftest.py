"""The cards and the starter decks, ready to be simulated."""

import random
from collections.abc import Callable, Mapping

import pytest

from cards.catalogue import CardType, Catalogue, Zone, may_run
from cards.catalogue.datafiles import load_catalogue
from decks.decklist import Decklist
from decks.lists.starters import read_starters
from rules.facts import DAYS
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

    def make(
        deck: str | Decklist, name: str = "thrifty", city: str | None = None, days: int = DAYS, **changes: object
    ) -> Encoded:
        decklist = starters[deck] if isinstance(deck, str) else deck
        enemy = adversary({key[6:]: changes.pop(key) for key in list(changes) if key.startswith("enemy_")})
        return encode(decklist, catalogue, policy(name, changes), enemy, city_deck(catalogue, city), days)

    return make


def any_deck(catalogue: Catalogue, dice: random.Random) -> Decklist:
    """A leader with whatever they may run: every scheme, person, Brute and attachment comes up sooner or later."""
    leader = dice.choice(catalogue.leaders)
    pool = [card for card in catalogue if may_run(leader, card)]
    people = [card.code for card in pool if card.deck is Zone.APPROACH and card.type is CardType.CHARACTER]
    schemes = [card.code for card in pool if card.type is CardType.SCHEME]
    faction = [card.code for card in pool if card.deck is Zone.FACTION]
    chosen = dice.sample(people, dice.randint(0, 7)) + dice.sample(schemes, dice.randint(0, 7))
    return Decklist.of(
        leader.code, chosen, {code: dice.randint(1, 3) for code in dice.sample(faction, dice.randint(3, 21))}
    )
