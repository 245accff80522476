"""What must be true before the site can serve: each step does only what is not done yet."""

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

from cards.planning import look_at_tables
from fivesails_site.static_files import UsedStaticFiles
from fivesails_site.supervisor.console import Refusal, say

# Looking through a larger file would cost more than a start may take.
CHECKED_DATABASE_BYTES = 64 * 1024 * 1024
LOOK_SECONDS = 0.5


def directories(var: Path) -> None:
    """The directory for everything we write exists and can be written."""
    try:
        var.mkdir(parents=True, exist_ok=True)
        probe = var / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise Refusal(f"cannot write in {var}: {error.strerror}; make it writable or set FIVESAILS_VAR") from None


@contextmanager
def alone(var: Path) -> Iterator[None]:
    """Two starts at once prepare one after the other."""
    with (var / "prepare.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def everything() -> None:
    """Database, cards, decks and static files, in that order."""
    with alone(settings.VAR):
        database()
        data()
        statistics()
        static_files()


def await_server(seconds: float) -> None:
    """Give a database server time to come up, as when its machine was switched on together with this one."""
    deadline, told = time.monotonic() + seconds, False
    while connection.vendor != "sqlite" and time.monotonic() < deadline:
        try:
            connection.ensure_connection()
        except OperationalError:
            if not told:
                say(f"the database server does not answer; waiting for it, {seconds:.0f} s at most")
                told = True
            time.sleep(LOOK_SECONDS)
        else:
            break
    connection.close()


def database() -> None:
    """A sound database with every migration applied."""
    place = settings.DATABASES["default"]["NAME"]
    try:
        if connection.vendor == "sqlite":
            _sound_sqlite(Path(place))
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if plan:
            say(f"bringing the database up to date ({len(plan)} migrations)")
            call_command("migrate", verbosity=0, interactive=False)
    except InconsistentMigrationHistory as error:
        raise Refusal(f"database {place} was made by other code: {error}") from None
    except (DatabaseError, OSError) as error:
        raise Refusal(f"database {place} cannot be used: {error}{_advice()}") from None
    finally:
        connection.close()


def _sound_sqlite(path: Path) -> None:
    if not path.exists() or path.stat().st_size > CHECKED_DATABASE_BYTES:
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            (verdict,) = cursor.fetchone()
    except sqlite3.Error as error:
        raise DatabaseError(str(error)) from None
    if verdict != "ok":
        raise DatabaseError(" ".join(verdict.split()))


def _advice() -> str:
    if connection.vendor == "sqlite":
        return "; restore it from a backup, or move it away to start with a fresh one"
    return "; is DATABASE_URL right, and the server up?"


def data() -> None:
    """Cards and starter decks, loaded by commands that return at once when nothing changed."""
    for command in ("load_cards", "load_decks"):
        if command not in get_commands():
            continue
        out = io.StringIO()
        try:
            call_command(command, stdout=out)
        except CommandError as error:
            first, *rest = str(error).strip().splitlines() or [""]
            more = f" First of {len(rest)}: {rest[0].strip()}" if rest else ""
            raise Refusal(f"{command}: {first}{more}") from None
        except DatabaseError as error:
            raise Refusal(f"{command}: the database cannot be used: {error}{_advice()}") from None
        for line in out.getvalue().splitlines():
            say(line)
    connection.close()


def statistics() -> None:
    """What the tables hold, for the database to plan by."""
    try:
        look_at_tables()
    except DatabaseError as error:
        raise Refusal(f"the database cannot be used: {error}{_advice()}") from None
    connection.close()


def static_files() -> None:
    """Collected, hashed and compressed once per state of their sources."""
    stamp = settings.VAR / "static.stamp"
    state = _static_state()
    if stamp.exists() and stamp.read_text() == state and (settings.STATIC_ROOT / "staticfiles.json").exists():
        return
    say("collecting static files")
    began = time.monotonic()
    try:
        call_command("collectstatic", verbosity=0, interactive=False)
        stamp.write_text(state)
    except (OSError, ValueError, CommandError) as error:
        raise Refusal(f"static files cannot be collected: {error}") from None
    say(f"collected static files in {time.monotonic() - began:.1f} s")


def _static_state() -> str:
    """A fingerprint that changes when any source file does, from names, sizes and times alone."""
    digest = hashlib.sha256(str(settings.STORAGES["staticfiles"]).encode())
    for finder in get_finders():
        for path, storage in finder.list(UsedStaticFiles.ignore_patterns):
            facts = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{facts.st_size}\0{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
