"""The odds of a deck: exact chances of drawing what is wanted."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from cards.query.lexing import MAX_LENGTH
from cards.searching import current_desk
from decks.legality import check
from decks.pages.build_formats import format_of
from decks.pages.kept import kept
from decks.pages.reading import Reading, deck_page, read, reading_routes
from decks.permissions import find_version
from decks.states import deck_state
from rules.odds import LARGEST_DECK
from rules.pages.odds_form import MODES, State
from rules.pages.odds_shown import show


@deck_page
@kept(deck_state)
@require_safe
def odds(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """Ask a deck, and be answered; the address is the whole question."""
    desk = current_desk()
    reading = read(request, deck_id, link)
    state = State.of(request.GET)
    version = find_version(reading.deck, state.version) if state.version else reading.head
    shown = show(state, version.decklist, desk.catalogue, desk.engine)
    context = {
        "here": "decks",
        "reading": reading,
        "deck": reading.deck,
        "version": version,
        "leader": desk.catalogue.get(version.decklist.leader or ""),
        "shown": shown,
        "state": state,
        "modes": MODES,
        "most": LARGEST_DECK,
        "longest": MAX_LENGTH,
        "address": request.build_absolute_uri(reading.path("rules:odds") + state.query),
        "report": check(version.decklist, format_of(reading.deck), desk.catalogue),
    }
    return reading.open(render(request, "rules/odds.html", context, status=400 if shown.wrong else 200))


def odds_link(request: HttpRequest, reading: Reading) -> SafeString:
    """The way to a deck's odds, under the address by which the visitor came."""
    return render_to_string("rules/odds/action.html", {"path": reading.path("rules:odds")})


urlpatterns = reading_routes("odds/", odds, "odds")
