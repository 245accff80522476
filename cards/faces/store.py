"""Drawn faces as files: each is drawn once, whoever asks and however many at a time, and never half written."""

from __future__ import annotations

import fcntl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

from cards.catalogue import Card
from cards.faces.renderer import FORMATS, face_name, parse_face_name, render_face


class FaceStore:
    """A directory of faces named by their content."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def path(self, card: Card, size: str, ending: str) -> Path:
        """The file of a face, drawn now if nobody has drawn it before."""
        path = self.directory / face_name(card, size, ending)
        if not path.exists():
            self.directory.mkdir(parents=True, exist_ok=True)
            with self._alone(path.name):
                if not path.exists():
                    self._write(path, render_face(card, size, ending))
        return path

    def missing(
        self, cards: Iterable[Card], sizes: Iterable[str], endings: Iterable[str] = tuple(FORMATS)
    ) -> list[tuple[Card, str, str]]:
        """The faces that nobody has drawn yet."""
        wanted = [(size, ending) for size in sizes for ending in endings]
        return [
            (card, size, ending)
            for card in cards
            for size, ending in wanted
            if not (self.directory / face_name(card, size, ending)).exists()
        ]

    def prune(self, cards: Iterable[Card]) -> int:
        """Remove faces that show what no card looks like any more; how many."""
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
    def _alone(self, name: str) -> Iterator[None]:
        """Hold the lock of one face; the kernel lets go of it even when the holder is killed."""
        locks = self.directory / ".locks"
        locks.mkdir(exist_ok=True)
        # A few locks for all faces: two different ones may wait for each other, but no lock file is ever left over.
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
