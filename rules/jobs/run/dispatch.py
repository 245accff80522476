"""Messages to the workers: ids only, and never a long wait for a queue that is down."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from typing import Final

from celery import current_app
from django.utils import timezone
from kombu.exceptions import OperationalError

from rules.jobs.models import ACTIVE, Run
from rules.jobs.run.chunks import WINDOW, priority

logger = logging.getLogger(__name__)

QUEUE: Final = "simulations"
PLAY: Final = "rules.jobs.play_chunk"
#: How long a failed queue is left alone, so that not every page waits for it.
REST_SECONDS: Final = 2.0

_failed_at: float | None = None


def send(run: Run, indices: Iterable[int]) -> bool:
    """Queue chunks. Returns whether the queue took all of them."""
    global _failed_at
    if _failed_at is not None and time.monotonic() - _failed_at < REST_SECONDS:
        return False
    try:
        with current_app.producer_or_acquire() as producer:
            for index in indices:
                current_app.send_task(
                    PLAY,
                    args=[run.pk, index],
                    queue=QUEUE,
                    priority=priority(run.chunks),
                    producer=producer,
                )
    except (OperationalError, OSError) as error:
        _failed_at = time.monotonic()
        logger.warning("run %s could not be queued yet: %s", run.pk, error)
        return False
    _failed_at = None
    return True


def begin(run: Run) -> bool:
    """Queue the first chunks that are not played yet; if the queue is down, the sweep does it later."""
    stored = set(run.parts.filter(stored_at__isnull=False).values_list("index", flat=True))
    missing = [index for index in range(run.chunks) if index not in stored] or [0]
    first = missing[:WINDOW]
    # Before sending: a worker may be quicker than this process, and counts on from there.
    Run.objects.filter(pk=run.pk).update(sent=first[-1] + 1, beat_at=timezone.now())
    if send(run, first):
        return True
    Run.objects.filter(pk=run.pk, status__in=ACTIVE, sent=first[-1] + 1).update(sent=0)
    return False


def waiting(queue: str = QUEUE) -> int:
    """How many chunks of all runs are in the queue. :raises OperationalError: if the queue is down."""
    with current_app.producer_or_acquire() as producer:
        return int(producer.channel.queue_declare(queue=queue).message_count)
