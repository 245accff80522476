"""The whole site under one process: prepare, start the parts, watch them, stop them in order."""

import http.client
import os
import signal
import socket
import sys
import time
from types import FrameType

from django.conf import settings

from fivesails_site.environment import Environment
from fivesails_site.supervisor import preparation, queue_server
from fivesails_site.supervisor.children import Child
from fivesails_site.supervisor.console import FatalError, say

HOST = "127.0.0.1"
START_SECONDS = 60.0
TICK = 0.2
#: Time between two attempts to collect static files.
STATIC_RETRY_SECONDS = 30.0
# The queue last: the others use it while they stop.
STOP_ORDER = ("web", "worker", "queue")


def listen(port: int) -> socket.socket:
    """Open the port for as long as the site runs, so that no other program takes it while the web server restarts."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise FatalError(
            f"cannot use port {port} on {HOST} ({error.strerror}); free it, or set PORT to another"
        ) from None
    listener.listen(1024)
    return listener


class Site:
    """Web server, worker and, without a REDIS_URL, a queue server."""

    def __init__(self) -> None:
        env = Environment(os.environ)
        self.port = env.number("PORT", 8000, 1)
        self.worker_processes = env.number("FIVESAILS_WORKER_PROCESSES", 2, 1, 64)
        self.stopping = ""
        self._static_due = 0.0
        self._parent = os.getppid()
        self._started_by_make = "MAKELEVEL" in os.environ

    def prepare(self) -> int:
        """Only do what precedes serving, once per release of a deployment."""
        preparation.writable_directory(settings.VAR)
        preparation.wait_for_database(START_SECONDS)
        preparation.prepare()
        return 0

    def run(self) -> int:
        began = time.monotonic()
        preparation.writable_directory(settings.VAR)
        listener = listen(self.port)
        if not settings.REDIS_EMBEDDED:
            queue_server.check(settings.REDIS_URL)
        preparation.prepare()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._request_stop)
        parts: list[Child | queue_server.EmbeddedServer] = []
        try:
            if settings.REDIS_EMBEDDED:
                parts.append(queue_server.EmbeddedServer(settings.REDIS_URL, settings.VAR, self._environment()))
                parts[0].start()
            web = self._web(listener)
            for child in (web, self._worker()):
                parts.append(child)
                child.start()
            self._watch_until_ready(parts, began)
            while not self._should_stop():
                for part in parts:
                    part.watch()
                self._restore_static_files(web)
                time.sleep(TICK)
            say(f"stopping ({self.stopping})")
        finally:
            listener.close()
            for part in parts:
                if isinstance(part, Child):
                    part.request_stop()
            for part in sorted(parts, key=lambda part: STOP_ORDER.index(part.name)):
                part.stop()
        say("stopped")
        return 0

    def _request_stop(self, number: int, _frame: FrameType | None) -> None:
        self.stopping = self.stopping or signal.Signals(number).name

    def _should_stop(self) -> bool:
        if self._started_by_make and os.getppid() != self._parent:
            self.stopping = self.stopping or "make has ended"
        return bool(self.stopping)

    def _restore_static_files(self, web: Child) -> None:
        """Collect static files again if they were removed; the web server reads their names when it starts."""
        if time.monotonic() < self._static_due or preparation.has_static_files():
            return
        say("static files are missing")
        try:
            preparation.static_files()
        except FatalError as error:
            say(f"{error}; trying again in {STATIC_RETRY_SECONDS:g} s")
            self._static_due = time.monotonic() + STATIC_RETRY_SECONDS
        else:
            web.stop()
            web.start()

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONUNBUFFERED": "1"}

    def _web(self, listener: socket.socket) -> Child:
        command = [sys.executable, "-m", "fivesails_site.server", "--fd", str(listener.fileno()), "--grace", "8"]
        return Child("web", command, self._environment(), descriptors=[listener.fileno()], grace=10.0)

    def _worker(self) -> Child:
        # Celery warns at length about running as root, which is usual in a container.
        command = [sys.executable, "-W", "ignore:You're running the worker", "-m", "celery", "--quiet"]
        command += ["-A", "fivesails_site", "worker", "--concurrency", str(self.worker_processes)]
        command += ["--hostname", f"fivesails-{os.getpid()}@%h"]
        command += ["--without-gossip", "--without-mingle", "--loglevel", "WARNING"]
        # On SIGTERM, Celery would wait for a queue that is gone. Its unfinished tasks are delivered again anyway.
        return Child("worker", command, self._environment(), orphan_signal=signal.SIGKILL, grace=10.0)

    def _watch_until_ready(self, parts: list[Child | queue_server.EmbeddedServer], began: float) -> None:
        """Wait for the home page; in production, for its redirect to https."""
        expected = 301 if settings.SECURE_SSL_REDIRECT else 200
        deadline = time.monotonic() + START_SECONDS
        while not self._should_stop():
            if self._status("/healthz") == 200:
                status = self._status("/")
                if status == expected:
                    took = time.monotonic() - began
                    say(f"Five Sails is ready at http://{HOST}:{self.port}/ after {took:.1f} s. Ctrl-C stops it.")
                    return
                raise FatalError(f"the site runs, but its home page returns {status} instead of {expected}")
            if time.monotonic() > deadline:
                raise FatalError(f"the site does not answer on {HOST}:{self.port} after {START_SECONDS:g} s")
            for part in parts:
                part.watch()
            time.sleep(0.1)

    def _status(self, path: str) -> int | None:
        """The status of a page; None if there is no answer."""
        host = settings.ALLOWED_HOSTS[0].lstrip(".").replace("*", "localhost")
        connection = http.client.HTTPConnection(HOST, self.port, timeout=10)
        try:
            connection.request("GET", path, headers={"Host": host})
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
