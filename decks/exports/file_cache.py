"""A cache directory for files that are slow to make; the least recently used are deleted."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO, Final

_LOCKS: Final = 16


class FileCache:
    """A directory with a bounded number of files; a name always stands for the same content."""

    def __init__(self, directory: Path, max_files: int) -> None:
        self.directory: Final = directory
        self._max_files: Final = max_files

    def open(self, name: str) -> BinaryIO | None:
        """Open a cached file; ``None`` if it is not there."""
        path = self.directory / name
        try:
            file = path.open("rb")
        except FileNotFoundError:
            return None
        with suppress(FileNotFoundError):
            os.utime(path)
        return file

    def make(self, name: str, write: Callable[[BinaryIO], None]) -> BinaryIO:
        """Open a file, writing it first if needed; of several processes at once, only one writes."""
        locks = self.directory / ".locks"
        locks.mkdir(parents=True, exist_ok=True)
        # A few locks shared by all files, so that lock files do not pile up.
        with (locks / f"{sum(name.encode()) % _LOCKS:02d}").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            file = self.open(name)
            if file is None:
                self._write(self.directory / name, write)
                file = (self.directory / name).open("rb")
        self._evict()
        return file

    def _write(self, path: Path, write: Callable[[BinaryIO], None]) -> None:
        with NamedTemporaryFile(dir=self.directory, prefix=".making-", delete=False) as part:
            try:
                write(part)  # type: ignore[arg-type]
                part.flush()
                Path(part.name).replace(path)
            except BaseException:
                Path(part.name).unlink(missing_ok=True)
                raise

    def _evict(self) -> None:
        kept = []
        for path in self.directory.iterdir():
            # Another process may just have removed it.
            with suppress(FileNotFoundError):
                if path.is_file() and not path.name.startswith("."):
                    kept.append((path.stat().st_mtime, path))
        for _, path in sorted(kept, reverse=True)[self._max_files :]:
            path.unlink(missing_ok=True)
