"""Failures that are nobody's mistake and pass: a database that is busy or away, a disk that is full."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from typing import Final

from django.db import InterfaceError, OperationalError


@dataclass(frozen=True, slots=True)
class Outage:
    """What to tell, and in how many seconds to try again."""

    status: int
    detail: str
    wait: int


BUSY: Final = Outage(503, "The site is too busy to do this just now. Please try again in a few seconds.", 5)
AWAY: Final = Outage(503, "The site cannot use its database just now. Please try again in a minute.", 30)
FULL: Final = Outage(507, "The site has no room left, so this could not be kept. Please try again later.", 300)

_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
#: SQLite's names of errors; those of one family begin alike.
_SQLITE: Final = {
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_FULL": FULL,
    "SQLITE_IOERR": AWAY,
    "SQLITE_CANTOPEN": AWAY,
    # A disk that failed is often mounted anew for reading only.
    "SQLITE_READONLY": AWAY,
}
#: PostgreSQL's numbers: locks that others do not give, a full disk, no room for another client, a server that ends.
_POSTGRES: Final = {"55P03": BUSY, "40P01": BUSY, "40001": BUSY, "57014": BUSY, "53100": FULL, "53": AWAY, "57P": AWAY}


def outage(error: BaseException | None) -> Outage | None:
    """Which of them an error is, if any."""
    if isinstance(error, OSError):
        return FULL if error.errno in _NO_ROOM else None
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    # Django's errors are the same for all databases; what the database itself said is behind them.
    said = error.__cause__
    if name := getattr(said, "sqlite_errorname", None):
        return next((told for start, told in _SQLITE.items() if name.startswith(start)), None)
    if state := getattr(said, "sqlstate", None):
        return next((told for start, told in _POSTGRES.items() if state.startswith(start)), None)
    # PostgreSQL said nothing at all: the connection is gone.
    return AWAY if type(said).__module__.startswith("psycopg") else None
