"""Who may do what with a recorded game: the one place that decides."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404

from rules.games.models import GameRecord
from web.ownership import Visitor


def find(game_id: str) -> GameRecord:
    """A game by its unguessable id: whoever has it may watch. :raises Http404: if there is none."""
    game = GameRecord.objects.filter(pk=game_id).first()
    if game is None:
        raise Http404("There is no such game. It may have been deleted.")
    return game


def own_games(visitor: Visitor) -> QuerySet[GameRecord]:
    """The visitor's recorded games, newest first."""
    return visitor.own(GameRecord.objects.all())
