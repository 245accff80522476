"""Tasks that kill whoever does them: begun three times, then given up, not handed out for ever."""

from __future__ import annotations

from typing import Any, Final

from celery import Task
from django.core.cache import cache

#: A task that was begun so often and whose worker died each time is not begun again.
MOST: Final = 3
#: Longer than the queue keeps a message of a dead worker to itself, so that a count is not forgotten in between.
_KEEP_SECONDS: Final = 3600


class GivenUpError(Exception):
    """A task that was begun too often."""


class CountedTask(Task):
    """Late acknowledgement hands a message out again whenever its process is killed, however often that was.

    Only messages that come again are counted, by their ids: all others cost nothing. The count is where the message is;
    without that server nothing is handed out either.
    """

    def before_start(self, task_id: str, args: Any, kwargs: Any) -> None:
        """Celery calls it in the process that is to do the task. :raises GivenUpError: instead of the fourth time."""
        if not (self.request.delivery_info or {}).get("redelivered"):
            return
        # A task that asks for another try keeps its id, and deserves it.
        if 1 + _count(f"task:{task_id}:{self.request.retries}") > MOST:
            self.given_up(*args, **kwargs)
            raise GivenUpError(f"{self.name} was begun {MOST} times, and each time the worker died.")

    @staticmethod
    def given_up(*args: Any, **kwargs: Any) -> None:
        """What is to be done about it, where somebody waits."""


def _count(key: str) -> int:
    if cache.add(key, 1, _KEEP_SECONDS):
        return 1
    try:
        return int(cache.incr(key))
    except ValueError:
        # It was forgotten in between: the cache is, at any time, allowed to.
        return 1
