"""What a browser made before its user signed in becomes the user's."""

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
    """At every sign-in; the session has just got a new key, but what was in it is still there."""
    ownership.hand_over(request, user, OWNED)
