"""Stored times, on a machine whose clock may be set back."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

#: Clocks of our machines differ by less. A time further ahead was stored before the clock was set back.
MAX_SKEW: Final = timedelta(minutes=1)


def recent(span: timedelta) -> tuple[datetime, datetime]:
    """The last ``span`` as bounds for ``__range``.

    Times in the future are left out: after the clock is set back, they would count until it has caught up.
    """
    now = timezone.now()
    return now - span, now + MAX_SKEW
