"""``manage.py draw_faces``: every card's faces, in parallel, only those that changed."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.catalogue import Card
from cards.faces import FORMATS, SIZES, FaceStore
from cards.store import current_catalogue

Job = tuple[Path, Card, str, str]


def draw(job: Job) -> None:
    """Draw one face in a worker process."""
    directory, card, size, ending = job
    FaceStore(directory).path(card, size, ending)


class Command(BaseCommand):
    help = "Draw the card faces that are missing or out of date, and remove the old ones."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--sizes", default="grid,page,strip,thumb", help=f"sizes to draw, of {', '.join(SIZES)}")
        parser.add_argument("--formats", default="webp", help=f"formats to draw, of {', '.join(FORMATS)}")
        parser.add_argument("--codes", nargs="+", default=[], metavar="CODE", help="only these cards")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="number of parallel processes")

    def handle(self, *args: Any, **options: Any) -> None:
        start = time.monotonic()
        catalogue = current_catalogue()
        if not len(catalogue):
            raise CommandError("There are no cards yet. Run load_cards first.")
        sizes = _parse_names("size", options["sizes"], SIZES)
        endings = _parse_names("format", options["formats"], FORMATS)
        cards = self._cards(options["codes"])
        if options["jobs"] < 1:
            raise CommandError(f"--jobs must be at least 1, not {options['jobs']}.")
        store = FaceStore(Path(settings.FACES_ROOT))
        removed = store.prune(catalogue)
        missing = store.missing(cards, sizes, endings)
        jobs = [(store.directory, card, size, ending) for card, size, ending in missing]
        for done in _draw_all(jobs, options["jobs"]):
            self._progress(done, len(jobs))
        kept = len(cards) * len(sizes) * len(endings) - len(jobs)
        seconds = time.monotonic() - start
        self.stdout.write(f"Drew {len(jobs)} faces in {seconds:.1f} s, kept {kept}, removed {removed}.")

    def _cards(self, codes: Iterable[str]) -> list[Card]:
        catalogue = current_catalogue()
        unknown = [code for code in codes if code not in catalogue]
        if unknown:
            raise CommandError(f"There is no card {', '.join(unknown)}.")
        return [catalogue.card(code) for code in dict.fromkeys(codes)] or list(catalogue)

    def _progress(self, done: int, of: int) -> None:
        """A progress bar on a terminal; elsewhere a line at each quarter, so that logs stay short."""
        if sys.stderr.isatty():
            filled = done * 40 // of
            end = "\n" if done == of else ""
            self.stderr.write(f"\r{'█' * filled}{'░' * (40 - filled)} {done}/{of}", ending=end)
            self.stderr.flush()
        elif of >= 100 and done * 4 // of > (done - 1) * 4 // of:
            self.stderr.write(f"Drawing faces: {done} of {of}")


def _parse_names(what: str, text: str, known: Iterable[str]) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        raise CommandError(f"There is no {what} “{', '.join(unknown)}”. Choose from {', '.join(known)}.")
    return list(dict.fromkeys(names))


def _draw_all(jobs: list[Job], processes: int) -> Iterator[int]:
    """Draw all jobs; yields how many are done."""
    if processes == 1 or len(jobs) < 4:
        for done, job in enumerate(jobs, 1):
            draw(job)
            yield done
        return
    # Forked workers share the loaded fonts, and do not use the database.
    with multiprocessing.get_context("fork").Pool(min(processes, len(jobs))) as pool:
        for done, _ in enumerate(pool.imap_unordered(draw, jobs, chunksize=4), 1):
            yield done
