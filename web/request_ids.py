"""One name for a request and for everything that follows from it, in this process and in the workers' ones."""

from __future__ import annotations

import contextvars
import logging
import re
import time
import uuid
from typing import Any, Final

from celery.signals import before_task_publish, task_postrun, task_prerun

task_log = logging.getLogger("fivesails.tasks")

NOBODY: Final = "-"
#: The header of a message in the queue that carries the name on.
HEADER: Final = "fivesails_request"

_request: contextvars.ContextVar[str] = contextvars.ContextVar("request", default=NOBODY)
_task: contextvars.ContextVar[tuple[str, str] | None] = contextvars.ContextVar("task", default=None)
_began: contextvars.ContextVar[float] = contextvars.ContextVar("began", default=0.0)
_WELL_FORMED: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


def begin(offered: str) -> str:
    """Name the request at hand: as its sender did, if that is well-formed, else anew."""
    name = offered if _WELL_FORMED.fullmatch(offered) else uuid.uuid4().hex[:16]
    # Never reset: Django writes its own line about a failed request only after the last middleware.
    _request.set(name)
    return name


def current() -> str:
    """The name of the request that is being answered, or that asked for the task at hand."""
    return _request.get()


def task() -> tuple[str, str] | None:
    """The name and the id of the task at hand, in a worker."""
    return _task.get()


@before_task_publish.connect
def _carry(headers: dict[str, Any] | None = None, **_: object) -> None:
    """Write the name on each message. What a worker sends on from within a task bears the same one."""
    if headers is not None and current() != NOBODY:
        headers[HEADER] = current()


@task_prerun.connect
def _take_up(task: Any = None, task_id: str = "", **_: object) -> None:
    """Read it off in the worker; the queue is trusted no further than a browser."""
    # In a worker the headers of a message are the request's own; a task that is called at once has them by themselves.
    request = task.request
    carried = str(getattr(request, HEADER, None) or (getattr(request, "headers", None) or {}).get(HEADER) or "")
    _request.set(carried if _WELL_FORMED.fullmatch(carried) else NOBODY)
    _task.set((task.name, task_id))
    _began.set(time.perf_counter())


@task_postrun.connect
def _put_down(state: str | None = None, **_: object) -> None:
    """Write a line about what somebody asked for, not about each sweep; the next task is somebody else's."""
    done = _task.get()
    if done is not None and current() != NOBODY:
        facts = {"state": state or "", "milliseconds": round((time.perf_counter() - _began.get()) * 1000, 1)}
        task_log.info("%s %s", done[0], facts["state"], extra={"access": facts})
    _request.set(NOBODY)
    _task.set(None)
