"""The odds of a deck: exact chances of drawing what is wanted."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from cards.query.lexer import MAX_LENGTH
from cards.search import current_snapshot
from decks.builder.formats import format_of
from decks.decklist import MAX_DECK_SIZE
from decks.legality import check
from decks.pages.base import Reading, deck_page, read, reading_routes
from decks.pages.cache import cached_deck_page
from decks.permissions import find_version
from rules.pages.odds.context import show
from rules.pages.odds.form import MODES, State


@deck_page
@cached_deck_page()
@require_safe
def odds(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """The odds page; its query string is the whole question."""
    snapshot = current_snapshot()
    reading = read(request, deck_id, link)
    state = State.of(request.GET)
    version = find_version(reading.deck, state.version) if state.version else reading.head
    shown = show(state, version.decklist, snapshot.catalogue, snapshot.engine)
    context = {
        "here": "odds",
        "reading": reading,
        "deck": reading.deck,
        "version": version,
        "leader": snapshot.catalogue.get(version.decklist.leader or ""),
        "shown": shown,
        "state": state,
        "modes": MODES,
        "most": MAX_DECK_SIZE,
        "longest": MAX_LENGTH,
        "address": request.build_absolute_uri(reading.path("rules:odds") + state.query),
        "report": check(version.decklist, format_of(reading.deck), snapshot.catalogue),
    }
    return reading.open(render(request, "rules/odds.html", context, status=400 if shown.wrong else 200))


def odds_link(request: HttpRequest, reading: Reading) -> SafeString:
    """The link on a deck's page, under the address by which the visitor came."""
    return render_to_string("rules/odds/action.html", {"path": reading.path("rules:odds")})


urlpatterns = reading_routes("odds/", odds, "odds")
