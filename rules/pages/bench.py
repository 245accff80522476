"""The way to hands, odds and simulations: choose a deck, then a test."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from cards.store import current_catalogue
from decks.pages.base import deck_page
from decks.permissions import own_decks
from decks.queries import starter_decks
from decks.summaries import summaries
from web.conditional import REVALIDATE
from web.ownership import Visitor

MAX_OWN: Final = 12


@deck_page
@require_safe
def bench(request: HttpRequest) -> HttpResponse:
    """The visitor's own decks that can be tested, and the starter decks."""
    catalogue = current_catalogue()
    own = own_decks(Visitor.of(request)).exclude(head=None).select_related("head").order_by("-updated_at", "id")
    context = {
        "here": "test",
        "own": summaries(own[:MAX_OWN], catalogue),
        "starters": summaries(starter_decks(), catalogue),
    }
    response = render(request, "rules/test.html", context)
    response.headers["Cache-Control"] = REVALIDATE
    return response


urlpatterns = [path("test/", bench, name="test")]
