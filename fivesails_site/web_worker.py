"""Gunicorn's worker with threads, made safe against slow clients: a thread gets whole requests only.

Gunicorn's own gives each connection a thread at once, which then waits for the client: as many slow clients as there
are threads stop the site for everybody. Here the one loop of the process gathers what clients send, passes on what they
are slow to read, and sees them off, without waiting for any of them. How fast they must be is said in ``gathering``.
"""

from __future__ import annotations

import errno
import gc
import selectors
import socket
import struct
import time
from concurrent import futures
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from gunicorn.workers.gthread import TConn, ThreadWorker

from fivesails_site import gathering

#: What all clients of a process together may have sent of unfinished requests, or not have read of their answers.
MOST_HELD: Final = 64 * 1024 * 1024
#: What a thread writes beyond this it writes at the client's own pace, but no longer than so many seconds at a time.
MOST_UNREAD: Final = 2 * 1024 * 1024
SEND_SECONDS: Final = 10.0
#: How long a client is given to close its end after the answer, so that none of it is lost.
LEAVE_SECONDS: Final = 2.0
#: How often those are looked for whose time is over.
LOOK_SECONDS: Final = 0.5
#: How long a process whose threads are all at work leaves somebody new to the others.
SHARE_SECONDS: Final = 0.1

#: So many objects more than before have the collector of garbage look through the youngest; by default it is 700.
GARBAGE_STEP: Final = 10_000

_AT_ONCE: Final = 256 * 1024
_FULL: Final = (errno.EMFILE, errno.ENFILE)
_GONE: Final = (errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED)


class Outbox:
    """A thread's end of a connection: takes an answer at once, and keeps what the client does not read yet."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.unread = bytearray()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.sock, name)

    def sendall(self, data: bytes) -> None:
        """All of it, as far as the thread is concerned. :raises TimeoutError: if there is too much for too long."""
        sent = 0 if self.unread else send_some(self.sock, data)
        self.unread += memoryview(data)[sent:]
        if len(self.unread) > MOST_UNREAD:
            self.sock.settimeout(SEND_SECONDS)
            self.sock.sendall(self.unread)
            self.sock.setblocking(False)
            self.unread.clear()


def send_some(sock: socket.socket, data: bytes | bytearray) -> int:
    """How many bytes the client's side would take now."""
    try:
        return sock.send(data)
    except BlockingIOError:
        return 0


class Connection(TConn):
    """A client, with what it has sent of its next request and has yet to read of its last answer."""

    parser: Any

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.sent = bytearray()
        self.unread = bytearray()
        self.begin()
        with suppress(OSError):
            # Should a thread ever wait for bytes that were counted wrong, it does not wait for ever.
            limit = struct.pack("ll", int(gathering.SECONDS), 0)
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)

    def begin(self) -> None:
        """From now on its time is counted."""
        self.since = time.monotonic()
        self.passed = 0
        self.encouraged = False

    @property
    def late(self) -> bool:
        """Whether the client had its time, to send or to read."""
        return time.monotonic() - self.since > gathering.patience(self.passed)


class PatientWorker(ThreadWorker):
    """Gathers requests, has threads answer them, and sees clients off."""

    poller: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Called in the process from which the worker's own is about to be forked."""
        super().__init__(*args, **kwargs)
        # What is loaded by now stays for good: to look through it for garbage would be in vain, and would have each
        # process write into memory that it shares with the others.
        gc.collect()
        gc.freeze()
        # An answer makes thousands of objects, nearly all of which go with it by themselves.
        gc.set_threshold(GARBAGE_STEP)
        #: All in the order of their coming, with the oldest first; of those who read, whether they stay afterwards.
        self.gathering: dict[Connection, None] = {}
        self.reading: dict[Connection, bool] = {}
        self.leaving: dict[Connection, float] = {}
        self._next_look = 0.0
        #: Requests that threads answer or have still to answer.
        self._at_work = 0
        #: Until when newcomers are left to other processes, and whether one has been left to them.
        self._shut_until = 0.0
        self._left_one = False

    # --- coming ---

    def accept(self, listener: socket.socket) -> None:
        """Let somebody in; when it is full, whoever has been idle or slow for longest makes room."""
        if self._is_occupied and not self._left_one:
            self._left_one, self._shut_until = True, time.monotonic() + SHARE_SECONDS
            self.set_accept_enabled(False)
            return
        self._left_one = False
        if self.nr_conns >= self.worker_connections - 1:
            self._make_room()
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno in _FULL:
                self._make_room()
            elif error.errno not in _GONE:
                raise
            return
        self.nr_conns += 1
        self._gather(Connection(self.cfg, client, address, listener.getsockname()))

    @property
    def _is_occupied(self) -> bool:
        """Whether all threads are at work, and there are other processes whose threads may not be."""
        return self._at_work >= self.cfg.threads and self.cfg.workers > 1

    def set_accept_enabled(self, enabled: bool) -> None:
        """Called at every turn of the loop; newcomers who were left to others are so for a moment.

        Whoever stays with the site stays with the process that let them in. Without this one process may let in a
        whole crowd while another has nothing to do.
        """
        if not (enabled and self._is_occupied and time.monotonic() < self._shut_until):
            super().set_accept_enabled(enabled)

    def _make_room(self) -> None:
        if self.keepalived_conns:
            conn = self.keepalived_conns.popleft()
            self._forget(conn)
            self._drop(conn)
        elif self.leaving:
            self._gone(next(iter(self.leaving)))
        elif self.gathering:
            conn = next(iter(self.gathering))
            self._ungather(conn)
            self._answer(conn, HTTPStatus.SERVICE_UNAVAILABLE)
            self._drop(conn)
        elif self.reading:
            self._stop_reading(next(iter(self.reading)))

    def on_client_socket_readable(self, conn: Connection, client: socket.socket) -> None:
        """Somebody who stayed sends another request."""
        if conn not in self.keepalived_conns:
            # It had to make room in the same turn of the loop.
            return
        self._forget(conn)
        self.keepalived_conns.remove(conn)
        conn.begin()
        self._gather(conn)

    # --- gathering ---

    def _gather(self, conn: Connection) -> None:
        """From now on the loop listens to it; most often everything is there already."""
        self.gathering[conn] = None
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._receive, conn))
        if conn.sent:
            self._judge(conn)
        self._receive(conn)

    def _receive(self, conn: Connection, _: Any = None) -> None:
        if conn not in self.gathering:
            return
        try:
            received = conn.sock.recv(_AT_ONCE)
        except BlockingIOError:
            received = None
        except OSError:
            received = b""
        if received == b"":
            self._ungather(conn)
            self._drop(conn)
            return
        if received:
            conn.sent += received
            conn.passed += len(received)
        self._judge(conn)

    def _judge(self, conn: Connection) -> None:
        found = gathering.look(conn.sent)
        if found.refused is not None:
            self._refuse(conn, found.refused)
        elif found.whole:
            self._ungather(conn)
            conn.init()
            conn.parser.unreader.unread(bytes(conn.sent))
            conn.sent.clear()
            self.enqueue_req(conn)
        elif found.expects and not conn.encouraged:
            conn.encouraged = True
            with suppress(OSError):
                conn.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        elif sum(len(each.sent) for each in self.gathering) > MOST_HELD:
            self._refuse(next(iter(self.gathering)), HTTPStatus.SERVICE_UNAVAILABLE)

    def _refuse(self, conn: Connection, status: HTTPStatus) -> None:
        self._ungather(conn)
        self._answer(conn, status)
        self._see_off(conn)

    def _answer(self, conn: Connection, status: HTTPStatus) -> None:
        with suppress(OSError):
            conn.sock.send(gathering.refusal(status))

    def _ungather(self, conn: Connection) -> None:
        self.gathering.pop(conn, None)
        self._forget(conn)

    # --- answering ---

    def enqueue_req(self, conn: Connection) -> None:
        """Have a thread answer it, as soon as one is free."""
        self._at_work += 1
        super().enqueue_req(conn)

    def handle_request(self, req: Any, conn: Connection) -> bool:
        """In a thread, which does not wait until the answer is read."""
        plain = conn.sock
        plain.setblocking(False)
        conn.sock = outbox = Outbox(plain)
        try:
            return bool(super().handle_request(req, conn))
        except TimeoutError:
            outbox.unread.clear()
            self.log.debug("a client did not take its answer in time")
            return False
        finally:
            conn.sock, conn.unread = plain, outbox.unread

    def finish_request(self, conn: Connection, fs: futures.Future[Any]) -> None:
        """In the loop again: what is left to be read, then the next request, or goodbye."""
        self._at_work -= 1
        stays = not fs.cancelled() and fs.exception() is None and bool(fs.result())
        if not conn.unread:
            self._go_on(conn, stays)
            return
        conn.begin()
        self.reading[conn] = stays
        self.poller.register(conn.sock, selectors.EVENT_WRITE, partial(self._pass_on, conn))
        if sum(len(each.unread) for each in self.reading) > MOST_HELD:
            self._stop_reading(next(iter(self.reading)))

    def _pass_on(self, conn: Connection, _: Any = None) -> None:
        if conn not in self.reading:
            return
        try:
            sent = send_some(conn.sock, conn.unread)
        except OSError:
            self._stop_reading(conn)
            return
        del conn.unread[:sent]
        conn.passed += sent
        if not conn.unread:
            stays = self.reading.pop(conn)
            self._forget(conn)
            self._go_on(conn, stays)

    def _stop_reading(self, conn: Connection) -> None:
        self.reading.pop(conn, None)
        self._forget(conn)
        self._drop(conn)

    def _go_on(self, conn: Connection, stays: bool) -> None:
        if not (stays and self.alive):
            self._see_off(conn)
            return
        conn.sock.setblocking(False)
        ahead = conn.parser.unreader.take_buffered()
        if ahead:
            conn.begin()
            conn.sent += ahead
            self._gather(conn)
            return
        conn.set_timeout()
        self.keepalived_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_client_socket_readable, conn))

    # --- leaving ---

    def _see_off(self, conn: Connection) -> None:
        """Say that no more will come, and wait for the client to have read it, in the loop like everything else."""
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._drop(conn)
            return
        self.leaving[conn] = time.monotonic() + LEAVE_SECONDS
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._overhear, conn))

    def _overhear(self, conn: Connection, _: Any = None) -> None:
        """Nothing that comes now is of interest, except the end."""
        if conn not in self.leaving:
            return
        try:
            over = not conn.sock.recv(_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            over = True
        if over:
            self._gone(conn)

    def _gone(self, conn: Connection) -> None:
        self.leaving.pop(conn, None)
        self._forget(conn)
        self._drop(conn)

    def _forget(self, conn: Connection) -> None:
        with suppress(KeyError, ValueError, OSError):
            self.poller.unregister(conn.sock)

    def _drop(self, conn: Connection) -> None:
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """Called at every turn of the loop: the slow are sent away, and everybody new when the process is to end."""
        now = time.monotonic()
        if now < self._next_look and self.alive:
            return
        self._next_look = now + LOOK_SECONDS
        for conn in [each for each in self.gathering if each.late or not self.alive]:
            if conn.sent:
                self._refuse(conn, HTTPStatus.REQUEST_TIMEOUT if self.alive else HTTPStatus.SERVICE_UNAVAILABLE)
            else:
                self._ungather(conn)
                self._drop(conn)
        for conn in [each for each in self.reading if each.late]:
            self._stop_reading(conn)
        for conn in [each for each, until in self.leaving.items() if until < now]:
            self._gone(conn)
