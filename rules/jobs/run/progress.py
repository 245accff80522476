"""How far a simulation is, for whoever watches."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Max, Q
from django.utils import timezone

from rules.jobs.models import Run, Simulation, Status
from rules.jobs.run.compilation import is_compiling
from rules.jobs.run.goldfish import plan_of
from rules.reports.words import TITLES, progress_words
from web import streams

#: The rate is that of so many last seconds: what a person watching would call the speed now.
RATE_SECONDS: Final = 10.0

WAITING_FOR_QUEUE: Final = "waiting for the queue"
WAITING_FOR_WORKER: Final = "waiting for a worker"
WAITING_FOR_ENGINE: Final = "waiting for the engine to be compiled"


@dataclass(frozen=True, slots=True)
class Progress:
    """One look at a simulation."""

    status: Status
    games: int
    done_games: int
    #: Games a second; none before the first are done.
    rate: float | None
    seconds_left: float | None
    #: Why nothing happens yet, in a few words; empty otherwise.
    note: str

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1."""
        return self.done_games / self.games

    @property
    def finished(self) -> bool:
        """Whether nothing will change any more."""
        return self.status in (Status.DONE, Status.FAILED, Status.CANCELLED)

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "status": self.status.value,
            "games": self.games,
            "done_games": self.done_games,
            "rate": None if self.rate is None else round(self.rate, 1),
            "seconds_left": None if self.seconds_left is None else round(self.seconds_left, 1),
            "note": self.note,
        }


def progress(simulation: Simulation) -> Progress:
    """How far it is now, by one small query; ``simulation`` should be fresh from the database."""
    return _progress(simulation.run, simulation.status)


def state(found: Progress) -> dict[str, Any]:
    """A look at a simulation as JSON, with the words for it."""
    words = progress_words(
        found.status.value, found.done_games, found.games, found.rate, found.seconds_left, found.note
    )
    title = TITLES.get(found.status.value, "")
    return {**found.as_dict(), "finished": found.finished, "title": title, "words": words}


def channel(run_id: int) -> str:
    """Where the progress of a run is published."""
    return f"simulation:{run_id}"


def publish(run_id: int) -> None:
    """Tell everybody who watches how far a run is; after the commit."""
    run = Run.objects.defer("tallies", "report").filter(pk=run_id).first()
    if run is not None:
        publish_found(run_id, _progress(run, Status(run.status)))


def publish_found(run_id: int, found: Progress) -> None:
    """Tell them what was just found."""
    # The end comes after all games, also if it came before the last of them.
    version = found.games + 1 if found.finished else found.done_games
    streams.publish(channel(run_id), version, state(found))


def _progress(run: Run, status: Status) -> Progress:
    if run.status == Status.DONE and status == Status.DONE:
        return Progress(status, run.games, run.games, _overall(run), 0.0, "")
    now = timezone.now()
    # By a clock that was set back since, it started later than now.
    started = min(run.started_at or now, now)
    since = max(started, now - timedelta(seconds=RATE_SECONDS))
    stored = run.parts.filter(stored_at__isnull=False).aggregate(
        chunks=Count("pk"), last=Max("index"), recent=Count("pk", filter=Q(stored_at__gt=since, stored_at__lte=now))
    )
    plan = plan_of(run)
    done = plan.done(stored["chunks"], stored["last"] == run.chunks - 1)
    rate = None
    if status == Status.RUNNING and stored["recent"]:
        rate = stored["recent"] * run.chunk_size / max(0.001, (now - since).total_seconds())
    left = (run.games - done) / rate if rate else None
    return Progress(status, run.games, done, rate, left, _note(run, status))


def _overall(run: Run) -> float | None:
    if run.started_at is None or run.finished_at is None:
        return None
    return run.games / max(0.001, _seconds(run.started_at, run.finished_at))


def _seconds(start: datetime, end: datetime) -> float:
    return (end - start).total_seconds()


def _note(run: Run, status: Status) -> str:
    if status != Status.QUEUED:
        return ""
    if not run.sent:
        return WAITING_FOR_QUEUE
    return WAITING_FOR_ENGINE if is_compiling() else WAITING_FOR_WORKER
