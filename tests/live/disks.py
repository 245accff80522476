"""A disk that a test can fill: a small one of its own where mounting is allowed, else a limit on what is written."""

from __future__ import annotations

import contextlib
import resource
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Protocol

SIZE = 48 * 1024 * 1024


class Disk(Protocol):
    """Room for a site."""

    def fill(self, pids: Iterable[int]) -> None:
        """From now on nothing more can be written by these processes, and perhaps by others."""

    def clear(self, pids: Iterable[int]) -> None:
        """There is room again."""


class SmallDisk:
    """A file system in memory, full when a file in it has taken all the room."""

    def __init__(self, place: Path) -> None:
        self.pile = place / "pile"

    def fill(self, pids: Iterable[int]) -> None:
        """To the last byte."""
        with self.pile.open("ab", buffering=0) as pile:
            for size in (1 << 20, 1 << 12, 1):
                with contextlib.suppress(OSError):
                    while pile.write(bytes(size)):
                        pass

    def clear(self, pids: Iterable[int]) -> None:
        """Throw away what filled it."""
        self.pile.unlink()


class LimitedWriting:
    """No file grows beyond the smallest: what the kernel refuses then, it refuses by another number, but as surely."""

    def fill(self, pids: Iterable[int]) -> None:
        """The hard limit stays, so that the other one can be lifted again."""
        for pid in pids:
            _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard))

    def clear(self, pids: Iterable[int]) -> None:
        """Lift it."""
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))


@contextlib.contextmanager
def small_disk(place: Path) -> Iterator[Disk]:
    """A disk at `place`, gone afterwards."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)]
    if _succeeds(lambda: subprocess.run(mount, check=True, capture_output=True)):
        try:
            yield SmallDisk(place)
        finally:
            subprocess.run(["umount", "--lazy", str(place)], check=True, capture_output=True)
    else:
        yield LimitedWriting()


def _succeeds(call: Callable[[], object]) -> bool:
    try:
        call()
    except (OSError, subprocess.CalledProcessError):
        return False
    return True
