"""One id for a request and all tasks it causes, in web processes and workers."""

from __future__ import annotations

import contextvars
import logging
import re
import time
import uuid
from typing import Any, Final

from celery.signals import before_task_publish, task_postrun, task_prerun

task_log = logging.getLogger("fivesails.tasks")

NO_REQUEST: Final = "-"
#: The header of a queued message that carries the id.
HEADER: Final = "fivesails_request"

_request: contextvars.ContextVar[str] = contextvars.ContextVar("request", default=NO_REQUEST)
_task: contextvars.ContextVar[tuple[str, str] | None] = contextvars.ContextVar("task", default=None)
_began: contextvars.ContextVar[float] = contextvars.ContextVar("began", default=0.0)
_WELL_FORMED: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


def begin(offered: str) -> str:
    """Set the id of this request: the one its sender offered if well-formed, else a new one."""
    request_id = offered if _WELL_FORMED.fullmatch(offered) else uuid.uuid4().hex[:16]
    # Never reset: Django logs a failed request only after the last middleware.
    _request.set(request_id)
    return request_id


def current() -> str:
    """The id of the request being handled, or of the one behind the current task."""
    return _request.get()


def task() -> tuple[str, str] | None:
    """The name and id of the current task, in a worker."""
    return _task.get()


@before_task_publish.connect
def _add_header(headers: dict[str, Any] | None = None, **_: object) -> None:
    """Add the id to each queued message, including those sent from within a task."""
    if headers is not None and current() != NO_REQUEST:
        headers[HEADER] = current()


@task_prerun.connect
def _begin_task(task: Any = None, task_id: str = "", **_: object) -> None:
    """Read the id in the worker; the queue is trusted no more than a browser."""
    # In a worker, message headers are attributes of the request; a task called directly has them in ``headers``.
    request = task.request
    carried = str(getattr(request, HEADER, None) or (getattr(request, "headers", None) or {}).get(HEADER) or "")
    _request.set(carried if _WELL_FORMED.fullmatch(carried) else NO_REQUEST)
    _task.set((task.name, task_id))
    _began.set(time.perf_counter())


@task_postrun.connect
def _end_task(state: str | None = None, **_: object) -> None:
    """Log tasks that a request caused, not each sweep; then clear, because the next task is unrelated."""
    finished = _task.get()
    if finished is not None and current() != NO_REQUEST:
        facts = {"state": state or "", "milliseconds": round((time.perf_counter() - _began.get()) * 1000, 1)}
        task_log.info("%s %s", finished[0], facts["state"], extra={"access": facts})
    _request.set(NO_REQUEST)
    _task.set(None)
