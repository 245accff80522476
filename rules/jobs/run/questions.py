"""What somebody may ask to be simulated, read from loose words and numbers into a value that can be played."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, Final

from cards.catalogue import Catalogue
from decks.decklist import Decklist
from decks.models import DeckVersion
from decks.services import DeckError, normalise
from rules.facts import DAYS
from rules.goldfish import (
    ENGINE_VERSION,
    POLICIES,
    Encoded,
    EncodeError,
    Policy,
    PolicyError,
    adversary,
    city_deck,
    encode,
    policy,
)
from rules.goldfish.policies import DEFAULT as DEFAULT_POLICY
from rules.goldfish.policies import Adversary
from rules.jobs.run.chunks import Plan, charge, most_games, plan
from rules.random_streams import seed_from_text

DEFAULT_GAMES: Final = 100_000
DEFAULT_SEED: Final = "1"
#: The field of a custom policy that names the one it differs from.
BASE: Final = "base"


class QuestionError(ValueError):
    """A question that cannot be asked; ``faults`` has a sentence for each field that is wrong."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        self.faults = dict(faults)
        super().__init__(" ".join(self.faults.values()))


@dataclass(frozen=True)
class Side:
    """A deck of a question: its list, what it is called, and the stored version that it is, if it is one."""

    decklist: Decklist
    name: str = ""
    version: DeckVersion | None = None


@dataclass(frozen=True)
class Question:
    """Games that can be played: one deck, or two with the same luck."""

    decks: tuple[Encoded, ...]
    decklists: tuple[Decklist, ...]
    policy: Policy
    adversary: Adversary
    city: str
    days: int
    games: int
    seed: int

    @property
    def pair(self) -> bool:
        """Whether two decks are compared."""
        return len(self.decks) > 1

    @property
    def compiled(self) -> bool:
        """Whether the quick engine can play it."""
        return all(deck.compiled for deck in self.decks)

    @property
    def plan(self) -> Plan:
        """How it is cut into chunks."""
        return plan(self.games, pair=self.pair, compiled=self.compiled, days=self.days)

    @property
    def charge(self) -> int:
        """What it costs against a quota."""
        return charge(self.games, pair=self.pair, compiled=self.compiled)

    @cached_property
    def key(self) -> str:
        """The same for every question that has the same result, and for no other."""
        played = [ENGINE_VERSION, self.games, self.seed, [_plain(deck) for deck in self.decks]]
        return hashlib.sha256(json.dumps(played, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


#: Parts of an encoded deck that no game depends on.
_UNPLAYED: Final = frozenset({"catalogue", "notes"})


def _plain(value: Any) -> Any:
    """A value as JSON writes it alike on every machine: facts that change no game must not change a key."""
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value):
        fields = (field.name for field in dataclasses.fields(value) if field.name not in _UNPLAYED)
        return {name: _plain(getattr(value, name)) for name in fields}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, frozenset | set):
        return sorted(_plain(item) for item in value)
    return value


def question(
    deck: Decklist,
    catalogue: Catalogue,
    limit: int,
    *,
    against: Decklist | None = None,
    games: object = DEFAULT_GAMES,
    seed: object = DEFAULT_SEED,
    days: object = DAYS,
    policy: object = DEFAULT_POLICY,
    adversary: Mapping[str, object] | None = None,
    city: str | None = None,
) -> Question:
    """Read a question of at most ``limit`` games.

    ``policy`` is a name, or parameters by name that differ from those of the policy in ``base``.

    :raises QuestionError: with everything that is wrong with it.
    """
    reader = _Reader(catalogue)
    chosen = reader.policy(policy)
    enemy = reader.adversary(adversary)
    number = reader.seed(seed)
    count = reader.whole("games", games, 1, limit)
    length = reader.whole("days", days, 1, DAYS)
    lists = [reader.decklist(name, each) for name, each in (("deck", deck), ("against", against)) if each is not None]
    place = reader.city(city)
    encoded = reader.encoded(lists, chosen, enemy, place, length)
    if reader.faults:
        raise QuestionError(reader.faults)
    assert chosen is not None
    assert enemy is not None
    found = Question(
        decks=encoded,
        decklists=tuple(each for each in lists if each is not None),
        policy=chosen,
        adversary=enemy,
        city=place.code,
        days=length,
        games=count,
        seed=number,
    )
    most = most_games(limit, compiled=found.compiled)
    if count > most:
        raise QuestionError(
            {"games": f"A deck of this size is played slowly: ask for at most {most:,} games, not {count:,}."}
        )
    return found


class _Reader:
    """Reads one field after the other and notes what is wrong with each."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.faults: dict[str, str] = {}

    def whole(self, name: str, value: object, low: int, high: int) -> int:
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) <= 20:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            shown = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else repr(str(value)[:40])
            self.faults[name] = f"The number of {name} is a whole number from {low:,} to {high:,}, not {shown}."
            return low
        return value

    def seed(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int | str):
            self.faults["seed"] = "A seed is a whole number or a few words."
            return 0
        try:
            return seed_from_text(str(value))
        except ValueError as error:
            self.faults["seed"] = f"The seed cannot be used: {error}."
            return 0

    def policy(self, value: object) -> Policy | None:
        if isinstance(value, str):
            name, changes = value, {}
        elif isinstance(value, Mapping):
            changes = dict(value)
            name = changes.pop(BASE, DEFAULT_POLICY)
        else:
            self.faults["policy"] = f"A policy is one of {', '.join(POLICIES)}, or an object of parameters."
            return None
        if not isinstance(name, str) or name not in POLICIES:
            field = "policy" if isinstance(value, str) else f"policy.{BASE}"
            self.faults[field] = f"There is no policy {str(name)[:40]!r}; choose one of {', '.join(POLICIES)}."
            return None
        try:
            return policy(name, changes)
        except PolicyError as error:
            self._parameters("policy", error)
            return None

    def adversary(self, value: Mapping[str, object] | None) -> Adversary | None:
        try:
            return adversary(value)
        except PolicyError as error:
            self._parameters("adversary", error)
            return None

    def _parameters(self, name: str, error: PolicyError) -> None:
        for parameter, fault in error.faults.items():
            self.faults[f"{name}.{parameter[:40]}"] = f"{name}.{parameter[:40]}: {fault}."

    def city(self, code: str | None) -> Any:
        try:
            return city_deck(self.catalogue, code)
        except EncodeError as error:
            self.faults["city"] = str(error)
            return None

    def decklist(self, name: str, decklist: Decklist) -> Decklist | None:
        try:
            return normalise(decklist, self.catalogue)
        except DeckError as error:
            self.faults[name] = str(error)
            return None

    def encoded(
        self, lists: list[Decklist | None], chosen: Policy | None, enemy: Adversary | None, place: Any, days: int
    ) -> tuple[Encoded, ...]:
        """The decks ready to be played; what is wrong with a list is told though other fields are wrong, too."""
        found = []
        for name, decklist in zip(("deck", "against"), lists, strict=False):
            if decklist is None or place is None:
                continue
            try:
                found.append(
                    encode(
                        decklist, self.catalogue, chosen or POLICIES[DEFAULT_POLICY], enemy or Adversary(), place, days
                    )
                )
            except EncodeError as error:
                self.faults[name] = str(error)
        return tuple(found)
