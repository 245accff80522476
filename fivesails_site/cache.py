"""A Redis cache that pages can do without."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

# How long a failed server is left alone, so that not every page waits for it.
PAUSE_SECONDS = 5.0
#: Called with the result of each lookup: ``hit``, ``miss`` or ``failure``.
listeners: list[Callable[[str], None]] = []

_MISSED = object()


def _notify(result: str) -> None:
    for listener in listeners:
        listener(result)


class ForgivingRedisCache(RedisCache):
    """Treats every failure of the server as a miss, and logs it once per pause."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._paused_until = 0.0

    def _forgive(self, call: Callable[[], Any], fallback: Any) -> Any:
        if time.monotonic() < self._paused_until:
            return fallback
        try:
            return call()
        except (RedisError, OSError) as error:
            self._paused_until = time.monotonic() + PAUSE_SECONDS
            _notify("failure")
            logger.warning("cache unavailable, continuing without it: %s", error)
            return fallback

    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> Any:
        """True without a server, as for the first caller."""
        return self._forgive(lambda: super(ForgivingRedisCache, self).add(key, value, *args, **kwargs), True)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        found = self._forgive(lambda: super(ForgivingRedisCache, self).get(key, _MISSED, version), _MISSED)
        _notify("miss" if found is _MISSED else "hit")
        return default if found is _MISSED else found

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._forgive(lambda: super(ForgivingRedisCache, self).set(*args, **kwargs), None)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._forgive(lambda: super(ForgivingRedisCache, self).touch(*args, **kwargs), False)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._forgive(lambda: super(ForgivingRedisCache, self).delete(*args, **kwargs), False)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._forgive(lambda: super(ForgivingRedisCache, self).get_many(*args, **kwargs), {})

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._forgive(lambda: super(ForgivingRedisCache, self).has_key(*args, **kwargs), False)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> Any:
        """Without a server, as for a first count."""
        return self._forgive(lambda: super(ForgivingRedisCache, self).incr(key, delta, version), delta)

    def set_many(self, data: dict[Any, Any], *args: Any, **kwargs: Any) -> Any:
        """Without a server, every key failed."""
        return self._forgive(lambda: super(ForgivingRedisCache, self).set_many(data, *args, **kwargs), list(data))

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._forgive(lambda: super(ForgivingRedisCache, self).delete_many(*args, **kwargs), None)

    def clear(self) -> Any:
        """Remove our own keys only: Django's `FLUSHDB` would empty the queue as well."""

        def remove() -> bool:
            client = self._cache.get_client(None, write=True)
            for key in client.scan_iter(match=f"{self.key_prefix}:*", count=500):
                client.unlink(key)
            return True

        return self._forgive(remove, False)
