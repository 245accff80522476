"""What must be done before the site can serve. Each step does only what is missing."""

import contextlib
import fcntl
import hashlib
import io
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command, get_commands
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.executor import MigrationExecutor

from fivesails_site.outages import DISK_FULL, outage
from fivesails_site.static_files import UsedStaticFiles
from fivesails_site.supervisor.console import FatalError, say
from web.number_format import quantity
from web.sqlite_statistics import update_statistics

# Checking a larger file would delay the start too much.
MAX_CHECKED_BYTES = 64 * 1024 * 1024
RETRY_SECONDS = 0.5
#: SQLite and the queue's server need a little space to start.
MIN_FREE_BYTES = 1024 * 1024
DISK_FULL_ADVICE = "free some space on its disk and start again"


def writable_directory(var: Path) -> None:
    """Make sure that `var` exists, is writable and has some space left. :raises FatalError: if not."""
    probe = var / ".writable"
    try:
        var.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            probe.write_bytes(bytes(MIN_FREE_BYTES))
        finally:
            probe.unlink(missing_ok=True)
    except OSError as error:
        advice = DISK_FULL_ADVICE if outage(error) is DISK_FULL else "make it writable or set FIVESAILS_VAR"
        raise FatalError(f"cannot write in {var}: {error.strerror}; {advice}") from None


@contextmanager
def preparation_lock(var: Path) -> Iterator[None]:
    """Make simultaneous starts prepare one after the other."""
    with (var / "prepare.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def prepare() -> None:
    """Migrate, load cards and decks, update statistics, collect static files."""
    with preparation_lock(settings.VAR):
        database()
        data()
        statistics()
        static_files()


def wait_for_database(seconds: float) -> None:
    """Give a database server time to start, for example when both machines boot together."""
    deadline, announced = time.monotonic() + seconds, False
    while connection.vendor != "sqlite" and time.monotonic() < deadline:
        try:
            connection.ensure_connection()
        except OperationalError:
            if not announced:
                say(f"the database server does not answer; waiting up to {seconds:.0f} s")
                announced = True
            time.sleep(RETRY_SECONDS)
        else:
            break
    connection.close()


def database() -> None:
    """Check the database and apply migrations. :raises FatalError: if it cannot be used."""
    place = settings.DATABASES["default"]["NAME"]
    try:
        if connection.vendor == "sqlite":
            _make_private(Path(place))
            _check_sqlite(Path(place))
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if plan:
            say(f"updating the database ({quantity(len(plan), 'migration')})")
            call_command("migrate", verbosity=0, interactive=False)
    except InconsistentMigrationHistory as error:
        raise FatalError(f"database {place} belongs to another version of the code: {error}") from None
    except (DatabaseError, OSError) as error:
        raise FatalError(f"database {place} cannot be used: {error}{_advice(error)}") from None
    finally:
        connection.close()


def _make_private(path: Path) -> None:
    """Make the file readable by its owner only: it holds email addresses and sessions."""
    with contextlib.suppress(FileNotFoundError):
        path.touch(mode=0o600)
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        # Only its owner can change a file's mode.
        with contextlib.suppress(FileNotFoundError, PermissionError):
            path.with_name(name).chmod(0o600)


def _check_sqlite(path: Path) -> None:
    if not path.exists() or path.stat().st_size > MAX_CHECKED_BYTES:
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            (verdict,) = cursor.fetchone()
    except sqlite3.Error as error:
        raise OperationalError(str(error)) from error
    if verdict != "ok":
        raise DatabaseError(" ".join(verdict.split()))


def _advice(error: Exception) -> str:
    if outage(error) is DISK_FULL:
        return f"; {DISK_FULL_ADVICE}"
    if connection.vendor == "sqlite":
        return "; restore it from a backup, or move it away to start with an empty one"
    return "; is DATABASE_URL right, and is the server up?"


def data() -> None:
    """Load cards and starter decks; the commands return at once if nothing changed."""
    for command in ("load_cards", "load_decks"):
        if command not in get_commands():
            continue
        out = io.StringIO()
        try:
            call_command(command, stdout=out)
        except CommandError as error:
            first, *rest = str(error).strip().splitlines() or [""]
            more = f" First of {len(rest)}: {rest[0].strip()}" if rest else ""
            raise FatalError(f"{command}: {first}{more}") from None
        except DatabaseError as error:
            raise FatalError(f"{command}: the database cannot be used: {error}{_advice(error)}") from None
        for line in out.getvalue().splitlines():
            say(line)
    connection.close()


def statistics() -> None:
    """Update the statistics of the database's query planner."""
    try:
        update_statistics()
    except DatabaseError as error:
        raise FatalError(f"the database cannot be used: {error}{_advice(error)}") from None
    connection.close()


def has_static_files() -> bool:
    """Whether static files were collected and are still there."""
    return (settings.STATIC_ROOT / "staticfiles.json").exists()


def static_files() -> None:
    """Collect, hash and compress static files if their sources changed."""
    stamp = settings.VAR / "static.stamp"
    state = _static_state()
    if stamp.exists() and stamp.read_text() == state and has_static_files():
        return
    say("collecting static files")
    began = time.monotonic()
    try:
        call_command("collectstatic", verbosity=0, interactive=False)
        stamp.write_text(state)
    except (OSError, ValueError, CommandError) as error:
        raise FatalError(f"cannot collect static files: {error}") from None
    say(f"collected static files in {time.monotonic() - began:.1f} s")


def _static_state() -> str:
    """A fingerprint of the sources by names, sizes and times."""
    digest = hashlib.sha256(str(settings.STORAGES["staticfiles"]).encode())
    for finder in get_finders():
        for path, storage in finder.list(UsedStaticFiles.ignore_patterns):
            facts = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{facts.st_size}\0{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
