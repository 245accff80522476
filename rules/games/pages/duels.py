"""The duel table's page: the form, a duel played by following links, or many simulated duels."""

from __future__ import annotations

from functools import cache
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from cards.catalogue import Card, Catalogue
from cards.catalogue.folding import fold
from cards.search import current_snapshot
from decks.lists.starters import Starter, read_starters
from decks.pages.base import unlisted_page
from decks.services import DeckError
from rules.five_sails.flow.duel_setup import ImpossibleDuel
from rules.five_sails.state.definitions import ATTACHMENTS, CHARACTERS
from rules.games.duels import report
from rules.games.duels.form import DUELS, ME, STATS, DuelRequest, Parser, Typed
from rules.games.duels.session import WrongMove, eyes, play
from rules.games.duels.setup import DuelTable
from rules.games.duels.simulation import result_of, simulate
from rules.games.replays.board import Painter
from rules.games.replays.bots import DEFAULT_BOT, DESCRIPTIONS, TooSlow
from rules.games.replays.replay import current_book
from rules.games.services import BOT_SLOTS
from web import rate_limits
from web.conditional import REVALIDATE

_PARTS: Final = frozenset({"simulate", "play"})


@unlisted_page
@require_safe
def duels(request: HttpRequest) -> HttpResponse:
    """The form as the query string fills it in, and the duel that it asks for."""
    snapshot, starters = current_snapshot(), _starters()
    catalogue = snapshot.catalogue
    typed = Typed.of(request.GET.dict(), starters, _leaders(catalogue, starters))
    wanted = request.GET.get("do", "")
    if wanted and wanted not in _PARTS:
        raise DeckError(f"“{wanted[:40]}” is nothing that can be done at the duel table. Play or simulate.")
    context: dict[str, Any] = {
        "here": "duels",
        "typed": typed,
        "starters": starters,
        "stats": STATS,
        "numbers": DUELS,
        "players": {ME: "You, choice by choice", **DESCRIPTIONS},
        **_lists(catalogue),
    }
    simulated = wanted == "simulate"
    parser = Parser(catalogue, starters)
    duel = parser.parse(typed) if wanted else None
    if duel is not None:
        try:
            table = DuelTable(duel.setup, current_book(catalogue), catalogue)
        except ImpossibleDuel as fault:
            parser.faults["form"] = f"{fault}."
        else:
            try:
                context |= (
                    _simulation_context(request, table, duel)
                    if simulated
                    else _play_context(request, table, duel, catalogue)
                )
            except TooSlow as fault:
                parser.faults["form"] = str(fault)
    context["faults"] = parser.faults
    context["sides"] = [
        {
            "typed": side,
            "letter": side.key.upper(),
            "fault": parser.faults.get(side.key, ""),
            "gear": [
                (f"{side.key}_gear{i}", name, parser.faults.get(f"{side.key}_gear{i}", ""))
                for i, name in enumerate(side.gear, 1)
            ],
            "hand_fault": parser.faults.get(f"{side.key}_hand", ""),
            "dealt_fault": parser.faults.get(f"{side.key}_dealt", ""),
            "deck_fault": parser.faults.get(f"{side.key}_deck", ""),
            "by_fault": parser.faults.get(f"{side.key}_by", ""),
        }
        for side in typed.sides
    ]
    response = render(request, "rules/games/duels/table.html", context, status=400 if parser.faults else 200)
    # The address determines everything, even the luck.
    response.headers["Cache-Control"] = REVALIDATE
    return response


@cache
def _starters() -> tuple[Starter, ...]:
    return read_starters()


def _leaders(catalogue: Catalogue, starters: tuple[Starter, ...]) -> list[Card]:
    return [catalogue.card(starter.decklist.leader) for starter in starters if starter.decklist.leader]


def _lists(catalogue: Catalogue) -> dict[str, Any]:
    """The names that the form's fields suggest."""
    return {
        "characters": [card.full_name for card in catalogue if card.type in CHARACTERS],
        "attachments": sorted({card.full_name for card in catalogue if card.type in ATTACHMENTS}, key=fold),
    }


def _names(duel: DuelRequest) -> tuple[str, str]:
    """The two names, made distinct if they are the same."""
    a, b = (side.card.name for side in duel.setup.sides)
    return (a, b) if a != b else (f"{a} (A)", f"{b} (B)")


def _simulation_context(request: HttpRequest, table: DuelTable, duel: DuelRequest) -> dict[str, Any]:
    one, two = (DEFAULT_BOT if name == ME else name for name in duel.players)
    with BOT_SLOTS.take():
        rate_limits.attempt(rate_limits.DUELS, rate_limits.who_of(request))
        tally = simulate(table, (one, two), duel.duels)
    names = _names(duel)
    return {
        "tally": tally,
        "names": names,
        "bots": (one, two),
        "sentence": report.sentence(tally, names),
        "figures": report.figures(tally, names),
        "charts": report.charts(tally, names),
        "leaders": table.leaders,
    }


def _play_context(request: HttpRequest, table: DuelTable, duel: DuelRequest, catalogue: Catalogue) -> dict[str, Any]:
    moves = tuple(filter(None, request.GET.get("moves", "").split(" ")))
    try:
        played = play(table, duel.players, moves)
    except WrongMove as fault:
        raise DeckError(str(fault)) from None
    sent = {name: value for name, value in request.GET.items() if name != "moves"}

    def at(*tokens: str) -> str:
        return f"{reverse('rules:duels')}?{urlencode({**sent, 'moves': ' '.join(tokens)})}#duel"

    board = Painter(table.table, catalogue, _names(duel), duel.players).board(played.game, eyes(duel.players))
    return {
        "played": played,
        "board": board,
        "names": _names(duel),
        "result": result_of(table, played.game.state.log),
        "options": [(option, at(*moves, option.token)) for option in played.options],
        "undo": at(*moves[:-1]) if moves else "",
        "again": at() if moves else "",
        "hands": sorted(board.seats, key=lambda seat: seat.letter),
        "leaders": table.leaders,
    }


urlpatterns = [path("duels/", duels, name="duels")]
