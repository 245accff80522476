"""The site as an ASGI application: streams are served here, everything else by Django in a thread pool.

Django's own ASGI handler would start a thread and a database connection for each request. Here the event loop reads the
whole request before a thread of the pool gets it, and sends large files after that thread is done, so a slow client
never holds a thread.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from types import FrameType
from typing import IO, Any, Final
from urllib.parse import quote, unquote_to_bytes
from wsgiref.util import FileWrapper

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.utils.encoding import repercent_broken_unicode
from django.utils.http import http_date

# First: it sets Django up, without which the others cannot be imported.
from fivesails_site.wsgi import application as django_application  # isort: skip
from fivesails_site import logs, metrics
from fivesails_site.errors import REFUSED
from fivesails_site.listeners import FullError, Listeners
from web import request_ids, streams

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

#: More than the largest picture upload; views with a lower limit enforce it themselves.
MAX_BODY: Final = 8 * 1024 * 1024
#: All request bodies in the memory of one process.
MAX_BUFFERED: Final = 64 * 1024 * 1024
MAX_TARGET: Final = 8 * 1024
MAX_HEADERS: Final = 64 * 1024
#: A client has this long to send a body, and a second more for every `MIN_BYTES_PER_SECOND` received.
BODY_SECONDS: Final = 10.0
MIN_BYTES_PER_SECOND: Final = 4096
FILE_BLOCK: Final = 256 * 1024
#: How long a client may take to accept one block of a file.
BLOCK_SECONDS: Final = FILE_BLOCK / MIN_BYTES_PER_SECOND
#: Scope key under which Django's thread leaves a file's descriptor and the position to continue from.
_REMAINDER: Final = "fivesails.remainder"

_STREAM_HEADERS: Final = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"private, no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-robots-tag", b"noindex, nofollow"),
    # Keeps nginx from buffering the events.
    (b"x-accel-buffering", b"no"),
]


class DisconnectedError(Exception):
    """The client disconnected."""


class RefusedError(Exception):
    """A request is refused before Django sees it, with this status."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


class Site:
    """The application of one web process."""

    def __init__(self) -> None:
        self._django = WSGIMiddleware(_django, workers=settings.WEB_THREADS)  # type: ignore[arg-type]
        self._listeners: Listeners | None = None
        self._buffered = 0
        self._timeouts: set[asyncio.Timeout] = set()
        self._closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http" and scope["path"].startswith(streams.PATH):
            await self._stream(scope, receive, _with_date(send))
        elif scope["type"] == "http":
            await self._page(scope, receive, _with_date(send))

    # --- the process ---

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        self._listeners = Listeners(settings.REDIS_URL)
        loop = asyncio.get_running_loop()

        def stop(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(self._close)

        # Granian's own handler belongs to the loop and still runs.
        signal.signal(signal.SIGTERM, stop)
        parent_watch = asyncio.create_task(_stop_with_parent(os.getppid()))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        parent_watch.cancel()
        await self._listeners.end()
        await send({"type": "lifespan.shutdown.complete"})

    def _close(self) -> None:
        """End streams and slow uploads now, because granian waits for every open response before it stops."""
        self._closing = True
        if self._listeners is not None:
            self._listeners.close()
        for timeout in self._timeouts:
            timeout.reschedule(asyncio.get_running_loop().time())

    # --- pages ---

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope = _normalize(scope)
        body = bytearray()
        try:
            try:
                _check_head(scope)
                await self._read_body(scope, body, receive)
            except RefusedError as refused:
                scope[REFUSED] = int(refused.status)
                scope["path"] = scope["path"][:200]
                # The body was not read, so nobody may wait for it.
                scope["headers"] = [(name, value) for name, value in scope["headers"] if name != b"content-length"]
                self._buffered -= len(body)
                body.clear()
            except DisconnectedError:
                return
            await self._respond(scope, bytes(body), send)
        finally:
            self._buffered -= len(body)

    async def _read_body(self, scope: Scope, body: bytearray, receive: Receive) -> None:
        """Read the whole body. :raises RefusedError: too large or slow. :raises DisconnectedError: it ended early."""
        if not any(name == b"content-length" for name, _ in scope["headers"]):
            return
        deadline = asyncio.get_running_loop().time() + BODY_SECONDS
        try:
            async with asyncio.timeout_at(deadline) as timeout:
                self._timeouts.add(timeout)
                try:
                    while await self._read_part(body, receive):
                        if not self._closing:
                            timeout.reschedule(deadline + len(body) / MIN_BYTES_PER_SECOND)
                finally:
                    self._timeouts.discard(timeout)
        except TimeoutError:
            raise RefusedError(HTTPStatus.REQUEST_TIMEOUT) from None

    async def _read_part(self, body: bytearray, receive: Receive) -> bool:
        """Append the next part; false after the last."""
        message = await receive()
        if message["type"] == "http.disconnect":
            raise DisconnectedError
        part = message.get("body", b"")
        self._buffered += len(part)
        body += part
        if len(body) > MAX_BODY:
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        if self._buffered > MAX_BUFFERED:
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE)
        return bool(message.get("more_body", False))

    async def _respond(self, scope: Scope, body: bytes, send: Send) -> None:
        """Let Django answer in a thread, then send what it left of a file."""

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send_unless_more_follows(message: Message) -> None:
            is_last = message["type"] == "http.response.body" and not message.get("more_body", False)
            if not (is_last and _REMAINDER in scope):
                await send(message)

        try:
            await self._django(scope, receive, send_unless_more_follows)  # type: ignore[arg-type]
            if _REMAINDER in scope:
                descriptor, position = scope[_REMAINDER]
                await _send_file(descriptor, position, send)
        finally:
            if _REMAINDER in scope:
                os.close(scope[_REMAINDER][0])

    # --- streams ---

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a stream; once it ends, count and log it."""
        began = time.perf_counter()
        request_ids.begin(dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1"))
        status = HTTPStatus.OK
        try:
            await self._send_events(scope, receive, send)
        except RefusedError as refused:
            status = refused.status
            await _send_empty(send, status)
        finally:
            metrics.STREAMS.labels(str(int(status))).inc()
            logs.write_access(scope["method"], "stream", scope["path"], int(status), time.perf_counter() - began)

    async def _send_events(self, scope: Scope, receive: Receive, send: Send) -> None:
        """:raises RefusedError: before anything is sent."""
        channel = streams.channel_at(scope["path"])
        if scope["method"] != "GET" or channel is None or self._listeners is None:
            raise RefusedError(HTTPStatus.NOT_FOUND)
        try:
            with self._listeners.reserve(channel, _client_address(scope)) as inbox:
                await self._listeners.connect(inbox, channel)
                with metrics.OPEN_STREAMS.track_inprogress():
                    await send({"type": "http.response.start", "status": 200, "headers": _STREAM_HEADERS})
                    disconnect = asyncio.create_task(_on_disconnect(receive, inbox.close))
                    try:
                        async for event in inbox.events():
                            await send({"type": "http.response.body", "body": event, "more_body": True})
                    finally:
                        disconnect.cancel()
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
        except (FullError, OSError):
            # The page's script polls instead.
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE) from None


class FileStart(FileWrapper):
    """WSGI's `file_wrapper`: yields the first block of a file and leaves the others to the event loop.

    A file without a descriptor, such as a part of another or one in memory, is yielded whole.
    """

    def __init__(self, scope: Scope, file: IO[bytes], _block_size: int) -> None:
        super().__init__(file, FILE_BLOCK)
        self._scope = scope

    def __iter__(self) -> Iterator[bytes]:  # type: ignore[override]
        block = self.filelike.read(FILE_BLOCK)
        yield block
        if len(block) < FILE_BLOCK:
            return
        try:
            # Django closes its own with the response, in its thread.
            descriptor = os.dup(self.filelike.fileno())
        except OSError:
            yield from iter(partial(self.filelike.read, FILE_BLOCK), b"")
        else:
            self._scope[_REMAINDER] = (descriptor, self.filelike.tell())


def _django(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    environ["wsgi.file_wrapper"] = partial(FileStart, environ["asgi.scope"])
    return django_application(environ, start_response)


async def _send_file(descriptor: int, position: int, send: Send) -> None:
    """Send a file from a position on, and the end of the response; give up on a client that does not read."""
    with suppress(TimeoutError):
        while block := await asyncio.to_thread(os.pread, descriptor, FILE_BLOCK, position):
            position += len(block)
            async with asyncio.timeout(BLOCK_SECONDS):
                await send({"type": "http.response.body", "body": block, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _with_date(send: Send) -> Send:
    """Add the `Date` header: after the clock is set back, granian's own would stay at the old time."""

    async def send_with_date(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], (b"date", http_date().encode())]
        await send(message)

    return send_with_date


def _normalize(scope: Scope) -> Scope:
    """The scope as WSGI needs it: a path and query of any bytes decoded, ambiguous headers dropped."""
    raw = scope.get("raw_path") or quote(scope["path"]).encode()
    return {
        **scope,
        "path": repercent_broken_unicode(unquote_to_bytes(raw.partition(b"?")[0])).decode(),
        "query_string": quote(scope["query_string"], safe="%" + _ASCII).encode(),
        # X_Forwarded_For and X-Forwarded-For are the same to WSGI, but a proxy replaces only the latter.
        "headers": [(name, value) for name, value in scope["headers"] if b"_" not in name],
    }


_ASCII: Final = "".join(map(chr, range(0x21, 0x7F)))


def _check_head(scope: Scope) -> None:
    """:raises RefusedError: if the address or the headers are reason enough."""
    if len(scope["path"]) + len(scope["query_string"]) > MAX_TARGET:
        raise RefusedError(HTTPStatus.REQUEST_URI_TOO_LONG)
    if sum(len(name) + len(value) for name, value in scope["headers"]) > MAX_HEADERS:
        raise RefusedError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        raise RefusedError(HTTPStatus.LENGTH_REQUIRED)
    with suppress(ValueError):
        if int(headers.get(b"content-length", b"0")) > MAX_BODY:
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def _client_address(scope: Scope) -> str:
    """The client's address behind the configured number of proxies, as Django REST framework finds it."""
    proxies = int(settings.REST_FRAMEWORK["NUM_PROXIES"])  # type: ignore[call-overload]
    forwarded = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1")
    if proxies and forwarded:
        hops = forwarded.split(",")
        return hops[-min(proxies, len(hops))].strip()
    return str((scope.get("client") or ("",))[0])


async def _on_disconnect(receive: Receive, callback: Callable[[], None]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    callback()


async def _send_empty(send: Send, status: HTTPStatus) -> None:
    headers = [(b"content-length", b"0"), (b"cache-control", b"no-store"), (b"retry-after", b"5")]
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _stop_with_parent(parent: int) -> None:
    """Stop this process if the server that forked it is killed."""
    while os.getppid() == parent:
        await asyncio.sleep(1)
    signal.raise_signal(signal.SIGTERM)


application = Site()
