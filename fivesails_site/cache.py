"""A Redis cache the site can lose without losing pages."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

# How long a server that failed is left alone, so that each page does not wait for it anew.
REST_SECONDS = 5.0
#: Told of each question what came of it: ``hit``, ``miss``, or ``failure`` of the server.
listeners: list[Callable[[str], None]] = []

_MISSED = object()


def _tell(result: str) -> None:
    for listener in listeners:
        listener(result)


class ForgivingRedisCache(RedisCache):
    """Every failure of the server is a miss, told once per pause in the log."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._resting_until = 0.0

    def _forgive(self, call: Callable[[], Any], otherwise: Any) -> Any:
        if time.monotonic() < self._resting_until:
            return otherwise
        try:
            return call()
        except (RedisError, OSError) as error:
            self._resting_until = time.monotonic() + REST_SECONDS
            _tell("failure")
            logger.warning("cache unavailable, going on without it: %s", error)
            return otherwise

    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> Any:
        """True without a server: the caller that may go first does."""
        return self._forgive(lambda: super(ForgivingRedisCache, self).add(key, value, *args, **kwargs), True)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        """The default without a server."""
        found = self._forgive(lambda: super(ForgivingRedisCache, self).get(key, _MISSED, version), _MISSED)
        _tell("miss" if found is _MISSED else "hit")
        return default if found is _MISSED else found

    def set(self, *args: Any, **kwargs: Any) -> Any:
        """Forgotten without a server."""
        return self._forgive(lambda: super(ForgivingRedisCache, self).set(*args, **kwargs), None)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        """False, as for a missing key, without a server."""
        return self._forgive(lambda: super(ForgivingRedisCache, self).touch(*args, **kwargs), False)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        """False, as for a missing key, without a server."""
        return self._forgive(lambda: super(ForgivingRedisCache, self).delete(*args, **kwargs), False)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        """Nothing found without a server."""
        return self._forgive(lambda: super(ForgivingRedisCache, self).get_many(*args, **kwargs), {})

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        """False without a server."""
        return self._forgive(lambda: super(ForgivingRedisCache, self).has_key(*args, **kwargs), False)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> Any:
        """The first count without a server."""
        return self._forgive(lambda: super(ForgivingRedisCache, self).incr(key, delta, version), delta)

    def set_many(self, data: dict[Any, Any], *args: Any, **kwargs: Any) -> Any:
        """Every key failed without a server."""
        return self._forgive(lambda: super(ForgivingRedisCache, self).set_many(data, *args, **kwargs), list(data))

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        """Forgotten without a server."""
        return self._forgive(lambda: super(ForgivingRedisCache, self).delete_many(*args, **kwargs), None)

    def clear(self) -> Any:
        """Remove our own keys only: Redis' own way would empty the queue beside them."""

        def remove() -> bool:
            client = self._cache.get_client(None, write=True)
            for key in client.scan_iter(match=f"{self.key_prefix}:*", count=500):
                client.unlink(key)
            return True

        return self._forgive(remove, False)
