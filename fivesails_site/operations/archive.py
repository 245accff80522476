"""A backup as one file: rows of every table, uploads, and a manifest of both.

The file is a compressed tar. Rows are lines of JSON, the same for every database, so a backup from SQLite can be
restored to PostgreSQL and vice versa.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final

from web.number_format import quantity

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
ROWS: Final = "rows/{table}.jsonl"
MEDIA: Final = "media/{path}"
_BLOCK: Final = 1024 * 1024
#: Enough for a hundred thousand pictures.
_MAX_MANIFEST: Final = 64 * 1024 * 1024


class ArchiveError(Exception):
    """An archive cannot be made or used; the message is for the operator."""


@dataclass(frozen=True)
class Member:
    """Digest and size of a file in the archive."""

    sha256: str
    bytes: int
    rows: int = 0


@dataclass
class Manifest:
    """What an archive contains, its schema, and when it was made."""

    made_at: str
    database: str
    #: Every migration that was applied, as ``app.name``.
    migrations: list[str]
    #: By model label, each after those it refers to.
    tables: dict[str, Member] = field(default_factory=dict)
    media: dict[str, Member] = field(default_factory=dict)
    format: int = FORMAT

    @property
    def rows(self) -> int:
        return sum(member.rows for member in self.tables.values())

    def describe(self) -> str:
        """What it contains and when it was made, for the operator."""
        rows, tables = quantity(self.rows, "row"), quantity(len(self.tables), "table")
        return f"{rows} of {tables} and {quantity(len(self.media), 'uploaded file')}, as of {self.made_at}"

    def members(self) -> dict[str, Member]:
        """All files by their names in the archive."""
        tables = {ROWS.format(table=name): member for name, member in self.tables.items()}
        return tables | {MEDIA.format(path=path): member for path, member in self.media.items()}

    def dumps(self) -> bytes:
        return json.dumps(asdict(self), indent=1, sort_keys=True).encode()

    @classmethod
    def loads(cls, text: bytes) -> Manifest:
        """:raises ArchiveError: if it is not a manifest."""
        try:
            fields: dict[str, Any] = json.loads(text)
            if fields["format"] != FORMAT:
                raise ArchiveError(f"The archive has format {fields['format']}; this release reads format {FORMAT}.")
            tables = {str(name): Member(**member) for name, member in fields["tables"].items()}
            media = {str(name): Member(**member) for name, member in fields["media"].items()}
            if not all(isinstance(name, str) for name in fields["migrations"]):
                raise TypeError
            return cls(str(fields["made_at"]), str(fields["database"]), list(fields["migrations"]), tables, media)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ArchiveError("The archive's manifest cannot be read: it is damaged or not ours.") from None


def digest(path: Path) -> Member:
    """A file's entry in the manifest."""
    with path.open("rb") as stream:
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    return Member(sha256, path.stat().st_size)


def pack(manifest: Manifest, staged: Path, target: Path) -> None:
    """Pack the staged files that the manifest names; the target appears whole or not at all."""
    draft = target.with_name(f".{target.name}.part")
    try:
        with draft.open("wb") as stream:
            # It contains email addresses.
            os.fchmod(stream.fileno(), 0o600)
            with (
                gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=stream, mtime=0) as packed,
                tarfile.open(fileobj=packed, mode="w") as tar,
            ):
                text = staged / MANIFEST
                text.write_bytes(manifest.dumps())
                for name in (MANIFEST, *manifest.members()):
                    tar.add(staged / name, name, recursive=False)
            stream.flush()
            os.fsync(stream.fileno())
        verify(draft)
        draft.replace(target)
        sync_directory(target.parent)
    finally:
        draft.unlink(missing_ok=True)


def sync_directory(path: Path) -> None:
    """Flush a directory's entries to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _open(path: Path) -> Iterator[tarfile.TarFile]:
    try:
        with gzip.open(path) as packed:
            with tarfile.open(fileobj=packed, mode="r:") as tar:
                yield tar
            # Read to the end, where the checksum is.
            while packed.read(_BLOCK):
                pass
    except FileNotFoundError:
        raise ArchiveError(f"{path} does not exist.") from None
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ArchiveError(f"{path.name} is damaged or not an archive: {error}.") from None
    except OSError as error:
        # A full disk or missing permissions; the archive itself may be sound.
        raise ArchiveError(f"{path.name} could not be read or unpacked: {error}.") from None


def verify(path: Path, into: Path | None = None) -> Manifest:
    """Check every byte of an archive against its manifest, and unpack it if `into` is given.

    :raises ArchiveError: if anything is missing, changed or not in the manifest.
    """
    with _open(path) as tar:
        first = tar.next()
        stream = tar.extractfile(first) if first is not None and first.name == MANIFEST and first.isfile() else None
        if stream is None:
            raise ArchiveError(f"{path.name} has no manifest.")
        manifest = Manifest.loads(stream.read(_MAX_MANIFEST))
        expected = manifest.members()
        for name in expected:
            _check_name(name)
        while (info := tar.next()) is not None:
            member = expected.pop(info.name, None)
            stream = tar.extractfile(info) if member and info.isfile() else None
            if member is None or stream is None:
                raise ArchiveError(f"{path.name} contains {info.name}, which is not in its manifest.")
            target = into / info.name if into else None
            if info.size != member.bytes or _copy_and_digest(stream, target) != member.sha256:
                raise ArchiveError(f"{path.name} is damaged: {info.name} does not match its manifest.")
        if expected:
            raise ArchiveError(f"{path.name} is damaged: {next(iter(expected))} is missing.")
    return manifest


def _check_name(name: str) -> None:
    """:raises ArchiveError: if a name would be unpacked outside its directory."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name:
        raise ArchiveError(f"The archive's manifest names {name!r}, which is not a safe path.")


def _copy_and_digest(stream: IO[bytes], target: Path | None) -> str:
    sha256 = hashlib.sha256()
    if target is None:
        while block := stream.read(_BLOCK):
            sha256.update(block)
        return sha256.hexdigest()
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as copy:
        while block := stream.read(_BLOCK):
            sha256.update(block)
            copy.write(block)
    return sha256.hexdigest()
