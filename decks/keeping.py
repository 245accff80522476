"""Files that take long to make and are asked for again: kept in a directory, each made once, the oldest forgotten."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

_LOCKS: Final = 16


class Keeper:
    """A directory of at most so many files, named by what they hold."""

    def __init__(self, directory: Path, most: int) -> None:
        self.directory: Final = directory
        self._most: Final = most

    def get(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The file of a name, made now if it is not here; of several who ask at once, one makes it."""
        path = self.directory / name
        with suppress(FileNotFoundError):
            content = path.read_bytes()
            os.utime(path)
            return content
        locks = self.directory / ".locks"
        locks.mkdir(parents=True, exist_ok=True)
        # A few locks for all files: two may wait for each other, but no lock file is ever left over.
        with (locks / f"{sum(name.encode()) % _LOCKS:02d}").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with suppress(FileNotFoundError):
                return path.read_bytes()
            content = make()
            self._write(path, content)
        self._forget()
        return content

    def _write(self, path: Path, content: bytes) -> None:
        with NamedTemporaryFile(dir=self.directory, prefix=".making-", delete=False) as part:
            try:
                part.write(content)
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
