"""Backing up a running site, and restoring a backup."""

from __future__ import annotations

import contextlib
import datetime
import shutil
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.db import IntegrityError, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from fivesails_site import addresses
from fivesails_site.operations import archive, databases, rows
from fivesails_site.operations.archive import ArchiveError, Manifest

NAME: Final = "five-sails-{stamp}.tar.gz"
#: Temporary files of backups and restores.
_TEMPORARY: Final = (".backup-*", ".restore-*", f".{NAME.format(stamp='*')}.part")
_TEMPORARY_SECONDS: Final = 24 * 3600
#: Tables with rows in every new database.
_DJANGO_TABLES: Final = frozenset({"django_migrations", "django_content_type", "auth_permission", "sqlite_sequence"})


def stamp() -> str:
    """The current time for file names, sortable."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y%m%dT%H%M%SZ")


# --- backup ---


def backup(directory: Path) -> tuple[Path, Manifest]:
    """Write the current rows and uploads to one new, verified file in a directory.

    :raises ArchiveError: if the database is damaged or empty.
    """
    directory.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(directory)
    target = directory / NAME.format(stamp=stamp())
    suffix = 1
    while target.exists():
        suffix += 1
        target = directory / NAME.format(stamp=f"{stamp()}-{suffix}")
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=directory) as temporary:
        staged = Path(temporary)
        # Both before and after the rows, so that every file that a row names is copied.
        _stage_media(staged)
        manifest = _stage_rows(staged)
        manifest.media = _stage_media(staged)
        archive.pack(manifest, staged, target)
    return target, manifest


def _remove_leftovers(directory: Path) -> None:
    """Remove temporary files of backups and restores that were killed; those in progress are younger."""
    for path in (leftover for pattern in _TEMPORARY for leftover in directory.glob(pattern)):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > _TEMPORARY_SECONDS:
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def _stage_rows(staged: Path) -> Manifest:
    with databases.snapshot(staged) as alias:
        applied = MigrationRecorder(connections[alias]).applied_migrations()
        migrations = sorted(f"{app}.{name}" for app, name in applied)
        if not migrations:
            raise ArchiveError("The database is empty, so there is nothing to back up.")
        made = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        manifest = Manifest(made, connection.vendor, migrations)
        for model in rows.models_at(migrations):
            label = model._meta.label
            manifest.tables[label] = rows.dump(model, alias, staged / archive.ROWS.format(table=label))
    return manifest


def _stage_media(staged: Path) -> dict[str, archive.Member]:
    """Copy the uploads that are not copied yet."""
    root = Path(settings.MEDIA_ROOT)
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        target = staged / archive.MEDIA.format(path=name)
        if path.is_symlink() or not path.is_file() or target.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        # No row names a file that was deleted meanwhile.
        with contextlib.suppress(FileNotFoundError):
            shutil.copyfile(path, target)
    copied = staged / "media"
    files = (path for path in sorted(copied.rglob("*")) if path.is_file())
    return {path.relative_to(copied).as_posix(): archive.digest(path) for path in files}


def remove_old(directory: Path, keep: int, newest: Path) -> list[Path]:
    """Remove the oldest backups but keep `keep`, including `newest`; returns those removed.

    If the clock was set back, `newest` may have the oldest name.
    """
    others = sorted(path for path in directory.glob(NAME.format(stamp="*")) if path != newest)
    old = others[: max(0, len(others) - keep + 1)]
    for path in old:
        path.unlink()
    return old


# --- restore ---


@dataclass(frozen=True)
class Restored:
    """What was restored, and where the previous rows and uploads are now."""

    manifest: Manifest
    migrated: int
    old_rows: str
    old_media: str


def restore(path: Path, *, replace: bool) -> Restored:
    """Restore a backup; nothing changes until all of it is loaded and checked.

    :raises ArchiveError: if the archive is damaged or of a newer release, if the database is not empty and ``replace``
        is false, or if the site is running.
    """
    now = stamp()
    media = Path(settings.MEDIA_ROOT)
    media.parent.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(media.parent)
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=media.parent) as temporary:
        staged = Path(temporary)
        manifest = archive.verify(path, into=staged)
        check_not_newer(manifest.migrations)
        if not replace:
            _check_empty()
        databases.check_not_in_use()
        with databases.staging() as alias:
            _build(manifest, alias, staged)
            migrated = _migrate(alias)
            _check(alias)
            old_rows = databases.swap(now)
        old_media = _swap_media(staged / "media", media, now)
    _clear_queue()
    return Restored(manifest, migrated, old_rows, old_media)


def _clear_queue() -> None:
    """Drop cached and queued data about the old rows; simulations are queued again by the sweep."""
    if settings.REDIS_EMBEDDED and not addresses.socket_path(settings.VAR).exists():
        shutil.rmtree(settings.VAR / "queue", ignore_errors=True)
    else:
        cache.clear()


def check_not_newer(migrations: Iterable[str]) -> None:
    """:raises ArchiveError: if the archive's schema has migrations that this release does not know."""
    unknown = sorted(set(migrations) - rows.known_migrations())
    if unknown:
        raise ArchiveError(
            f"The archive is from a newer release: this one does not know the migration {unknown[0]}"
            f"{f' and {len(unknown) - 1} more' if len(unknown) > 1 else ''}. Install that release first."
        )


def _check_empty() -> None:
    if connection.vendor == "sqlite" and not databases.database_file().exists():
        return
    with connection.cursor() as cursor:
        used = [
            table
            for table in connection.introspection.table_names(cursor)
            if table not in _DJANGO_TABLES and _has_rows(cursor, table)
        ]
    connection.close()
    if used:
        raise ArchiveError(
            f"The database is not empty ({len(used)} tables have rows, including {used[0]}). "
            "Use --replace to restore anyway; the current rows and uploads will be kept under another name."
        )


def _has_rows(cursor: Any, table: str) -> bool:
    cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608 - a name from the database
    return cursor.fetchone() is not None


def _build(manifest: Manifest, alias: str, staged: Path) -> None:
    """Create the archive's schema and load its rows."""
    executor = MigrationExecutor(connections[alias])
    executor.migrate(rows.leaf_migrations(executor.loader, manifest.migrations))
    models = rows.models_at(manifest.migrations)
    labels = {model._meta.label for model in models}
    if missing := sorted(set(manifest.tables) ^ labels):
        raise ArchiveError(f"The archive and its schema disagree about the table {missing[0]}.")
    try:
        with transaction.atomic(using=alias):
            for model in reversed(models):
                # Migrations may have added rows.
                rows.clear(model, alias)
            for model in models:
                label = model._meta.label
                count = rows.load(model, alias, staged / archive.ROWS.format(table=label))
                if count != manifest.tables[label].rows:
                    raise ArchiveError(f"{label} has {count} rows in the archive, not {manifest.tables[label].rows}.")
            connections[alias].check_constraints()
    except IntegrityError as error:
        raise ArchiveError(f"The archive's rows are inconsistent: {str(error).strip()}.") from None
    rows.reset_sequences(models, alias)


def _migrate(alias: str) -> int:
    """Apply this release's migrations; returns their number."""
    executor = MigrationExecutor(connections[alias])
    targets = executor.loader.graph.leaf_nodes()
    plan = executor.migration_plan(targets)
    executor.migrate(targets)
    return len(plan)


def _check(alias: str) -> None:
    try:
        connections[alias].check_constraints()
    except IntegrityError as error:
        raise ArchiveError(f"After the migrations the rows are inconsistent: {str(error).strip()}.") from None


def _swap_media(staged: Path, media: Path, now: str) -> str:
    staged.mkdir(exist_ok=True)
    kept = ""
    if media.exists() and any(media.iterdir()):
        old = media.with_name(f"{media.name}.before-{now}")
        media.rename(old)
        kept = str(old)
    elif media.exists():
        media.rmdir()
    staged.rename(media)
    media.chmod(0o755)
    return kept
