"""Streams: the latest state of a channel, stored in Redis and sent to its listeners.

Code that changes something publishes the new state after the commit. The router (`fivesails_site.asgi`) reads only
Redis, so a listener holds neither a thread nor a database connection. A stream's address is signed: anyone who has it
may read the channel, without a look at the database.
"""

from __future__ import annotations

import json
import logging
from functools import cache
from typing import Any, Final

import redis
from django.conf import settings
from django.core import signing

logger = logging.getLogger(__name__)

#: Prefix of a channel: names both the key of its latest state and the topic it is published on.
TOPIC: Final = "fivesails:stream:"
PATH: Final = "/streams/"
#: How long a channel's latest state is stored, and its address valid.
MAX_AGE_SECONDS: Final = 24 * 3600

_SALT: Final = "web.streams"
# A state replaces only older ones: of two writers that publish at once, the later may have the older state.
_PUBLISH: Final = """
local kept = redis.call('GET', KEYS[1])
if kept and tonumber(string.match(kept, '^%d+')) > tonumber(ARGV[1]) then return 0 end
local state = ARGV[1] .. '\\n' .. ARGV[2]
redis.call('SET', KEYS[1], state, 'EX', ARGV[3])
redis.call('PUBLISH', KEYS[1], state)
return 1
"""


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=1.0)


def publish(channel: str, version: int, state: dict[str, Any]) -> bool:
    """Store a state and send it to all listeners; false if a newer one is stored, or Redis cannot be reached."""
    try:
        text = json.dumps(state, separators=(",", ":"))
        return bool(_client().eval(_PUBLISH, 1, f"{TOPIC}{channel}", version, text, MAX_AGE_SECONDS))
    except (redis.RedisError, OSError) as error:
        logger.warning("cannot publish %s: %s", channel, error)
        return False


def forget(channel: str) -> None:
    """Drop the stored state, so that versions can start over."""
    try:
        _client().delete(f"{TOPIC}{channel}")
    except (redis.RedisError, OSError) as error:
        logger.warning("cannot forget %s: %s", channel, error)


def address(channel: str) -> str:
    return f"{PATH}{signing.dumps(channel, salt=_SALT)}"


def channel_at(path: str) -> str | None:
    """The channel of an address; None if the address is forged or expired."""
    try:
        channel = signing.loads(path.removeprefix(PATH), salt=_SALT, max_age=MAX_AGE_SECONDS)
    except signing.BadSignature:
        return None
    return channel if isinstance(channel, str) else None
