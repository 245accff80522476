"""The games that a browser recorded before anybody signed in become its user's, as its decks do."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest

from decks.permissions import BROWSER_KEY
from rules.games.models import GameRecord


def keep_games(sender: Any, request: HttpRequest | None, user: User, **_: Any) -> None:
    """At every sign-in, before the browser's secret is forgotten."""
    session = getattr(request, "session", None)
    browser = session.get(BROWSER_KEY, "") if session is not None else ""
    if browser:
        GameRecord.objects.filter(owner=None, browser=browser).update(owner=user, browser="")
