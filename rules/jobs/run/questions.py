"""What a simulation is asked: options as they were typed or sent, checked and turned into games to play."""

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
from rules.jobs.run.chunks import Plan, charge, max_games, plan
from rules.random_streams import seed_from_text

DEFAULT_GAMES: Final = 100_000
DEFAULT_SEED: Final = "1"
#: The field of a custom policy that names the one it differs from.
BASE: Final = "base"


class QuestionError(ValueError):
    """A simulation cannot be started; ``faults`` has one sentence for each invalid field."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        self.faults = dict(faults)
        super().__init__(" ".join(self.faults.values()))


@dataclass(frozen=True)
class Side:
    """One of the decks: its list, its name, and the stored version that it came from, if any."""

    decklist: Decklist
    name: str = ""
    version: DeckVersion | None = None


@dataclass(frozen=True, kw_only=True)
class SimulationOptions:
    """How to simulate, as typed or sent and not yet checked: ``parse_question`` does that.

    ``policy`` is a name, or parameters that override those of the policy in ``base``.
    """

    games: object = DEFAULT_GAMES
    seed: object = DEFAULT_SEED
    days: object = DAYS
    policy: object = DEFAULT_POLICY
    adversary: Mapping[str, object] | None = None
    city: str | None = None


DEFAULT_OPTIONS: Final = SimulationOptions()


@dataclass(frozen=True)
class Question:
    """Games to play: with one deck, or with two and the same luck."""

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
        return len(self.decks) > 1

    @property
    def compiled(self) -> bool:
        """Whether the compiled engine can play it."""
        return all(deck.compiled for deck in self.decks)

    @property
    def plan(self) -> Plan:
        return plan(self.games, pair=self.pair, compiled=self.compiled, days=self.days)

    @property
    def charge(self) -> int:
        return charge(self.games, pair=self.pair, compiled=self.compiled)

    @cached_property
    def key(self) -> str:
        """Equal for two questions exactly when their results are."""
        parts = [ENGINE_VERSION, self.games, self.seed, [_plain(deck) for deck in self.decks]]
        return hashlib.sha256(json.dumps(parts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


#: Fields of an encoded deck that no game depends on.
_IRRELEVANT: Final = frozenset({"catalogue", "notes"})


def _plain(value: Any) -> Any:
    """A value as JSON that is the same on every machine, without the fields that change no game."""
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value):
        fields = (field.name for field in dataclasses.fields(value) if field.name not in _IRRELEVANT)
        return {name: _plain(getattr(value, name)) for name in fields}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, frozenset | set):
        return sorted(_plain(item) for item in value)
    return value


def parse_question(
    deck: Decklist, against: Decklist | None, options: SimulationOptions, catalogue: Catalogue, limit: int
) -> Question:
    """Check what was asked for, which may be at most ``limit`` games.

    :raises QuestionError: with every invalid field.
    """
    parser = _Parser(catalogue)
    policy = parser.policy(options.policy)
    adversary = parser.adversary(options.adversary)
    seed = parser.seed(options.seed)
    games = parser.integer("games", options.games, 1, limit)
    days = parser.integer("days", options.days, 1, DAYS)
    decklists = {
        field: parser.decklist(field, decklist)
        for field, decklist in (("deck", deck), ("against", against))
        if decklist is not None
    }
    city = parser.city(options.city)
    decks = parser.encode(decklists, policy, adversary, city, days)
    if parser.faults:
        raise QuestionError(parser.faults)
    assert policy is not None
    assert adversary is not None
    question = Question(
        decks=decks,
        decklists=tuple(decklist for decklist in decklists.values() if decklist is not None),
        policy=policy,
        adversary=adversary,
        city=city.code,
        days=days,
        games=games,
        seed=seed,
    )
    most = max_games(limit, compiled=question.compiled)
    if games > most:
        raise QuestionError({"games": f"Decks this large are simulated slowly: choose at most {most:,} games."})
    return question


class _Parser:
    """Parses one field after another and collects what is wrong with each."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.faults: dict[str, str] = {}

    def integer(self, name: str, value: object, low: int, high: int) -> int:
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) <= 20:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            shown = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else repr(str(value)[:40])
            self.faults[name] = f"{name.capitalize()} must be a whole number from {low:,} to {high:,}, not {shown}."
            return low
        return value

    def seed(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int | str):
            self.faults["seed"] = "The seed must be a whole number or a few words."
            return 0
        try:
            return seed_from_text(str(value))
        except ValueError as error:
            self.faults["seed"] = f"This seed cannot be used: {error}."
            return 0

    def policy(self, value: object) -> Policy | None:
        if isinstance(value, str):
            name, changes = value, {}
        elif isinstance(value, Mapping):
            changes = dict(value)
            name = changes.pop(BASE, DEFAULT_POLICY)
        else:
            self.faults["policy"] = f"The policy must be one of {', '.join(POLICIES)}, or an object of parameters."
            return None
        if not isinstance(name, str) or name not in POLICIES:
            field = "policy" if isinstance(value, str) else f"policy.{BASE}"
            self.faults[field] = f"There is no policy {str(name)[:40]!r}; choose one of {', '.join(POLICIES)}."
            return None
        try:
            return policy(name, changes)
        except PolicyError as error:
            self._add_parameter_faults("policy", error)
            return None

    def adversary(self, value: Mapping[str, object] | None) -> Adversary | None:
        try:
            return adversary(value)
        except PolicyError as error:
            self._add_parameter_faults("adversary", error)
            return None

    def _add_parameter_faults(self, name: str, error: PolicyError) -> None:
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

    def encode(
        self,
        decklists: Mapping[str, Decklist | None],
        policy: Policy | None,
        adversary: Adversary | None,
        city: Any,
        days: int,
    ) -> tuple[Encoded, ...]:
        """Encode the decks; with a default for an invalid policy or adversary, so that a list's faults still show."""
        policy, adversary = policy or POLICIES[DEFAULT_POLICY], adversary or Adversary()
        encoded = []
        for field, decklist in decklists.items():
            if decklist is None or city is None:
                continue
            try:
                encoded.append(encode(decklist, self.catalogue, policy, adversary, city, days))
            except EncodeError as error:
                self.faults[field] = str(error)
        return tuple(encoded)
