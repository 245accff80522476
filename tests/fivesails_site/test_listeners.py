"""Streams in one process of the web server: what a listener hears, who finds room, and how it ends."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from django.test import override_settings

from fivesails_site import listeners
from fivesails_site.listeners import FullError, Inbox, Listeners
from tests.event_loops import run
from web import streams


@pytest.fixture(autouse=True)
def _queue(queue_url: str) -> Iterator[None]:
    streams._client.cache_clear()
    with override_settings(REDIS_URL=queue_url):
        yield
        streams._client().close()
    streams._client.cache_clear()


@asynccontextmanager
async def those_at(url: str) -> AsyncIterator[Listeners]:
    """The listeners of a process, while it lives."""
    made = Listeners(url)
    try:
        yield made
    finally:
        await made.end()


async def heard(events: AsyncIterator[bytes]) -> bytes:
    """The next event, if it comes soon."""
    return await asyncio.wait_for(anext(events), 10)


def test_a_listener_hears_the_latest_state_first_then_newer_ones(queue_url: str) -> None:
    streams.forget("table:1")
    assert streams.publish("table:1", 3, {"turn": "Ana"})

    async def listen() -> None:
        async with those_at(queue_url) as here:
            with here.reserve("table:1", "one") as inbox, here.reserve("table:2", "one") as other:
                await here.connect(inbox, "table:1")
                await here.connect(other, "table:2")
                events = inbox.events()
                assert await heard(events) == b'id: 3\ndata: {"turn":"Ana"}\n\n'
                await asyncio.to_thread(streams.publish, "table:1", 4, {"turn": "Bo"})
                assert await heard(events) == b'id: 4\ndata: {"turn":"Bo"}\n\n'
                assert not other.filled.is_set()
                here.close()
                with pytest.raises(StopAsyncIteration):
                    await heard(events)

    run(listen())


def test_an_older_state_never_replaces_a_newer_one() -> None:
    streams.forget("table:3")
    assert streams.publish("table:3", 10, {"at": 10})
    assert not streams.publish("table:3", 9, {"at": 9})
    kept = streams._client().get(f"{streams.TOPIC}table:3")
    assert isinstance(kept, bytes)
    assert json.loads(kept.partition(b"\n")[2]) == {"at": 10}
    inbox = Inbox()
    inbox.put(b"10\nnew")
    inbox.put(b"9\nold")
    assert (inbox.version, inbox.state) == (10, "new")


def test_silence_is_broken_by_heartbeats(queue_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "HEARTBEAT_SECONDS", 0.05)

    async def listen() -> None:
        async with those_at(queue_url) as here:
            with here.reserve("table:silent", "one") as inbox:
                await here.connect(inbox, "table:silent")
                assert await heard(inbox.events()) == listeners.HEARTBEAT

    run(listen())


def test_room_is_bounded_and_given_back(monkeypatch: pytest.MonkeyPatch, queue_url: str) -> None:
    monkeypatch.setattr(listeners, "MAX_PER_ADDRESS", 1)
    monkeypatch.setattr(listeners, "MAX_LISTENERS", 2)

    async def come() -> None:
        async with those_at(queue_url) as here:
            with here.reserve("a", "one"), here.reserve("a", "two"):
                for address in ("one", "three"):
                    with pytest.raises(FullError), here.reserve("a", address):
                        pass
            with here.reserve("a", "one"):
                pass

    run(come())


def test_without_redis_a_listener_is_sent_away_and_a_writer_goes_on() -> None:
    with override_settings(REDIS_URL="redis://127.0.0.1:9/0"):
        streams._client.cache_clear()
        assert not streams.publish("table:4", 1, {})
        streams.forget("table:4")

    async def listen() -> None:
        async with those_at("redis://127.0.0.1:9/0") as here:
            with here.reserve("table:4", "one") as inbox, pytest.raises(OSError):
                await here.connect(inbox, "table:4")

    run(listen())


def test_an_address_opens_one_channel_and_cannot_be_made_up() -> None:
    address = streams.address("table:5:seat:2")
    assert address.startswith(streams.PATH)
    assert streams.channel_at(address) == "table:5:seat:2"
    for forged in (address[:-1], f"{streams.PATH}table:5:seat:1", streams.PATH, f"{address}x"):
        assert streams.channel_at(forged) is None
