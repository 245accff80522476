"""What the hand tester adds to other pages: a link on a deck's page, and a drawer in the builder."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from decks.models import Deck
from decks.pages.base import Reading


def hands_link(request: HttpRequest, reading: Reading) -> SafeString:
    """The link on a deck's page, under the address by which the visitor came."""
    return render_to_string("rules/hands/action.html", {"path": reading.path("rules:hands")})


def hand_drawer(request: HttpRequest, deck: Deck) -> SafeString:
    """A sample hand of the deck as it is saved now, without leaving the builder."""
    return render_to_string("rules/hands/drawer.html", {"path": reverse("rules:hands", kwargs={"deck_id": deck.id})})
