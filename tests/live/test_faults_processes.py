"""Every process of the site is killed outright while people work: nothing accepted is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.kills import any_child, kill, kill_mid_chunk, part_is_back
from tests.live.locks import locked
from tests.live.people import Person
from tests.live.watched import Watched
from tests.live.writers import Writer
from tests.processes import Site, copy, wait_until

# Generous: the machine may be busy with other things.
pytestmark = pytest.mark.timeout(400)

WRITERS = 2


@pytest.fixture(scope="module")
def site(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    var = copy(prepared_var, tmp_path_factory.mktemp("killed") / "var")
    running = Site(var, FIVESAILS_SIMULATIONS_AT_ONCE="50").wait_until_ready()
    yield running
    running.stop()


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
