"""The page that records games: pasted ones, and games between bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from cards.search import current_snapshot
from decks.decklist import EMPTY
from decks.pages.base import unlisted_page
from decks.permissions import find, own_decks
from decks.queries import starter_decks
from decks.services import DeckError
from rules.games import services
from rules.games.models import GameRecord
from rules.games.permissions import own_games
from rules.games.replays.bots import DEFAULT_BOT, DESCRIPTIONS
from rules.random_streams import seed_from_text
from web.ownership import Visitor
from web.rate_limits import RateLimitError, hashed_network_of
from web.slots import BusyError

LETTERS: Final = "ab"
MAX_OWN: Final = 30
MAX_SHOWN: Final = 20
DEFAULT_SEED: Final = "7"


@dataclass(frozen=True, slots=True)
class Typed:
    """The form's fields as text, sent or prefilled."""

    deck_a: str
    deck_b: str
    bot_a: str
    bot_b: str
    seed: str
    text: str

    @classmethod
    def of(cls, sent: Mapping[str, str], starters: list[str]) -> Typed:
        """From a request; two starter decks by default."""
        first, second = (*starters, "", "")[:2]
        return cls(
            deck_a=sent.get("deck_a", first),
            deck_b=sent.get("deck_b", second),
            bot_a=sent.get("bot_a", DEFAULT_BOT),
            bot_b=sent.get("bot_b", DEFAULT_BOT),
            seed=sent.get("seed", DEFAULT_SEED),
            text=sent.get("text", ""),
        )


@unlisted_page
@require_http_methods(["GET", "HEAD", "POST"])
def games(request: HttpRequest) -> HttpResponse:
    """Show the two forms, or record a game and redirect to it."""
    starters = list(starter_decks())
    sent = request.POST if request.method == "POST" else request.GET
    typed = Typed.of(sent.dict(), [deck.id for deck in starters])
    if request.method != "POST":
        return _form(request, starters, typed)
    faults: dict[str, str] = {}
    try:
        made = _record(request, typed, faults)
    except (RateLimitError, BusyError) as error:
        response = _form(request, starters, typed, {"form": str(error)}, error.status)
        response.headers["Retry-After"] = str(error.wait)
        return response
    except DeckError as error:
        return _form(request, starters, typed, faults or {_place(request): str(error)}, 400)
    response = redirect(made)
    response.status_code = 303
    return response


def _place(request: HttpRequest) -> str:
    return "text" if "paste" in request.POST else "form"


def _record(request: HttpRequest, typed: Typed, faults: dict[str, str]) -> GameRecord:
    visitor = Visitor.with_browser(request)
    made = _play(request, visitor, typed, faults)
    visitor.remember(request)
    return made


def _play(request: HttpRequest, visitor: Visitor, typed: Typed, faults: dict[str, str]) -> GameRecord:
    catalogue = current_snapshot().catalogue
    if "paste" in request.POST:
        return services.paste(visitor, hashed_network_of(request), typed.text, catalogue)
    sides = [_side(visitor, typed, letter, faults) for letter in LETTERS]
    seed = 0
    try:
        seed = seed_from_text(typed.seed)
    except ValueError as error:
        faults["seed"] = f"This seed cannot be used: {error}."
    if faults:
        raise DeckError("Some fields need another look.")
    return services.play(visitor, hashed_network_of(request), sides, seed, catalogue)


def _side(visitor: Visitor, typed: Typed, letter: str, faults: dict[str, str]) -> services.Side:
    reference, bot = getattr(typed, f"deck_{letter}"), getattr(typed, f"bot_{letter}")
    name, decklist = "", EMPTY
    try:
        deck = find(visitor, reference)
        name, decklist = deck.name, deck.head.decklist if deck.head else EMPTY
    except Http404 as error:
        faults[f"deck_{letter}"] = str(error)
    if bot not in DESCRIPTIONS:
        faults[f"bot_{letter}"] = f"There is no bot “{bot[:40]}”. Choose one of {', '.join(DESCRIPTIONS)}."
    return services.Side(name, decklist, bot)


def _form(
    request: HttpRequest, starters: list[Any], typed: Typed, faults: Mapping[str, str] | None = None, status: int = 200
) -> HttpResponse:
    visitor, faults = Visitor.of(request), faults or {}
    own = list(own_decks(visitor).order_by("-updated_at", "id")[:MAX_OWN])
    offered = {deck.id for deck in (*starters, *own)}
    context = {
        "here": "games",
        "typed": typed,
        "faults": faults,
        "starters": starters,
        "own": own,
        "sides": [
            {
                "letter": letter.upper(),
                "deck_name": f"deck_{letter}",
                "bot_name": f"bot_{letter}",
                "deck": getattr(typed, f"deck_{letter}"),
                "other": "" if getattr(typed, f"deck_{letter}") in offered else getattr(typed, f"deck_{letter}"),
                "bot": getattr(typed, f"bot_{letter}"),
                "deck_fault": faults.get(f"deck_{letter}", ""),
                "bot_fault": faults.get(f"bot_{letter}", ""),
            }
            for letter in LETTERS
        ],
        "bots": DESCRIPTIONS.items(),
        "recorded": own_games(visitor).defer("notation")[:MAX_SHOWN],
        "known": visitor.user is not None,
    }
    return render(request, "rules/games/ask.html", context, status=status)
