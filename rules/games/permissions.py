"""Who may do what with a recorded game: the one place that decides."""

from __future__ import annotations

import secrets

from django.db.models import QuerySet
from django.http import Http404

from decks.permissions import Visitor
from rules.games.models import GameRecord


def find(game_id: str) -> GameRecord:
    """A game by its id, which nobody guesses: whoever has it may watch. :raises Http404: if there is none."""
    found = GameRecord.objects.filter(pk=game_id).first()
    if found is None:
        raise Http404("There is no such game. It may have been deleted.")
    return found


def own_games(visitor: Visitor) -> QuerySet[GameRecord]:
    """What the visitor recorded, the newest first."""
    if visitor.user is not None:
        return GameRecord.objects.filter(owner=visitor.user)
    if visitor.browser:
        return GameRecord.objects.filter(owner=None, browser=visitor.browser)
    return GameRecord.objects.none()


def may_delete(visitor: Visitor, game: GameRecord) -> bool:
    """Only who recorded it; unlike reading, having the address is not enough."""
    if game.owner_id is not None:
        return visitor.user is not None and visitor.user.pk == game.owner_id
    return bool(visitor.browser and game.browser) and secrets.compare_digest(game.browser, visitor.browser)
