"""The visitor's own simulations."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from decks.pages.base import unlisted_page
from decks.pages.pagination import get_page, steps
from decks.queries import starter_decks
from rules.jobs.pages.parts import UNNAMED, own_simulations
from web.ownership import Visitor

PER_PAGE = 40


@unlisted_page
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The visitor's simulations, newest first."""
    visitor = Visitor.of(request)
    page = get_page(request, Paginator(own_simulations(visitor), PER_PAGE))
    context = {
        "here": "simulations",
        "simulations": page.object_list,
        "steps": steps(request, page),
        "known": visitor.user is not None,
        "unnamed": UNNAMED,
        "starters": [] if page.object_list else starter_decks(),
    }
    return render(request, "rules/simulations/mine.html", context)
