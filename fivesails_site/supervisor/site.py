"""The site as a whole: its parts in their order, from the first check to the last goodbye."""

import http.client
import os
import signal
import socket
import sys
import time
from types import FrameType

from django.conf import settings

from fivesails_site.environment import Environment
from fivesails_site.supervisor import prepare, queue_server
from fivesails_site.supervisor.children import Child
from fivesails_site.supervisor.console import Refusal, say

HOST = "127.0.0.1"
START_SECONDS = 60.0
TICK = 0.2
# The queue last, so that the others can say goodbye to it.
ORDER_OF_LEAVING = ("web", "worker", "queue")


def listen(port: int) -> socket.socket:
    """Take the port now and keep it, so that no other program can come between two lives of the web server."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise Refusal(
            f"port {port} on {HOST} cannot be had ({error.strerror}); free it, or set PORT to another"
        ) from None
    listener.listen(512)
    return listener


class Site:
    """Web server, worker and queue under one roof."""

    def __init__(self) -> None:
        env = Environment(os.environ)
        self.port = env.number("PORT", 8000, 1)
        self.web_processes = env.number("FIVESAILS_WEB_PROCESSES", 2, 1, 64)
        self.web_threads = settings.WEB_THREADS
        self.worker_processes = env.number("FIVESAILS_WORKER_PROCESSES", 2, 1, 64)
        self.stopping = ""
        self._parent = os.getppid()
        self._children_of_make = "MAKELEVEL" in os.environ

    def prepare(self) -> int:
        """Only the work that comes before serving: what a deployment does once per release."""
        prepare.directories(settings.VAR)
        prepare.await_server(START_SECONDS)
        prepare.everything()
        return 0

    def run(self) -> int:
        """Prepare, start, watch, stop."""
        began = time.monotonic()
        prepare.directories(settings.VAR)
        listener = listen(self.port)
        if not settings.REDIS_EMBEDDED:
            queue_server.demand(settings.REDIS_URL)
        prepare.everything()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop_on)
        parts: list[Child | queue_server.EmbeddedServer] = []
        try:
            if settings.REDIS_EMBEDDED:
                parts.append(queue_server.EmbeddedServer(settings.REDIS_URL, settings.VAR, self._environment()))
                parts[0].start()
            for child in (self._web(listener), self._worker()):
                parts.append(child)
                child.start()
            self._watch_until_ready(parts, began)
            while not self._should_stop():
                for part in parts:
                    part.watch()
                time.sleep(TICK)
            say(f"stopping ({self.stopping})")
        finally:
            listener.close()
            for part in parts:
                if isinstance(part, Child):
                    part.ask_to_stop()
            for part in sorted(parts, key=lambda one: ORDER_OF_LEAVING.index(one.name)):
                part.stop()
        say("stopped")
        return 0

    def _stop_on(self, number: int, _frame: FrameType | None) -> None:
        self.stopping = self.stopping or signal.Signals(number).name

    def _should_stop(self) -> bool:
        if self._children_of_make and os.getppid() != self._parent:
            self.stopping = self.stopping or "the command that started it is gone"
        return bool(self.stopping)

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONUNBUFFERED": "1"}

    def _web(self, listener: socket.socket) -> Child:
        command = [sys.executable, "-m", "gunicorn", "fivesails_site.wsgi:application"]
        command += ["--bind", f"fd://{listener.fileno()}", "--worker-class", "fivesails_site.web_worker.PatientWorker"]
        command += ["--workers", str(self.web_processes), "--threads", str(self.web_threads)]
        command += ["--preload", "--graceful-timeout", "8", "--keep-alive", "5", "--no-control-socket"]
        # Below the number of open files that a process may usually have.
        command += ["--worker-connections", "500", "--no-sendfile"]
        # Gunicorn would believe whoever comes from this machine about scheme and path; whom to believe is in settings.
        command += ["--forwarded-allow-ips", ""]
        command += ["--log-level", "warning", "--logger-class", "fivesails_site.web_logger.WebLogger"]
        return Child(
            "web",
            command,
            self._environment(),
            orphan_signal=signal.SIGQUIT,
            descriptors=[listener.fileno()],
            grace=10.0,
        )

    def _worker(self) -> Child:
        # Celery warns at length about running as root; in a container that is how it runs.
        command = [sys.executable, "-W", "ignore:You're running the worker", "-m", "celery", "--quiet"]
        command += ["-A", "fivesails_site", "worker", "--concurrency", str(self.worker_processes)]
        command += ["--hostname", f"fivesails-{os.getpid()}@%h"]
        command += ["--without-gossip", "--without-mingle", "--loglevel", "WARNING"]
        # Asked politely, Celery waits for a queue that has gone already; what it held is handed out again.
        return Child("worker", command, self._environment(), orphan_signal=signal.SIGKILL, grace=10.0)

    def _watch_until_ready(self, parts: list[Child | queue_server.EmbeddedServer], began: float) -> None:
        """Only a home page that came makes the site ready; in production that page is a redirect to https."""
        welcome = 301 if settings.SECURE_SSL_REDIRECT else 200
        deadline = time.monotonic() + START_SECONDS
        while not self._should_stop():
            if self._status("/healthz") == 200:
                status = self._status("/")
                if status == welcome:
                    took = time.monotonic() - began
                    say(f"Five Sails is ready at http://{HOST}:{self.port}/ after {took:.1f} s. Ctrl-C stops it.")
                    return
                raise Refusal(f"the site runs, but its home page answers {status} instead of {welcome}")
            if time.monotonic() > deadline:
                raise Refusal(f"the site does not answer on {HOST}:{self.port} after {START_SECONDS:g} s")
            for part in parts:
                part.watch()
            time.sleep(0.1)

    def _status(self, path: str) -> int:
        """The status of one page; 0 when nobody answers."""
        host = settings.ALLOWED_HOSTS[0].lstrip(".").replace("*", "localhost")
        caller = http.client.HTTPConnection(HOST, self.port, timeout=10)
        try:
            caller.request("GET", path, headers={"Host": host})
            return caller.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            caller.close()
