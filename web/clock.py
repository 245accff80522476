"""Stored times, on a machine whose clock may be set back."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

#: Our clocks differ by less: a time further ahead was stored before the clock was set back.
MAX_SKEW: Final = timedelta(minutes=1)


def recent(span: timedelta) -> tuple[datetime, datetime]:
    """The last ``span`` as bounds for ``__range``.

    Times in the future are left out: after the clock was set back they would count for as long as it was set back.
    """
    now = timezone.now()
    return now - span, now + MAX_SKEW
