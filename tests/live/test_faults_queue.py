"""A queue that is not there yet, is stopped, hangs, and comes back: pages go on, and work that waited is done."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fivesails_site.addresses import redis_url
from fivesails_site.supervisor.queue_server import EmbeddedServer
from tests.live.people import Answer, Person
from tests.live.writers import Writer
from tests.processes import ROOT, copy, environment, family, free_port, rows, wait_until

# Generous: the machine may be busy with other things.
pytestmark = pytest.mark.timeout(400)

PASSWORD = "sails before the north wind"
#: No page waits longer for a queue that does not answer, on a machine that has other things to do.
PATIENCE = 15.0
WEB = ("fivesails_site.server",)
WORKER = ("celery", "--quiet", "-A", "fivesails_site", "worker", "--concurrency", "1", "--without-gossip")


class Parts:
    """Web server and worker without a supervisor, as on a server of one's own, beside a queue that comes and goes."""

    def __init__(self, var: Path, queue: EmbeddedServer) -> None:
        self.var, self.queue, self.port = var, queue, free_port()
        self.environment = environment(
            var,
            REDIS_URL=queue.url,
            FIVESAILS_PROFILE="local",
            FIVESAILS_LAZY_FACES="1",
            FIVESAILS_WEB_PROCESSES="1",
            FIVESAILS_SIMULATIONS_AT_ONCE="50",
        )
        bound = ("--bind", f"127.0.0.1:{self.port}")
        self.web, self.worker = self.start(*WEB, *bound), self.start(*WORKER, "--without-mingle")

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """A part, with what it says in a file."""
        with (self.var / f"{words[0]}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", *words],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def stop(self) -> None:
        """All of them, with whatever they started."""
        for part in (self.worker, self.web):
            everyone = family(part.pid)
            part.terminate()
            try:
                part.wait(15)
            except subprocess.TimeoutExpired:
                part.kill()
                part.wait()
            for pid in everyone:
                subprocess.run(["kill", "-KILL", str(pid)], check=False, capture_output=True)

    def answers(self) -> bool:
        """Whether the web server is up."""
        try:
            return Person(self.port).get("/healthz").status == 200
        except OSError:
            return False


@pytest.fixture(scope="module")
def parts(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parts]:
    place = tmp_path_factory.mktemp("queueless")
    queue = EmbeddedServer(redis_url("", place), place, {})
    made = Parts(copy(prepared_var, place / "var"), queue)
    try:
        wait_until(made.answers, 60, "the web server, without a queue")
        yield made
    finally:
        made.stop()
        queue.stop()


def timed(call: Callable[[], Answer]) -> Answer:
    """An answer that does not keep anybody waiting."""
    began = time.monotonic()
    answer = call()
    assert time.monotonic() - began < PATIENCE
    assert answer.status < 500, answer.text
    return answer


def ask(parts: Parts, seed: str) -> Answer:
    question = {"deck": "castille-starter", "games": 1000, "seed": seed}
    return timed(lambda: Person(parts.port).call("POST", "simulations/", question))


def everything_but_the_queue(parts: Parts, writer: Writer, name: str) -> str:
    """What people do goes on; a simulation is accepted, and says what it waits for. Its id."""
    for path in ("/", "/cards/", "/decks/", f"/decks/{writer.deck}/", f"/decks/{writer.deck}/build/"):
        assert timed(lambda path=path: writer.person.get(path)).status == 200
    before = writer.accepted
    writer.save()
    assert writer.accepted == before + 1

    person = Person(parts.port)
    timed(lambda: person.get("/accounts/sign-up/"))
    signed_up = timed(lambda: person.post("/accounts/sign-up/", username=name, password1=PASSWORD, password2=PASSWORD))
    assert signed_up.status == 302
    assert timed(lambda: person.get("/accounts/")).status == 200, "signed in"

    asked = ask(parts, name)
    assert asked.status == 202
    assert asked.json()["note"] == "waiting for the queue"
    shown = timed(lambda: Person(parts.port).get(f"/simulations/{asked.json()['id']}/"))
    assert "waiting for the queue" in shown.text.lower()
    ready = timed(lambda: Person(parts.port).get("/readyz"))
    assert (ready.status, ready.json()["parts"]["queue"]) == (200, "unavailable")
    return str(asked.json()["id"])


def all_done(parts: Parts, *simulations: str) -> None:
    """Nothing that waited is forgotten, and nothing is played twice."""
    for simulation in simulations:
        query = "SELECT run.status FROM rules_run run JOIN rules_simulation s ON s.run_id = run.id WHERE s.id = ?"
        wait_until(lambda query=query, s=simulation: rows(parts.var, query, s) == [("done",)], 90, "played after all")
        record = Person(parts.port).call("GET", f"simulations/{simulation}/").json()
        assert record["result"]["games"] == record["done_games"] == 1000
    wait_until(lambda: Person(parts.port).get("/readyz").json()["status"] == "ready", 30, "ready")


def test_absent_at_the_start_then_stopped_then_hanging(parts: Parts) -> None:
    writer = Writer(parts.port, name="without a queue")
    waiting = everything_but_the_queue(parts, writer, "absent")
    parts.queue.start()
    all_done(parts, waiting)

    process = parts.queue._child.process
    assert process
    process.terminate()
    process.wait(20)
    waiting = everything_but_the_queue(parts, writer, "stopped")
    parts.queue.start()
    all_done(parts, waiting)

    process = parts.queue._child.process
    assert process
    process.send_signal(signal.SIGSTOP)
    try:
        waiting = everything_but_the_queue(parts, writer, "hanging")
    finally:
        process.send_signal(signal.SIGCONT)
    all_done(parts, waiting)
    writer.check(parts.var)
    assert parts.web.poll() is None
    assert parts.worker.poll() is None
