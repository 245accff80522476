"""A recorded game's own page: any step, as seen by one player or by everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from cards.search import current_snapshot
from decks.pages.base import tell, unlisted_page
from decks.services import DeckError
from rules.games.models import GameRecord
from rules.games.permissions import find
from rules.games.replays.board import Painter
from rules.games.replays.replay import Replay, UnplayableRecord, current_book, read_record, replay_of
from rules.games.replays.story import Story
from rules.games.replays.transcript import transcript
from rules.games.replays.viewers import EVERYTHING, Viewer, viewers
from rules.games.rules_version import rules_version
from web.conditional import OWN_COPY
from web.error_pages import error_page
from web.ownership import Visitor

KEYS: Final = "rules/games/keys.html"


@dataclass(frozen=True, slots=True)
class Place:
    """A game's page at one step, seen by one viewer."""

    path: str
    step: int
    viewer: Viewer

    def at(self, step: int, viewer: Viewer | None = None) -> str:
        """The address of another step, or of this one for another viewer."""
        return f"{self.path}?step={step}&as={(viewer or self.viewer).key}"


@unlisted_page
@require_safe
def show(request: HttpRequest, game_id: str) -> HttpResponse:
    """The game at one step."""
    game, snapshot = find(game_id), current_snapshot()
    context: dict[str, Any] = {"here": "games", "game": game, "may_delete": Visitor.of(request).owns(game)}
    try:
        replay = replay_of(game.notation, current_book(snapshot.catalogue))
    except UnplayableRecord as fault:
        return render(request, "rules/games/unplayable.html", context | _unplayable(game, fault), status=409)
    place = _place(request, game, replay)
    now = replay.at(place.step)
    painter = Painter(replay.last.table, snapshot.catalogue, game.names, game.bots)
    context |= {
        "keys_list": KEYS,
        "place": place,
        "steps": replay.steps,
        "board": painter.board(now, place.viewer),
        "story": Story(replay, now, place.step, place.viewer, place.at),
        "unimplemented": len(replay.last.table.unimplemented),
    }
    response = render(request, "rules/games/show.html", context)
    response.headers["Cache-Control"] = OWN_COPY
    return response


def _unplayable(game: GameRecord, fault: UnplayableRecord) -> dict[str, Any]:
    catalogue = current_snapshot().catalogue
    try:
        lines = transcript(read_record(game.notation), current_book(catalogue))
    except UnplayableRecord:
        lines = []
    return {
        "fault": str(fault),
        "lines": lines,
        "same_rules": game.rules_version == rules_version(catalogue),
    }


def _place(request: HttpRequest, game: GameRecord, replay: Replay) -> Place:
    """The step and viewer in the address. :raises DeckError: for any that the game does not have."""
    asked, raw = request.GET.get("as", EVERYTHING), request.GET.get("step", "0")
    known = {viewer.key: viewer for viewer in viewers(replay.players)}
    if asked not in known:
        raise DeckError(f"There is no viewer “{asked[:40]}”. Choose one of {', '.join(known)}.")
    if not (raw.isascii() and raw.isdigit() and len(raw) < 9 and int(raw) <= replay.steps):
        raise DeckError(f"There is no step “{raw[:40]}”. This game has the steps 0 to {replay.steps}.")
    return Place(game.get_absolute_url(), int(raw), known[asked])


@unlisted_page
@require_safe
def notation(request: HttpRequest, game_id: str) -> HttpResponse:
    """The game as text."""
    response = HttpResponse(find(game_id).notation + "\n", content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'inline; filename="game-{game_id}.txt"'
    response.headers["Cache-Control"] = OWN_COPY
    return response


@unlisted_page
@require_POST
def delete(request: HttpRequest, game_id: str) -> HttpResponse:
    game = find(game_id)
    if not Visitor.of(request).owns(game):
        return error_page(request, 403, "Only the person who recorded a game can delete it.")
    game.delete()
    tell(request, "The game has been deleted.")
    response = redirect(reverse("rules:games"))
    response.status_code = 303
    return response
