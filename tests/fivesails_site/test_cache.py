"""The cache works with a server, and its absence is never an error."""

import logging
from pathlib import Path

import pytest
import redis

from fivesails_site import cache as module
from fivesails_site.cache import ForgivingRedisCache

PARAMETERS = {"KEY_PREFIX": "fivesails", "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 1.0}}


@pytest.fixture
def cache(queue_url: str) -> ForgivingRedisCache:
    """A cache on the private server, emptied."""
    cache = ForgivingRedisCache(queue_url, dict(PARAMETERS))
    cache.clear()
    return cache


@pytest.fixture
def lost(tmp_path: Path) -> ForgivingRedisCache:
    """A cache whose server is not there."""
    return ForgivingRedisCache(f"unix://{tmp_path}/nothing.sock", dict(PARAMETERS))


def test_it_remembers(cache: ForgivingRedisCache) -> None:
    assert cache.add("n", 1) is True
    assert cache.add("n", 2) is False
    assert cache.incr("n") == 2
    assert cache.get("n") == 2
    assert cache.has_key("n")
    assert cache.set_many({"a": [1], "b": None}) == []
    assert cache.get_many(["a", "b", "c"]) == {"a": [1], "b": None}
    assert cache.touch("a")
    cache.delete_many(["a", "b"])
    assert cache.delete("n")
    assert cache.get("n", "gone") == "gone"


def test_clearing_leaves_the_queue_alone(cache: ForgivingRedisCache, queue_url: str) -> None:
    with redis.Redis.from_url(queue_url) as client:
        client.rpush("default", "a queued task")
        cache.set("page", "text")
        cache.clear()
        assert cache.get("page") is None
        assert client.lrange("default", 0, -1) == [b"a queued task"]
        client.delete("default")


def test_a_value_error_is_still_the_callers(cache: ForgivingRedisCache) -> None:
    with pytest.raises(ValueError, match="not found"):
        cache.incr("never-set")


def test_without_a_server_everything_is_a_miss(lost: ForgivingRedisCache, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert lost.get("n", "default") == "default"
        assert lost.add("n", 1) is True
        lost.set("n", 1)
        assert lost.touch("n") is False
        assert lost.delete("n") is False
        assert lost.get_many(["n"]) == {}
        assert lost.has_key("n") is False
        assert lost.incr("n") == 1
        assert lost.set_many({"n": 1}) == ["n"]
        lost.delete_many(["n"])
        assert lost.clear() is False
    assert [record.message.split(":")[0] for record in caplog.records] == ["cache unavailable, continuing without it"]


def test_it_tries_again_after_a_rest(
    lost: ForgivingRedisCache, queue_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE_SECONDS", 0.0)
    lost.set("n", 1)
    back = ForgivingRedisCache(queue_url, dict(PARAMETERS))
    lost._cache = back._cache
    lost.set("n", 2)
    assert lost.get("n") == 2
