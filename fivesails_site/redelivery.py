"""Gives up on tasks that killed their worker three times."""

from __future__ import annotations

from typing import Any, Final

from celery import Task
from django.core.cache import cache

MAX_STARTS: Final = 3
#: Longer than the visibility timeout, so that a count lasts from one delivery to the next.
_KEEP_SECONDS: Final = 3600


class GivenUpError(Exception):
    """The task killed its worker too often."""


class CountedTask(Task):
    """With late acknowledgement, Celery redelivers a message each time its worker is killed, without limit.

    Only redelivered messages are counted, by id, so others cost nothing.
    """

    def before_start(self, task_id: str, args: Any, kwargs: Any) -> None:
        """Called by Celery in the worker process. :raises GivenUpError: instead of a fourth start."""
        if not (self.request.delivery_info or {}).get("redelivered"):
            return
        # A retry that the task itself requests keeps its id and is not counted.
        if 1 + _count(f"task:{task_id}:{self.request.retries}") > MAX_STARTS:
            self.given_up(*args, **kwargs)
            raise GivenUpError(f"{self.name} was started {MAX_STARTS} times, and its worker died each time.")

    @staticmethod
    def given_up(*args: Any, **kwargs: Any) -> None:
        """Hook for those who wait for the result of the task."""


def _count(key: str) -> int:
    if cache.add(key, 1, _KEEP_SECONDS):
        return 1
    try:
        return int(cache.incr(key))
    except ValueError:
        # It expired between the two calls.
        return 1
