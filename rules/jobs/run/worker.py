"""What a worker does with a chunk: claim it, play it, store it once; and how a run ends.

The database rows are the truth. A message only says where to look, so it may come late, twice or never.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db import OperationalError as StorageError
from django.db.models import F
from django.utils import timezone
from kombu.exceptions import OperationalError

from rules.jobs.models import ACTIVE, Chunk, Run, Simulation, Status
from rules.jobs.run import dispatch, game_count, goldfish, progress
from web.clock import MAX_SKEW

logger = logging.getLogger(__name__)

#: After this long a chunk has lost its worker; each further try gets twice the time.
STALE: Final = timedelta(seconds=5)
#: How often a chunk is tried before its run fails.
MAX_CLAIMS: Final = 3

#: How long a worker stays with one run before it takes the next message. A message costs as much as a few thousand
#: games, and nobody with a small run waits longer than this.
TURN_SECONDS: Final = 0.5

CHUNK_FAILED: Final = "Games {first:,} to {last:,} were started {claims} times and never finished."
NEVER_STARTED: Final = "The workers stopped each time before the first game."


class Claim(Enum):
    """What a worker should do with a chunk that it was sent."""

    PLAY = auto()
    #: Nothing but send the next: its tallies are stored.
    STORED = auto()
    #: Nothing: another worker is playing it, or the run is over.
    SKIP = auto()


def stale_before(claims: int, now: datetime) -> datetime:
    """The latest time at which a chunk claimed ``claims`` times is given up for lost."""
    return now - STALE * 2 ** (claims - 1)


def is_stale(chunk: Chunk, now: datetime) -> bool:
    """Whether a chunk has lost its worker, or was claimed by a clock that has been set back since."""
    return not stale_before(chunk.claims, now) <= chunk.claimed_at <= now + MAX_SKEW


def play_chunk(run: Run, index: int, *, redelivered: bool = False) -> bool:
    """Play a chunk if it is still needed. Returns whether it is stored, so that the run can go on.

    ``redelivered`` means that the worker which had it before is certainly gone.
    """
    if index >= run.chunks:
        return False
    try:
        question = goldfish.question_of(run)
    except goldfish.OutdatedError as error:
        fail(run, str(error))
        return False
    goldfish.warm(question)
    claimed = claim(run, index, redelivered=redelivered)
    if claimed is not Claim.PLAY:
        return claimed is Claim.STORED
    try:
        tallies = goldfish.play(question, goldfish.plan_of(run), index)
    except Exception as error:
        logger.exception("chunk %s of run %s failed", index, run.pk)
        fail(run, f"The simulation failed: {type(error).__name__}: {error}")
        return False
    try:
        return store(run, index, tallies)
    except StorageError as error:
        # A full disk or a long lock is not the chunk's fault; the sweep sends it again.
        logger.warning("chunk %s of run %s could not be stored: %s", index, run.pk, error)
        _release(run, index)
        return False


def claim(run: Run, index: int, *, redelivered: bool = False) -> Claim:
    """Claim a chunk, unless it is stored or another worker has it."""
    now = timezone.now()
    try:
        with transaction.atomic():
            Chunk.objects.create(run=run, index=index, claimed_at=now)
    except IntegrityError:
        repeated = _claim_again(run, index, redelivered, now)
        if repeated is not Claim.PLAY:
            return repeated
    if run.status == Status.QUEUED:
        Run.objects.filter(pk=run.pk, status=Status.QUEUED).update(status=Status.RUNNING, started_at=now)
    return Claim.PLAY


def _claim_again(run: Run, index: int, redelivered: bool, now: datetime) -> Claim:
    chunk = Chunk.objects.defer("tallies").filter(run=run, index=index).first()
    if chunk is None:
        # The run was finished meanwhile.
        return Claim.SKIP
    if chunk.stored_at is not None:
        return Claim.STORED
    if not redelivered and not is_stale(chunk, now):
        return Claim.SKIP
    if chunk.claims >= MAX_CLAIMS:
        give_up(run, chunk)
        return Claim.SKIP
    mine = Chunk.objects.filter(pk=chunk.pk, claims=chunk.claims, stored_at=None)
    return Claim.PLAY if mine.update(claims=chunk.claims + 1, claimed_at=now) else Claim.SKIP


def _release(run: Run, index: int) -> None:
    """Uncount a claim whose tallies could not be stored."""
    with suppress(StorageError):
        Chunk.objects.filter(run=run, index=index, stored_at=None, claims__gt=0).update(claims=F("claims") - 1)


def store(run: Run, index: int, tallies: dict[str, Any]) -> bool:
    """Store a chunk's tallies, unless another worker has. Returns whether these were stored."""
    chunk = Chunk.objects.filter(run=run, index=index, stored_at=None)
    stored = bool(chunk.update(tallies=tallies, stored_at=timezone.now()))
    if stored:
        game_count.count(goldfish.plan_of(run).count(index))
    return stored


def play_on(run_id: int, index: int, *, redelivered: bool = False) -> None:
    """Play a chunk and, for up to ``TURN_SECONDS``, those after it; then leave the rest to the queue."""
    until = time.monotonic() + TURN_SECONDS
    following: int | None = index
    while following is not None:
        run = find_active(run_id)
        if run is None or not play_chunk(run, following, redelivered=redelivered):
            break
        redelivered = False
        following = go_on(run, here=time.monotonic() < until)
    progress.publish(run_id)


def go_on(run: Run, *, here: bool = False) -> int | None:
    """Send the next chunk, or the next two while workers are idle; finish the run when all are stored.

    With ``here`` the next chunk is not sent but returned, for the caller to play.
    """
    step = 2 if run.sent < run.chunks and _idle() else 1
    with transaction.atomic():
        active = Run.objects.filter(pk=run.pk, status__in=ACTIVE)
        if not active.update(sent=F("sent") + step, beat_at=timezone.now(), resends=0):
            return None
        sent = active.values_list("sent", flat=True)[0]
    following = list(range(sent - step, min(sent, run.chunks)))
    if not following and is_complete(run):
        finish(run)
    mine = following.pop(0) if here and following else None
    if following:
        dispatch.send(run, following)
    return mine


def _idle() -> bool:
    try:
        return not dispatch.waiting()
    except OperationalError:
        return False


def is_complete(run: Run) -> bool:
    return run.parts.filter(stored_at__isnull=False).count() == run.chunks


def finish(run: Run) -> bool:
    """Add up the chunks and store the result. Returns whether this call did.

    Two workers may try at once; it does not matter which one writes, since the sum is the same in any order.
    """
    stored = run.parts.filter(stored_at__isnull=False).values_list("tallies", flat=True)
    parts: list[dict[str, Any]] = [tallies for tallies in stored if tallies is not None]
    if len(parts) != run.chunks:
        return False
    try:
        tallies = goldfish.total(run, parts).as_dict()
        report = goldfish.report_of(run, tallies).as_dict()
    except (goldfish.OutdatedError, ValueError) as error:
        return fail(run, str(error))
    return _end(run, status=Status.DONE, tallies=tallies, report=report)


def fail(run: Run, reason: str) -> bool:
    """End a run with an error. It loses its key, so that the same question makes a new run."""
    logger.warning("run %s failed: %s", run.pk, reason)
    return _end(run, status=Status.FAILED, error=reason, key=None)


def give_up(run: Run, chunk: Chunk) -> bool:
    """Fail a run one of whose chunks was claimed too often."""
    plan = goldfish.plan_of(run)
    first = plan.first(chunk.index)
    last = first + plan.count(chunk.index) - 1
    return fail(run, CHUNK_FAILED.format(first=first + 1, last=last + 1, claims=chunk.claims))


def on_given_up(run_id: int, index: int) -> None:
    """Called when the queue stops redelivering a chunk because its workers died, perhaps before claiming it."""
    run = find_active(run_id)
    if run is None:
        return
    chunk = run.parts.defer("tallies").filter(index=index).first()
    if chunk is None:
        fail(run, NEVER_STARTED)
    elif chunk.stored_at is None and chunk.claims >= MAX_CLAIMS:
        give_up(run, chunk)


def _end(run: Run, **fields: Any) -> bool:
    with transaction.atomic():
        ended = Run.objects.filter(pk=run.pk, status__in=ACTIVE).update(finished_at=timezone.now(), **fields)
        if ended:
            run.parts.all().delete()
            transaction.on_commit(lambda: progress.publish(run.pk))
    return bool(ended)


def find_active(run_id: int) -> Run | None:
    """A run that is still to be played, by its id."""
    return Run.objects.defer("tallies", "report").filter(pk=run_id, status__in=ACTIVE).first()


def play_here(simulation: Simulation) -> None:
    """Play the rest of a simulation in this process, without a queue."""
    run = find_active(simulation.run_id)
    if run is not None:
        for index in range(run.chunks):
            play_chunk(run, index)
        finish(run)
    simulation.refresh_from_db(fields=["run"])
