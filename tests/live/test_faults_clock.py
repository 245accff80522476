"""The clock of the web server, the worker and the queue is really set, ahead and back, while people work."""

import shutil
import struct
import subprocess
import time
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest

from tests.live.kills import any_child, kill_mid_chunk, part_is_back
from tests.live.people import Person
from tests.live.watched import Watched
from tests.live.writers import Writer
from tests.processes import Site, copy, wait_until

pytestmark = [
    pytest.mark.timeout(400),
    pytest.mark.skipif(not shutil.which("cc"), reason="a clock of one's own needs a C compiler"),
]

DAY = 24 * 3600


class Clock:
    """What the processes of one site take for the time of day."""

    def __init__(self, place: Path) -> None:
        self.file = place / "clock"
        self.library = place / "clock.so"
        source = Path(__file__).with_name("clock.c")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", self.library, source], check=True)
        self.set(0)

    def set(self, seconds: int) -> None:
        """So far ahead of the true one."""
        if not self.file.exists():
            self.file.write_bytes(struct.pack("l", 0))
        with self.file.open("r+b") as file:
            file.write(struct.pack("l", seconds))


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    return Clock(tmp_path)


@pytest.fixture
def site(prepared_var: Path, tmp_path: Path, clock: Clock) -> Iterator[Site]:
    var = copy(prepared_var, tmp_path / "var")
    preloaded = {"LD_PRELOAD": str(clock.library), "CLOCK_FILE": str(clock.file)}
    running = Site(var, FIVESAILS_SIMULATIONS_AT_ONCE="50", **preloaded).wait_until_ready()
    yield running
    running.stop()


def test_the_clock_is_set_ahead_and_back_while_people_save_and_games_are_played(site: Site, clock: Clock) -> None:
    """The worker dies over its chunk in the same moment, so that somebody must notice how long ago that was."""
    writer = Writer(site.port, name="whatever time it is")
    writer.start()
    for number, seconds in enumerate((DAY, -DAY)):
        watched = Watched(site, 7_000 + number)
        player, before = any_child(site, "worker"), site.part("worker")
        assert before
        kill_mid_chunk(watched, player, before)
        clock.set(seconds)
        part_is_back(site, "worker", before)
        shown = Person(site.port).get("/healthz").headers["date"]
        assert abs(parsedate_to_datetime(shown).timestamp() - time.time() - seconds) < 60, "the site believes it"
        watched.check()
        accepted = writer.accepted
        wait_until(lambda before=accepted: writer.accepted > before, 30, f"saving goes on at {shown}")
        asked = Person(site.port).call(
            "POST", "simulations/", {"deck": "castille-starter", "games": 1000, "seed": f"at {seconds}"}
        )
        assert asked.status == 202, asked.text
        again = Person(site.port)
        path = f"simulations/{asked.json()['id']}/"
        wait_until(lambda p=path, one=again: one.call("GET", p).json()["status"] == "done", 60, f"played at {shown}")
    writer.stop.set()
    writer.join(40)
    assert (writer.strange, writer.refused) == ([], [])
    writer.check(site.var)
