"""What the pages of a simulation share: their head and foot, and a policy as the form has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse

from cards.catalogue import Catalogue
from decks.decklist import Decklist
from decks.models import DeckVersion
from decks.permissions import may_read
from rules.goldfish import POLICIES
from rules.goldfish.policies import DEFAULT as DEFAULT_POLICY
from rules.jobs.models import Simulation
from rules.jobs.run.questions import BASE
from rules.reports.pair_charts import A, B
from rules.reports.words import adversary_words, policy_words, shown_value
from web.ownership import Visitor

UNNAMED: Final = "A deck list"
#: What the form calls a weight of the policy.
WEIGHT: Final = "weight-"


@dataclass(frozen=True, slots=True)
class Subject:
    """A simulated deck: its name, and its page if the visitor may see it."""

    letter: str
    name: str
    number: int | None
    path: str
    faction: str
    fingerprint: str


def subjects(simulation: Simulation, visitor: Visitor, catalogue: Catalogue) -> tuple[Subject, ...]:
    """The deck of a simulation, or the two of a comparison."""
    named = ((A, simulation.name, simulation.version), (B, simulation.against_name, simulation.against_version))
    return tuple(
        _subject(letter, name, version, decklist, visitor, catalogue)
        for (letter, name, version), decklist in zip(named, simulation.run.decklists, strict=False)
    )


def subject_names(decks: Sequence[Subject]) -> dict[str, str]:
    """The decks' names by letter; two of one name are told apart by their versions, or else by their letters."""
    if len({deck.name for deck in decks}) == len(decks):
        return {deck.letter: deck.name for deck in decks}
    versions = {deck.number for deck in decks if deck.number}
    return {
        deck.letter: f"{deck.name} ({f'version {deck.number}' if len(versions) == len(decks) else deck.letter})"
        for deck in decks
    }


def _subject(
    letter: str, name: str, version: DeckVersion | None, decklist: Decklist, visitor: Visitor, catalogue: Catalogue
) -> Subject:
    leader = catalogue.get(decklist.leader) if decklist.leader else None
    path = ""
    if version is not None and may_read(visitor, version.deck):
        path = reverse("decks:version", kwargs={"deck_id": version.deck_id, "number": version.number})
    return Subject(
        letter,
        name or UNNAMED,
        version.number if version else None,
        path,
        (leader.faction if leader else None) or "neutral",
        decklist.fingerprint,
    )


def head_context(simulation: Simulation, visitor: Visitor, catalogue: Catalogue) -> dict[str, Any]:
    """The context of the banner and the foot of every page of a simulation."""
    decks = subjects(simulation, visitor, catalogue)
    run = simulation.run
    return {
        "here": "simulations",
        "simulation": simulation,
        "run": run,
        "subjects": decks,
        "faction": decks[0].faction,
        "title": " and ".join(subject.name for subject in decks),
        "again_path": _again_path(decks, simulation),
        "policy": policy_words(run.policy),
        "adversary": adversary_words(run.adversary),
    }


def _again_path(decks: tuple[Subject, ...], simulation: Simulation) -> str:
    """The form, filled in as it was; empty unless the visitor may read all of the decks."""
    version, against, run = simulation.version, simulation.against_version, simulation.run
    if version is None or not all(subject.path for subject in decks):
        return ""
    typed: dict[str, object] = {
        "games": run.games,
        "seed": simulation.seed,
        "days": run.days,
        "version": version.number,
    }
    if against is not None:
        typed["against"] = f"{against.deck_id}@{against.number}"
    path = reverse("rules:simulate", kwargs={"deck_id": version.deck_id})
    return f"{path}?{urlencode(typed | typed_policy(run.policy))}"


def own_simulations(visitor: Visitor) -> QuerySet[Simulation]:
    """The visitor's simulations, newest first."""
    simulations = Simulation.objects.select_related("run").defer("run__tallies", "run__report", "run__decks")
    return visitor.own(simulations)


def typed_policy(stored: Mapping[str, Any]) -> dict[str, str]:
    """A stored policy as the form has it: its name, or the weights in which it differs from the default."""
    if stored["name"] in POLICIES:
        return {"policy": stored["name"]}
    default = POLICIES[DEFAULT_POLICY].as_dict()
    changed = {name: value for name, value in stored.items() if name != "name" and value != default.get(name)}
    return {
        "policy": DEFAULT_POLICY,
        **{f"{WEIGHT}{name}": shown_value(value) for name, value in changed.items()},
    }


def policy_parameters(stored: Mapping[str, Any]) -> Mapping[str, Any]:
    """A stored policy as ``SimulationOptions`` takes it."""
    changes = {name: value for name, value in stored.items() if name != "name"}
    return {BASE: stored["name"] if stored["name"] in POLICIES else DEFAULT_POLICY, **changes}
