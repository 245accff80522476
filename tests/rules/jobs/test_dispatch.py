"""Messages in a real queue: what they carry, in which order they come, and what happens when it is away."""

import base64
import json
import time

import pytest
import redis
from celery import current_app

from fivesails_site.addresses import broker_url
from rules.jobs.models import Run
from rules.jobs.run import dispatch
from rules.jobs.run.chunks import LARGE, MEDIUM, SMALL

KEYS = {SMALL: dispatch.QUEUE, MEDIUM: f"{dispatch.QUEUE}\x06\x163", LARGE: f"{dispatch.QUEUE}\x06\x166"}


@pytest.fixture
def broker(queue_url, monkeypatch):
    """The application, talking to the test's own server."""
    with (
        current_app.connection_for_write(broker_url(queue_url)) as connection,
        redis.Redis.from_url(queue_url) as client,
    ):
        client.delete(*KEYS.values())
        producer = current_app.amqp.Producer(connection)
        monkeypatch.setattr(current_app, "producer_or_acquire", lambda *_: _lent(producer))
        monkeypatch.setattr(dispatch, "_failed_at", None)
        yield client
        client.delete(*KEYS.values())


class _lent:  # noqa: N801 - a context, not a kind of thing
    def __init__(self, producer):
        self.producer = producer

    def __enter__(self):
        return self.producer

    def __exit__(self, *_):
        return None


def run(chunks, pk=7):
    return Run(pk=pk, chunks=chunks, games=chunks * 10, chunk_size=10)


def test_a_message_carries_ids_and_nothing_else(broker):
    assert dispatch.send(run(5), [3])
    message = json.loads(broker.lindex(dispatch.QUEUE, 0))
    args, kwargs, _ = json.loads(base64.b64decode(message["body"]))
    assert (args, kwargs) == ([7, 3], {})
    assert message["headers"]["task"] == dispatch.PLAY
    assert len(json.dumps(message)) < 1500


def test_small_runs_go_before_large_ones(broker):
    for chunks in (400, 60, 2):
        assert dispatch.send(run(chunks), range(2))
    assert {pri: broker.llen(key) for pri, key in KEYS.items()} == {SMALL: 2, MEDIUM: 2, LARGE: 2}
    assert dispatch.waiting() == 6


def test_a_queue_that_is_away_is_no_error_and_takes_no_time(caplog, monkeypatch):
    """Tests have no queue of their own unless they ask for one."""
    monkeypatch.setattr(dispatch, "_failed_at", None)
    began = time.monotonic()
    assert not dispatch.send(run(5), [0])
    assert time.monotonic() - began < 2
    assert "run 7 could not be queued yet" in caplog.text
    began = time.monotonic()
    assert not dispatch.send(run(5), [0])
    assert time.monotonic() - began < 0.05, "it is left alone for a while"
