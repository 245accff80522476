"""What runs ask of the goldfish: make ready, play a chunk, add up, read the result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from cards.catalogue import Catalogue
from cards.store import current_catalogue
from decks.decklist import Decklist
from rules.goldfish import (
    Adversary,
    Comparison,
    EncodeError,
    PairTallies,
    Policy,
    Report,
    Tallies,
    city_deck,
    compare,
    encode,
    merge,
    report,
    simulate,
    simulate_pair,
)
from rules.jobs.models import Kind, Run
from rules.jobs.run.chunks import Plan
from rules.jobs.run.compilation import turn
from rules.jobs.run.questions import Question

OUTDATED: Final = "The cards or the rules have changed since this was asked; ask again."


class OutdatedError(Exception):
    """The cards or the rules are not those any more for which a run was asked."""


#: Runs that a process keeps ready to be played.
_KEPT: Final = 16


def prepared(run: Run) -> Question:
    """A run's decks, encoded anew. :raises OutdatedError: if they would not play the games that were asked for."""
    try:
        policy, adversary = Policy(**run.policy), Adversary(**run.adversary)
        found = _question(
            run.decklists, policy, adversary, run.city, run.days, run.games, int(run.seed), current_catalogue()
        )
    except (EncodeError, TypeError) as error:
        raise OutdatedError(f"{OUTDATED} ({error})") from None
    if found.key != run.key:
        raise OutdatedError(OUTDATED)
    return found


@lru_cache(maxsize=_KEPT)
def _question(
    decklists: tuple[Decklist, ...],
    policy: Policy,
    adversary: Adversary,
    city: str,
    days: int,
    games: int,
    seed: int,
    catalogue: Catalogue,
) -> Question:
    place = city_deck(catalogue, city)
    decks = tuple(encode(each, catalogue, policy, adversary, place, days) for each in decklists)
    return Question(decks, decklists, policy, adversary, city, days, games, seed)


def plan_of(run: Run) -> Plan:
    """How a run was cut when it was asked for."""
    return Plan(run.games, run.chunk_size)


def play(asked: Question, plan: Plan, index: int) -> dict[str, Any]:
    """Play a chunk; its tallies, ready to be stored."""
    return _games(asked, plan.first(index), plan.count(index)).as_dict()


def _games(asked: Question, first: int, count: int) -> Tallies | PairTallies:
    if asked.pair:
        a, b = asked.decks
        return simulate_pair(a, b, asked.seed, first, count)
    return simulate(asked.decks[0], asked.seed, first, count)


def total(run: Run, parts: Iterable[Mapping[str, Any]]) -> Tallies | PairTallies:
    """The tallies of all chunks together, exactly, in whatever order they come."""
    if run.kind == Kind.PAIR:
        return merge(PairTallies.from_dict(part) for part in parts)
    return merge(Tallies.from_dict(part) for part in parts)


def read(run: Run, tallies: Mapping[str, Any]) -> Report | Comparison:
    """What the tallies say. :raises OutdatedError: as ``prepared`` does, and for tallies of another version."""
    asked, catalogue = prepared(run), current_catalogue()
    try:
        if asked.pair:
            a, b = asked.decks
            return compare(a, b, catalogue, PairTallies.from_dict(tallies), asked.seed)
        return report(asked.decks[0], catalogue, Tallies.from_dict(tallies), asked.seed)
    except ValueError as error:
        raise OutdatedError(str(error)) from None


#: Whether this process has played a game of one deck (False), of a pair (True).
_warm: set[bool] = set()


def warm(asked: Question) -> None:
    """Have the engine loaded, and compiled if it never was, before anybody counts the time that a chunk takes."""
    if asked.compiled and asked.pair not in _warm:
        with turn():
            _games(asked, 0, 1)
        _warm.add(asked.pair)
