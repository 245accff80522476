"""The visitor's own decks, signed in or not."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from cards.store import current_catalogue
from decks.pages.base import deck_page
from decks.pages.pagination import get_page, steps
from decks.permissions import own_decks
from decks.queries import fetch_decks
from decks.summaries import summaries
from web.ownership import Visitor

PER_PAGE = 40


@deck_page
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The visitor's decks, most recently updated first."""
    visitor = Visitor.of(request)
    own = own_decks(visitor).order_by("-updated_at", "id")
    page = get_page(request, Paginator(own, PER_PAGE))
    context = {
        "here": "mine",
        "decks": summaries(fetch_decks(page.object_list), current_catalogue()),
        "count": page.paginator.count,
        "steps": steps(request, page),
        "known": visitor.user is not None,
    }
    return render(request, "decks/mine.html", context)


fixed_patterns = [path("decks/mine/", mine, name="mine")]
