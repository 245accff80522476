"""Simulations with a real queue and real workers that are killed, doubled, cut off: the result is always the same."""

import contextlib
import datetime
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from celery import Celery

from cards.catalogue.datafiles import load_catalogue
from decks.lists.starters import read_starters
from fivesails_site.addresses import broker_url, redis_url
from fivesails_site.supervisor.queue_server import EmbeddedServer
from rules.goldfish import POLICIES, Adversary, Encoded, city_deck, encode, simulate, simulate_pair
from rules.goldfish.policies import DEFAULT
from rules.jobs.run.chunks import SINGLE_CHUNK
from rules.jobs.run.dispatch import PLAY, QUEUE
from tests.live import poison
from tests.processes import (
    ROOT,
    alive,
    children,
    copy,
    database_url,
    environment,
    family,
    free_port,
    get,
    rows,
    wait_until,
)

#: Eight chunks: long enough to be disturbed, short enough for a test.
GAMES = 8 * SINGLE_CHUNK
SEED = "20261116"
PAIR_GAMES = 250_000
DECKS = ("castille-starter", "montaigne-starter")


class Crew:
    """A database, a queue, a web server, and as many workers as a test wants."""

    def __init__(self, var: Path, queue: EmbeddedServer) -> None:
        self.var = var
        self.queue = queue
        self.port = free_port()
        self.environment = environment(
            var,
            REDIS_URL=queue.url,
            FIVESAILS_PROFILE="local",
            FIVESAILS_LAZY_FACES="1",
            FIVESAILS_WEB_PROCESSES="1",
            FIVESAILS_SIMULATIONS_AT_ONCE="50",
            DJANGO_SETTINGS_MODULE="fivesails_site.settings",
        )
        self.workers: list[subprocess.Popen[str]] = []
        self.lines: list[str] = []
        self.web = self.start("-m", "fivesails_site.server", "--bind", f"127.0.0.1:{self.port}")

    def start(self, *words: str, **environment: str) -> subprocess.Popen[str]:
        """Start Python with these words, and listen to it."""
        process = subprocess.Popen(
            [sys.executable, *words],
            cwd=ROOT,
            env=environment or self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        threading.Thread(target=self._read, args=[process], daemon=True).start()
        return process

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        with process.stdout as stream:
            self.lines.extend(line.rstrip() for line in stream)

    def hire(self, workers: int = 1, app: str = "fivesails_site", processes: int = 1) -> None:
        """Start workers and wait until they take work."""
        before = len(self.lines)
        for _ in range(workers):
            words = ["--concurrency", str(processes), "--hostname", f"crew-{time.monotonic_ns()}@%h"]
            words += ["--without-gossip", "--without-mingle", "--loglevel", "INFO"]
            self.workers.append(self.start("-m", "celery", "--quiet", "-A", app, "worker", *words))
        wait_until(lambda: sum(" ready." in line for line in self.lines[before:]) == workers, 60, "workers ready")

    def number(self, processes: int) -> None:
        """Have exactly so many workers of one process each."""
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        if self.size > processes:
            self.dismiss()
        if self.size < processes:
            self.hire(processes - self.size)

    @property
    def size(self) -> int:
        """How many processes play games."""
        return sum(len(children(worker.pid)) for worker in self.workers if worker.poll() is None)

    def dismiss(self) -> None:
        """Kill every worker with its whole family."""
        for worker in self.workers:
            if worker.poll() is None:
                everyone = family(worker.pid)
                os.killpg(worker.pid, signal.SIGKILL)
                worker.wait()
                wait_until(lambda everyone=everyone: not [p for p in everyone if alive(p)], 10, "all of them gone")
        self.workers.clear()

    def state(self) -> str:
        """All that can be told when something went wrong."""
        runs = self.rows("SELECT id, status, sent, chunks, resends, beat_at, error FROM rules_run")
        chunks = self.rows('SELECT run_id, "index", claims, claimed_at, stored_at FROM rules_chunk')
        rows = [f"{row}" for row in (*runs, *chunks)]
        return "\n".join([f"now {datetime.datetime.now(datetime.UTC)}", *rows, *self.lines[-60:]])

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """One call of the API."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/v1/{path}",
            None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json"},
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def ask(self, **fields: Any) -> dict[str, Any]:
        """Ask for a simulation that is not there yet."""
        self.forget()
        status, record = self.call("POST", "simulations/", {"deck": DECKS[0], "games": GAMES, "seed": SEED, **fields})
        assert status == 202, record
        return record

    def look(self, simulation: dict[str, Any]) -> dict[str, Any]:
        """How far it is."""
        status, record = self.call("GET", f"simulations/{simulation['id']}/")
        assert status == 200, record
        return record

    def wait(self, simulation: dict[str, Any], *statuses: str, seconds: float = 60) -> dict[str, Any]:
        """Until it has one of these statuses."""
        query = "SELECT run.status FROM rules_run run JOIN rules_simulation s ON s.run_id = run.id WHERE s.id = ?"
        deadline = time.monotonic() + seconds
        while (status := self.rows(query, simulation["id"])[0][0]) not in (*statuses, "done", "failed", "cancelled"):
            assert time.monotonic() < deadline, self.state()
            time.sleep(0.02)
        record = self.look(simulation)
        assert status in (statuses or ("done",)), f"{record['error']}\n{self.state()}"
        return record

    def rows(self, query: str, *values: Any) -> list[Any]:
        """Straight out of the database."""
        return rows(self.var, query, *values)

    def forget(self) -> None:
        """Every simulation, so that the same question is played anew."""
        for table in ("chunk", "simulation", "run"):
            self.rows(f"DELETE FROM rules_{table}")

    def stored(self) -> int:
        """How many chunks are stored."""
        return int(self.rows("SELECT count(*) FROM rules_chunk WHERE stored_at IS NOT NULL")[0][0])

    def deaths(self, before: int) -> int:
        """How many processes were killed, by what the workers said since then."""
        return sum("signal 9 (SIGKILL)" in line and "exited with" in line for line in self.lines[before:])

    def playing(self) -> set[int]:
        """The chunks that are begun and not stored."""
        return {index for (index,) in self.rows('SELECT "index" FROM rules_chunk WHERE stored_at IS NULL')}

    def tallies(self) -> Any:
        """What the only run came to."""
        [(tallies,)] = self.rows("SELECT tallies FROM rules_run")
        return json.loads(tallies)

    def freeze_mid_chunk(self, processes: set[int]) -> None:
        """Stop processes, by a signal that cannot be refused, at a moment when one of them is playing."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            if self.playing():
                for pid in processes:
                    os.kill(pid, signal.SIGSTOP)
                if self.playing():
                    return
                for pid in processes:
                    os.kill(pid, signal.SIGCONT)
        raise AssertionError(f"nobody played anything\n{self.state()}")


def start_queue(var: Path) -> EmbeddedServer:
    server = EmbeddedServer(redis_url("", var), var, os.environ)
    server.start()
    return server


def encoded(name: str) -> Encoded:
    catalogue = load_catalogue()
    starter = next(each for each in read_starters() if each.code == name)
    return encode(starter.decklist, catalogue, POLICIES[DEFAULT], Adversary(), city_deck(catalogue))


@pytest.fixture(scope="module")
def truth() -> Any:
    """What one process finds, all games in one go."""
    return simulate(encoded(DECKS[0]), int(SEED), 0, GAMES).as_dict()


@pytest.fixture(scope="module")
def crew(truth: Any, prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crew]:
    """Comes after the truth, so that the engine is compiled before anybody measures."""
    place = tmp_path_factory.mktemp("crew")
    var = copy(prepared_var, place / "var")
    queue = start_queue(place)
    made = Crew(var, queue)
    try:
        wait_until(lambda: _answers(made), 30, "the web server")
        yield made
    finally:
        made.dismiss()
        made.web.terminate()
        made.web.wait(20)
        made.queue.stop()


def _answers(crew: Crew) -> bool:
    with contextlib.suppress(OSError):
        return crew.call("GET", "version/")[0] == 200
    return False


def test_any_number_of_workers_finds_the_same(crew: Crew, truth: Any) -> None:
    for processes in (1, 2, 4):
        crew.number(processes)
        asked = crew.ask()
        assert asked["status"] in ("queued", "running")
        done = crew.wait(asked)
        assert crew.tallies() == truth
        assert done["done_games"] == done["result"]["games"] == GAMES
        assert done["error"] is None
        assert crew.rows("SELECT * FROM rules_chunk") == []


def test_two_decks_with_the_same_luck(crew: Crew) -> None:
    crew.number(2)
    done = crew.wait(crew.ask(against=DECKS[1], games=PAIR_GAMES))
    direct = simulate_pair(encoded(DECKS[0]), encoded(DECKS[1]), int(SEED), 0, PAIR_GAMES)
    assert crew.tallies() == direct.as_dict()
    assert done["kind"] == "pair"
    assert done["result"]["a"]["games"] == done["result"]["b"]["games"] == PAIR_GAMES


def test_a_task_that_comes_twice_counts_once(crew: Crew, truth: Any) -> None:
    crew.number(2)
    asked = crew.ask()
    [(run, chunks)] = crew.rows("SELECT id, chunks FROM rules_run")
    with Celery(broker=broker_url(crew.queue.url), set_as_current=False) as other:
        for index in [*range(chunks), *range(chunks)]:
            other.send_task(PLAY, args=[run, index], queue=QUEUE)
    crew.wait(asked)
    assert crew.tallies() == truth
    with redis.Redis.from_url(crew.queue.url) as client:
        wait_until(lambda: not client.llen(QUEUE), 10, "every message looked at")
    assert crew.tallies() == truth


def test_a_killed_process_loses_nothing(crew: Crew, truth: Any) -> None:
    """First one process of a pool, then a whole worker; what each was playing is played again within seconds."""
    crew.number(2)
    asked = crew.ask()
    victims = set(children(crew.workers[0].pid))
    crew.freeze_mid_chunk(victims)
    for pid in victims:
        os.kill(pid, signal.SIGKILL)
    before = crew.stored()
    wait_until(lambda: crew.stored() > before or crew.look(asked)["status"] == "done", 20, "somebody goes on")

    # One that was killed may not have been buried yet.
    everyone = {pid for worker in crew.workers for pid in {worker.pid, *family(worker.pid)} if alive(pid)}
    crew.freeze_mid_chunk(everyone)
    lost = crew.playing()
    assert lost
    crew.dismiss()
    assert crew.look(asked)["status"] == "running"
    crew.number(2)
    hired = time.monotonic()
    crew.wait(asked)
    assert time.monotonic() - hired < 30
    assert crew.tallies() == truth


def test_a_queue_that_is_away_loses_nothing(crew: Crew, truth: Any) -> None:
    """It is killed in the middle; what is asked meanwhile waits, and says so; both are finished when it is back."""
    crew.number(2)
    asked = crew.ask()
    wait_until(crew.stored, 20, "a first chunk")
    process = crew.queue._child.process
    assert process
    process.kill()
    process.wait()
    assert crew.look(asked)["status"] == "running"

    began = time.monotonic()
    status, small = crew.call("POST", "simulations/", {"deck": DECKS[1], "games": 1000, "seed": SEED})
    assert time.monotonic() - began < 2
    assert (status, small["status"], small["note"]) == (202, "queued", "waiting for the queue")
    assert crew.look(small)["note"] == "waiting for the queue"

    crew.queue.start()
    crew.wait(asked)
    crew.wait(small)
    [(tallies,)] = crew.rows("SELECT tallies FROM rules_run WHERE games = ?", GAMES)
    assert json.loads(tallies) == truth


def test_cancelling_stops_within_a_second_and_asking_again_goes_on(crew: Crew, truth: Any) -> None:
    crew.number(2)
    asked = crew.ask()
    wait_until(crew.stored, 20, "a first chunk")
    status, cancelled = crew.call("DELETE", f"simulations/{asked['id']}/")
    assert (status, cancelled["status"]) == (200, "cancelled")
    with redis.Redis.from_url(crew.queue.url) as client:
        wait_until(lambda: not crew.playing() and not client.llen(QUEUE), 10, "nobody plays any more")
    [(last,)] = crew.rows("SELECT max(claimed_at) FROM rules_chunk")
    last_begun, stopped = map(datetime.datetime.fromisoformat, (f"{last}+00:00", cancelled["finished_at"]))
    assert (last_begun - stopped).total_seconds() < 0.7, "what is begun then is played in less than 0.3 seconds"
    kept = crew.stored()
    assert 0 < kept < 8

    status, again = crew.call("POST", "simulations/", {"deck": DECKS[0], "games": GAMES, "seed": SEED})
    assert again["id"] != asked["id"]
    assert again["done_games"] >= kept * SINGLE_CHUNK
    crew.wait(again)
    assert crew.tallies() == truth
    assert crew.look(asked)["status"] == "cancelled"


def test_a_chunk_that_kills_its_worker_ends_with_a_reason(crew: Crew) -> None:
    crew.dismiss()
    before = len(crew.lines)
    crew.hire(app="tests.live.poisoned", processes=2)
    failed = crew.wait(crew.ask(seed=poison.SEED, games=1000), "failed")
    assert failed["error"] == "Games 1 to 1,000 were started 3 times and never finished."
    assert failed["result"] is None
    status, page = get(f"http://127.0.0.1:{crew.port}/simulations/{failed['id']}/")
    assert status == 200
    assert failed["error"] in page
    assert crew.deaths(before) == 3, "each time it was a process that was killed, and never a fourth time"
    assert crew.wait(crew.ask(games=1000))["done_games"] == 1000
    crew.dismiss()


def test_an_engine_that_kills_its_worker_while_it_is_loaded_ends_with_a_reason(crew: Crew) -> None:
    """Before anything is claimed, so that only the queue knows how often it was tried."""
    crew.dismiss()
    before = len(crew.lines)
    crew.hire(app="tests.live.poisoned", processes=2)
    failed = crew.wait(crew.ask(seed=poison.LOADING_SEED, games=1000), "failed")
    assert failed["error"] == "The workers stopped each time before the first game."
    # The sweep, to which it looks like a lost message, may have sent it once more meanwhile.
    assert 3 <= crew.deaths(before) <= 6
    assert crew.wait(crew.ask(games=1000))["done_games"] == 1000
    crew.dismiss()


def test_a_task_that_kills_its_worker_is_not_done_for_ever(crew: Crew) -> None:
    """Of any kind: mails, faces, tidying up."""
    crew.dismiss()
    before = len(crew.lines)
    crew.hire(app="tests.live.poisoned", processes=2)
    with Celery(broker=broker_url(crew.queue.url), set_as_current=False) as other:
        other.send_task(poison.TASK, queue="default")
    wait_until(lambda: any("was started 3 times" in line for line in crew.lines[before:]), 60, "it is given up")
    assert crew.wait(crew.ask(games=1000))["done_games"] == 1000
    assert crew.deaths(before) == 3
    crew.dismiss()


def test_a_machine_with_two_addresses_helps(crew: Crew, tmp_path: Path) -> None:
    """REDIS_URL and DATABASE_URL are all that a worker elsewhere needs; it has a directory of its own."""
    crew.dismiss()
    kept = {name: crew.environment[name] for name in ("PATH", "NUMBA_CACHE_DIR") if name in crew.environment}
    addresses = {"REDIS_URL": crew.queue.url, "DATABASE_URL": database_url(crew.var)}
    place = {"FIVESAILS_VAR": str(tmp_path)}
    crew.workers.append(crew.start("manage.py", "simulation_worker", "--processes", "1", **kept, **addresses, **place))
    assert crew.wait(crew.ask(games=1000))["done_games"] == 1000
    crew.dismiss()
