"""What decks add to the pages of the card database."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards.catalogue import Card, CardType
from cards.store import current_catalogue
from decks import queries
from decks.summaries import summaries

MOST_NEWEST: Final = 6
MOST_RUNNING: Final = 12


def build_door(request: HttpRequest) -> SafeString:
    """The way into the builder."""
    return render_to_string("decks/build/door.html")


def starter_decks(request: HttpRequest) -> SafeString | None:
    """The published starter decks."""
    found = summaries(queries.starter_decks(), current_catalogue())
    return render_to_string("decks/parts/starters.html", {"decks": found}, request) if found else None


def newest_decks(request: HttpRequest) -> SafeString | None:
    """The public decks that were changed last."""
    found = summaries(queries.fetch_decks(queries.newest_decks()[:MOST_NEWEST]), current_catalogue())
    return render_to_string("decks/parts/newest.html", {"decks": found}, request) if found else None


def decks_that_run(request: HttpRequest, card: Card) -> SafeString | None:
    """Public decks with the card in their newest version."""
    found = list(queries.decks_with(card.code)[:MOST_RUNNING])
    return render_to_string("decks/parts/running.html", {"decks": found}, request) if found else None


def build_with_leader(request: HttpRequest, card: Card) -> SafeString | None:
    """A leader's way into the builder."""
    if card.type is not CardType.LEADER or not card.deckable:
        return None
    return format_html('<a class="btn" href="{}?leader={}">Build with this leader</a>', reverse("decks:new"), card.code)
