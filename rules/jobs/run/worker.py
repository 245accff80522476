"""A chunk's way through a worker: claimed, played, stored once; and how a run ends.

The rows are the truth. A message only says where to look, so it may come late, twice or never.
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

#: A chunk that takes so long has lost its worker; each further try is given twice the time.
STALE: Final = timedelta(seconds=5)
#: A chunk that was begun so often and never finished is not begun again.
MAX_CLAIMS: Final = 3

#: How long a worker stays with a run before others' work in the queue gets its turn: a message costs as much as a few
#: thousand games, and somebody with a small run waits no longer than this.
TURN_SECONDS: Final = 0.5

HOPELESS: Final = "Games {first:,} to {last:,} were begun {claims} times, and each time the worker died or gave up."
UNBEGUN: Final = "The workers that were to play it died each time, before a game was begun."


class Claim(Enum):
    """What a worker does with a chunk that it was sent."""

    PLAY = auto()
    #: Its tallies are there: only the next is to be sent.
    STORED = auto()
    #: Nothing: somebody else plays it, or nobody wants it any more.
    LEAVE = auto()


def stale_before(claims: int, now: datetime) -> datetime:
    """A chunk begun for the n-th time before this is not being played any more."""
    return now - STALE * 2 ** (claims - 1)


def is_stale(chunk: Chunk, now: datetime) -> bool:
    """Whether whoever began a chunk must be gone, or began it by a clock that was set back since."""
    return not stale_before(chunk.claims, now) <= chunk.claimed_at <= now + MAX_SKEW


def play_chunk(run: Run, index: int, *, redelivered: bool = False) -> bool:
    """Play a chunk if that is still needed; whether it is stored now, so that the run may go on.

    ``redelivered`` says for certain that the worker that had it before is gone.
    """
    if index >= run.chunks:
        return False
    try:
        asked = goldfish.prepared(run)
    except goldfish.OutdatedError as error:
        fail(run, str(error))
        return False
    goldfish.warm(asked)
    claimed = claim(run, index, redelivered=redelivered)
    if claimed is not Claim.PLAY:
        return claimed is Claim.STORED
    try:
        tallies = goldfish.play(asked, goldfish.plan_of(run), index)
    except Exception as error:
        logger.exception("chunk %s of run %s broke off", index, run.pk)
        fail(run, f"The simulation broke off: {type(error).__name__}: {error}")
        return False
    try:
        return store(run, index, tallies)
    except StorageError as error:
        # A full disk, or somebody else's long lock: no fault of the chunk's, and the sweep sends it again.
        logger.warning("chunk %s of run %s could not be stored: %s", index, run.pk, error)
        _give_back(run, index)
        return False


def claim(run: Run, index: int, *, redelivered: bool = False) -> Claim:
    """Take a chunk, unless it is stored, or somebody took it a moment ago."""
    now = timezone.now()
    try:
        with transaction.atomic():
            Chunk.objects.create(run=run, index=index, claimed_at=now)
    except IntegrityError:
        taken = _claim_again(run, index, redelivered, now)
        if taken is not Claim.PLAY:
            return taken
    if run.status == Status.QUEUED:
        Run.objects.filter(pk=run.pk, status=Status.QUEUED).update(status=Status.RUNNING, started_at=now)
    return Claim.PLAY


def _claim_again(run: Run, index: int, redelivered: bool, now: datetime) -> Claim:
    chunk = Chunk.objects.defer("tallies").filter(run=run, index=index).first()
    if chunk is None:
        # The run was finished in between.
        return Claim.LEAVE
    if chunk.stored_at is not None:
        return Claim.STORED
    if not redelivered and not is_stale(chunk, now):
        return Claim.LEAVE
    if chunk.claims >= MAX_CLAIMS:
        give_up(run, chunk)
        return Claim.LEAVE
    mine = Chunk.objects.filter(pk=chunk.pk, claims=chunk.claims, stored_at=None)
    return Claim.PLAY if mine.update(claims=chunk.claims + 1, claimed_at=now) else Claim.LEAVE


def _give_back(run: Run, index: int) -> None:
    """Let a claim not count that came to nothing for want of room."""
    with suppress(StorageError):
        Chunk.objects.filter(run=run, index=index, stored_at=None, claims__gt=0).update(claims=F("claims") - 1)


def store(run: Run, index: int, tallies: dict[str, Any]) -> bool:
    """Keep a chunk's tallies, the first that come; whether these were."""
    chunk = Chunk.objects.filter(run=run, index=index, stored_at=None)
    stored = bool(chunk.update(tallies=tallies, stored_at=timezone.now()))
    if stored:
        game_count.count(goldfish.plan_of(run).count(index))
    return stored


def play_on(run_id: int, index: int, *, redelivered: bool = False) -> None:
    """Play a chunk, and those that follow for a moment; then leave the rest, and the worker, to the queue."""
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
    """Send the next chunk, and one more while workers are idle; finish a run when every chunk of it is stored.

    With ``here`` the next chunk is not sent but returned, for the caller to play.
    """
    number = 2 if run.sent < run.chunks and _idle() else 1
    with transaction.atomic():
        wanted = Run.objects.filter(pk=run.pk, status__in=ACTIVE)
        if not wanted.update(sent=F("sent") + number, beat_at=timezone.now(), resends=0):
            return None
        sent = wanted.values_list("sent", flat=True)[0]
    following = list(range(sent - number, min(sent, run.chunks)))
    if not following and complete(run):
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


def complete(run: Run) -> bool:
    """Whether every chunk is stored."""
    return run.parts.filter(stored_at__isnull=False).count() == run.chunks


def finish(run: Run) -> bool:
    """Add the chunks up and keep the result; whether it was this call that did.

    Whoever comes first writes, and it does not matter who that is: the sum is the same in any order.
    """
    stored = run.parts.filter(stored_at__isnull=False).values_list("tallies", flat=True)
    parts: list[dict[str, Any]] = [tallies for tallies in stored if tallies is not None]
    if len(parts) != run.chunks:
        return False
    try:
        tallies = goldfish.total(run, parts).as_dict()
        report = goldfish.read(run, tallies).as_dict()
    except (goldfish.OutdatedError, ValueError) as error:
        return fail(run, str(error))
    return _end(run, status=Status.DONE, tallies=tallies, report=report)


def fail(run: Run, reason: str) -> bool:
    """End a run that cannot be played. Its key is free again, so that the same question makes a new run."""
    logger.warning("run %s failed: %s", run.pk, reason)
    return _end(run, status=Status.FAILED, error=reason, key=None)


def give_up(run: Run, chunk: Chunk) -> bool:
    """End a run of which a chunk was begun too often."""
    plan = goldfish.plan_of(run)
    first = plan.first(chunk.index)
    last = first + plan.count(chunk.index) - 1
    return fail(run, HOPELESS.format(first=first + 1, last=last + 1, claims=chunk.claims))


def given_up(run_id: int, index: int) -> None:
    """The queue does not hand a chunk out any more: whoever had it died, be it before it was claimed."""
    run = find_active(run_id)
    if run is None:
        return
    chunk = run.parts.defer("tallies").filter(index=index).first()
    if chunk is None:
        fail(run, UNBEGUN)
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
    """A run by its id, if anybody still wants it."""
    return Run.objects.defer("tallies", "report").filter(pk=run_id, status__in=ACTIVE).first()


def play_here(simulation: Simulation) -> None:
    """Play all that is left of a simulation in this process, without a queue."""
    run = find_active(simulation.run_id)
    if run is not None:
        for index in range(run.chunks):
            play_chunk(run, index)
        finish(run)
    simulation.refresh_from_db(fields=["run"])
