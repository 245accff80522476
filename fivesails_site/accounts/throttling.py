"""How often somebody may try: counters in the cache. Without a cache server nobody is refused."""

from __future__ import annotations

import contextlib
import hashlib
import math
import time
import unicodedata
from dataclasses import dataclass
from typing import Final

from django.core.cache import cache
from django.http import HttpRequest

from cards.api.throttles import AddressThrottle

_MINUTES: Final = 60
_HOUR: Final = 60 * _MINUTES


@dataclass(frozen=True, slots=True)
class Limit:
    """How many tries within how many seconds."""

    name: str
    most: int
    seconds: int


SIGN_IN_BY_NAME: Final = Limit("sign-in-name", 10, 15 * _MINUTES)
#: A club plays behind one address.
SIGN_IN_BY_ADDRESS: Final = Limit("sign-in-address", 60, 15 * _MINUTES)
SIGN_UP_BY_ADDRESS: Final = Limit("sign-up-address", 30, _HOUR)
#: Passwords typed again by somebody signed in: whoever found an open browser must not guess on.
PASSWORD_BY_NAME: Final = Limit("password-name", 10, 15 * _MINUTES)
RESET_BY_ADDRESS: Final = Limit("reset-address", 20, _HOUR)
#: What one mailbox has to bear, whoever asks and wherever.
MAIL_BY_RECIPIENT: Final = Limit("mail", 5, _HOUR)
EXPORT_BY_NAME: Final = Limit("export", 30, _HOUR)


class TooOftenError(Exception):
    """The limit is reached; ``wait`` is the number of seconds until it is lifted."""

    def __init__(self, wait: int) -> None:
        self.wait = wait
        super().__init__(f"Please wait {in_words(wait)} and try again.")


def in_words(seconds: int) -> str:
    """A span of time as people say it."""
    if seconds < 100:
        return f"{seconds} second{'' if seconds == 1 else 's'}"
    return f"{math.ceil(seconds / 60)} minutes"


def attempt(limit: Limit, who: str) -> None:
    """Count a try before its outcome is known, so that tries made at once are all counted.

    :raises TooOftenError: if there were too many.
    """
    now = time.time()
    key = _key(limit, who, now)
    cache.add(key, 0, timeout=limit.seconds + 1)
    try:
        used = int(cache.incr(key))
    except ValueError:
        # The key ran out between the two calls: this is the first try of the next window.
        used = 1
    if used > limit.most:
        raise TooOftenError(max(1, math.ceil(limit.seconds - now % limit.seconds)))


def take_back(limit: Limit, who: str) -> None:
    """A try that succeeded does not count."""
    key = _key(limit, who, time.time())
    # Without the key there is nothing to take back: a new window has begun.
    with contextlib.suppress(ValueError):
        cache.decr(key)


def forget(limit: Limit, who: str) -> None:
    """Somebody showed who they are: all their earlier tries are forgiven."""
    cache.delete(_key(limit, who, time.time()))


def network_of(request: HttpRequest) -> str:
    """The client's address, or its network; only our own proxies are believed about it."""
    throttle = AddressThrottle()
    return throttle.network(throttle.get_ident(request))  # type: ignore[arg-type]


def _key(limit: Limit, who: str, now: float) -> str:
    # As forms read names: otherwise each spelling of one in wide or bold letters would have tries of its own.
    read = unicodedata.normalize("NFKC", who).strip().lower()
    name = hashlib.sha256(read.encode(errors="replace")).hexdigest()[:32]
    return f"limit:{limit.name}:{int(now // limit.seconds)}:{name}"
