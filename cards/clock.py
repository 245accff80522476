"""Stored times, and a clock that may have been set since they were written."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

#: No two clocks of ours differ by as much: a time further ahead was written before the clock was set back.
AHEAD: Final = timedelta(minutes=1)


def lately(span: timedelta) -> tuple[datetime, datetime]:
    """From when to when something happened within the last ``span``, as a ``__range`` wants it.

    What seems to lie ahead does not count: it would for as long as the clock was set back, be it years.
    """
    now = timezone.now()
    return now - span, now + AHEAD
