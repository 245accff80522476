"""Every few seconds one of the workers is asked to sweep; no separate process keeps the time."""

from __future__ import annotations

import logging
import time
from typing import Any, Final

from celery import bootsteps
from django.core.cache import cache
from kombu.exceptions import OperationalError

from rules.jobs.run.dispatch import QUEUE
from rules.jobs.run.tasks import sweep

logger = logging.getLogger(__name__)

SECONDS: Final = 2.0


class Pulse(bootsteps.StartStopStep):
    """Beats while the worker has a connection to the queue; begins with a beat, so that what waited is not left."""

    requires: Any = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, parent: Any, **options: Any) -> None:
        self.timer: Any = None
        super().__init__(parent, **options)

    def start(self, parent: Any) -> None:
        """The connection is there, for the first time or again."""
        if QUEUE not in parent.app.amqp.queues.consume_from:
            # Nobody might take from there what this worker would send.
            return
        beat()
        self.timer = parent.timer.call_repeatedly(SECONDS, beat)

    def stop(self, parent: Any) -> None:
        """The connection is gone, or the worker is about to be."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


def key() -> str:
    """The cache key by which a worker tells the others that it asked in this second.

    A constant key would expire by the clock, and if that is set back, hours late or never.
    """
    return f"simulations:pulse:{int(time.time())}"


def beat() -> None:
    """Ask for a sweep, unless another worker did a moment ago."""
    if not cache.add(key(), 1, SECONDS):
        return
    try:
        sweep.apply_async(expires=SECONDS * 5, retry=False)
    except (OperationalError, OSError) as error:
        logger.warning("could not ask for a sweep: %s", error)
