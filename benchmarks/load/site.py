"""The site under load: started by its own supervisor with the settings of production, filled, watched, stopped."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final, Self

import psutil

ROOT: Final = Path(__file__).resolve().parents[2]
HOST: Final = "127.0.0.1"
START_SECONDS: Final = 120
_FILL: Final = "import sys, django; django.setup(); from benchmarks.load.seed_data import main; main(sys.argv[1:])"


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _cpu_seconds(process: psutil.Process) -> float:
    counted = 0
    try:
        for thread in Path(f"/proc/{process.pid}/task").iterdir():
            counted += int((thread / "schedstat").read_text().split()[0])
    except (OSError, ValueError):
        times = process.cpu_times()
        return float(times.user + times.system)
    return counted / 1e9


class Site:
    """The site in a directory of its own; on SQLite there, or on the server that ``DATABASE_URL`` names."""

    def __init__(self, var: Path) -> None:
        self.port: Final = free_port()
        self.var: Final = var
        self.log: Final = var / "site.log"
        kept = {name: value for name, value in os.environ.items() if not name.startswith("FIVESAILS_")}
        for name in ("MAKELEVEL", "MAKEFLAGS", "MFLAGS", "REDIS_URL"):
            kept.pop(name, None)
        self._environment: Final = {
            **kept,
            "DJANGO_SETTINGS_MODULE": "benchmarks.load.settings",
            "PYTHONPATH": str(ROOT),
            "PORT": str(self.port),
            "FIVESAILS_VAR": str(var),
            "FIVESAILS_PROFILE": "production",
            "FIVESAILS_SECRET_KEY": secrets.token_urlsafe(50),
            "FIVESAILS_ALLOWED_HOSTS": HOST,
            # The load plays the proxy: it says that visitors came by https, and from where.
            "FIVESAILS_PROXY_SSL_HEADER": "X-Forwarded-Proto=https",
            "FIVESAILS_PROXY_COUNT": "1",
            "FIVESAILS_WORKER_PROCESSES": "1",
            "FIVESAILS_LAZY_FACES": "1",
            # Players of a load edit far more often than people do.
            "FIVESAILS_DECK_EDITS": "999999",
            "FIVESAILS_LOG_LEVEL": "WARNING",
            # Compiled once for a checkout: it is not what is measured.
            "NUMBA_CACHE_DIR": str(ROOT / "var" / "numba"),
        }
        self._process: subprocess.Popen[bytes] | None = None
        self._workers: list[psutil.Process] = []

    def __enter__(self) -> Self:
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "fivesails_site.supervisor"],
                cwd=ROOT,
                env=self._environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        deadline = time.monotonic() + START_SECONDS
        while b" is ready at " not in self.log.read_bytes():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.__exit__()
                sys.exit(f"the site did not start:\n{self.log.read_text()[-2000:]}")
            time.sleep(0.2)
        return self

    def __exit__(self, *_: object) -> None:
        process = self._process
        if process is None or process.poll() is not None:
            return
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()

    def fill(self, users: int, decks: int, simulations: int) -> dict[str, Any]:
        """Bring the database up to these numbers; who plays in the load."""
        place = self.var / "cast.json"
        numbers = [str(place), str(users), str(decks), str(simulations)]
        subprocess.run([sys.executable, "-c", _FILL, *numbers], cwd=ROOT, env=self._environment, check=True)
        found: dict[str, Any] = json.loads(place.read_text())
        return found

    def workers(self) -> list[psutil.Process]:
        """The web processes that answer requests; looked for again when one of them is gone."""
        if not self._workers or not all(each.is_running() for each in self._workers):
            self._workers = self._found_workers()
        return self._workers

    def _found_workers(self) -> list[psutil.Process]:
        assert self._process
        masters = [
            child
            for child in psutil.Process(self._process.pid).children()
            if any("fivesails_site.server" in word for word in child.cmdline())
        ]
        return [worker for master in masters for worker in master.children()]

    def cpu_seconds(self) -> float:
        """What the web processes have used so far; to the nanosecond where the kernel counts so."""
        return sum(_cpu_seconds(each) for each in self.workers())

    def memory(self) -> float:
        """What the web processes hold, in MiB; pages they share are counted once."""
        total = 0
        for each in self.workers():
            with contextlib.suppress(psutil.Error):
                total += each.memory_full_info().pss
        return total / 2**20

    def log_lines(self, *words: str) -> list[str]:
        """What the site wrote that holds any of some words."""
        lines = self.log.read_text(errors="replace").splitlines()
        return [line for line in lines if any(word in line for word in words)]

    def connection(self) -> http.client.HTTPConnection:
        """One connection for requests in turn."""
        return http.client.HTTPConnection(HOST, self.port, timeout=60)
