"""How long recorded games are kept."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from rules.games.models import GameRecord


def forget_games(now: datetime, **_: object) -> None:
    """Delete old games that belong to no account; those of an account are kept."""
    oldest = now - timedelta(days=settings.GAME_KEEP_DAYS)
    GameRecord.objects.filter(owner=None, created_at__lt=oldest).delete()
