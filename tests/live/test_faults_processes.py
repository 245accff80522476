"""Every process of the site is killed outright, and the clock is set, while people work: nothing accepted is lost."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from fivesails_site.addresses import redis_url
from tests import postgres
from tests.live.locks import locked
from tests.live.people import Person
from tests.live.watched import Watched
from tests.live.writers import Writer
from tests.processes import Site, children, copy, rows, wait_until

# Generous: the machine may be busy with other things.
pytestmark = pytest.mark.timeout(400)

WRITERS = 2
DAY = 24 * 3600


@pytest.fixture(scope="module")
def site(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    var = copy(prepared_var, tmp_path_factory.mktemp("killed") / "var")
    running = Site(var, FIVESAILS_SIMULATIONS_AT_ONCE="50").wait_until_ready()
    yield running
    running.stop()


def kill(pid: int | None) -> None:
    assert pid
    os.kill(pid, signal.SIGKILL)


def kill_mid_chunk(watched: Watched, *pids: int) -> None:
    """Kill processes of which one is playing: stopped first, by a signal that cannot be refused, to be sure of it."""

    def caught() -> bool:
        if not watched.being_played:
            return False
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        if watched.being_played:
            return True
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
        return False

    wait_until(caught, 60, "somebody plays")
    for pid in pids:
        kill(pid)


def part_is_back(site: Site, name: str, before: int | None) -> None:
    wait_until(lambda: site.part(name) not in (None, before), 30, f"a new {name}")


def any_child(site: Site, name: str) -> int:
    """A process that a part of the site has for its work."""
    wait_until(lambda: (pid := site.part(name)) and children(pid), 30, f"processes of the {name}")
    return max(children(site.part(name) or 0))


def test_every_process_killed_while_people_save_and_games_are_played(site: Site) -> None:
    writers = [Writer(site.port, name=f"writer {number}") for number in range(WRITERS)]
    for writer in writers:
        writer.start()

    def everybody_saves() -> None:
        before = [writer.accepted for writer in writers]
        wait_until(
            lambda: all(now.accepted > then or now.strange for now, then in zip(writers, before, strict=True)),
            60,
            "everybody saves again",
        )

    everybody_saves()
    watched = Watched(site, 4711)
    kill_mid_chunk(watched, any_child(site, "worker"))
    everybody_saves()
    with locked(site.var):
        # So that all of them are being served when it happens.
        wait_until(lambda: all(writer.waiting > 1.5 for writer in writers), 60, "everybody waits for an answer")
        kill(any_child(site, "web"))
        wait_until(lambda: any(writer.unanswered for writer in writers), 60, "nobody will answer them")
    everybody_saves()
    for name in ("worker", "queue", "web"):
        before = site.part(name)
        kill(before)
        part_is_back(site, name, before)
        everybody_saves()

    for writer in writers:
        writer.stop.set()
    for writer in writers:
        writer.join(60)
        assert not writer.is_alive(), "nobody is left waiting for an answer"
        writer.check(site.var)
    watched.check()
    assert '"ready"' in Person(site.port).get("/readyz").text
    assert site.process.poll() is None


def set_clock(site: Site, seconds: int) -> None:
    """As if all clocks had been set: every stored time is moved the other way, in the database and in the queue."""
    for table, columns in {
        "rules_run": ("created_at", "started_at", "beat_at", "finished_at"),
        "rules_chunk": ("claimed_at", "stored_at"),
        "rules_simulation": ("created_at",),
        "django_session": ("expire_date",),
    }.items():
        for column in columns:
            moved = (
                f"{column} - interval '{seconds} seconds'"
                if postgres.chosen()
                else f"strftime('%Y-%m-%d %H:%M:%f000', {column}, '{-seconds} seconds')"
            )
            rows(site.var, f"UPDATE {table} SET {column} = {moved} WHERE {column} IS NOT NULL")
    with redis.Redis.from_url(redis_url("", site.var)) as client:
        for key in client.scan_iter():
            left = client.pttl(key)
            if left > 0:
                client.pexpire(key, max(1, left - seconds * 1000))


@pytest.mark.parametrize("seconds", [-DAY, DAY], ids=["back", "ahead"])
def test_a_clock_set_by_a_day_while_games_are_played(site: Site, seconds: int) -> None:
    """The worker dies over its chunk in the same moment, so that somebody must notice how long ago that was."""
    person = Person(site.port)
    deck = person.new_deck("before the clock was set")
    watched = Watched(site, DAY + 1 + seconds)
    player, before = any_child(site, "worker"), site.part("worker")
    assert before
    kill_mid_chunk(watched, player, before)
    set_clock(site, seconds)
    part_is_back(site, "worker", before)
    watched.check()

    assert person.get(f"/decks/{deck}/build/").status == 200, "the session is still there"
    assert person.live_edit(deck, "clear", 1).status == 200
    again = Person(site.port).call(
        "POST", "simulations/", {"deck": "castille-starter", "games": 1000, "seed": str(seconds)}
    )
    assert again.status == 202, "nobody's quota is used up by games of another day"
