"""Drawn faces as files: each is drawn once, however many processes need it, and written atomically."""

from __future__ import annotations

import fcntl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

from cards.catalogue import Card
from cards.faces.renderer import FORMATS, face_name, parse_face_name, render_face


class FaceStore:
    """A directory of faces named after their content."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def path(self, card: Card, size: str, ending: str) -> Path:
        """The file of a face, drawn now if it does not exist yet."""
        path = self.directory / face_name(card, size, ending)
        if not path.exists():
            self.directory.mkdir(parents=True, exist_ok=True)
            with self._locked(path.name):
                if not path.exists():
                    self._write(path, render_face(card, size, ending))
        return path

    def missing(
        self, cards: Iterable[Card], sizes: Iterable[str], endings: Iterable[str] = tuple(FORMATS)
    ) -> list[tuple[Card, str, str]]:
        """The faces that do not exist yet."""
        wanted = [(size, ending) for size in sizes for ending in endings]
        return [
            (card, size, ending)
            for card in cards
            for size, ending in wanted
            if not (self.directory / face_name(card, size, ending)).exists()
        ]

    def prune(self, cards: Iterable[Card]) -> int:
        """Remove outdated faces; returns how many."""
        known = {card.code: card for card in cards}
        removed = 0
        for path in self.directory.glob("*-*-*.*"):
            name = parse_face_name(path.name)
            if name is None:
                continue
            card = known.get(name.code)
            if card is None or path.name != face_name(card, name.size, name.ending):
                path.unlink(missing_ok=True)
                removed += 1
        return removed

    @contextmanager
    def _locked(self, name: str) -> Iterator[None]:
        """Hold the lock of one face; the kernel releases it even if the process is killed."""
        locks = self.directory / ".locks"
        locks.mkdir(exist_ok=True)
        # Faces share a fixed number of locks: some wait for each other, but lock files do not pile up.
        with (locks / f"{sum(name.encode()) % 64:02d}").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _write(self, path: Path, content: bytes) -> None:
        with NamedTemporaryFile(dir=self.directory, prefix=".drawing-", delete=False) as part:
            try:
                part.write(content)
                part.flush()
                Path(part.name).chmod(0o644)
                Path(part.name).replace(path)
            except BaseException:
                Path(part.name).unlink(missing_ok=True)
                raise
