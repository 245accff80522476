"""Limits: how much one person may simulate, and how much may be queued in all."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Q, QuerySet, Sum
from django.utils import timezone

from rules.jobs.models import ACTIVE, Run, Simulation
from web.clock import recent as recent_range
from web.number_format import quantity
from web.ownership import Visitor
from web.rate_limits import RateLimitError

DAY: Final = timedelta(days=1)
#: A known result costs no games, but every request is a row.
MAX_QUESTIONS: Final = 1_000
#: When to try again if nobody knows how long the work ahead will take.
BUSY_SECONDS: Final = 15


def own(visitor: Visitor, address: str) -> QuerySet[Simulation]:
    """What counts against one quota: a user's simulations, or those from an address without a user."""
    if visitor.user is not None:
        return Simulation.objects.filter(owner=visitor.user)
    return Simulation.objects.filter(owner=None, address=address)


def count_questions(visitor: Visitor, address: str) -> None:
    """Count one more question, even a repeated one. :raises RateLimitError: if there are too many."""
    recent = own(visitor, address).filter(created_at__range=recent_range(DAY)).order_by("-created_at")
    oldest = recent.values_list("created_at", flat=True)[MAX_QUESTIONS - 1 : MAX_QUESTIONS].first()
    if oldest is not None:
        wait = int((oldest + DAY - timezone.now()).total_seconds()) + 1
        raise RateLimitError(wait, f"You can start {MAX_QUESTIONS:,} simulations a day.", "daily_questions")


def check(visitor: Visitor, address: str, charge: int) -> None:
    """Admit new work. :raises RateLimitError: if the visitor has too much of it, or the queue has."""
    mine = own(visitor, address)
    unfinished = Q(run__status__in=ACTIVE, cancelled_at=None)
    if mine.filter(unfinished).values("run").distinct().count() >= settings.SIMULATIONS_AT_ONCE:
        raise RateLimitError(
            BUSY_SECONDS,
            f"You already have {quantity(settings.SIMULATIONS_AT_ONCE, 'unfinished simulation')}. "
            "Wait for one to finish, or cancel one.",
            "too_many_at_once",
        )
    recent = mine.filter(created_at__range=recent_range(DAY), charge__gt=0)
    used = recent.aggregate(total=Sum("charge"))["total"] or 0
    if used + charge > settings.SIMULATION_DAILY_GAMES:
        left = max(0, settings.SIMULATION_DAILY_GAMES - used)
        raise RateLimitError(
            _until_room(recent, used + charge - settings.SIMULATION_DAILY_GAMES),
            f"You can simulate {settings.SIMULATION_DAILY_GAMES:,} games a day and have {left:,} left; "
            f"this would use {charge:,}.",
            "daily_games",
        )
    if Run.objects.filter(status__in=ACTIVE).count() >= settings.SIMULATION_QUEUE:
        raise RateLimitError(BUSY_SECONDS, "Too many simulations are queued. Try again soon.", "queue_full")


def _until_room(recent: QuerySet[Simulation], needed: int) -> int:
    """Seconds until so many games are older than a day."""
    now = timezone.now()
    for created_at, charge in recent.order_by("created_at").values_list("created_at", "charge"):
        needed -= charge
        if needed <= 0:
            return int((created_at + DAY - now).total_seconds()) + 1
    return int(DAY.total_seconds())
