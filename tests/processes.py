"""Real processes for tests: the site under its supervisor, on a free port, in a directory of its own."""

import contextlib
import datetime
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg

from tests import postgres

ROOT = Path(__file__).resolve().parent.parent
OWN_VARIABLES = (
    "DATABASE_URL", "REDIS_URL", "PORT", "DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE",
    "MAKELEVEL", "MAKEFLAGS", "MFLAGS",
)  # fmt: skip


# One process each is enough for a test, and kinder to a small machine.
SMALL = {
    "FIVESAILS_WEB_PROCESSES": "1",
    "FIVESAILS_WORKER_PROCESSES": "1",
    "FIVESAILS_LAZY_FACES": "1",
    # All browsers of the tests come from one address.
    "FIVESAILS_DECK_EDITS": "999999",
}


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(var: Path, **more: str) -> dict[str, str]:
    """A clean environment: nothing of the test run's own settings leaks into the process under test."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FIVESAILS_")}
    for name in OWN_VARIABLES:
        kept.pop(name, None)
    place = {"DATABASE_URL": postgres.database(var)} if postgres.chosen() and "DATABASE_URL" not in more else {}
    return {**kept, "FIVESAILS_VAR": str(var), **place, **more}


def database_url(var: Path) -> str:
    """Where the site of a directory keeps its rows."""
    return postgres.database(var) if postgres.chosen() else f"sqlite:///{var / 'db.sqlite3'}"


def copy(var: Path, target: Path) -> Path:
    """A directory with its database, for a test to do with as it likes."""
    if postgres.chosen():
        postgres.database(target, template=var)
    return Path(shutil.copytree(var, target))


def _plain(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).replace(tzinfo=None).isoformat(" ")
    return json.dumps(value) if isinstance(value, dict | list) else value


def rows(var: Path, query: str, *values: Any) -> list[Any]:
    """Straight out of a directory's database, or into it; a question mark stands for each value.

    PostgreSQL's answers come in SQLite's words: times and JSON are texts.
    """
    if postgres.chosen():
        with psycopg.connect(postgres.database(var)) as connection:
            cursor = connection.execute(query.replace("%", "%%").replace("?", "%s"), values)
            found = cursor.fetchall() if cursor.description else []
        return [tuple(map(_plain, row)) for row in found]
    with contextlib.closing(sqlite3.connect(var / "db.sqlite3", timeout=20)) as connection, connection:
        return connection.execute(query, values).fetchall()


def wait_until(condition: Callable[[], object], seconds: float, what: str) -> None:
    """Poll until true; fail with words."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"waited {seconds} s in vain: {what}"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    """Is there such a process, and is it more than a zombie?"""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def children(pid: int) -> dict[int, str]:
    """Process ids and command lines of a process' own children."""
    found = {}
    for directory in Path("/proc").iterdir():
        if directory.name.isdigit():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                parent = int((directory / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == pid:
                    found[int(directory.name)] = (directory / "cmdline").read_text().replace("\0", " ")
    return found


def family(pid: int) -> set[int]:
    """Every descendant of a process."""
    direct = set(children(pid))
    return direct.union(*(family(child) for child in direct)) if direct else direct


def get(url: str) -> tuple[int, str]:
    """Status and text of one page."""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


class Site:
    """The site as `make run` runs it."""

    def __init__(self, var: Path, **more: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.var = var
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fivesails_site.supervisor"],
            cwd=ROOT,
            env=environment(var, PORT=str(self.port), **{**SMALL, **more}),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        with self.process.stdout as stream:
            for line in stream:
                self.lines.append(line.rstrip())

    @property
    def output(self) -> str:
        """Everything said so far."""
        return "\n".join(self.lines)

    def wait_until_ready(self, seconds: float = 60) -> "Site":
        """Until it says so itself."""
        said = f"ready at {self.url}/"
        deadline = time.monotonic() + seconds
        while said not in self.output:
            assert self.process.poll() is None, f"the site ended at once:\n{self.output}"
            assert time.monotonic() < deadline, f"the site was not ready in {seconds} s:\n{self.output}"
            time.sleep(0.05)
        return self

    def part(self, name: str) -> int | None:
        """The process id of the web server, the worker or the queue."""
        mark = {"web": "fivesails_site.server", "worker": "celery", "queue": "valkey-server"}[name]
        own = children(self.process.pid).items()
        return next((pid for pid, line in own if mark in line and "leash" not in line), None)

    def stop(self, number: int = signal.SIGTERM, seconds: float = 30) -> int:
        """End it as a person would, and wait for the end."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"the site did not stop in {seconds} s:\n{self.output}") from None
        self._reader.join(5)
        return code


def prepare(var: Path) -> None:
    """Database, cards and static files, as a first start makes them."""
    done = subprocess.run(
        [sys.executable, "-m", "fivesails_site.supervisor", "--prepare"],
        cwd=ROOT,
        env=environment(var),
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
