"""The sweep: restarts what a killed worker, a lost message or an absent queue left undone."""

from __future__ import annotations

import logging
from collections import defaultdict
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.dispatch import Signal
from django.utils import timezone
from kombu.exceptions import OperationalError

from rules.jobs.models import ACTIVE, Chunk, Run, Simulation, Status
from rules.jobs.run import dispatch, worker
from rules.jobs.run.chunks import WINDOW
from rules.jobs.run.services import abandon
from web.clock import MAX_SKEW
from web.sqlite_statistics import update_statistics

logger = logging.getLogger(__name__)

#: A run of which nothing was heard for so long while the queue is empty has lost its messages; each time that sending
#: them again changes nothing, the next is waited for twice as long, up to the longest: a worker may be compiling.
SILENCE: Final = timedelta(seconds=5)
_MAX_DOUBLINGS: Final = 4
#: While others' work is waiting in the queue, its own may be among it.
PATIENCE: Final = timedelta(seconds=60)
#: How often chunks are sent again, without a response, before the run fails.
MAX_RESENDS: Final = 20
#: Chunks of a run that nobody wants are kept for whoever asks again within this time.
KEEP_CHUNKS: Final = timedelta(days=1)
_TIDY_SECONDS: Final = 900

#: Sent with ``now`` every quarter of an hour, for what other parts of the app keep for a while.
tidying = Signal()

LOST: Final = f"The games were sent to the workers {MAX_RESENDS} times without a response."


def sweep() -> int:
    """Look after every unfinished run. Returns how many needed it."""
    now = timezone.now()
    queue = _Queue()
    late = _late(now)
    mended = sum(_mend(run, late[run.pk], queue, now) for run in _unfinished())
    if cache.add("simulations:tidy", 1, _TIDY_SECONDS):
        tidy()
    return mended


def _unfinished() -> QuerySet[Run]:
    """Every run to look after, small ones first, by one query however many there are."""
    requests = Simulation.objects.filter(run=OuterRef("pk"), cancelled_at=None)
    begun = Chunk.objects.filter(run=OuterRef("pk")).order_by()
    return (
        Run.objects.filter(status__in=ACTIVE)
        .defer("tallies", "report")
        .annotate(
            wanted=Exists(requests),
            being_played=Exists(begun.filter(stored_at=None)),
            last_claim=Subquery(begun.values("run").annotate(last=Max("claimed_at")).values("last")),
        )
        .order_by("chunks", "created_at")
    )


def _late(now: datetime) -> defaultdict[int, list[Chunk]]:
    """Claimed chunks that have lost their workers, by run."""
    may_be_stale = Q(claimed_at__lt=worker.stale_before(1, now)) | Q(claimed_at__gt=now + MAX_SKEW)
    claimed = Chunk.objects.filter(may_be_stale, run__status__in=ACTIVE, stored_at=None).defer("tallies")
    late = defaultdict(list)
    for chunk in claimed:
        if worker.is_stale(chunk, now):
            late[chunk.run_id].append(chunk)
    return late


class _Queue:
    """The queue's length, looked up once and only if needed."""

    @cached_property
    def is_empty(self) -> bool | None:
        """None if the queue is down."""
        try:
            return not dispatch.waiting()
        except OperationalError:
            return None


def _mend(run: Any, late: list[Chunk], queue: _Queue, now: datetime) -> bool:
    """Move a stalled run on. Returns whether anything was done."""
    if not run.wanted:
        return abandon(run)
    if not run.sent:
        return dispatch.begin(run)
    for chunk in late:
        if chunk.claims >= worker.MAX_CLAIMS:
            return worker.give_up(run, chunk)
    again = [chunk.index for chunk in late]
    if not again and _is_stalled(run, queue, now):
        again = _unclaimed(run)
        if not again:
            return worker.finish(run)
    return bool(again) and _resend(run, again, now)


def _is_stalled(run: Any, queue: _Queue, now: datetime) -> bool:
    """Whether nothing is being played, and the queue does not explain why."""
    if run.being_played or queue.is_empty is None:
        return False
    times = [time for time in (run.created_at, run.beat_at, run.last_claim) if time and time <= now + MAX_SKEW]
    if not times:
        # All of them were before the clock was set back.
        return True
    heard = max(times)
    silence = SILENCE * 2 ** min(run.resends, _MAX_DOUBLINGS)
    if heard > now - silence:
        return False
    return queue.is_empty or heard < now - max(PATIENCE, silence)


def _unclaimed(run: Run) -> list[int]:
    """The first chunks that no worker has claimed."""
    begun = set(run.parts.values_list("index", flat=True))
    return [index for index in range(run.chunks) if index not in begun][:WINDOW]


def _resend(run: Run, indices: list[int], now: datetime) -> bool:
    if run.resends >= MAX_RESENDS:
        return worker.fail(run, LOST)
    logger.info("run %s: sending chunks %s again", run.pk, indices)
    Run.objects.filter(pk=run.pk, status__in=ACTIVE).update(
        beat_at=now, resends=run.resends + 1, sent=max(run.sent, indices[-1] + 1)
    )
    return dispatch.send(run, indices)


def tidy() -> None:
    """Delete old simulations without an owner and runs without a simulation, and refresh the tables' statistics."""
    now = timezone.now()
    tidying.send(sender=None, now=now)
    Simulation.objects.filter(owner=None, created_at__lt=now - timedelta(days=settings.SIMULATION_KEEP_DAYS)).filter(
        ~Q(run__status__in=ACTIVE)
    ).delete()
    Chunk.objects.filter(run__status=Status.CANCELLED, run__finished_at__lt=now - KEEP_CHUNKS).delete()
    requests = Simulation.objects.filter(run=OuterRef("pk"))
    Run.objects.filter(~Exists(requests), finished_at__lt=now - KEEP_CHUNKS).exclude(status__in=ACTIVE).delete()
    update_statistics()
