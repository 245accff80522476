"""`python -m fivesails_site.server`: the web server, as the Procfile and the supervisor start it."""

from __future__ import annotations

import argparse
import atexit
import copy
import gc
import os
import resource
import shutil
import socket
import tempfile
from pathlib import Path
from typing import Any, Final

from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.net import SocketHolder  # type: ignore[attr-defined]
from granian.server import MPServer

from fivesails_site.environment import Environment

BACKLOG: Final = 1024
#: How long a client may take to send the head of a request, or stay silent between two.
HEAD_SECONDS: Final = 10
MAX_HEAD: Final = 64 * 1024
#: How long a client may read nothing of its response.
UNREAD_SECONDS: Final = 30
_SHARED: Final = Path("/dev/shm")  # noqa: S108 - memory, in a directory that is made for us alone
_METRICS: Final = "fivesails-metrics-"


def listen(host: str, port: int) -> socket.socket:
    """Open the port. :raises OSError: if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


class Server(MPServer):
    """Granian on a socket that is already open.

    Granian has no option for that: on Linux each of its processes opens the port itself (SO_REUSEPORT), so a taken port
    goes unnoticed, and connections waiting for a process that dies are lost. `test_server` fails when a
    release of granian changes what is overridden here.
    """

    def __init__(self, listener: socket.socket, **options: Any) -> None:
        super().__init__(**options)
        self._listener = listener
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Accepted connections inherit it. Nothing else drops clients that read nothing at all.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)

    def _init_shared_socket(self) -> None:
        self._listener.set_inheritable(True)
        self._sso: Any = self._listener
        self._sfd: Any = self._listener.fileno()
        self._shd: Any = SocketHolder(self._listener.fileno(), False, BACKLOG)  # type: ignore[call-arg]


def _make_metrics_directory() -> str:
    """A new directory in memory: a write to a memory-mapped file on a full disk would kill the process."""
    parent = _SHARED if os.access(_SHARED, os.W_OK) else Path(tempfile.gettempdir())
    for leftover in parent.glob(f"{_METRICS}*"):
        owner = leftover.name.removeprefix(_METRICS).partition("-")[0]
        if owner.isdigit() and not Path("/proc", owner).exists() and Path("/proc/self").exists():
            shutil.rmtree(leftover, ignore_errors=True)
    directory = tempfile.mkdtemp(prefix=f"{_METRICS}{os.getpid()}-", dir=parent)
    atexit.register(_remove_metrics_directory, directory, os.getpid())
    return directory


def _remove_metrics_directory(directory: str, creator: int) -> None:
    """At exit; forked children inherit the hook, and must not remove it."""
    if os.getpid() == creator:
        shutil.rmtree(directory, ignore_errors=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="fivesails_site.server", description="Run the web server.")
    parser.add_argument("--bind", metavar="HOST:PORT", default="127.0.0.1:8000", help="where to listen")
    parser.add_argument("--fd", type=int, help="descriptor of a socket that is already listening")
    parser.add_argument("--grace", type=int, default=20, help="seconds to finish open responses when stopping")
    arguments = parser.parse_args()
    env = Environment(os.environ)
    if arguments.fd is None:
        host, _, port = arguments.bind.rpartition(":")
        listener = listen(host.strip("[]"), int(port))
    else:
        listener = socket.socket(fileno=arguments.fd)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

    # Before anything imports prometheus_client, which reads it then.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = _make_metrics_directory()

    # Before forking, so that the processes share this memory.
    from django.conf import settings  # noqa: PLC0415

    from fivesails_site.asgi import application  # noqa: PLC0415

    server = Server(
        listener,
        target="fivesails_site.asgi:application",
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        websockets=False,
        loop=Loops.asyncio,
        workers=env.number("FIVESAILS_WEB_PROCESSES", 2, 1, 64),
        backlog=BACKLOG,
        backpressure=min(env.number("FIVESAILS_WEB_CONNECTIONS", 4000, 10), max(100, hard - 200)),
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_SECONDS * 1000, max_buffer_size=MAX_HEAD),
        log_level=LogLevels.warning,
        log_dictconfig=copy.deepcopy(settings.LOGGING),
        respawn_failed_workers=True,
        respawn_interval=1.0,
        workers_kill_timeout=arguments.grace,
    )
    gc.collect()
    gc.freeze()
    server.serve(target_loader=lambda: application, wrap_loader=False)


if __name__ == "__main__":
    main()
