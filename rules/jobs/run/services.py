"""What can be done with a simulation; used by the pages, the API and the workers."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from cards.store import current_catalogue
from decks.services import lock_versions
from rules.goldfish import ENGINE_VERSION
from rules.jobs import quotas
from rules.jobs.models import ACTIVE, Kind, Run, Simulation, Status
from rules.jobs.permissions import find, may_cancel
from rules.jobs.run import dispatch
from rules.jobs.run.goldfish import OutdatedError
from rules.jobs.run.progress import Progress, channel, progress, publish
from rules.jobs.run.questions import (
    DEFAULT_OPTIONS,
    DEFAULT_SEED,
    Question,
    QuestionError,
    Side,
    SimulationOptions,
    parse_question,
)
from web import streams
from web.ownership import Visitor

__all__ = [
    "DEFAULT_SEED",
    "OutdatedError",
    "Progress",
    "QuestionError",
    "Side",
    "SimulationOptions",
    "ask",
    "cancel",
    "find",
    "may_cancel",
    "progress",
    "result",
]


def ask(
    visitor: Visitor,
    address: str,
    deck: Side,
    against: Side | None = None,
    options: SimulationOptions = DEFAULT_OPTIONS,
) -> Simulation:
    """Start a simulation, or find the run that somebody already started. Returns at once, even without a queue.

    ``address`` is ``hashed_network_of(request)``.

    :raises QuestionError: with one sentence for each invalid field.
    :raises RateLimitError: if the visitor, or everybody together, asks for too much.
    :raises DeletedError: if a deck was deleted meanwhile.
    """
    question = parse_question(
        deck.decklist,
        against.decklist if against else None,
        options,
        current_catalogue(),
        settings.SIMULATION_MAX_GAMES,
    )
    with transaction.atomic():
        lock_versions(deck.version, against.version if against else None)
        quotas.count_questions(visitor, address)
        run, fresh = _run_for(question, visitor, address)
        simulation = Simulation.objects.create(
            run=run,
            owner=visitor.user,
            browser="" if visitor.user else visitor.browser,
            address=address,
            charge=question.charge if fresh else 0,
            seed=str(options.seed).strip(),
            name=deck.name,
            version=deck.version,
            against_name=against.name if against else "",
            against_version=against.version if against else None,
        )
    if fresh:
        dispatch.begin(run)
        run.refresh_from_db(fields=["status", "sent"])
    return simulation


def _run_for(question: Question, visitor: Visitor, address: str) -> tuple[Run, bool]:
    """The run that answers a question, and whether it has to be dispatched."""
    stored = Run.objects.select_for_update().defer("tallies", "report").filter(key=question.key).first()
    if stored is not None and stored.status != Status.CANCELLED:
        return stored, False
    quotas.check(visitor, address, question.charge)
    if stored is not None:
        stored.status, stored.sent, stored.resends = Status.QUEUED, 0, 0
        stored.started_at = stored.finished_at = stored.beat_at = None
        stored.save(update_fields=["status", "sent", "resends", "started_at", "finished_at", "beat_at"])
        # The stream has seen this run end, and would take nothing after that.
        transaction.on_commit(lambda: streams.forget(channel(stored.pk)))
        return stored, True
    plan = question.plan
    return Run.objects.get_or_create(
        key=question.key,
        defaults={
            "kind": Kind.PAIR if question.pair else Kind.SINGLE,
            "engine": ENGINE_VERSION,
            "decks": [
                {
                    "leader": decklist.leader,
                    "approach": list(decklist.approach),
                    "faction": dict(decklist.faction),
                }
                for decklist in question.decklists
            ],
            "policy": question.policy.as_dict(),
            "adversary": question.adversary.as_dict(),
            "city": question.city,
            "days": question.days,
            "games": question.games,
            "seed": str(question.seed),
            "chunk_size": plan.chunk_size,
            "chunks": plan.chunks,
        },
    )


@transaction.atomic
def cancel(simulation: Simulation) -> None:
    """Cancel one request; the run stops once nobody wants it. A finished simulation stays as it is."""
    run = Run.objects.select_for_update().defer("tallies", "report").get(pk=simulation.run_id)
    simulation.run = run
    if not run.active or simulation.cancelled_at is not None:
        return
    simulation.cancelled_at = timezone.now()
    simulation.save(update_fields=["cancelled_at"])
    abandon(run)


def abandon(run: Run) -> bool:
    """Stop a run that nobody wants; the chunks played so far are kept for whoever asks again."""
    if run.simulations.filter(cancelled_at=None).exists():
        return False
    run.status, run.finished_at = Status.CANCELLED, timezone.now()
    transaction.on_commit(lambda: publish(run.pk))
    return bool(Run.objects.filter(pk=run.pk, status__in=ACTIVE).update(status=run.status, finished_at=run.finished_at))


def result(simulation: Simulation) -> dict[str, Any] | None:
    """The report as JSON, as it was when the last game was played; None before that."""
    if simulation.status != Status.DONE:
        return None
    stored: dict[str, Any] | None = Run.objects.values_list("report", flat=True).get(pk=simulation.run_id)
    return stored
