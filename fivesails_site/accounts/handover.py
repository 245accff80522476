"""Hands what a browser made before signing in over to the account."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.models import User
from django.db.models import Model
from django.http import HttpRequest

from decks.models import Deck
from rules.games.models import GameRecord
from rules.jobs.models import Simulation
from web import ownership

#: Every model that a browser can own, in the order in which they are handed over.
OWNED: Final[tuple[type[Model], ...]] = (Deck, Simulation, GameRecord)


def hand_over(sender: Any, request: HttpRequest | None, user: User, **_: Any) -> None:
    """On ``user_logged_in``. The session has a new key by now, but still its old content."""
    ownership.hand_over(request, user, OWNED)
