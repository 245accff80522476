"""The beginning of a deck: choose who leads it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from cards.catalogue import Catalogue
from cards.searching import current_desk
from decks import services
from decks.decklist import Decklist
from decks.limits import count_new_decks
from decks.models import Deck
from decks.pages.build_formats import chosen_format, formats
from decks.pages.reading import deck_page
from decks.permissions import Visitor
from decks.services import DeckError

UNNAMED = "New deck"


@require_http_methods(["GET", "HEAD", "POST"])
@deck_page
def new_deck(request: HttpRequest) -> HttpResponse:
    """The leaders by faction; choosing one makes the deck, signed in or not."""
    desk = current_desk()
    catalogue = desk.catalogue
    if request.method == "POST":
        deck = _create(request, catalogue)
        return HttpResponseRedirect(reverse("decks:build", kwargs={"deck_id": deck.id}), status=303)
    factions = [
        (faction, leaders)
        for faction in catalogue.factions
        if (leaders := [card for card in catalogue.leaders if card.faction == faction.code])
    ]
    context = {"here": "decks", "factions": factions, "formats": formats(), "gallery": desk.gallery}
    return render(request, "decks/build/new.html", context)


def _create(request: HttpRequest, catalogue: Catalogue) -> Deck:
    code = request.POST.get("leader", "")
    leader = catalogue.get(code) if code else None
    if code and leader not in catalogue.leaders:
        raise DeckError(f"There is no leader “{code[:40]}”.")
    named = services.fitting(request.POST.get("name", ""), "The name of a deck")
    name = named or (f"{leader.name}’s deck" if leader else UNNAMED)
    format = chosen_format(request.POST.get("format", "")).code
    visitor = Visitor.with_browser(request)
    count_new_decks(request, visitor)
    deck = services.create(
        visitor,
        name,
        Decklist.of(leader.code if leader else None, (), {}),
        catalogue,
        format=format,
    )
    visitor.remember(request)
    return deck
