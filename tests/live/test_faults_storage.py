"""A disk without room, and a database that somebody else keeps locked: a clear word, nothing lost, and on it goes."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fivesails_site.supervisor.children import FIRST_PAUSE, MAX_QUICK_DEATHS
from tests import postgres
from tests.cards.pictures import picture
from tests.live.disks import Disk, small_disk
from tests.live.locks import locked
from tests.live.people import Answer, Person
from tests.live.watched import Watched
from tests.live.writers import CARDS, LEADER, Writer
from tests.processes import ROOT, Site, alive, copy, database_url, environment, family, rows, wait_until

# Generous: the machine may be busy with other things.
pytestmark = pytest.mark.timeout(400)

#: How long the sites of these tests wait for a lock.
WAIT = 2
STAFF = ("harbourmaster", "a fine long password 17")
CARD = CARDS[0]


def impatient(var: Path) -> str:
    """The address of a directory's database, with less patience than usual."""
    option = f"options=-c%20lock_timeout%3D{WAIT}s" if postgres.chosen() else f"timeout={WAIT}"
    url = database_url(var)
    return f"{url}{'&' if '?' in url else '?'}{option}"


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Disk, Path]]:
    place = tmp_path_factory.mktemp("disk")
    with small_disk(place) as made:
        yield made, place


@pytest.fixture(scope="module")
def site(disk: tuple[Disk, Path], prepared_var: Path) -> Iterator[Site]:
    var = copy(prepared_var, disk[1] / "var")
    subprocess.run(
        [sys.executable, "manage.py", "createsuperuser", "--noinput", "--username", STAFF[0], "--email", ""],
        cwd=ROOT,
        env=environment(var, DJANGO_SUPERUSER_PASSWORD=STAFF[1]),
        check=True,
        capture_output=True,
    )
    running = Site(var, DATABASE_URL=impatient(var)).wait_until_ready()
    yield running
    running.stop()


def signed_in(site: Site) -> Person:
    person = Person(site.port)
    person.get("/accounts/sign-in/")
    assert person.post("/accounts/sign-in/", username=STAFF[0], password=STAFF[1]).status == 302
    return person


def pythons(site: Site) -> set[int]:
    """The processes that write what people send."""
    parts = [pid for name in ("web", "worker") if (pid := site.part(name))]
    return {pid for part in parts for pid in {part, *family(part)} if alive(pid)}


def upload(staff: Person) -> Answer:
    return staff.upload(f"/admin/cards/card/{CARD}/change/", "picture", picture(), **staff_form(staff))


def staff_form(staff: Person) -> dict[str, str]:
    """The hidden fields of the card's page, without which staff's forms are refused."""
    page = staff.get(f"/admin/cards/card/{CARD}/change/")
    assert page.status == 200
    fields = re.findall(r'<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?', page.text)
    return {name: value for name, value in fields if name != "csrfmiddlewaretoken"}


@pytest.mark.skipif(bool(postgres.chosen()), reason="fills the disk of SQLite's file")
def test_a_full_disk_keeps_nothing_by_half_and_loses_nothing(site: Site, disk: tuple[Disk, Path]) -> None:
    staff = signed_in(site)
    form = staff_form(staff)
    writer = Writer(site.port, name="before")
    writer.save()
    watched = Watched(site, 507)
    wait_until(lambda: watched.being_played or watched.status == "done", 60, "somebody plays")
    before = pythons(site)
    disk[0].fill(before)
    try:
        # What was written before may leave room for a few more.
        wait_until(lambda: writer.save() or writer.refused or writer.strange, 60, "no room any more")
        assert writer.refused, writer.strange
        refused = Person(site.port)
        refused.get("/decks/new/")
        page = refused.post("/decks/new/", name="during", leader=LEADER)
        problem = refused.call("POST", "simulations/", {"deck": "castille-starter", "games": 1000, "seed": "1"})
        for answer in (writer.refused[0], page, problem):
            assert answer.status in (503, 507), answer.text
            assert "out of disk space" in answer.text or "reach its database" in answer.text
            assert int(answer.headers["retry-after"]) > 0
        assert problem.json()["code"] in ("no_room", "unavailable")
        assert "<h1>" in page.text

        answer = staff.upload(f"/admin/cards/card/{CARD}/change/", "picture", picture(), **form)
        assert answer.status in (503, 507), answer.text[:500]
        pictures = site.var / "media" / "cards"
        assert not pictures.exists() or not list(pictures.iterdir()), "not even a part of a picture"

        for path in ("/", "/cards/", f"/decks/{writer.deck}/", "/decks/castille-starter/"):
            assert writer.person.get(path).status == 200, f"{path} can be read"
        assert Person(site.port).get("/readyz").status == 200
        assert watched.status != "failed"
    finally:
        disk[0].clear(before | pythons(site))

    refusals = len(writer.refused)
    wait_until(lambda: writer.save() or len(writer.refused) == refusals, 30, "room again")
    writer.check(site.var)
    assert upload(staff).status == 302
    assert len(list(pictures.glob(f"{CARD}-*"))) == 1
    watched.check()
    assert rows(site.var, "PRAGMA integrity_check") == [("ok",)]
    assert rows(site.var, "SELECT count(*) FROM decks_deck WHERE name = 'during'") == [(0,)]


@pytest.mark.skipif(bool(postgres.chosen()), reason="the database has nothing to do with it")
def test_a_queue_killed_on_a_full_disk_comes_back_with_the_room(site: Site, disk: tuple[Disk, Path]) -> None:
    """It cannot start without room; pages go on, however often it tries."""
    queue = site.part("queue")
    assert queue
    everybody = pythons(site) | {site.process.pid}
    disk[0].fill(everybody)
    try:
        os.kill(queue, signal.SIGKILL)
        # More than the supervisor has patience with other parts.
        time.sleep(FIRST_PAUSE * 2**MAX_QUICK_DEATHS + 6)
        assert site.process.poll() is None, site.output
        assert Person(site.port).get("/cards/").status == 200
    finally:
        disk[0].clear(everybody | {pid for pid in [site.part("queue")] if pid})
    wait_until(lambda: Person(site.port).get("/readyz").json()["status"] == "ready", 60, "the queue is back")
    Watched(site, 509).check()


@pytest.mark.database
def test_a_lock_held_for_a_moment_is_waited_for(site: Site) -> None:
    person = Person(site.port)
    deck = person.new_deck("waits", LEADER)
    with ThreadPoolExecutor(1) as thread:
        with locked(site.var):
            saving = thread.submit(person.live_edit, deck, f"set 1 {CARD}", 1)
            assert Person(site.port).get("/cards/").status == 200, "whoever reads waits for nobody"
            time.sleep(WAIT / 4)
            assert not saving.done()
        assert saving.result(30).status == 200
    assert rows(site.var, "SELECT count(*) FROM decks_deckversion WHERE deck_id = ?", deck) == [(2,)]


@pytest.mark.database
def test_a_lock_held_for_too_long_is_told_and_nothing_is_lost(site: Site) -> None:
    watched = Watched(site, 503)
    person = Person(site.port)
    writer = Writer(site.port, name="locked out")
    with locked(site.var):
        began = time.monotonic()
        answers = [writer.save() or writer.refused[-1]]
        assert time.monotonic() - began < WAIT + 15
        person.get("/decks/new/")
        answers.append(person.post("/decks/new/", name="during", leader=LEADER))
        answers.append(person.call("POST", "simulations/", {"deck": "castille-starter", "games": 1000, "seed": "2"}))
        for answer in answers:
            assert answer.status == 503, answer.text
            assert "too busy right now. Please try again" in answer.text
            assert answer.headers["retry-after"] == "5"
            assert answer.headers["cache-control"] == "no-store"
        assert Person(site.port).get("/decks/castille-starter/").status == 200
    assert writer.accepted == 0
    writer.save()
    assert writer.accepted == 1
    writer.check(site.var)
    assert rows(site.var, "SELECT count(*) FROM decks_deck WHERE name = 'during'") == [(0,)]
    watched.check()
