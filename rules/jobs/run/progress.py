"""A simulation's progress, for the people who watch it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db.models import Count, Max, Q
from django.utils import timezone

from rules.jobs.models import Run, Simulation, Status
from rules.jobs.run.compilation import is_compiling
from rules.jobs.run.goldfish import plan_of
from rules.reports.words import TITLES, progress_words
from web import streams

#: The rate is averaged over this time: what somebody watching would call the current speed.
RATE_SECONDS: Final = 10.0

WAITING_FOR_QUEUE: Final = "waiting for the queue"
WAITING_FOR_WORKER: Final = "waiting for a worker"
WAITING_FOR_ENGINE: Final = "waiting for the engine to be compiled"


@dataclass(frozen=True, slots=True)
class Progress:
    """A simulation's progress at one moment."""

    status: Status
    games: int
    done_games: int
    #: Games per second; None until some are done.
    rate: float | None
    seconds_left: float | None
    #: Why no game is being played yet, in a few words; otherwise empty.
    note: str

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.done_games / self.games

    @property
    def finished(self) -> bool:
        return self.status in (Status.DONE, Status.FAILED, Status.CANCELLED)

    def as_dict(self) -> dict[str, Any]:
        return {
            "status": self.status.value,
            "games": self.games,
            "done_games": self.done_games,
            "rate": None if self.rate is None else round(self.rate, 1),
            "seconds_left": None if self.seconds_left is None else round(self.seconds_left, 1),
            "note": self.note,
        }


def progress(simulation: Simulation) -> Progress:
    """The progress now, by one small query; ``simulation`` should be fresh from the database."""
    return _progress(simulation.run, simulation.status)


def state(now: Progress) -> dict[str, Any]:
    """The progress as JSON, with the words that the page shows."""
    words = progress_words(now.status.value, now.done_games, now.games, now.rate, now.seconds_left, now.note)
    title = TITLES.get(now.status.value, "")
    return {**now.as_dict(), "finished": now.finished, "title": title, "words": words}


def channel(run_id: int) -> str:
    """The name of the stream on which a run's progress is published."""
    return f"simulation:{run_id}"


def publish(run_id: int) -> None:
    """Publish a run's progress to its watchers; to be called after the commit."""
    run = Run.objects.defer("tallies", "report").filter(pk=run_id).first()
    if run is not None:
        publish_progress(run_id, _progress(run, Status(run.status)))


def publish_progress(run_id: int, now: Progress) -> None:
    # The end is the newest version of all, even if it came before the last game.
    version = now.games + 1 if now.finished else now.done_games
    streams.publish(channel(run_id), version, state(now))


def _progress(run: Run, status: Status) -> Progress:
    if run.status == Status.DONE and status == Status.DONE:
        return Progress(status, run.games, run.games, _overall_rate(run), 0.0, "")
    now = timezone.now()
    # A clock that was set back since makes it start in the future.
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


def _overall_rate(run: Run) -> float | None:
    if run.started_at is None or run.finished_at is None:
        return None
    return run.games / max(0.001, (run.finished_at - run.started_at).total_seconds())


def _note(run: Run, status: Status) -> str:
    if status != Status.QUEUED:
        return ""
    if not run.sent:
        return WAITING_FOR_QUEUE
    return WAITING_FOR_ENGINE if is_compiling() else WAITING_FOR_WORKER
