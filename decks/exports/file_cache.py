"""Files that take long to make and are asked for again: kept in a directory, each made once, the oldest forgotten."""

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
    """A directory with a bounded number of files, named by their contents."""

    def __init__(self, directory: Path, most: int) -> None:
        self.directory: Final = directory
        self._most: Final = most

    def open(self, name: str) -> BinaryIO | None:
        """The file of a name, to be read and closed; ``None`` if it is not here."""
        path = self.directory / name
        try:
            file = path.open("rb")
        except FileNotFoundError:
            return None
        with suppress(FileNotFoundError):
            os.utime(path)
        return file

    def make(self, name: str, write: Callable[[BinaryIO], None]) -> BinaryIO:
        """The file of a name, written now if it is not here; of several who ask at once, one writes it."""
        locks = self.directory / ".locks"
        locks.mkdir(parents=True, exist_ok=True)
        # A few locks for all files: two may wait for each other, but no lock file is ever left over.
        with (locks / f"{sum(name.encode()) % _LOCKS:02d}").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            file = self.open(name)
            if file is None:
                self._write(self.directory / name, write)
                file = (self.directory / name).open("rb")
        self._forget()
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

    def _forget(self) -> None:
        """Remove what nobody asked for in the longest time."""
        kept = []
        for path in self.directory.iterdir():
            # Another process may have removed it just now.
            with suppress(FileNotFoundError):
                if path.is_file() and not path.name.startswith("."):
                    kept.append((path.stat().st_mtime, path))
        for _, path in sorted(kept, reverse=True)[self._most :]:
            path.unlink(missing_ok=True)
