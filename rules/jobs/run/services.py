"""Everything that is done with simulations. Pages, the API and workers come through here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from cards.store import current_catalogue
from decks.services import lock_versions
from rules.facts import DAYS
from rules.goldfish import ENGINE_VERSION
from rules.goldfish.policies import DEFAULT as DEFAULT_POLICY
from rules.jobs import quotas
from rules.jobs.models import ACTIVE, Kind, Run, Simulation, Status
from rules.jobs.permissions import find, may_cancel
from rules.jobs.run import dispatch
from rules.jobs.run.goldfish import OutdatedError
from rules.jobs.run.progress import Progress, channel, progress, publish
from rules.jobs.run.questions import DEFAULT_GAMES, DEFAULT_SEED, Question, QuestionError, Side, question
from web import streams
from web.ownership import Visitor

__all__ = [
    "DEFAULT_GAMES",
    "DEFAULT_SEED",
    "OutdatedError",
    "Progress",
    "QuestionError",
    "Side",
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
    *,
    against: Side | None = None,
    games: object = DEFAULT_GAMES,
    seed: object = DEFAULT_SEED,
    days: object = DAYS,
    policy: object = DEFAULT_POLICY,
    adversary: Mapping[str, object] | None = None,
    city: str | None = None,
) -> Simulation:
    """Have games played, or find that they were; ``policy`` is a name, or parameters that differ from ``base``'s.

    ``address`` is ``hashed_network_of(request)``. Returns at once, also when the queue is away.

    :raises QuestionError: with a sentence for each field that is wrong.
    :raises RateLimitError: if the visitor, or everybody together, asks for too much.
    :raises DeletedError: if a deck was deleted meanwhile.
    """
    asked = question(
        deck.decklist,
        current_catalogue(),
        settings.SIMULATION_MAX_GAMES,
        against=against.decklist if against else None,
        games=games,
        seed=seed,
        days=days,
        policy=policy,
        adversary=adversary,
        city=city,
    )
    with transaction.atomic():
        lock_versions(deck.version, against.version if against else None)
        quotas.count_questions(visitor, address)
        run, fresh = _run_for(asked, visitor, address)
        simulation = Simulation.objects.create(
            run=run,
            owner=visitor.user,
            browser="" if visitor.user else visitor.browser,
            address=address,
            charge=asked.charge if fresh else 0,
            seed=str(seed).strip(),
            name=deck.name,
            version=deck.version,
            against_name=against.name if against else "",
            against_version=against.version if against else None,
        )
    if fresh:
        dispatch.begin(run)
        run.refresh_from_db(fields=["status", "sent"])
    return simulation


def _run_for(asked: Question, visitor: Visitor, address: str) -> tuple[Run, bool]:
    """The run that answers a question, and whether there is work to be sent out for it."""
    stored = Run.objects.select_for_update().defer("tallies", "report").filter(key=asked.key).first()
    if stored is not None and stored.status != Status.CANCELLED:
        return stored, False
    quotas.check(visitor, address, asked.charge)
    if stored is not None:
        stored.status, stored.sent, stored.resends = Status.QUEUED, 0, 0
        stored.started_at = stored.finished_at = stored.beat_at = None
        stored.save(update_fields=["status", "sent", "resends", "started_at", "finished_at", "beat_at"])
        # It ended once, and nothing is newer than an end.
        transaction.on_commit(lambda: streams.forget(channel(stored.pk)))
        return stored, True
    plan = asked.plan
    return Run.objects.get_or_create(
        key=asked.key,
        defaults={
            "kind": Kind.PAIR if asked.pair else Kind.SINGLE,
            "engine": ENGINE_VERSION,
            "decks": [
                {"leader": each.leader, "approach": list(each.approach), "faction": dict(each.faction)}
                for each in asked.decklists
            ],
            "policy": asked.policy.as_dict(),
            "adversary": asked.adversary.as_dict(),
            "city": asked.city,
            "days": asked.days,
            "games": asked.games,
            "seed": str(asked.seed),
            "chunk_size": plan.chunk_size,
            "chunks": plan.chunks,
        },
    )


@transaction.atomic
def cancel(simulation: Simulation) -> None:
    """Somebody does not want it any more; its run stops when nobody does. What is finished stays as it is."""
    run = Run.objects.select_for_update().defer("tallies", "report").get(pk=simulation.run_id)
    simulation.run = run
    if not run.active or simulation.cancelled_at is not None:
        return
    simulation.cancelled_at = timezone.now()
    simulation.save(update_fields=["cancelled_at"])
    abandon(run)


def abandon(run: Run) -> bool:
    """Stop a run that nobody wants; what was played of it is kept for whoever asks again."""
    if run.simulations.filter(cancelled_at=None).exists():
        return False
    run.status, run.finished_at = Status.CANCELLED, timezone.now()
    transaction.on_commit(lambda: publish(run.pk))
    return bool(Run.objects.filter(pk=run.pk, status__in=ACTIVE).update(status=run.status, finished_at=run.finished_at))


def result(simulation: Simulation) -> dict[str, Any] | None:
    """The report as it was when the last game was played, as JSON; none before that."""
    if simulation.status != Status.DONE:
        return None
    stored: dict[str, Any] | None = Run.objects.values_list("report", flat=True).get(pk=simulation.run_id)
    return stored
