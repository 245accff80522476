"""Simulations as the API writes them."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from decks.api.records import list_record, timestamp
from decks.decklist import Decklist
from decks.models import DeckVersion
from decks.permissions import may_read
from rules.jobs.models import Simulation, Status
from rules.jobs.run.services import may_cancel, progress, result
from web.ownership import Visitor


def simulation_address(simulation: Simulation, origin: str) -> str:
    """Where the API has a simulation."""
    return origin + reverse("rules_api:simulation", kwargs={"simulation_id": simulation.id})


def simulation_record(simulation: Simulation, visitor: Visitor, origin: str) -> dict[str, Any]:
    """A simulation as one visitor sees it."""
    run, now = simulation.run, progress(simulation)
    sides = ((simulation.name, simulation.version), (simulation.against_name, simulation.against_version))
    return {
        "id": simulation.id,
        **now.as_dict(),
        "kind": run.kind,
        "decks": [
            _deck(name, decklist, version, visitor)
            for decklist, (name, version) in zip(run.decklists, sides, strict=False)
        ],
        "days": run.days,
        "seed": simulation.seed,
        "seed_number": run.seed,
        "policy": run.policy,
        "adversary": run.adversary,
        "city": run.city,
        "engine": run.engine,
        "may_cancel": not now.finished and may_cancel(visitor, simulation),
        "error": run.error if now.status == Status.FAILED else None,
        "result": result(simulation),
        "created_at": timestamp(simulation.created_at),
        "started_at": run.started_at and timestamp(run.started_at),
        "finished_at": _finished_at(simulation),
        "url": simulation_address(simulation, origin),
        "page": origin + simulation.get_absolute_url(),
    }


def _finished_at(simulation: Simulation) -> str | None:
    finished_at = simulation.cancelled_at or simulation.run.finished_at
    return timestamp(finished_at) if finished_at else None


def _deck(name: str, decklist: Decklist, version: DeckVersion | None, visitor: Visitor) -> dict[str, Any]:
    known = version if version is not None and may_read(visitor, version.deck) else None
    return {
        **list_record(name, decklist),
        "fingerprint": decklist.fingerprint,
        "deck": known and known.deck_id,
        "version": known and known.number,
    }
