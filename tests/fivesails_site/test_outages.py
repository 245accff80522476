"""What passes by itself is told as such, with a time to try again; what is our mistake is not."""

import errno
import sqlite3
from pathlib import Path

import pytest
from django.db import OperationalError, ProgrammingError, connection
from django.http import HttpRequest
from django.test import RequestFactory

from fivesails_site import errors
from fivesails_site.outages import BUSY, DISK_FULL, UNAVAILABLE, Outage, outage


class Said(Exception):  # noqa: N818 - stands for errors of several drivers
    """What a database's driver raised."""


def wrapped(error: type[Exception] = OperationalError, module: str = "", **facts: str) -> Exception:
    """An error as Django passes it on."""
    said = type("Said", (Said,), {"__module__": module, **facts})("words of the driver")
    made = error("words of the driver")
    made.__cause__ = said
    return made


@pytest.mark.parametrize(
    ("error", "found"),
    [
        (wrapped(sqlite_errorname="SQLITE_BUSY"), BUSY),
        (wrapped(sqlite_errorname="SQLITE_BUSY_SNAPSHOT"), BUSY),
        (wrapped(sqlite_errorname="SQLITE_FULL"), DISK_FULL),
        (wrapped(sqlite_errorname="SQLITE_IOERR_WRITE"), UNAVAILABLE),
        (wrapped(sqlite_errorname="SQLITE_READONLY_DBMOVED"), UNAVAILABLE),
        (wrapped(sqlite_errorname="SQLITE_ERROR"), None),
        (wrapped(sqlstate="55P03", module="psycopg.errors"), BUSY),
        (wrapped(sqlstate="40P01", module="psycopg.errors"), BUSY),
        (wrapped(sqlstate="53100", module="psycopg.errors"), DISK_FULL),
        (wrapped(sqlstate="53300", module="psycopg.errors"), UNAVAILABLE),
        (wrapped(sqlstate="57P01", module="psycopg.errors"), UNAVAILABLE),
        (wrapped(sqlstate="22001", module="psycopg.errors"), None),
        (wrapped(module="psycopg"), UNAVAILABLE),
        (wrapped(ProgrammingError, module="psycopg"), None),
        (OperationalError("of nobody's"), None),
        (OSError(errno.ENOSPC, "No space left on device"), DISK_FULL),
        (OSError(errno.ENOENT, "No such file"), None),
        (KeyError("x"), None),
        (None, None),
    ],
)
def test_which_errors_pass(error: Exception | None, found: Outage | None) -> None:
    assert outage(error) is found


def answer(path: str, error: Exception) -> tuple[int, str, str | None]:
    """What Django's handler of errors would send."""
    request: HttpRequest = RequestFactory().get(path)
    try:
        raise error
    except Exception:  # noqa: BLE001 - whatever it was
        sent = errors.server_error(request)
    return sent.status_code, sent.content.decode(), sent.get("Retry-After")


@pytest.mark.parametrize(
    ("error", "found"), [(wrapped(sqlite_errorname="SQLITE_BUSY"), BUSY), (OSError(28, ""), DISK_FULL)]
)
def test_pages_and_problems_say_so(error: Exception, found: Outage) -> None:
    for path in ("/decks/new/", "/api/v1/decks/"):
        status, text, wait = answer(path, error)
        assert (status, wait) == (found.status, str(found.wait))
        assert found.detail in text
    assert answer("/decks/new/", KeyError("x"))[0] == 500


@pytest.mark.django_db
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="SQLite's own words")
def test_sqlite_speaks_as_expected(tmp_path: Path) -> None:
    """A table that is missing is our mistake; a lock is not."""
    with pytest.raises(OperationalError) as missing, connection.cursor() as cursor:
        cursor.execute("SELECT * FROM no_such_table")
    assert outage(missing.value) is None
    first, second = (sqlite3.connect(tmp_path / "db", timeout=0) for _ in range(2))
    first.execute("BEGIN EXCLUSIVE")
    with pytest.raises(sqlite3.OperationalError) as busy:
        second.execute("BEGIN EXCLUSIVE")
    first.close()
    second.close()
    passed_on = OperationalError("database is locked")
    passed_on.__cause__ = busy.value
    assert outage(passed_on) is BUSY
