"""One request to the hand tester: replay the game in the address, apply a button's command, render."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from cards.catalogue import Catalogue
from cards.catalogue.formats import Format
from cards.search import current_snapshot
from decks.decklist import Decklist
from decks.legality import Severity, check
from decks.pages.base import Reading
from decks.services import DeckError
from rules.hands import (
    Action,
    NotAllowed,
    Phase,
    Refusal,
    Table,
    Undealable,
    fresh_seed,
    lay_out,
    obstacles,
    plan_day,
    read_actions,
    replay,
)
from rules.pages.hands.addresses import Place, TooLongError
from rules.pages.hands.context import table_context
from rules.pages.hands.requests import Command, Mode
from rules.random_streams import seed_from_text
from web.conditional import REVALIDATE

KEYS: Final = "rules/hands/keys.html"
#: How many of a list's faults are shown; its own page has them all.
MAX_FAULTS: Final = 4


@dataclass(frozen=True, slots=True)
class Ground:
    """A list to test, and the page for it."""

    title: str
    decklist: Decklist
    format: Format
    path: str
    #: The query parameters that name the list.
    fixed: tuple[tuple[str, str], ...]
    #: The page's address for others; empty if nobody else may open it.
    shared_path: str
    reading: Reading | None = None
    version: int | None = None


def play(request: HttpRequest, ground: Ground) -> HttpResponse:
    """The page of a game. :raises DeckError: for an address that no game has."""
    snapshot = current_snapshot()
    if faults := list(obstacles(ground.decklist, snapshot.catalogue)):
        return _undealable(request, ground, faults)
    seed = request.GET.get("seed", "").strip()
    if not seed or any(name not in request.GET for name, _ in ground.fixed):
        return redirect(_new_game_path(request, ground, snapshot.catalogue))
    command = Command.of(request.GET)
    place = Place(ground.path, ground.fixed, seed)
    table = _table(request, ground, place, snapshot.catalogue)
    mode, refusal = Mode.OPEN, []
    if command.verb:
        mode = command.mode(table)
        if mode is Mode.OPEN:
            try:
                return redirect(place.at(command.apply(table).actions))
            except NotAllowed as error:
                refusal = [_sentence(reason) for reason in error.reasons]
                mode = _mode_again(table, command)
            except TooLongError as error:
                refusal = [_capitalised(str(error))]
    context = {
        **_page_context(ground),
        **table_context(table, place, command, mode),
        "refusal": refusal,
        "faults": _faults(ground, snapshot.catalogue),
        "address": _address(request, ground, place, table),
    }
    response = render(request, "rules/hands.html", context, status=422 if refusal else 200)
    if ground.reading is not None:
        return ground.reading.open(response)
    # A pasted list stands in the address, with everything else that the page depends on.
    response.headers["Cache-Control"] = REVALIDATE
    return response


def first_hand(ground: Ground, catalogue: Catalogue) -> tuple[Table, Place]:
    """A new hand of Day 1, planned automatically. :raises Undealable: if none can be dealt."""
    place = Place(ground.path, ground.fixed, str(fresh_seed()))
    return deal(ground.decklist, place, catalogue), place


def deal(decklist: Decklist, place: Place, catalogue: Catalogue) -> Table:
    """The hand of Day 1 of a place's seed, planned automatically. :raises Undealable: if none can be dealt."""
    table = lay_out(decklist, catalogue, seed_from_text(place.seed))
    return table.do(plan_day(table))


def _new_game_path(request: HttpRequest, ground: Ground, catalogue: Catalogue) -> str:
    """The address of a new game where this one is incomplete: with a new seed, and a hand already drawn."""
    seed = request.GET.get("seed", "").strip()
    if not seed and "game" not in request.GET:
        table, place = first_hand(ground, catalogue)
        return place.at(table.actions)
    try:
        return Place(ground.path, ground.fixed, seed or str(fresh_seed())).at(_actions(request))
    except TooLongError as error:
        raise DeckError(f"We couldn’t read this link: {error}.") from None


def _actions(request: HttpRequest) -> tuple[Action, ...]:
    try:
        return read_actions(request.GET.get("game", ""))
    except ValueError as error:
        raise DeckError(f"We couldn’t read this link: {error}.") from None


def _table(request: HttpRequest, ground: Ground, place: Place, catalogue: Catalogue) -> Table:
    actions = _actions(request)
    try:
        place.at(actions)
        return replay(ground.decklist, catalogue, seed_from_text(place.seed), actions)
    except NotAllowed as error:
        raise DeckError(f"This link does not fit the list: {error}.") from None
    except ValueError as error:
        raise DeckError(f"We couldn’t read this link: {error}.") from None


def _mode_again(table: Table, command: Command) -> Mode:
    """The mode to stay in after a refused payment or choice."""
    if table.phase is not Phase.DRAMA or table.revealed:
        return Mode.OPEN
    if command.verb == "play" and command.card in table.hand:
        return Mode.PAY
    return Mode.KEEP if command.verb == "dusk" else Mode.OPEN


def _undealable(request: HttpRequest, ground: Ground, faults: list[Undealable]) -> HttpResponse:
    context = {**_page_context(ground), "obstacles": [f"{_capitalised(str(fault))}." for fault in faults]}
    return render(request, "rules/hands.html", context)


def _page_context(ground: Ground) -> dict[str, Any]:
    return {"here": "hands", "keys_list": KEYS, "ground": ground, "reading": ground.reading}


def _address(request: HttpRequest, ground: Ground, place: Place, table: Table) -> str:
    if not ground.shared_path:
        return ""
    shared = Place(ground.shared_path, place.fixed, place.seed)
    path = shared.link(table.actions)
    return request.build_absolute_uri(path) if path else ""


def _faults(ground: Ground, catalogue: Catalogue) -> list[str]:
    """Why the list is not legal; its hands can be tested anyway."""
    violations = check(ground.decklist, ground.format, catalogue).violations
    return [each.message for each in violations if each.severity is not Severity.WARNING][:MAX_FAULTS]


def _sentence(reason: Refusal) -> str:
    rule = f" (rule {reason.rule})" if reason.rule else ""
    return f"{_capitalised(reason.message)}{rule}."


def _capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]
