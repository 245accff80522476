"""The sweep: whatever a killed worker, a lost message or a queue that was away left undone is set going again."""

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
#: A run whose chunks were sent so often, with nothing coming back, is given up.
MAX_RESENDS: Final = 20
#: Chunks of a run that nobody wants are kept for whoever asks again within this time.
KEEP_CHUNKS: Final = timedelta(days=1)
_TIDY_SECONDS: Final = 900

#: Sent with ``now`` every quarter of an hour, for what other parts of the app keep for a while.
tidying = Signal()

LOST: Final = f"Its games were sent to the workers {MAX_RESENDS} times, and nothing came back."


def sweep() -> int:
    """Look after every unfinished run; how many needed it."""
    now = timezone.now()
    queue = _Queue()
    late = _late(now)
    mended = sum(_mend(run, late[run.pk], queue, now) for run in _unfinished())
    if cache.add("simulations:tidy", 1, _TIDY_SECONDS):
        tidy()
    return mended


def _unfinished() -> QuerySet[Run]:
    """Every run to look after, small ones first, by one query however many there are."""
    asked = Simulation.objects.filter(run=OuterRef("pk"), cancelled_at=None)
    begun = Chunk.objects.filter(run=OuterRef("pk")).order_by()
    return (
        Run.objects.filter(status__in=ACTIVE)
        .defer("tallies", "report")
        .annotate(
            wanted=Exists(asked),
            being_played=Exists(begun.filter(stored_at=None)),
            last_claim=Subquery(begun.values("run").annotate(last=Max("claimed_at")).values("last")),
        )
        .order_by("chunks", "created_at")
    )


def _late(now: datetime) -> defaultdict[int, list[Chunk]]:
    """Chunks that were begun and whose workers must be gone, by their runs."""
    perhaps = Q(claimed_at__lt=worker.stale_before(1, now)) | Q(claimed_at__gt=now + MAX_SKEW)
    begun = Chunk.objects.filter(perhaps, run__status__in=ACTIVE, stored_at=None).defer("tallies")
    found = defaultdict(list)
    for chunk in begun:
        if worker.is_stale(chunk, now):
            found[chunk.run_id].append(chunk)
    return found


class _Queue:
    """The queue's length, asked for once, and only if anybody wants to know it."""

    @cached_property
    def is_empty(self) -> bool | None:
        """None if it is away."""
        try:
            return not dispatch.waiting()
        except OperationalError:
            return None


def _mend(run: Any, late: list[Chunk], queue: _Queue, now: datetime) -> bool:
    """Bring one run a step further if it stands still; whether anything was done."""
    if not run.wanted:
        return abandon(run)
    if not run.sent:
        return dispatch.begin(run)
    for chunk in late:
        if chunk.claims >= worker.MAX_CLAIMS:
            return worker.give_up(run, chunk)
    again = [chunk.index for chunk in late]
    if not again and _silent(run, queue, now):
        again = _unheard(run)
        if not again:
            return worker.finish(run)
    return bool(again) and _send_again(run, again, now)


def _silent(run: Any, queue: _Queue, now: datetime) -> bool:
    """Whether nothing is being played, and nothing that waits in the queue explains it."""
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


def _unheard(run: Run) -> list[int]:
    """The first chunks that nobody has begun."""
    begun = set(run.parts.values_list("index", flat=True))
    return [index for index in range(run.chunks) if index not in begun][:WINDOW]


def _send_again(run: Run, indices: list[int], now: datetime) -> bool:
    if run.resends >= MAX_RESENDS:
        return worker.fail(run, LOST)
    logger.info("run %s: chunks %s are sent again", run.pk, indices)
    Run.objects.filter(pk=run.pk, status__in=ACTIVE).update(
        beat_at=now, resends=run.resends + 1, sent=max(run.sent, indices[-1] + 1)
    )
    return dispatch.send(run, indices)


def tidy() -> None:
    """Forget old simulations that belong to nobody, and what is kept for nobody; look at what is there."""
    now = timezone.now()
    tidying.send(sender=None, now=now)
    Simulation.objects.filter(owner=None, created_at__lt=now - timedelta(days=settings.SIMULATION_KEEP_DAYS)).filter(
        ~Q(run__status__in=ACTIVE)
    ).delete()
    Chunk.objects.filter(run__status=Status.CANCELLED, run__finished_at__lt=now - KEEP_CHUNKS).delete()
    asked = Simulation.objects.filter(run=OuterRef("pk"))
    Run.objects.filter(~Exists(asked), finished_at__lt=now - KEEP_CHUNKS).exclude(status__in=ACTIVE).delete()
    update_statistics()
