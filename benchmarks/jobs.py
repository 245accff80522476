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
ROUNDS = 5
TARGET_SHARE = 0.85
TARGET_SPEEDUP = 1.8
DECK = "castille-starter"
NAMES = ("one@bench", "two@bench")


def encoded() -> Any:
    from cards.catalogue.datafiles import load_catalogue
    from decks.lists.starters import read_starters
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
    from rules.jobs.models import Run, Status
    from rules.jobs.run import services
    from web.ownership import Visitor

    head = Deck.objects.select_related("head").get(pk=DECK).head
    assert head
    began = timezone.now()
    options = services.SimulationOptions(games=GAMES, seed=seed)
    simulation = services.ask(Visitor(), "benchmark", services.Side(head.decklist), options=options)
    while (run := Run.objects.defer("tallies", "report").get(pk=simulation.run_id)).active:
        # Seldom: whoever watches takes time from those who play.
        time.sleep(0.1)
    assert run.status == Status.DONE, run.error
    assert run.finished_at
    return (run.finished_at - began).total_seconds()


@contextmanager
def workers() -> Iterator[None]:
    """Two workers of one process each, warm."""
    command = [sys.executable, "-W", "ignore", "-m", "celery", "--quiet", "-A", "fivesails_site", "worker"]
    command += ["--concurrency", "1", "--without-gossip", "--without-mingle", "--loglevel", "ERROR", "--hostname"]
    started = [
        subprocess.Popen([*command, name], cwd=ROOT, start_new_session=True, stdout=subprocess.DEVNULL)
        for name in NAMES
    ]
    try:
        for name in NAMES:
            only(name)
            job(time.monotonic_ns())
        yield
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(30)


def only(*names: str) -> None:
    """Have these workers take games, and no other."""
    from celery import current_app

    from rules.jobs.run.dispatch import QUEUE

    for name in NAMES:
        change = current_app.control.add_consumer if name in names else current_app.control.cancel_consumer
        while not change(QUEUE, destination=[name], reply=True):
            # It is not up yet.
            time.sleep(0.2)


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

        from fivesails_site.supervisor import preparation
        from fivesails_site.supervisor.queue_server import EmbeddedServer

        preparation.database()
        preparation.data()
        play(0, 1)
        queue = EmbeddedServer(settings.REDIS_URL, Path(place), os.environ)
        queue.start()
        try:
            return report(measure())
        finally:
            queue.stop()


def measure() -> dict[int, list[tuple[float, float]]]:
    """For one and for two processes, the seconds of the engine alone and of a job, in turn."""
    times: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    with multiprocessing.get_context("spawn").Pool(2) as pool, workers():
        direct(pool, 2)
        for _ in range(ROUNDS):
            for processes, pairs in times.items():
                only(*NAMES[:processes])
                pairs.append((direct(pool, processes), job(time.monotonic_ns())))
    return times


def report(times: dict[int, list[tuple[float, float]]]) -> int:
    print(f"{GAMES:,} games of five Days, medians of {ROUNDS} rounds, {os.cpu_count()} cores")
    print(f"{'workers':>9} {'engine alone':>20} {'through the queue':>20} {'share':>7}")
    shares = {}
    for workers, pairs in times.items():
        rates = [GAMES / statistics.median(seconds) for seconds in zip(*pairs, strict=True)]
        shares[workers] = statistics.median(alone / queued for alone, queued in pairs)
        print(f"{workers:>9} {rates[0]:>12,.0f} games/s {rates[1]:>12,.0f} games/s {shares[workers]:>7.2f}")
    alone, queued = (
        statistics.median(one[kind] / two[kind] for one, two in zip(times[1], times[2], strict=True)) for kind in (0, 1)
    )
    share = min(shares.values())
    print(f"through the queue / engine alone: {share:.2f} (target {TARGET_SHARE})")
    print(f"two workers / one: {queued:.2f} (target {TARGET_SPEEDUP}); engine alone: {alone:.2f}")
    return 0 if share >= TARGET_SHARE and queued >= TARGET_SPEEDUP else 1


if __name__ == "__main__":
    sys.exit(main())
