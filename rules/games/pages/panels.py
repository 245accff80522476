"""What recorded games add to the home page: a game to watch."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rules.games.models import GameRecord
from rules.games.services import SAMPLE_ID


def watch_door(request: HttpRequest) -> SafeString:
    """The sample game; until a worker has recorded it, the page on which bots play."""
    game = GameRecord.objects.filter(pk=SAMPLE_ID).defer("notation").first()
    return render_to_string("rules/games/door.html", {"game": game})
