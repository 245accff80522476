"""The visitor's own simulations."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from decks.pages.paging import page_of, steps
from decks.permissions import Visitor
from rules.jobs.pages_parts import UNNAMED, own_simulations, simulation_page

PER_PAGE = 40


@simulation_page
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Everything the visitor had simulated, the newest first."""
    visitor = Visitor.of(request)
    page = page_of(request, Paginator(own_simulations(visitor), PER_PAGE))
    context = {
        "here": "decks",
        "simulations": page.object_list,
        "steps": steps(request, page),
        "known": visitor.user is not None,
        "unnamed": UNNAMED,
    }
    return render(request, "rules/simulations/mine.html", context)
