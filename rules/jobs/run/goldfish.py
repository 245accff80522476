"""Runs and the goldfish: encode the decks, play a chunk, add up the tallies, report."""

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
from rules.jobs.run.compilation import compile_lock
from rules.jobs.run.questions import Question

OUTDATED: Final = "The cards or the rules have changed since this simulation was started. Start it again."


class OutdatedError(Exception):
    """The cards or the rules have changed since a run was created."""


#: How many questions a process keeps encoded.
_CACHED_QUESTIONS: Final = 16


def question_of(run: Run) -> Question:
    """The question of a stored run. :raises OutdatedError: if it would not play the same games any more."""
    try:
        policy, adversary = Policy(**run.policy), Adversary(**run.adversary)
        question = _encode_question(
            run.decklists, policy, adversary, run.city, run.days, run.games, int(run.seed), current_catalogue()
        )
    except (EncodeError, TypeError) as error:
        raise OutdatedError(f"{OUTDATED} ({error})") from None
    if question.key != run.key:
        raise OutdatedError(OUTDATED)
    return question


@lru_cache(maxsize=_CACHED_QUESTIONS)
def _encode_question(
    decklists: tuple[Decklist, ...],
    policy: Policy,
    adversary: Adversary,
    city: str,
    days: int,
    games: int,
    seed: int,
    catalogue: Catalogue,
) -> Question:
    city_cards = city_deck(catalogue, city)
    decks = tuple(encode(decklist, catalogue, policy, adversary, city_cards, days) for decklist in decklists)
    return Question(decks, decklists, policy, adversary, city, days, games, seed)


def plan_of(run: Run) -> Plan:
    """How a run was cut into chunks when it was created."""
    return Plan(run.games, run.chunk_size)


def play(question: Question, plan: Plan, index: int) -> dict[str, Any]:
    """Play a chunk and return its tallies as JSON."""
    return _simulate(question, plan.first(index), plan.count(index)).as_dict()


def _simulate(question: Question, first: int, count: int) -> Tallies | PairTallies:
    if question.pair:
        a, b = question.decks
        return simulate_pair(a, b, question.seed, first, count)
    return simulate(question.decks[0], question.seed, first, count)


def total(run: Run, parts: Iterable[Mapping[str, Any]]) -> Tallies | PairTallies:
    """Add up the tallies of all chunks; the order does not matter."""
    if run.kind == Kind.PAIR:
        return merge(PairTallies.from_dict(part) for part in parts)
    return merge(Tallies.from_dict(part) for part in parts)


def report_of(run: Run, tallies: Mapping[str, Any]) -> Report | Comparison:
    """Report on a run's tallies. :raises OutdatedError: like ``question_of``, and for tallies of another version."""
    question, catalogue = question_of(run), current_catalogue()
    try:
        if question.pair:
            a, b = question.decks
            return compare(a, b, catalogue, PairTallies.from_dict(tallies), question.seed)
        return report(question.decks[0], catalogue, Tallies.from_dict(tallies), question.seed)
    except ValueError as error:
        raise OutdatedError(str(error)) from None


#: Which engines this process has loaded: that for one deck (False), that for pairs (True).
_warm: set[bool] = set()


def warm(question: Question) -> None:
    """Load the engine before a chunk is claimed: if it has to be compiled, that takes longer than a claim lasts."""
    if question.compiled and question.pair not in _warm:
        with compile_lock():
            _simulate(question, 0, 1)
        _warm.add(question.pair)
