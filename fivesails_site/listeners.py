"""The clients that listen to streams of this web process, fed from Redis without a thread each."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import redis.asyncio
from redis.exceptions import RedisError

from web.streams import TOPIC

logger = logging.getLogger(__name__)

MAX_LISTENERS: Final = 1000
MAX_PER_ADDRESS: Final = 50
#: After this much silence, a comment keeps the connection open through proxies.
HEARTBEAT_SECONDS: Final = 15.0
#: How long a new listener waits for Redis.
CONNECT_SECONDS: Final = 2.0
HEARTBEAT: Final = b": still here\n\n"


class FullError(Exception):
    """This process or the client's address has no room for another stream."""


class Inbox:
    """The latest state that a listener has not read yet."""

    def __init__(self) -> None:
        self.version = -1
        self.state = ""
        self.filled = asyncio.Event()
        self.closed = False

    def put(self, message: bytes) -> None:
        """Keep a state unless a newer one was received."""
        version, _, state = message.decode().partition("\n")
        if int(version) > self.version:
            self.version, self.state = int(version), state
            self.filled.set()

    def close(self) -> None:
        self.closed = True
        self.filled.set()

    async def events(self) -> AsyncIterator[bytes]:
        """States as server-sent events, with heartbeats in between."""
        while not self.closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.filled.wait(), HEARTBEAT_SECONDS)
            if self.closed:
                return
            if self.filled.is_set():
                self.filled.clear()
                yield f"id: {self.version}\ndata: {self.state}\n\n".encode()
            else:
                yield HEARTBEAT


class Listeners:
    """The listeners of a process; one connection to Redis feeds them all."""

    def __init__(self, url: str) -> None:
        # No read timeout: silence is not an error.
        self._redis = redis.asyncio.Redis.from_url(url, socket_connect_timeout=1.0)
        self._inboxes: defaultdict[str, set[Inbox]] = defaultdict(set)
        self._addresses: Counter[str] = Counter()
        self._task: asyncio.Task[None] | None = None
        self._connected = asyncio.Event()
        self._closing = False

    @contextmanager
    def reserve(self, channel: str, address: str) -> Iterator[Inbox]:
        """Reserve room for a listener. :raises FullError: if there is none."""
        open_streams = self._addresses.total()
        if self._closing or open_streams >= MAX_LISTENERS or self._addresses[address] >= MAX_PER_ADDRESS:
            raise FullError
        inbox = Inbox()
        self._addresses[address] += 1
        self._inboxes[channel].add(inbox)
        try:
            yield inbox
        finally:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]
            self._inboxes[channel].discard(inbox)
            if not self._inboxes[channel]:
                del self._inboxes[channel]

    async def connect(self, inbox: Inbox, channel: str) -> None:
        """Give a listener the latest state, and every newer one from now on.

        :raises OSError: if Redis cannot be reached.
        """
        if self._task is None:
            self._task = asyncio.create_task(self._listen())
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await self._connected.wait()
                latest = await self._redis.get(f"{TOPIC}{channel}")
        except RedisError as error:
            raise OSError(str(error)) from error
        if isinstance(latest, bytes):
            inbox.put(latest)

    async def _listen(self) -> None:
        """Distribute what is published. If Redis is lost, all streams end, and browsers reconnect or poll."""
        while not self._closing:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.psubscribe(f"{TOPIC}*")
                    async for message in pubsub.listen():
                        if message["type"] == "psubscribe":
                            self._connected.set()
                        elif message["type"] == "pmessage":
                            channel = message["channel"].decode().removeprefix(TOPIC)
                            for inbox in tuple(self._inboxes.get(channel, ())):
                                inbox.put(message["data"])
            except (RedisError, OSError) as error:
                logger.warning("streams: lost Redis: %s", error)
            self._connected.clear()
            self._close_all()
            await asyncio.sleep(1)

    def _close_all(self) -> None:
        for inboxes in self._inboxes.values():
            for inbox in inboxes:
                inbox.close()

    def close(self) -> None:
        """End all streams now and accept no more."""
        self._closing = True
        self._close_all()

    async def end(self) -> None:
        """Close, and disconnect from Redis."""
        self.close()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._redis.aclose()
