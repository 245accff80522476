"""The running workers: each reports to Redis every few seconds."""

from __future__ import annotations

import logging
import time
from typing import Any, Final

import redis
from celery import bootsteps
from django.conf import settings

logger = logging.getLogger(__name__)

KEY: Final = "fivesails-workers"
REPORT_SECONDS: Final = 5.0
#: A worker silent for this long is gone.
GONE_SECONDS: Final = 16.0


def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5)


def report(name: str, processes: int) -> None:
    """Record that a worker is running, and drop those that are gone."""
    now = time.time()
    with _client() as client, client.pipeline() as pipeline:
        pipeline.zadd(KEY, {f"{processes} {name}": now})
        pipeline.zremrangebyscore(KEY, 0, now - 10 * GONE_SECONDS)
        pipeline.execute()


def present() -> dict[str, int]:
    """Processes by worker, for all running workers. :raises RedisError: if Redis cannot be reached."""
    with _client() as client:
        members = client.zrangebyscore(KEY, time.time() - GONE_SECONDS, "+inf")
    entries = (member.decode().partition(" ") for member in members)
    return {name: int(processes) for processes, _, name in entries}


class ReportStep(bootsteps.StartStopStep):
    """A step of Celery's worker: reports while it is connected to the queue."""

    requires: Any = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, parent: Any, **options: Any) -> None:
        self.timer: Any = None
        super().__init__(parent, **options)

    def start(self, parent: Any) -> None:
        """Called on every connection to the queue."""

        def call() -> None:
            try:
                report(parent.hostname, parent.controller.concurrency or 1)
            except (redis.RedisError, OSError) as error:
                logger.warning("cannot report this worker: %s", error)

        call()
        self.timer = parent.timer.call_repeatedly(REPORT_SECONDS, call)

    def stop(self, parent: Any) -> None:
        """Called when the connection is lost, and when the worker stops."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
