"""The databases of backups and restores: a snapshot to read from, and a staging database that replaces the site's."""

from __future__ import annotations

import contextlib
import copy
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import redis
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import OperationalError

from fivesails_site.operations.archive import ArchiveError, sync_directory
from web.number_format import quantity

ALIAS: Final = "operations"
STAGING: Final = "fivesails_restoring"
LOCK_SECONDS: Final = 10
#: PostgreSQL lists a closed connection for a moment longer.
_DISCONNECT_SECONDS: Final = 2.0


@contextmanager
def _connection_like_default(**changes: Any) -> Iterator[str]:
    """Another connection with the site's settings except for these changes; its alias."""
    own = copy.deepcopy(connections.databases[DEFAULT_DB_ALIAS])
    own["OPTIONS"] = {**own["OPTIONS"], **changes.pop("OPTIONS", {})}
    connections.databases[ALIAS] = {**own, "CONN_MAX_AGE": 0, **changes}
    try:
        yield ALIAS
    finally:
        connections[ALIAS].close()
        del connections[ALIAS]
        del connections.databases[ALIAS]


# --- reading ---


@contextmanager
def snapshot(staging: Path) -> Iterator[str]:
    """The database at one moment, under an alias, without blocking writers.

    :raises ArchiveError: if the database is damaged.
    """
    if connection.vendor == "sqlite":
        path = staging / "snapshot.sqlite3"
        _copy_sqlite(path)
        try:
            with _connection_like_default(NAME=str(path)) as alias:
                _check_sqlite(alias)
                yield alias
        finally:
            for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
                (staging / name).unlink(missing_ok=True)
    else:
        with _connection_like_default() as alias, transaction.atomic(using=alias):
            with connections[alias].cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield alias


def _copy_sqlite(path: Path) -> None:
    connection.ensure_connection()
    try:
        with contextlib.closing(sqlite3.connect(path)) as target:
            connection.connection.backup(target)
    except sqlite3.Error as error:
        raise ArchiveError(f"The database could not be copied: {error}.") from None


def _check_sqlite(alias: str) -> None:
    with connections[alias].cursor() as cursor:
        cursor.execute("PRAGMA integrity_check(1)")
        (verdict,) = cursor.fetchone()
        if verdict != "ok":
            raise ArchiveError(f"The database is damaged ({' '.join(verdict.split())}); a backup would be useless.")


# --- writing ---


@contextmanager
def staging() -> Iterator[str]:
    """An empty database next to the site's, under an alias."""
    if connection.vendor == "sqlite":
        path = staged_file()
        _remove_sqlite(path)
        try:
            with _connection_like_default(NAME=str(path)) as alias:
                yield alias
        finally:
            _remove_sqlite(path)
    else:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA IF EXISTS {STAGING} CASCADE")
            cursor.execute(f"CREATE SCHEMA {STAGING}")
        try:
            with _connection_like_default(OPTIONS={"options": f"-c search_path={STAGING}"}) as alias:
                yield alias
        finally:
            with connection.cursor() as cursor:
                cursor.execute(f"DROP SCHEMA IF EXISTS {STAGING} CASCADE")


def database_file() -> Path:
    return Path(connections.databases[DEFAULT_DB_ALIAS]["NAME"])


def staged_file() -> Path:
    path = database_file()
    return path.with_name(f"{path.name}.restoring")


def _remove_sqlite(path: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def check_not_in_use() -> None:
    """Check that the site is stopped: a running one would continue to write to the old rows.

    :raises ArchiveError: if the queue answers, a process has SQLite's file open, or PostgreSQL has another client.
    """
    if settings.REDIS_EMBEDDED and _queue_answers():
        raise ArchiveError("The site is running; stop the site first.")
    if connection.vendor == "postgresql":
        _check_no_other_clients()
    if connection.vendor != "sqlite" or not database_file().exists():
        return
    database = database_file().stat()
    for handle in Path("/proc").glob("[0-9]*/fd/*"):
        owner = handle.parts[2]
        with contextlib.suppress(OSError):
            opened = handle.stat()
            if (opened.st_dev, opened.st_ino) == (database.st_dev, database.st_ino) and int(owner) != os.getpid():
                raise ArchiveError(f"Process {owner} has {database_file()} open; stop the site first.")


def _check_no_other_clients() -> None:
    deadline = time.monotonic() + _DISCONNECT_SECONDS
    while others := _other_clients():
        if time.monotonic() > deadline:
            raise ArchiveError(f"The database has {quantity(others, 'other connection')} open; stop the site first.")
        time.sleep(0.1)


def _other_clients() -> int:
    """Connections of the same user; monitoring should have its own."""
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user
               AND backend_type = 'client backend' AND pid <> pg_backend_pid()"""
        )
        return int(cursor.fetchone()[0])


def _queue_answers() -> bool:
    """The embedded server runs only while the site does."""
    with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5) as client:
        try:
            return bool(client.ping())
        except (redis.RedisError, OSError):
            return False


def swap(stamp: str) -> str:
    """Replace the site's database with the staged one; returns where the old rows are now.

    :raises ArchiveError: if the old ones are in use.
    """
    return _swap_sqlite(stamp) if connection.vendor == "sqlite" else _swap_postgres(stamp)


def _swap_sqlite(stamp: str) -> str:
    connections[ALIAS].close()
    path, staged = database_file(), staged_file()
    try:
        with contextlib.closing(sqlite3.connect(staged)) as opened:
            # Move the log into the file, which alone is renamed.
            opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            opened.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise ArchiveError(f"The restored rows could not be written: {error}.") from None
    with staged.open("rb") as stream:
        os.fsync(stream.fileno())
    old = None
    if path.exists():
        # Likewise, or its log would be taken for the new file's.
        connection.close()
        with contextlib.closing(sqlite3.connect(path, timeout=LOCK_SECONDS)) as opened:
            try:
                opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                opened.execute("PRAGMA journal_mode=DELETE")
            except sqlite3.OperationalError as error:
                raise ArchiveError(f"{path} is in use ({error}); stop the site first.") from None
        old = path.with_name(f"{path.name}.before-{stamp}")
    _replace(staged, path, old)
    return str(old) if old else ""


def _replace(staged: Path, path: Path, old: Path | None) -> None:
    """Swap in one step: without a database for a moment, a start would create an empty one."""
    if old is not None:
        try:
            old.hardlink_to(path)
        except OSError:
            # This file system has no hard links.
            path.replace(old)
    staged.replace(path)
    sync_directory(path.parent)


def _tables(cursor: Any, schema: str) -> list[str]:
    cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s ORDER BY 1", [schema])
    return [name for (name,) in cursor.fetchall()]


def _site_tables(cursor: Any, home: str, fresh: list[str]) -> list[str]:
    """The tables to move away, including a newer release's, which that release could not create again."""
    existing = _tables(cursor, home)
    apps: set[str] = set()
    if MigrationRecorder.Migration._meta.db_table in existing:
        apps = {app for app, _ in MigrationRecorder(connection).applied_migrations()}
    return [table for table in existing if table in fresh or any(table.startswith(f"{app}_") for app in apps)]


def _swap_postgres(stamp: str) -> str:
    connections[ALIAS].close()
    quote = connection.ops.quote_name
    kept = f"fivesails_before_{stamp.lower()}"
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
            cursor.execute("SELECT current_schema()")
            (home,) = cursor.fetchone()
            fresh = _tables(cursor, STAGING)
            old = _site_tables(cursor, home, fresh)
            cursor.execute(f"CREATE SCHEMA {kept}")
            for table in old:
                cursor.execute(f"ALTER TABLE {quote(home)}.{quote(table)} SET SCHEMA {kept}")
            for table in fresh:
                cursor.execute(f"ALTER TABLE {STAGING}.{quote(table)} SET SCHEMA {quote(home)}")
            if not old:
                cursor.execute(f"DROP SCHEMA {kept}")
    except OperationalError as error:
        raise ArchiveError(f"The old tables are in use ({str(error).strip()}); stop the site first.") from None
    except DatabaseError as error:
        raise ArchiveError(f"The restored tables could not be put in place: {str(error).strip()}.") from None
    return f"schema {kept}" if old else ""
