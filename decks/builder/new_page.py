"""The page that starts a deck: choose a leader."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from cards.catalogue import Catalogue
from cards.search import current_snapshot
from decks import services
from decks.builder.formats import format_by_code, formats
from decks.decklist import Decklist
from decks.models import Deck
from decks.pages.base import deck_page
from decks.pages.form_keys import create_once
from decks.services import DeckError
from web import rate_limits
from web.ownership import Visitor

UNNAMED = "New deck"


@require_http_methods(["GET", "HEAD", "POST"])
@deck_page
def new_deck(request: HttpRequest) -> HttpResponse:
    """The leaders by faction; choosing one creates the deck, signed in or not. ``?leader=`` puts one first."""
    snapshot = current_snapshot()
    catalogue = snapshot.catalogue
    if request.method == "POST":
        deck = _create(request, catalogue)
        return HttpResponseRedirect(reverse("decks:build", kwargs={"deck_id": deck.id}), status=303)
    factions = [
        (faction, leaders)
        for faction in catalogue.factions
        if (leaders := [card for card in catalogue.leaders if card.faction == faction.code])
    ]
    asked = catalogue.get(request.GET.get("leader", ""))
    picked = asked if asked in catalogue.leaders else None
    context = {"here": "build", "factions": factions, "formats": formats(), "picked": picked}
    return render(request, "decks/build/new.html", context)


def _create(request: HttpRequest, catalogue: Catalogue) -> Deck:
    code = request.POST.get("leader", "")
    leader = catalogue.get(code) if code else None
    if code and leader not in catalogue.leaders:
        raise DeckError(f"There is no leader “{code[:40]}”.")
    named = services.validate_name(request.POST.get("name", ""), "Deck names")
    name = named or (f"{leader.name}’s deck" if leader else UNNAMED)
    format = format_by_code(request.POST.get("format", "")).code
    rate_limits.attempt(rate_limits.NEW_DECKS, rate_limits.who_of(request))
    decklist = Decklist.of(leader.code if leader else None, (), {})

    def create(visitor: Visitor, made_by: str | None) -> Deck:
        return services.create(visitor, name, decklist, catalogue, format=format, made_by=made_by)

    return create_once(request, create, (code, name, format))
