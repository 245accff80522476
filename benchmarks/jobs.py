"""Simulations through the queue against the engine alone, on the same cores: ``python -m benchmarks.jobs``.

The same games are played by processes that do nothing else and by workers of Celery, one and two of each in turn. The
time of a job is what somebody feels who asks for it: from the question to the stored report.
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
GAMES = 10_000_000
ROUNDS = 3
TARGET_SHARE = 0.85
TARGET_SPEEDUP = 1.8
DECK = "castille-starter"


def encoded() -> Any:
    from cards.datafiles import load_catalogue
    from decks.starters import read_starters
    from rules.goldfish import adversary, city_deck, encode, policy

    catalogue = load_catalogue()
    decklist = next(starter.decklist for starter in read_starters() if starter.code == DECK)
    return encode(decklist, catalogue, policy(), adversary(), city_deck(catalogue))


def play(first: int, count: int) -> None:
    """What a process of the engine alone does: all its games in one go."""
    from rules.goldfish import simulate

    simulate(encoded(), 1, first, count)


def direct(pool: Any, processes: int) -> float:
    share = GAMES // processes
    began = time.perf_counter()
    pool.starmap(play, [(number * share, share) for number in range(processes)], chunksize=1)
    return time.perf_counter() - began


def job(seed: int) -> float:
    """One simulation, asked as a page asks it."""
    from django.utils import timezone

    from decks.models import Deck
    from decks.permissions import Visitor
    from rules.jobs import services
    from rules.jobs.models import Run, Status

    head = Deck.objects.select_related("head").get(pk=DECK).head
    assert head
    began = timezone.now()
    simulation = services.ask(Visitor(), "benchmark", services.Side(head.decklist), games=GAMES, seed=seed)
    while (run := Run.objects.defer("tallies", "report").get(pk=simulation.run_id)).active:
        # Seldom: whoever watches takes time from those who play.
        time.sleep(0.1)
    assert run.status == Status.DONE, run.error
    assert run.finished_at
    return (run.finished_at - began).total_seconds()


@contextmanager
def workers(processes: int) -> Iterator[None]:
    """A worker as the site starts it, warm."""
    command = [sys.executable, "-W", "ignore", "-m", "celery", "--quiet", "-A", "fivesails_site", "worker"]
    command += ["--concurrency", str(processes), "--without-gossip", "--without-mingle", "--loglevel", "ERROR"]
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True, stdout=subprocess.DEVNULL)
    try:
        # One job for every process to load the engine in.
        job(time.monotonic_ns())
        yield
    finally:
        process.terminate()
        process.wait(30)


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="jobs-") as place:
        os.environ.update(
            {
                "FIVESAILS_VAR": place,
                "FIVESAILS_PROFILE": "local",
                "FIVESAILS_LAZY_FACES": "1",
                "FIVESAILS_LOG_LEVEL": "ERROR",
                "FIVESAILS_SIMULATION_DAILY_GAMES": "999999999",
                "DJANGO_SETTINGS_MODULE": "fivesails_site.settings",
            }
        )
        # Compiled code may stay from one run to the next.
        os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / "var" / "numba"))
        import django

        django.setup()
        from django.conf import settings

        from fivesails_site.supervisor import prepare
        from fivesails_site.supervisor.queue_server import EmbeddedServer

        prepare.database()
        prepare.data()
        play(0, 1)
        queue = EmbeddedServer(settings.REDIS_URL, Path(place), os.environ)
        queue.start()
        try:
            return report(*measure())
        finally:
            queue.stop()


def measure() -> tuple[dict[int, float], dict[int, float]]:
    alone, queued = {}, {}
    for processes in (1, 2):
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            direct(pool, processes)
            with workers(processes):
                pairs = [(direct(pool, processes), job(time.monotonic_ns())) for _ in range(ROUNDS)]
        alone[processes] = statistics.median(pair[0] for pair in pairs)
        queued[processes] = statistics.median(pair[1] for pair in pairs)
    return alone, queued


def report(alone: dict[int, float], queued: dict[int, float]) -> int:
    print(f"{GAMES:,} games of five Days, median of {ROUNDS} rounds, {os.cpu_count()} cores")
    print(f"{'processes':>9} {'engine alone':>20} {'through the queue':>20} {'share':>7}")
    for processes, seconds in queued.items():
        rates = (GAMES / alone[processes], GAMES / seconds)
        cells = " ".join(f"{rate:>12,.0f} games/s" for rate in rates)
        print(f"{processes:>9} {cells} {rates[1] / rates[0]:>7.2f}")
    share = min(alone[processes] / queued[processes] for processes in queued)
    speedup = queued[1] / queued[2]
    print(f"through the queue / engine alone: {share:.2f} (target {TARGET_SHARE})")
    print(f"two workers / one: {speedup:.2f} (target {TARGET_SPEEDUP}); engine alone: {alone[1] / alone[2]:.2f}")
    return 0 if share >= TARGET_SHARE and speedup >= TARGET_SPEEDUP else 1


if __name__ == "__main__":
    sys.exit(main())
