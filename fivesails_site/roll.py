"""The roll of the workers: each says every few seconds that it is there, so that anybody can count them."""

from __future__ import annotations

import logging
import time
from typing import Any, Final

import redis
from celery import bootsteps
from django.conf import settings

logger = logging.getLogger(__name__)

KEY: Final = "fivesails-workers"
SECONDS: Final = 5.0
#: A worker that was silent for so long is not there any more.
GONE_SECONDS: Final = 16.0


def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5)


def answer(name: str, processes: int) -> None:
    """A worker is there, with so many processes; whoever is gone is forgotten on the way."""
    now = time.time()
    with _client() as client, client.pipeline() as together:
        together.zadd(KEY, {f"{processes} {name}": now})
        together.zremrangebyscore(KEY, 0, now - 10 * GONE_SECONDS)
        together.execute()


def present() -> dict[str, int]:
    """The workers heard of lately, with the number of their processes. :raises RedisError: if the queue is away."""
    with _client() as client:
        found = client.zrangebyscore(KEY, time.time() - GONE_SECONDS, "+inf")
    told = (entry.decode().partition(" ") for entry in found)
    return {name: int(processes) for processes, _, name in told}


class RollCall(bootsteps.StartStopStep):
    """Answers while the worker has a connection to the queue."""

    requires: Any = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, parent: Any, **options: Any) -> None:
        self.timer: Any = None
        super().__init__(parent, **options)

    def start(self, parent: Any) -> None:
        """The connection is there, for the first time or again."""

        def call() -> None:
            try:
                answer(parent.hostname, parent.controller.concurrency or 1)
            except (redis.RedisError, OSError) as error:
                logger.warning("the roll could not be answered: %s", error)

        call()
        self.timer = parent.timer.call_repeatedly(SECONDS, call)

    def stop(self, parent: Any) -> None:
        """The connection is gone, or the worker is about to be."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
