"""`make run`, by really running it: starting, staying up, stopping, refusing."""

import contextlib
import datetime
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import pytest
import redis

from fivesails_site.addresses import redis_url
from fivesails_site.supervisor import preparation
from fivesails_site.supervisor.queue_server import EmbeddedServer, answers
from tests import postgres
from tests.live.disks import SmallDisk, small_disk
from tests.processes import ROOT, SMALL, Site, alive, copy, environment, family, free_port, get, rows, wait_until

Start = Callable[..., Site]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start sites that do not outlive the test."""
    sites: list[Site] = []

    def begin(var: Path, **more: str) -> Site:
        sites.append(Site(var, **more))
        return sites[-1]

    yield begin
    for site in sites:
        if site.process.poll() is None:
            site.stop()


def refuse(var: Path, **more: str) -> str:
    """Start a site that cannot run; it must say so in one line on stderr."""
    done = subprocess.run(
        [sys.executable, "-m", "fivesails_site.supervisor"],
        cwd=ROOT,
        env=environment(var, **{"PORT": str(free_port()), **more}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode in (1, 2), done.stdout + done.stderr
    assert done.stderr.startswith("five sails: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stdout + done.stderr
    return done.stderr


def test_starts_without_preparing_again_serves_works_and_stops(fresh_var: Path, start: Start) -> None:
    yesterday = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=1)
    rows(fresh_var, "INSERT INTO django_session VALUES ('old', '', ?)", yesterday.strftime("%Y-%m-%d %H:%M:%S"))

    site = start(fresh_var).wait_until_ready()
    assert "collecting" not in site.output
    assert "migrations" not in site.output
    assert get(f"{site.url}/healthz")[0] == 200
    assert get(f"{site.url}/")[0] == 200
    assert '"ready"' in get(f"{site.url}/readyz")[1]

    def old_session_is_gone() -> bool:
        return not rows(fresh_var, "SELECT 1 FROM django_session WHERE session_key = 'old'")

    wait_until(old_session_is_gone, 20, "the worker clears expired sessions")

    everyone = family(site.process.pid)
    assert len(everyone) >= 5
    assert site.stop(signal.SIGINT) == 0
    assert not [pid for pid in everyone if alive(pid)]
    assert not (fresh_var / "valkey.sock").exists()
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", site.port))


def test_a_part_that_dies_is_started_again(fresh_var: Path, start: Start) -> None:
    site = start(fresh_var).wait_until_ready()
    wait_until(lambda: site.part("worker"), 10, "a worker")
    before = {name: site.part(name) for name in ("web", "worker", "queue")}
    with redis.Redis.from_url(redis_url("", fresh_var)) as client:
        client.lpush("letters", "a mail that somebody waits for")
    # It is written to the disk once a second.
    time.sleep(1.5)
    for pid in before.values():
        assert pid
        os.kill(pid, signal.SIGKILL)
    for name, pid in before.items():
        wait_until(lambda name=name, pid=pid: site.part(name) not in (None, pid), 15, f"a new {name}")
    wait_until(lambda: '"ready"' in get(f"{site.url}/readyz")[1], 15, "ready again")
    assert get(f"{site.url}/")[0] == 200
    assert "web ended (killed by SIGKILL)" in site.output
    with redis.Redis.from_url(redis_url("", fresh_var)) as client:
        assert client.llen("letters") == 1, "what was queued is still there"
    assert site.stop() == 0


def test_nothing_outlives_a_killed_supervisor(fresh_var: Path, start: Start) -> None:
    site = start(fresh_var).wait_until_ready()
    wait_until(lambda: len(family(site.process.pid)) >= 5, 15, "web, worker and queue with their processes")
    everyone = family(site.process.pid)
    site.process.kill()
    site.process.wait()
    wait_until(lambda: not [pid for pid in everyone if alive(pid)], 60, "all parts gone")


def test_stops_when_the_command_that_started_it_is_gone(fresh_var: Path) -> None:
    starter = "import subprocess, sys; subprocess.run([sys.executable, '-m', 'fivesails_site.supervisor'])"
    wrapper = subprocess.Popen(
        [sys.executable, "-c", starter],
        cwd=ROOT,
        env=environment(fresh_var, PORT=str(free_port()), MAKELEVEL="1"),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert wrapper.stdout
    assert any("ready at" in line for line in wrapper.stdout)
    everyone = family(wrapper.pid)
    wrapper.kill()
    wrapper.wait()
    wrapper.stdout.close()
    wait_until(lambda: not [pid for pid in everyone if alive(pid)], 25, "supervisor and parts gone")


def test_ctrl_c_ends_make_serve_and_everything_it_started(fresh_var: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("wb") as output:
        # Without the installation of packages, which has its own tests.
        serving = subprocess.Popen(
            ["make", "-o", "dev", "serve"],
            cwd=ROOT,
            env=environment(fresh_var, PORT=str(free_port()), **SMALL),
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    everyone: set[int] = set()
    try:
        wait_until(lambda: "is ready" in log.read_text() or serving.poll() is not None, 120, "the site")
        everyone = family(serving.pid)
        assert len(everyone) >= 5, log.read_text()
        # As a terminal does it: to make and all that it started in the foreground.
        os.killpg(serving.pid, signal.SIGINT)
        serving.wait(30)
        wait_until(lambda: not [pid for pid in everyone if alive(pid)], 10, "all parts gone")
    finally:
        for pid in {serving.pid, *everyone}:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        serving.wait()


def test_takes_over_and_finally_stops_a_queue_left_behind(fresh_var: Path, start: Start) -> None:
    url = redis_url("", fresh_var)
    left_behind = EmbeddedServer(url, fresh_var, os.environ)
    left_behind.start()
    left_behind._lock.close()
    with redis.Redis.from_url(url) as client:
        client.set("still", "here")
    site = start(fresh_var).wait_until_ready()
    assert "using the queue server that is already running" in site.output
    assert site.part("queue") is None
    with redis.Redis.from_url(url) as client:
        assert client.get("still") == b"here"
    assert site.stop() == 0
    assert not answers(url)
    left_behind.stop()


def test_shares_the_queue_of_a_running_site_and_leaves_it_running(
    fresh_var: Path, start: Start, queue_url: str
) -> None:
    first = start(fresh_var, REDIS_URL=queue_url).wait_until_ready()
    assert first.part("queue") is None
    assert first.stop() == 0
    assert answers(queue_url)


def test_taken_port(fresh_var: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"cannot use port {port} on 127.0.0.1" in refuse(fresh_var, PORT=port)


def test_a_queue_file_that_cannot_be_read_is_set_aside(fresh_var: Path, start: Start) -> None:
    site = start(fresh_var).wait_until_ready()
    pid = site.part("queue")
    assert pid
    with (fresh_var / "queue" / "appendonly.aof.1.incr.aof").open("ab") as damaged:
        damaged.write(bytes(4096))
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: site.part("queue") not in (None, pid), 15, "a new queue")
    wait_until(lambda: '"ready"' in get(f"{site.url}/readyz")[1], 20, "ready again")
    assert len([line for line in site.lines if "continuing with an empty queue" in line]) == 1
    assert len(list(fresh_var.glob("queue.damaged-*/*.incr.aof"))) == 1
    assert site.stop() == 0

    # The same when the damage is found at the start.
    with (fresh_var / "queue" / "appendonly.aof.1.incr.aof").open("ab") as damaged:
        damaged.write(bytes(4096))
    again = start(fresh_var).wait_until_ready()
    assert "continuing with an empty queue" in again.output
    assert again.stop() == 0


def test_a_removed_socket_of_the_queue_is_made_again(fresh_var: Path, start: Start) -> None:
    site = start(fresh_var).wait_until_ready()
    url = redis_url("", fresh_var)
    with redis.Redis.from_url(url) as client:
        client.set("still", "here")
    (fresh_var / "valkey.sock").unlink()
    wait_until(lambda: answers(url), 20, "a queue that can be reached")
    with redis.Redis.from_url(url) as client:
        assert client.get("still") == b"here"
    wait_until(lambda: '"ready"' in get(f"{site.url}/readyz")[1], 20, "ready again")
    assert site.stop() == 0


def test_removed_static_files_are_told_and_collected_again(fresh_var: Path, start: Start) -> None:
    site = start(fresh_var).wait_until_ready()
    shutil.rmtree(fresh_var / "static")
    status, told = get(f"{site.url}/readyz")
    assert (status, '"static_files": "missing"' in told) == (503, True)
    wait_until(lambda: "collected static files" in site.output, 60, "static files again")

    def is_ready() -> bool:
        # While the web server starts anew, an answer may take longer than a test waits for one.
        with contextlib.suppress(OSError):
            return get(f"{site.url}/readyz")[0] == 200
        return False

    wait_until(is_ready, 60, "ready again")
    status, page = get(f"{site.url}/")
    style = re.search(r'href="(/static/css/[^"]+\.css)"', page)
    assert (status, bool(style)) == (200, True)
    assert style
    assert get(f"{site.url}{style[1]}")[0] == 200
    assert site.stop() == 0


def test_nobody_else_can_read_the_database(tmp_path: Path, fresh_var: Path, start: Start) -> None:
    def others_may(path: Path) -> bool:
        return bool(path.stat().st_mode & 0o077)

    if not postgres.chosen():
        # As earlier releases left it.
        (fresh_var / "db.sqlite3").chmod(0o644)
        site = start(fresh_var).wait_until_ready()
        files = sorted(fresh_var.glob("db.sqlite3*"))
        assert len(files) == 3
        assert not [path for path in files if others_may(path)]
        assert site.stop() == 0
    preparation.writable_directory(tmp_path / "new")
    assert not others_may(tmp_path / "new")


@pytest.mark.skipif(bool(postgres.chosen()), reason="fills the disk of SQLite's file")
def test_a_full_disk_is_no_reason_to_move_the_database_away(fresh_var: Path, tmp_path: Path) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    with small_disk(place) as disk:
        if not isinstance(disk, SmallDisk):
            pytest.skip("no file system of a test's own here")
        var = copy(fresh_var, place / "var")
        disk.fill([])
        message = refuse(var)
        assert "No space left on device" in message
        assert "free some space" in message
        assert "move" not in message


@pytest.mark.skipif(bool(postgres.chosen()), reason="spoils SQLite's file")
@pytest.mark.parametrize(
    "content", [b"this is not a database at all, not in the least" * 100, None], ids=["not-sqlite", "torn"]
)
def test_broken_database(fresh_var: Path, content: bytes | None) -> None:
    path = fresh_var / "db.sqlite3"
    if content is None:
        pages = bytearray(path.read_bytes())
        pages[4096 : len(pages) // 2] = bytes(len(pages) // 2 - 4096)
        content = bytes(pages)
    path.write_bytes(content)
    message = refuse(fresh_var)
    assert str(path) in message
    assert "move it away" in message


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"DATABASE_URL": "mysql://x/y"}, "DATABASE_URL must start with sqlite:/// or postgres://"),
        ({"DATABASE_URL": "postgres://nobody:secret-word@127.0.0.1:9/none"}, "is DATABASE_URL right"),
        ({"DATABASE_URL": "sqlite:////nonexistent/directory/db"}, "unable to open database file"),
        ({"REDIS_URL": "redis://:secret-word@127.0.0.1:9/0"}, "no usable server at 127.0.0.1:9"),
        ({"REDIS_URL": "http://127.0.0.1/"}, "REDIS_URL must start with"),
        ({"PORT": "seaport"}, "PORT must be a whole number"),
        ({"FIVESAILS_PROFILE": "production"}, "FIVESAILS_SECRET_KEY must be set"),
        ({"FIVESAILS_WEB_THREDS": "2"}, "did you mean FIVESAILS_WEB_THREADS?"),
    ],
)
def test_settings_that_cannot_work(fresh_var: Path, variables: dict[str, str], words: str) -> None:
    message = refuse(fresh_var, **variables)
    assert words in message
    assert "secret-word" not in message


def test_a_directory_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file where a directory should be")
    message = refuse(tmp_path / "var")
    assert str(tmp_path / "var") in message


@pytest.mark.database
@pytest.mark.skipif(not postgres.chosen(), reason="SQLite has no server to wait for")
def test_a_release_waits_for_a_database_server_that_comes_up_later(fresh_var: Path, tmp_path: Path) -> None:
    url = urlsplit(postgres.database(fresh_var))
    sockets, away = unquote(url.netloc.rpartition("@")[2]), tmp_path / "away"
    later = url._replace(netloc=f"{url.username}@{quote(str(away), safe='')}").geturl()
    release = subprocess.Popen(
        [sys.executable, "-m", "fivesails_site.supervisor", "--prepare"],
        cwd=ROOT,
        env=environment(fresh_var, DATABASE_URL=later),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert release.stdout is not None
        assert "the database server does not answer; waiting up to" in release.stdout.readline()
        away.symlink_to(sockets)
        said, _ = release.communicate(timeout=60)
        assert release.returncode == 0, said
    finally:
        release.kill()
