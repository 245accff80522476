"""Backups: made while others write, held to their manifest, put back whole or not at all."""

import contextlib
import gzip
import io
import json
import os
import re
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from django.test import override_settings

from fivesails_site.operations import archive, backups, databases, rows
from fivesails_site.operations.archive import ArchiveError, Manifest
from tests import postgres, processes
from tests.processes import ROOT, environment, wait_until


def manage(var: Path, *words: str, **variables: str) -> str:
    """Run a command that must succeed."""
    done = _manage(var, *words, **variables)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(var: Path, *words: str, room: int | None = None) -> str:
    """Run one that must not; its only line. With ``room``, no file grows beyond so many bytes."""
    done = _manage(var, *words, room=room)
    assert done.returncode == 1, done.stdout
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def _manage(var: Path, *words: str, room: int | None = None, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment(var, **variables),
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        preexec_fn=None if room is None else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )


class Writer:
    """A process that makes decks, and what it says was accepted."""

    def __init__(self, var: Path, name: str, *words: str) -> None:
        settings = {"DJANGO_SETTINGS_MODULE": "fivesails_site.settings", "FIVESAILS_PROFILE": "local"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.operations.writer", name, *words],
            cwd=ROOT,
            env=environment(var, **settings),
            stdout=subprocess.PIPE,
            text=True,
        )
        self.accepted: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        with self.process.stdout as stream:
            for line in stream:
                self.accepted.append(line)

    def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()


@pytest.mark.database
@pytest.mark.timeout(300)
def test_the_drill(fresh_var: Path, tmp_path: Path) -> None:
    """Back up while three processes write; restore elsewhere; compare."""
    picture = fresh_var / "media" / "cards" / "FSC-001-key" / "large.webp"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"a picture" * 1000)
    kept = tmp_path / "kept"
    # Somebody reads all the while: SQLite keeps what is written in its log, and a copy of the file alone lacks it.
    reader = contextlib.ExitStack()
    reader.enter_context(_somebody_at(fresh_var))
    writers = [Writer(fresh_var, name) for name in ("ana", "ben", "cho")]
    try:
        wait_until(lambda: all(len(writer.accepted) > 5 for writer in writers), 120, "three writers at work")
        before = [line.split() for writer in writers for line in writer.accepted]
        said = manage(fresh_var, "backup", str(kept))
        during = sum(len(writer.accepted) for writer in writers) - len(before)
        assert during > 0, "nobody had to wait for the backup"
        assert all(writer.process.poll() is None for writer in writers)
    finally:
        for writer in writers:
            writer.stop()
        reader.close()
    [file] = kept.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    manifest = archive.verify(file)
    assert f"{manifest.rows:,} rows of {len(manifest.tables)} tables and 1 uploaded file, as of" in said

    elsewhere = tmp_path / "elsewhere"
    assert "restored" in manage(elsewhere, "restore", str(file))
    assert (elsewhere / "media" / "cards" / "FSC-001-key" / "large.webp").read_bytes() == picture.read_bytes()
    found = processes.rows(elsewhere, "SELECT deck_id, number, fingerprint FROM decks_deckversion")
    versions = {(deck, number): fingerprint for deck, number, fingerprint in found}
    lost = [line for line in before if versions.get((line[0], int(line[1]))) != line[2]]
    assert not lost, "every write accepted before the backup began is there"
    for child, column, parent in (
        ("decks_deckversion", "deck_id", "decks_deck"),
        ("decks_deck", "head_id", "decks_deckversion"),
        ("decks_deckcard", "card_id", "cards_card"),
        ("decks_deck", "owner_id", "auth_user"),
    ):
        key = "code" if parent == "cards_card" else "id"
        query = f"SELECT 1 FROM {child} c LEFT JOIN {parent} p ON p.{key} = c.{column}"
        assert not processes.rows(elsewhere, f"{query} WHERE c.{column} IS NOT NULL AND p.{key} IS NULL")

    # What is restored is the same to the last bit: a backup of it has the same digests.
    manage(elsewhere, "backup", str(tmp_path / "again"))
    [second] = (tmp_path / "again").iterdir()
    again = archive.verify(second)
    assert again.tables == manifest.tables
    assert again.media == manifest.media
    assert again.migrations == manifest.migrations

    # It is a database to work with, not a museum: numbers are counted on.
    one = Writer(elsewhere, "dee", "1")
    assert one.process.wait(120) == 0
    assert "not empty" in refused(elsewhere, "restore", str(file))
    assert processes.rows(elsewhere, "SELECT 1 FROM auth_user WHERE username = 'dee'")
    with _somebody_at(elsewhere):
        assert "stop the site first" in refused(elsewhere, "restore", str(file), "--replace")
    assert processes.rows(elsewhere, "SELECT 1 FROM auth_user WHERE username = 'dee'")
    # Of a newer release, from which one went back; and of another program.
    processes.rows(elsewhere, "CREATE TABLE decks_voyage (deck_id varchar(40) REFERENCES decks_deck (id))")
    processes.rows(elsewhere, "CREATE TABLE others (id integer)")
    said = manage(elsewhere, "restore", str(file), "--replace")
    assert not processes.rows(elsewhere, "SELECT 1 FROM auth_user WHERE username = 'dee'")
    processes.rows(elsewhere, "CREATE TABLE decks_voyage (deck_id varchar(40))")
    before_that = re.search(r"the previous rows are in (?:schema )?(\S+);", said)
    assert before_that, said
    if postgres.chosen():
        assert processes.rows(elsewhere, f"SELECT 1 FROM {before_that[1]}.auth_user WHERE username = 'dee'")
        assert processes.rows(elsewhere, "SELECT count(*) FROM others") == [(0,)]
        _to_another_database(file, manifest, tmp_path)
    else:
        assert Path(before_that[1]).exists()


@contextlib.contextmanager
def _somebody_at(var: Path) -> Iterator[None]:
    """A process that has begun to read a directory's database, and takes its time."""
    if postgres.chosen():
        with psycopg.connect(postgres.database(var)) as connection:
            connection.execute("SELECT count(*) FROM auth_user")
            yield
        return
    with contextlib.closing(sqlite3.connect(var / "db.sqlite3", isolation_level=None)) as opened:
        opened.execute("BEGIN")
        opened.execute("SELECT count(*) FROM auth_user").fetchall()
        yield


def _to_another_database(file: Path, manifest: Manifest, tmp_path: Path) -> None:
    """The way of a site that grows, backwards: rows of PostgreSQL in SQLite."""
    small = tmp_path / "small"
    url = f"sqlite:///{small / 'db.sqlite3'}"
    manage(small, "restore", str(file), DATABASE_URL=url)
    manage(small, "backup", str(tmp_path / "small-kept"), DATABASE_URL=url)
    [copy] = (tmp_path / "small-kept").iterdir()
    archive.verify(file, into=tmp_path / "one")
    told = archive.verify(copy, into=tmp_path / "two")
    assert told.database == "sqlite"
    for label in manifest.tables:
        name = archive.ROWS.format(table=label)
        # Each database has its own order of texts.
        one, two = ((tmp_path / place / name).read_bytes().splitlines() for place in ("one", "two"))
        assert sorted(one) == sorted(two), label


# --- what is refused ---


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A small archive."""
    staged = tmp_path / "staged"
    table = staged / archive.ROWS.format(table="auth.Group")
    table.parent.mkdir(parents=True)
    table.write_text(json.dumps({"id": 1, "name": "helmsmen"}) + "\n")
    picture = staged / "media" / "a" / "b.webp"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(bytes(range(256)) * 40)
    member = archive.digest(table)
    tables = {"auth.Group": archive.Member(member.sha256, member.bytes, 1)}
    manifest = Manifest("2026-11-16T00:00:00+00:00", "sqlite", ["auth.0001_initial"], tables)
    manifest.media = {"a/b.webp": archive.digest(picture)}
    path = tmp_path / "kept.tar.gz"
    archive.pack(manifest, staged, path)
    return path


def repacked(path: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """The same archive with something done to its members."""
    with tarfile.open(path) as tar:
        members = {info.name: tar.extractfile(info).read() for info in tar}
    change(members)
    with tarfile.open(path, "w:gz") as tar:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return path


def test_a_whole_archive_is_whole(kept: Path, tmp_path: Path) -> None:
    manifest = archive.verify(kept, into=tmp_path / "out")
    assert (manifest.rows, list(manifest.media)) == (1, ["a/b.webp"])
    assert (tmp_path / "out" / "media" / "a" / "b.webp").stat().st_size == 256 * 40
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_no_byte_of_an_archive_can_be_changed_unnoticed(kept: Path) -> None:
    content, unnoticed = bytearray(kept.read_bytes()), 0
    # In the first ten bytes is the kind of the compression, on which nothing depends.
    for place in range(10, len(content), max(1, len(content) // 60)):
        damaged = bytearray(content)
        damaged[place] ^= 0x10
        kept.write_bytes(damaged)
        try:
            archive.verify(kept)
        except ArchiveError:
            continue
        # Compression may leave a bit without any meaning.
        assert gzip.decompress(damaged) == gzip.decompress(content), place
        unnoticed += 1
    assert unnoticed < 3
    for length in (0, 5, 40, len(content) // 2, len(content) - 9):
        kept.write_bytes(content[:length])
        with pytest.raises(ArchiveError):
            archive.verify(kept)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda members: members.pop("media/a/b.webp"), "media/a/b.webp is missing"),
        (lambda members: members.update({"media/x": b"1"}), "media/x, which is not in its manifest"),
        (lambda members: members.update({"rows/auth.Group.jsonl": b"{}"}), "rows/auth.Group.jsonl does not match"),
        (lambda members: members.pop("manifest.json"), "no manifest"),
        (lambda members: members.update({"manifest.json": b"[]"}), "cannot be read"),
        (lambda members: members.update({"manifest.json": b'{"format": 7}'}), "has format 7"),
        (lambda members: _rename(members, "a/b.webp", "../b.webp"), "not a safe path"),
    ],
    ids=["missing", "unnamed", "changed", "none", "nonsense", "format", "outside"],
)
def test_an_archive_that_is_not_what_it_says_is_refused(
    kept: Path, change: Callable[[dict[str, bytes]], None], words: str
) -> None:
    with pytest.raises(ArchiveError, match=re.escape(words)):
        archive.verify(repacked(kept, change))


def _rename(members: dict[str, bytes], old: str, new: str) -> None:
    members["manifest.json"] = members["manifest.json"].replace(old.encode(), new.encode())


def test_a_newer_schema_is_refused_and_this_one_is_not() -> None:
    known = rows.known_migrations()
    backups.check_not_newer(known)
    with pytest.raises(ArchiveError, match="newer release: this one does not know the migration decks.9999_voyages"):
        backups.check_not_newer([*known, "decks.9999_voyages"])


def test_a_running_site_is_not_restored_over(queue_url: str) -> None:
    with (
        override_settings(REDIS_EMBEDDED=True, REDIS_URL=queue_url),
        pytest.raises(ArchiveError, match="stop the site first"),
    ):
        databases.check_not_in_use()


def test_every_table_comes_after_those_it_points_to() -> None:
    labels = [model._meta.label for model in rows.models_at(rows.known_migrations())]
    assert len(labels) == len(set(labels))
    assert labels.index("auth.User") < labels.index("decks.Comment")
    assert labels.index("cards.Card") < labels.index("decks.DeckCard")
    assert labels.index("rules.Run") < labels.index("rules.Chunk")


@pytest.mark.timeout(300)
def test_a_full_disk_is_no_fault_of_the_archive(fresh_var: Path, tmp_path: Path) -> None:
    """Whoever reads that it is damaged takes another, or gives up."""
    manage(fresh_var, "backup", str(tmp_path / "kept"))
    [file] = (tmp_path / "kept").iterdir()
    # Too little for what is unpacked; for the database, whose rows may fit into its log; for another backup.
    rooms = [20_000] if postgres.chosen() else [20_000, 850_000]
    for room in rooms:
        said = refused(tmp_path / "elsewhere", "restore", str(file), room=room)
        assert "damaged" not in said
        assert said.endswith("Nothing was changed.\n")
    assert not list((tmp_path / "elsewhere").glob("*restor*"))
    refused(fresh_var, "backup", str(tmp_path / "kept"), room=20_000)
    assert list((tmp_path / "kept").iterdir()) == [file]


def test_a_backup_that_came_out_wrong_is_none(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read again before it gets its name, and both are on the disk before anybody hears of it."""
    manifest, synced, fsync = archive.verify(kept), [], os.fsync

    def sync(handle: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(handle).st_mode))
        fsync(handle)

    def tear(handle: int) -> None:
        os.ftruncate(handle, os.fstat(handle).st_size // 2)

    monkeypatch.setattr(os, "fsync", sync)
    archive.pack(manifest, tmp_path / "staged", tmp_path / "good.tar.gz")
    assert synced == [False, True]
    monkeypatch.setattr(os, "fsync", tear)
    with pytest.raises(ArchiveError, match="damaged"):
        archive.pack(manifest, tmp_path / "staged", tmp_path / "torn.tar.gz")
    assert not list(tmp_path.glob("*torn*"))


def test_what_a_killed_backup_left_is_removed_after_a_day(tmp_path: Path) -> None:
    """It holds everybody's mail addresses, and takes as much room as a whole one."""
    (tmp_path / ".backup-x").mkdir()
    (tmp_path / ".restore-x").mkdir()
    (tmp_path / ".five-sails-20261116T000000Z.tar.gz.part").touch()
    backups._remove_leftovers(tmp_path)
    assert len(list(tmp_path.iterdir())) == 3, "they may be in the making"
    for left in tmp_path.iterdir():
        os.utime(left, (time.time() - 25 * 3600,) * 2)
    backups._remove_leftovers(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_there_is_a_database_at_every_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A restore that is killed must not leave a place in which the next start would make an empty one."""
    staged, path, old = (tmp_path / name for name in ("staged", "db", "db.before"))
    staged.write_text("new")
    path.write_text("old")
    replace = Path.replace

    def killed(self: Path, target: Path) -> Path:
        assert path.read_text() == "old"
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", killed)
    databases._replace(staged, path, old)
    assert (path.read_text(), old.read_text(), staged.exists()) == ("new", "old", False)


def test_only_the_newest_are_kept(tmp_path: Path, kept: Path) -> None:
    names = [backups.NAME.format(stamp=f"2026111{day}T000000Z") for day in range(5)]
    for name in names:
        shutil.copy(kept, tmp_path / name)
    (tmp_path / "notes.txt").touch()
    assert [path.name for path in backups.remove_old(tmp_path, 2, tmp_path / names[-1])] == names[:3]
    assert sorted(path.name for path in tmp_path.glob("five-sails-*")) == names[3:]
    assert (tmp_path / "notes.txt").exists()


def test_the_one_just_made_is_kept_though_the_clock_was_set_back(tmp_path: Path, kept: Path) -> None:
    names = [backups.NAME.format(stamp=f"{year}1116T000000Z") for year in (1970, 2026, 2027)]
    for name in names:
        shutil.copy(kept, tmp_path / name)
    assert [path.name for path in backups.remove_old(tmp_path, 2, tmp_path / names[0])] == [names[1]]
    assert [path.name for path in backups.remove_old(tmp_path, 1, tmp_path / names[0])] == [names[2]]
    assert [path.name for path in backups.remove_old(tmp_path, 1, tmp_path / names[0])] == []
