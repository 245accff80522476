"""A deck's versions: what changed with each, and every way to go back to one."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from cards.search import current_snapshot
from cards.store import current_catalogue
from decks import queries
from decks.lists.changes import describe_changes
from decks.lists.charts import deck_charts
from decks.lists.statistics import statistics
from decks.pages.base import deck_page, own_deck, read, reading_routes, tell
from decks.pages.cache import cached_deck_page
from decks.pages.cache import versions as shown_versions
from decks.pages.deck import VIEWS, chosen_view, list_context, verdicts
from decks.pages.pagination import page_of, steps
from decks.permissions import find_version
from decks.services import label, restore

PER_PAGE = 40


@deck_page
@cached_deck_page(shown_versions)
@require_safe
def versions(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """All versions, newest first, with what each changed."""
    catalogue = current_catalogue()
    reading = read(request, deck_id, link)
    page = page_of(request, Paginator(queries.versions_of(reading.deck), PER_PAGE))
    rows = [
        {
            "version": version,
            "changes": describe_changes(
                version.parent.decklist if version.parent else None, version.decklist, catalogue
            ),
            "head": version.pk == reading.deck.head_id,
        }
        for version in page.object_list
    ]
    context = {"here": "decks", "reading": reading, "deck": reading.deck, "rows": rows, "steps": steps(request, page)}
    return reading.open(render(request, "decks/versions.html", context))


@deck_page
@cached_deck_page(shown_versions)
@require_safe
def version(request: HttpRequest, number: int, deck_id: str = "", link: str = "") -> HttpResponse:
    """One version as it was."""
    snapshot = current_snapshot()
    catalogue = snapshot.catalogue
    reading = read(request, deck_id, link)
    found = find_version(reading.deck, number)
    decklist = found.decklist
    context = {
        "here": "decks",
        "reading": reading,
        "deck": reading.deck,
        "version": found,
        "head": found.pk == reading.deck.head_id,
        **list_context(decklist, snapshot),
        "view": chosen_view(request),
        "views": VIEWS,
        "changes": describe_changes(found.parent.decklist if found.parent else None, decklist, catalogue),
        "charts": deck_charts(statistics(decklist, catalogue)),
        "verdicts": verdicts(decklist, catalogue),
    }
    return reading.open(render(request, "decks/version.html", context))


@deck_page
@require_POST
def name_version(request: HttpRequest, deck_id: str, number: int) -> HttpResponse:
    """Give a version a name, or take it away by an empty one."""
    found = find_version(own_deck(request, deck_id), number)
    label(found, request.POST.get("label", ""))
    tell(request, f"Version {number} is called {found.label} now." if found.label else f"Version {number} has no name.")
    return redirect("decks:versions", deck_id)


@deck_page
@require_POST
def restore_version(request: HttpRequest, deck_id: str, number: int) -> HttpResponse:
    """Make an earlier list the newest one; nothing in between is lost."""
    deck = own_deck(request, deck_id)
    found = find_version(deck, number)
    made = restore(deck, found.number, current_catalogue())
    tell(request, f"Version {number} is restored as version {made.number}.")
    return redirect("decks:versions", deck_id)


reading_patterns = [
    *reading_routes("versions/", versions, "versions"),
    *reading_routes("versions/<int:number>/", version, "version"),
]

own_patterns = [
    path("decks/<slug:deck_id>/versions/<int:number>/name/", name_version, name="version-name"),
    path("decks/<slug:deck_id>/versions/<int:number>/restore/", restore_version, name="version-restore"),
]
