"""What the hand tester adds to other pages: today's hand, a link on a deck's page, and a drawer in the builder."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from cards.store import current_catalogue
from decks.models import Deck
from decks.pages.base import Reading
from decks.queries import starter_decks
from rules.pages.hands.addresses import Place
from rules.pages.hands.game import deal


def hand_door(request: HttpRequest) -> SafeString | None:
    """A hand from a starter deck, ready to play: another one every day, and the same for everybody."""
    decks = [(deck, deck.head) for deck in starter_decks() if deck.head]
    if not decks:
        return None
    day, catalogue = timezone.now().toordinal(), current_catalogue()
    deck, version = decks[day % len(decks)]
    place = Place(reverse("rules:hands", kwargs={"deck_id": deck.id}), (("v", str(version.number)),), str(day))
    table = deal(version.decklist, place, catalogue)
    context = {
        "deck": deck,
        "hand": [catalogue.card(code) for code in table.hand],
        "path": place.at(table.actions),
    }
    return render_to_string("rules/hands/door.html", context)


def hands_link(request: HttpRequest, reading: Reading) -> SafeString:
    """The link on a deck's page, under the address by which the visitor came."""
    return render_to_string("rules/hands/action.html", {"path": reading.path("rules:hands")})


def hand_drawer(request: HttpRequest, deck: Deck) -> SafeString:
    """A sample hand of the deck as it is saved now, without leaving the builder."""
    return render_to_string("rules/hands/drawer.html", {"path": reverse("rules:hands", kwargs={"deck_id": deck.id})})
