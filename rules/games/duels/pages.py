"""The duel table's page: the form, a duel played by links, or many of them as numbers."""

from __future__ import annotations

from functools import cache
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from cards.catalogue import Card, Catalogue
from cards.searching import current_desk
from cards.serving import CACHE_CONTROL
from decks.services import DeckError
from decks.starters import Starter, read_starters
from rules.five_sails.bots import BOTS
from rules.five_sails.definitions import ATTACHMENTS, CHARACTERS
from rules.games.board import Painter
from rules.games.bots import DESCRIPTIONS
from rules.games.duels import showing
from rules.games.duels.asking import DUELS, ME, STATS, Asked, Reader, Typed
from rules.games.duels.playing import WrongMove, eyes, play
from rules.games.duels.staging import Ring, Unstageable
from rules.games.duels.trials import result_of, simulate
from rules.games.pages_parts import game_page
from rules.games.replays import current_book

_PARTS: Final = frozenset({"simulate", "play"})


@game_page
@require_safe
def duels(request: HttpRequest) -> HttpResponse:
    """The form as the address fills it in, and what the address asks for."""
    desk, starters = current_desk(), _starters()
    catalogue = desk.catalogue
    typed = Typed.of(request.GET.dict(), starters, _leaders(catalogue, starters))
    wanted = request.GET.get("do", "")
    if wanted and wanted not in _PARTS:
        raise DeckError(f"“{wanted[:40]}” is nothing that can be done at the duel table. Play or simulate.")
    context: dict[str, Any] = {
        "here": "games",
        "gallery": desk.gallery,
        "typed": typed,
        "starters": starters,
        "stats": STATS,
        "numbers": DUELS,
        "players": {ME: "You, choice by choice", **DESCRIPTIONS},
        **_lists(catalogue),
    }
    reader = Reader(catalogue, starters)
    asked = reader.read(typed) if wanted else None
    if asked is not None:
        try:
            ring = Ring(asked.bout, current_book(catalogue), catalogue)
        except Unstageable as fault:
            reader.faults["form"] = f"{fault}."
        else:
            context |= _simulated(ring, asked) if wanted == "simulate" else _played(request, ring, asked, catalogue)
    context["faults"] = reader.faults
    context["sides"] = [
        {
            "typed": side,
            "letter": side.key.upper(),
            "fault": reader.faults.get(side.key, ""),
            "gear": [
                (f"{side.key}_gear{i}", name, reader.faults.get(f"{side.key}_gear{i}", ""))
                for i, name in enumerate(side.gear, 1)
            ],
            "hand_fault": reader.faults.get(f"{side.key}_hand", ""),
            "dealt_fault": reader.faults.get(f"{side.key}_dealt", ""),
            "deck_fault": reader.faults.get(f"{side.key}_deck", ""),
            "by_fault": reader.faults.get(f"{side.key}_by", ""),
        }
        for side in typed.sides
    ]
    response = render(request, "rules/games/duels/table.html", context, status=400 if reader.faults else 200)
    # The address says all of it, the luck too.
    response.headers["Cache-Control"] = CACHE_CONTROL
    return response


@cache
def _starters() -> tuple[Starter, ...]:
    return read_starters()


def _leaders(catalogue: Catalogue, starters: tuple[Starter, ...]) -> list[Card]:
    return [catalogue.card(starter.decklist.leader) for starter in starters if starter.decklist.leader]


def _lists(catalogue: Catalogue) -> dict[str, Any]:
    """The names that the form's fields know."""
    return {
        "characters": [card.full_name for card in catalogue if card.type in CHARACTERS],
        "attachments": sorted({card.full_name for card in catalogue if card.type in ATTACHMENTS}),
    }


def _names(asked: Asked) -> tuple[str, str]:
    """The two names, told apart where they are the same."""
    a, b = (side.card.name for side in asked.bout.sides)
    return (a, b) if a != b else (f"{a} (A)", f"{b} (B)")


def _simulated(ring: Ring, asked: Asked) -> dict[str, Any]:
    usual = next(iter(BOTS))
    one, two = (usual if name == ME else name for name in asked.players)
    tally, names = simulate(ring, (one, two), asked.duels), _names(asked)
    return {
        "tally": tally,
        "names": names,
        "bots": (one, two),
        "sentence": showing.sentence(tally, names),
        "figures": showing.figures(tally, names),
        "charts": showing.charts(tally, names),
        "leaders": ring.leaders,
    }


def _played(request: HttpRequest, ring: Ring, asked: Asked, catalogue: Catalogue) -> dict[str, Any]:
    moves = tuple(filter(None, request.GET.get("moves", "").split(" ")))
    try:
        played = play(ring, asked.players, moves)
    except WrongMove as fault:
        raise DeckError(str(fault)) from None
    sent = {name: value for name, value in request.GET.items() if name != "moves"}

    def at(*tokens: str) -> str:
        return f"{reverse('rules:duels')}?{urlencode({**sent, 'moves': ' '.join(tokens)})}#duel"

    board = Painter(ring.table, catalogue, _names(asked), asked.players).board(played.game, eyes(asked.players))
    return {
        "played": played,
        "board": board,
        "names": _names(asked),
        "result": result_of(ring, played.game.state.log),
        "options": [(option.words, at(*moves, option.token)) for option in played.options],
        "undo": at(*moves[:-1]) if moves else "",
        "again": at() if moves else "",
        "hands": sorted(board.seats, key=lambda seat: seat.letter),
        "leaders": ring.leaders,
    }


urlpatterns = [path("duels/", duels, name="duels")]
