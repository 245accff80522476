"""How much one person may have simulated, and how much may wait at all."""

from __future__ import annotations

import hashlib
import hmac
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Q, QuerySet, Sum
from django.http import HttpRequest
from django.utils import timezone

from cards.api.throttles import AddressThrottle
from cards.clock import lately
from decks.permissions import Visitor
from rules.jobs.models import ACTIVE, Run, Simulation

DAY: Final = timedelta(days=1)
#: What was played before costs no games, but each asking is a row.
MOST_QUESTIONS: Final = 1_000
#: How soon to come back when work is in the way that nobody can foresee the end of.
BUSY_SECONDS: Final = 15


class QuotaError(Exception):
    """More than may be asked for now; ``wait`` is in how many seconds to try again."""

    def __init__(self, code: str, message: str, wait: int) -> None:
        self.code = code
        self.wait = max(1, wait)
        super().__init__(message)


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, as quotas keep it: hashed, and one for a whole network of IPv6."""
    throttle = AddressThrottle()
    network = throttle.network(throttle.get_ident(request))  # type: ignore[arg-type]
    return hmac.new(settings.SECRET_KEY.encode(), network.encode(), hashlib.sha256).hexdigest()[:32]


def own(visitor: Visitor, address: str) -> QuerySet[Simulation]:
    """What counts together: everything of a user, or everything without one from an address."""
    if visitor.user is not None:
        return Simulation.objects.filter(owner=visitor.user)
    return Simulation.objects.filter(owner=None, address=address)


def count_questions(visitor: Visitor, address: str) -> None:
    """Let one more question in. :raises QuotaError: if somebody asks without end, be it the same again and again."""
    recent = own(visitor, address).filter(created_at__range=lately(DAY)).order_by("-created_at")
    oldest = recent.values_list("created_at", flat=True)[MOST_QUESTIONS - 1 : MOST_QUESTIONS].first()
    if oldest is not None:
        wait = int((oldest + DAY - timezone.now()).total_seconds()) + 1
        raise QuotaError("daily_questions", f"You may ask for {MOST_QUESTIONS:,} simulations in a day.", wait)


def check(visitor: Visitor, address: str, charge: int) -> None:
    """Let new work in. :raises QuotaError: if somebody has too much, or the queue has."""
    mine = own(visitor, address)
    unfinished = Q(run__status__in=ACTIVE, cancelled_at=None)
    if mine.filter(unfinished).values("run").distinct().count() >= settings.SIMULATIONS_AT_ONCE:
        raise QuotaError(
            "too_many_at_once",
            f"{settings.SIMULATIONS_AT_ONCE} simulations of yours are not finished; wait for one, or cancel one.",
            BUSY_SECONDS,
        )
    recent = mine.filter(created_at__range=lately(DAY), charge__gt=0)
    used = recent.aggregate(total=Sum("charge"))["total"] or 0
    if used + charge > settings.SIMULATION_DAILY_GAMES:
        left = max(0, settings.SIMULATION_DAILY_GAMES - used)
        raise QuotaError(
            "daily_games",
            f"You may have {settings.SIMULATION_DAILY_GAMES:,} games played in a day, and {left:,} are left; "
            f"this would count as {charge:,}.",
            _until_room(recent, used + charge - settings.SIMULATION_DAILY_GAMES),
        )
    if Run.objects.filter(status__in=ACTIVE).count() >= settings.SIMULATION_QUEUE:
        raise QuotaError("queue_full", "Too many simulations are waiting to be played; try again soon.", BUSY_SECONDS)


def _until_room(recent: QuerySet[Simulation], needed: int) -> int:
    """Seconds until so many games are older than a day."""
    now = timezone.now()
    for created_at, charge in recent.order_by("created_at").values_list("created_at", "charge"):
        needed -= charge
        if needed <= 0:
            return int((created_at + DAY - now).total_seconds()) + 1
    return int(DAY.total_seconds())
