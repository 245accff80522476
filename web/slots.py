"""Limits how much heavy work a process does at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final


class BusyError(Exception):
    """All slots are taken; ``wait`` is the number of seconds until a retry.

    Unless handled, it becomes a 503 with ``Retry-After``: a page, or a problem document under the API.
    """

    status: Final = 503
    code: Final = "busy"
    wait: Final = 2


class Slots:
    """At most ``count`` at a time; ``busy`` is the message for those refused."""

    def __init__(self, count: int, busy: str) -> None:
        self._free: Final = threading.BoundedSemaphore(count)
        self._busy: Final = busy

    @contextmanager
    def take(self, *, wait: bool = False) -> Iterator[None]:
        """Hold a slot. :raises BusyError: if none is free, unless the caller can wait for one."""
        if not self._free.acquire(blocking=wait):
            raise BusyError(self._busy)
        try:
            yield
        finally:
            self._free.release()
