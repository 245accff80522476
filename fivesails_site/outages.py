"""Temporary failures: a database that is busy or unreachable, a full disk."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from typing import Final

from django.db import InterfaceError, OperationalError


@dataclass(frozen=True, slots=True)
class Outage:
    """What to answer; `wait` is the number of seconds until a retry makes sense."""

    status: int
    detail: str
    wait: int


BUSY: Final = Outage(503, "The site is too busy right now. Please try again in a few seconds.", 5)
UNAVAILABLE: Final = Outage(503, "The site can't reach its database. Please try again in a minute.", 30)
DISK_FULL: Final = Outage(
    507, "The site is out of disk space, so this could not be saved. Please try again later.", 300
)

_DISK_FULL_ERRNOS: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
#: By the start of SQLite's error names.
_SQLITE: Final = {
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_FULL": DISK_FULL,
    "SQLITE_IOERR": UNAVAILABLE,
    "SQLITE_CANTOPEN": UNAVAILABLE,
    # A failed disk is often remounted read-only.
    "SQLITE_READONLY": UNAVAILABLE,
}
#: By the start of PostgreSQL's error codes: lock timeouts, full disk, too many clients, shutdown.
_POSTGRES: Final = {
    "55P03": BUSY,
    "40P01": BUSY,
    "40001": BUSY,
    "57014": BUSY,
    "53100": DISK_FULL,
    "53": UNAVAILABLE,
    "57P": UNAVAILABLE,
}


def outage(error: BaseException | None) -> Outage | None:
    """The outage behind an error, if any."""
    if isinstance(error, OSError):
        return DISK_FULL if error.errno in _DISK_FULL_ERRNOS else None
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    # Django wraps the error of the database driver.
    cause = error.__cause__
    if name := getattr(cause, "sqlite_errorname", None):
        return next((kind for prefix, kind in _SQLITE.items() if name.startswith(prefix)), None)
    if state := getattr(cause, "sqlstate", None):
        return next((kind for prefix, kind in _POSTGRES.items() if state.startswith(prefix)), None)
    # No code from PostgreSQL: the connection is lost.
    return UNAVAILABLE if type(cause).__module__.startswith("psycopg") else None
