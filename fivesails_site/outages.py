"""Temporary failures: a database that is busy or unreachable, a full disk."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from typing import Final

from django.db import InterfaceError, OperationalError


@dataclass(frozen=True, slots=True)
class Outage:
    """The status and message to answer with; `wait` is the seconds until a retry makes sense."""

    status: int
    detail: str
    wait: int


BUSY: Final = Outage(503, "The site is too busy to do this just now. Please try again in a few seconds.", 5)
AWAY: Final = Outage(503, "The site cannot use its database just now. Please try again in a minute.", 30)
FULL: Final = Outage(507, "The site has no room left, so this could not be kept. Please try again later.", 300)

_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
#: By the start of SQLite's error names.
_SQLITE: Final = {
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_FULL": FULL,
    "SQLITE_IOERR": AWAY,
    "SQLITE_CANTOPEN": AWAY,
    # A failed disk is often remounted read-only.
    "SQLITE_READONLY": AWAY,
}
#: By the start of PostgreSQL's error codes: lock timeouts, full disk, too many clients, shutdown.
_POSTGRES: Final = {"55P03": BUSY, "40P01": BUSY, "40001": BUSY, "57014": BUSY, "53100": FULL, "53": AWAY, "57P": AWAY}


def outage(error: BaseException | None) -> Outage | None:
    """The outage that an error means, if any."""
    if isinstance(error, OSError):
        return FULL if error.errno in _NO_ROOM else None
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    # Django wraps the error of the database driver.
    cause = error.__cause__
    if name := getattr(cause, "sqlite_errorname", None):
        return next((found for start, found in _SQLITE.items() if name.startswith(start)), None)
    if state := getattr(cause, "sqlstate", None):
        return next((found for start, found in _POSTGRES.items() if state.startswith(start)), None)
    # No code from PostgreSQL: the connection is lost.
    return AWAY if type(cause).__module__.startswith("psycopg") else None
