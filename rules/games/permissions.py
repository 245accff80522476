"""Who may do what with a recorded game: the one place that decides."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404

from rules.games.models import GameRecord
from web.ownership import Visitor


def find(game_id: str) -> GameRecord:
    """A game by its id, which nobody guesses: whoever has it may watch. :raises Http404: if there is none."""
    found = GameRecord.objects.filter(pk=game_id).first()
    if found is None:
        raise Http404("There is no such game. It may have been deleted.")
    return found


def own_games(visitor: Visitor) -> QuerySet[GameRecord]:
    """What the visitor recorded, the newest first."""
    return visitor.own(GameRecord.objects.all())
