"""How much one person may have simulated, and how much may wait at all."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Q, QuerySet, Sum
from django.utils import timezone

from rules.jobs.models import ACTIVE, Run, Simulation
from web.clock import recent as recent_range
from web.ownership import Visitor
from web.rate_limits import RateLimitError

DAY: Final = timedelta(days=1)
#: What was played before costs no games, but each asking is a row.
MAX_QUESTIONS: Final = 1_000
#: How soon to come back when work is in the way that nobody can foresee the end of.
BUSY_SECONDS: Final = 15


def own(visitor: Visitor, address: str) -> QuerySet[Simulation]:
    """What counts together: everything of a user, or everything without one from an address."""
    if visitor.user is not None:
        return Simulation.objects.filter(owner=visitor.user)
    return Simulation.objects.filter(owner=None, address=address)


def count_questions(visitor: Visitor, address: str) -> None:
    """Let one more question in. :raises RateLimitError: if somebody asks without end, even the same again and again."""
    recent = own(visitor, address).filter(created_at__range=recent_range(DAY)).order_by("-created_at")
    oldest = recent.values_list("created_at", flat=True)[MAX_QUESTIONS - 1 : MAX_QUESTIONS].first()
    if oldest is not None:
        wait = int((oldest + DAY - timezone.now()).total_seconds()) + 1
        raise RateLimitError(wait, f"You may ask for {MAX_QUESTIONS:,} simulations in a day.", "daily_questions")


def check(visitor: Visitor, address: str, charge: int) -> None:
    """Let new work in. :raises RateLimitError: if somebody has too much, or the queue has."""
    mine = own(visitor, address)
    unfinished = Q(run__status__in=ACTIVE, cancelled_at=None)
    if mine.filter(unfinished).values("run").distinct().count() >= settings.SIMULATIONS_AT_ONCE:
        raise RateLimitError(
            BUSY_SECONDS,
            f"{settings.SIMULATIONS_AT_ONCE} simulations of yours are not finished; wait for one, or cancel one.",
            "too_many_at_once",
        )
    recent = mine.filter(created_at__range=recent_range(DAY), charge__gt=0)
    used = recent.aggregate(total=Sum("charge"))["total"] or 0
    if used + charge > settings.SIMULATION_DAILY_GAMES:
        left = max(0, settings.SIMULATION_DAILY_GAMES - used)
        raise RateLimitError(
            _until_room(recent, used + charge - settings.SIMULATION_DAILY_GAMES),
            f"You may have {settings.SIMULATION_DAILY_GAMES:,} games played in a day, and {left:,} are left; "
            f"this would count as {charge:,}.",
            "daily_games",
        )
    if Run.objects.filter(status__in=ACTIVE).count() >= settings.SIMULATION_QUEUE:
        raise RateLimitError(BUSY_SECONDS, "Too many simulations are waiting; try again soon.", "queue_full")


def _until_room(recent: QuerySet[Simulation], needed: int) -> int:
    """Seconds until so many games are older than a day."""
    now = timezone.now()
    for created_at, charge in recent.order_by("created_at").values_list("created_at", "charge"):
        needed -= charge
        if needed <= 0:
            return int((created_at + DAY - now).total_seconds()) + 1
    return int(DAY.total_seconds())
