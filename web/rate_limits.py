"""Every rate limit of the site in one table, counted in the cache.

Counts are per fixed window of the clock. Without a cache server, nobody is refused.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import ipaddress
import math
import time
import unicodedata
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from web.number_format import quantity

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR
#: Whoever has one IPv6 address usually has a whole network of this length.
_IPV6_PREFIX: Final = 64
#: In seconds; see ``slow_down``.
MAX_PAUSE: Final = 30


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``count`` of ``what`` within ``seconds``; ``name`` is part of the cache key."""

    name: str
    what: str
    count: int
    seconds: int


#: By name and address together: a limit by name alone would let anybody lock out somebody else.
SIGN_IN: Final = Limit("sign-in", "sign-in attempts", 10, 15 * _MINUTE)
#: By name alone, from anywhere: beyond it, everybody has to pause (see ``slow_down``).
SIGN_IN_BY_NAME: Final = Limit("sign-in-name", "sign-in attempts", 10, 15 * _MINUTE)
#: High, since a whole club may share one address.
SIGN_IN_BY_ADDRESS: Final = Limit("sign-in-address", "sign-in attempts", 60, 15 * _MINUTE)
SIGN_UP_BY_ADDRESS: Final = Limit("sign-up-address", "new accounts", 30, _HOUR)
#: When a signed-in user must repeat the password: a browser left open must not allow guessing.
PASSWORD_BY_NAME: Final = Limit("password-name", "password attempts", 10, 15 * _MINUTE)
RESET_BY_ADDRESS: Final = Limit("reset-address", "password resets", 20, _HOUR)
#: By recipient, whoever requests them.
MAILS: Final = Limit("mail", "emails to one address", 5, _HOUR)
ACCOUNT_EXPORTS: Final = Limit("account-export", "account exports", 30, _HOUR)

NEW_DECKS: Final = Limit("new-decks", "new decks", settings.NEW_DECKS_AN_HOUR, _HOUR)
DECK_EDITS: Final = Limit("deck-edits", "changes to decks", settings.DECK_EDITS, 5 * _MINUTE)
#: Files that take seconds or megabytes to make, such as proxies.
HEAVY_EXPORTS: Final = Limit("heavy-exports", "large exports", 30, 10 * _MINUTE)
COMMENTS: Final = Limit("comments", "comments", 5, 10 * _MINUTE)
REPORTS: Final = Limit("reports", "reports", 10, 10 * _MINUTE)
GAMES: Final = Limit("games", "games", 300, _DAY)
#: Each takes seconds of a web thread.
BOT_GAMES: Final = Limit("bot-games", "bot games", 10, _MINUTE)
DUELS: Final = Limit("duels", "duel simulations", 10, _MINUTE)

API_CALLS: Final = Limit("api", "calls", 1200, _MINUTE)
#: Parsing, checking and drawing take longer than a lookup.
API_WORK: Final = Limit("api-work", "calls of this kind", 120, _MINUTE)
API_WRITES: Final = Limit("api-writes", "changes", 120, _MINUTE)


class RateLimitError(Exception):
    """A limit is reached; ``wait`` is in seconds, and API clients branch on ``code``.

    Unless handled, it becomes a 429 with ``Retry-After``: a page, or a problem document under the API.
    """

    status: Final = 429

    def __init__(self, wait: int, message: str = "", code: str = "throttled") -> None:
        self.wait = max(1, wait)
        self.code = code
        super().__init__(message or f"Try again in {span(self.wait)}.")


@dataclass(frozen=True, slots=True)
class Usage:
    """How much of a limit is used, and in how many seconds its window ends."""

    used: int
    reset: int


def attempt(limit: Limit, who: str, number: int = 1) -> None:
    """Count before doing, so that simultaneous requests all count. :raises RateLimitError:"""
    usage = use(limit, who, number)
    if usage.used > limit.count:
        allowed = f"At most {limit.count:,} {limit.what} in {span(limit.seconds)}."
        raise RateLimitError(usage.reset, f"{allowed} Try again in {span(usage.reset)}.")


def use(limit: Limit, who: str, number: int = 1) -> Usage:
    """Count, whether or not the limit is reached."""
    now = time.time()
    key = cache_key(limit, who, now)
    cache.add(key, 0, timeout=limit.seconds + 1)
    try:
        used = int(cache.incr(key, number))
    except ValueError:
        # The key expired between the two calls: a new window has begun.
        used = number
    return Usage(used, max(1, math.ceil(limit.seconds - now % limit.seconds)))


def slow_down(limit: Limit, who: str, client: str) -> None:
    """Count; beyond the limit, each client must pause between attempts, for longer with every one.

    :raises RateLimitError: if the client's pause is not over.
    """
    key = f"{cache_key(limit, who, 0)}:pause:{client}"
    now = time.time()
    ready = cache.get(key)
    if ready is None:
        beyond = use(limit, who).used - limit.count
        if beyond <= 0:
            return
        ready = now + min(beyond, MAX_PAUSE)
        cache.set(key, ready, timeout=MAX_PAUSE + _MINUTE)
    if now < ready:
        raise RateLimitError(math.ceil(ready - now))
    cache.delete(key)


def refund(limit: Limit, who: str) -> None:
    """Take back one attempt, because it succeeded."""
    # Without the key, a new window has begun.
    with contextlib.suppress(ValueError):
        cache.decr(cache_key(limit, who, time.time()))


def forget(limit: Limit, who: str) -> None:
    """Take back all attempts, because the visitor proved who they are."""
    cache.delete(cache_key(limit, who, time.time()))


def cache_key(limit: Limit, who: str, now: float) -> str:
    """The key of the window around ``now``."""
    digest = hashlib.sha256(fold_name(who).encode(errors="replace")).hexdigest()[:32]
    return f"limit:{limit.name}:{int(now // limit.seconds)}:{digest}"


def fold_name(name: str) -> str:
    """A name as forms read it: otherwise each spelling in wide or bold letters would have its own count."""
    return unicodedata.normalize("NFKC", name).strip().lower()


def network_of(request: HttpRequest | Request) -> str:
    """The client's IPv4 address or IPv6 network; forwarded headers count only from our own proxies."""
    address: str | None = BaseThrottle().get_ident(request)  # type: ignore[arg-type]
    try:
        number = ipaddress.ip_address(address or "")
    except ValueError:
        return "unknown"
    if isinstance(number, ipaddress.IPv6Address) and number.ipv4_mapped is None:
        return str(ipaddress.ip_network((number, _IPV6_PREFIX), strict=False))
    return str(number)


def hashed_network_of(request: HttpRequest | Request) -> str:
    """The network in a form that may be stored: comparable, but not readable."""
    return hmac.new(settings.SECRET_KEY.encode(), network_of(request).encode(), hashlib.sha256).hexdigest()[:32]


def who_of(request: HttpRequest | Request) -> str:
    """Whom a request counts for: the account, or without one the network."""
    user = request.user
    return f"user-{user.pk}" if user.is_authenticated else network_of(request)


def span(seconds: int) -> str:
    """A time span in words."""
    if seconds < 2 * _MINUTE:
        return quantity(seconds, "second") if seconds != _MINUTE else "a minute"
    if seconds <= _HOUR:
        return "an hour" if seconds == _HOUR else f"{math.ceil(seconds / _MINUTE)} minutes"
    return "a day" if seconds == _DAY else f"{math.ceil(seconds / _HOUR)} hours"


class AddressThrottle(BaseThrottle):
    """An API limit by client network; the ``RateLimit`` response headers say what is left of it."""

    limit: ClassVar[Limit] = API_CALLS
    reset = 1

    def allow_request(self, request: Request, view: Any) -> bool:
        usage = use(self.limit, network_of(request))
        self.reset = usage.reset
        request.rate_limit = {  # type: ignore[attr-defined]
            "RateLimit-Limit": str(self.limit.count),
            "RateLimit-Remaining": str(max(0, self.limit.count - usage.used)),
            "RateLimit-Reset": str(usage.reset),
        }
        return usage.used <= self.limit.count

    def wait(self) -> int:
        return self.reset


class WorkThrottle(AddressThrottle):
    """For calls that compute something."""

    limit = API_WORK


class WriteThrottle(AddressThrottle):
    """For calls that change something."""

    limit = API_WRITES
