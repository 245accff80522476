"""A deck's versions: what each changed, and naming, restoring and copying one."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.text import capfirst
from django.views.decorators.http import require_POST, require_safe

from cards.catalogue import Catalogue
from cards.search import current_snapshot
from cards.store import current_catalogue
from decks import queries
from decks.lists.changes import describe_changes
from decks.lists.charts import deck_charts
from decks.lists.statistics import statistics
from decks.models import DeckVersion
from decks.pages.base import deck_page, own_deck, read, reading_routes, tell
from decks.pages.cache import cached_deck_page
from decks.pages.cache import versions as shown_versions
from decks.pages.deck import VIEWS, list_context, requested_view, verdicts
from decks.pages.pagination import get_page, steps
from decks.permissions import find_version
from decks.services import label, restore

PER_PAGE = 10


@deck_page
@cached_deck_page(shown_versions)
@require_safe
def versions(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """All versions, newest first, with what each changed."""
    catalogue = current_catalogue()
    reading = read(request, deck_id, link)
    page = get_page(request, Paginator(queries.versions_of(reading.deck), PER_PAGE))
    rows = [
        {
            "number": version.number,
            "path": reading.path("version", number=version.number),
            "label": version.label,
            "created_at": version.created_at,
            "parent": _branching_parent(version),
            "changes": _changes(version, catalogue),
            "current": version.pk == reading.deck.head_id,
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
    chosen = find_version(reading.deck, number)
    decklist = chosen.decklist
    context = {
        "here": "decks",
        "reading": reading,
        "deck": reading.deck,
        "version": chosen,
        "current": chosen.pk == reading.deck.head_id,
        **list_context(decklist, snapshot),
        "view": requested_view(request),
        "views": VIEWS,
        "changes": _changes(chosen, catalogue),
        "charts": deck_charts(statistics(decklist, catalogue)),
        "verdicts": verdicts(decklist, catalogue),
    }
    return reading.open(render(request, "decks/version.html", context))


def _branching_parent(version: DeckVersion) -> int | None:
    """The version that this one was made from, unless it is simply the one before."""
    parent = version.parent
    return parent.number if parent and parent.number != version.number - 1 else None


def _changes(version: DeckVersion, catalogue: Catalogue) -> str:
    changes = describe_changes(version.parent.decklist if version.parent else None, version.decklist, catalogue)
    return f"{capfirst(changes)}."


@deck_page
@require_POST
def name_version(request: HttpRequest, deck_id: str, number: int) -> HttpResponse:
    """Name a version; an empty name removes it."""
    named = find_version(own_deck(request, deck_id), number)
    label(named, request.POST.get("label", ""))
    tell(request, f"Version {number} is now called {named.label}." if named.label else "Version name removed.")
    return redirect("decks:version", deck_id, number)


@deck_page
@require_POST
def restore_version(request: HttpRequest, deck_id: str, number: int) -> HttpResponse:
    """Save an earlier list again as the newest version."""
    deck = own_deck(request, deck_id)
    earlier = find_version(deck, number)
    restored = restore(deck, earlier.number, current_catalogue())
    tell(request, f"Version {number} restored as version {restored.number}.")
    return redirect("decks:versions", deck_id)


reading_patterns = [
    *reading_routes("versions/", versions, "versions"),
    *reading_routes("versions/<int:number>/", version, "version"),
]

own_patterns = [
    path("decks/<slug:deck_id>/versions/<int:number>/name/", name_version, name="version-name"),
    path("decks/<slug:deck_id>/versions/<int:number>/restore/", restore_version, name="version-restore"),
]
