"""How often one address may ask: a counter per window, so that two requests at once are both counted."""

from __future__ import annotations

import ipaddress
import math
import time
from typing import Any

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle

#: An address can have as many IPv6 numbers as it likes within its own network of this length.
_IPV6_NETWORK = 64


class AddressThrottle(AnonRateThrottle):
    """The documented limit of the public API, by client address. Without a cache server nobody is refused."""

    scope = "anon"
    cache = cache
    num_requests: int
    duration: int

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request, and leave what is left of the limit where the response can say it."""
        now = time.time()
        window = int(now // self.duration)
        self.reset = max(1, math.ceil((window + 1) * self.duration - now))
        used = self._count(f"throttle:{self.scope}:{window}:{self.network(self.get_ident(request))}")
        request.rate_limit = {  # type: ignore[attr-defined]
            "RateLimit-Limit": str(self.num_requests),
            "RateLimit-Remaining": str(max(0, self.num_requests - used)),
            "RateLimit-Reset": str(self.reset),
        }
        return used <= self.num_requests

    def wait(self) -> int:
        """Whole seconds until the next window."""
        return self.reset

    def _count(self, key: str) -> int:
        self.cache.add(key, 0, timeout=int(self.duration) + 1)
        try:
            return int(self.cache.incr(key))
        except ValueError:
            # The key ran out between the two calls: the window is over, so this is the first of the next.
            return 1

    @staticmethod
    def network(address: str | None) -> str:
        """What counts as one client: an IPv4 address, or an IPv6 network."""
        try:
            number = ipaddress.ip_address(address or "")
        except ValueError:
            return "unknown"
        if isinstance(number, ipaddress.IPv6Address) and number.ipv4_mapped is None:
            return str(ipaddress.ip_network((number, _IPV6_NETWORK), strict=False))
        return str(number)
