"""How many decks somebody may make in an hour: enough for a tournament, too few to fill a disk."""

from __future__ import annotations

import math
import time
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from cards.api.throttles import AddressThrottle
from decks.permissions import Visitor
from decks.social import TooOftenError

_HOUR: Final = 3600


def count_new_decks(request: HttpRequest, visitor: Visitor, number: int = 1) -> None:
    """Count decks before they are made: those of a user, or those without one from an address.

    Without a cache server nobody is refused.

    :raises TooOftenError: if there were too many.
    """
    now = time.time()
    throttle = AddressThrottle()
    who = f"user-{visitor.user.pk}" if visitor.user else throttle.network(throttle.get_ident(request))  # type: ignore[arg-type]
    key = f"limit:new-decks:{int(now // _HOUR)}:{who}"
    cache.add(key, 0, timeout=_HOUR + 1)
    try:
        made = int(cache.incr(key, number))
    except ValueError:
        # The key ran out between the two calls: these are the first of the next hour.
        made = number
    if made > settings.NEW_DECKS_AN_HOUR:
        wait = max(1, math.ceil(_HOUR - now % _HOUR))
        minutes = math.ceil(wait / 60)
        raise TooOftenError(
            f"At most {settings.NEW_DECKS_AN_HOUR} decks can be made in an hour. "
            f"Try again in {minutes} minute{'' if minutes == 1 else 's'}.",
            wait,
        )
