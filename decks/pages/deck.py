"""A deck's own page: the list, its charts, legality and comments; and editing, copying and deleting the deck."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.catalogue import Catalogue
from cards.catalogue.datafiles import load_formats
from cards.catalogue.formats import on_day
from cards.search import Snapshot, current_snapshot
from cards.store import current_catalogue
from decks import queries, services
from decks.decklist import Decklist
from decks.legality import check
from decks.lists.charts import deck_charts
from decks.lists.sections import sections
from decks.lists.statistics import statistics
from decks.models import Deck
from decks.pages.base import deck_page, own_deck, public_path, read, reading_routes, tell
from decks.pages.cache import cached_deck_page, comments, twins
from decks.pages.form_keys import create_once
from decks.pages.hooks import deck_actions, deck_panels
from decks.pages.qr_codes import qr_svg
from decks.permissions import may_read
from decks.services import MAX_DESCRIPTION_LENGTH, DeckError, copy, describe
from decks.social import MAX_COMMENT_LENGTH
from decks.summaries import summary
from web import rate_limits
from web.ownership import Visitor

#: The views of a deck, with their labels.
VIEWS: Final = {"list": "List", "faces": "Images"}


def list_context(decklist: Decklist, snapshot: Snapshot) -> dict[str, Any]:
    """Template context of every page that shows a list."""
    catalogue = snapshot.catalogue
    return {
        "leader": catalogue.get(decklist.leader) if decklist.leader else None,
        "sections": sections(decklist, catalogue),
        "approach_size": len(decklist.approach),
        "faction_size": decklist.faction_size,
        "fingerprint": decklist.fingerprint,
    }


def verdicts(decklist: Decklist, catalogue: Catalogue) -> list[tuple[Any, Any]]:
    """The legality report of every current format."""
    today = on_day(load_formats(), timezone.now().date())
    return [(format, check(decklist, format, catalogue)) for format in today]


def requested_view(request: HttpRequest) -> str:
    """The view that the URL asks for. :raises DeckError: if there is no such view."""
    view = request.GET.get("view", "list")
    if view not in VIEWS:
        raise DeckError(f"There is no view “{view[:40]}”. Choose {' or '.join(VIEWS)}.")
    return view


@deck_page
@cached_deck_page(twins, comments)
@require_safe
def deck(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """Everything about a deck."""
    snapshot = current_snapshot()
    catalogue = snapshot.catalogue
    reading = read(request, deck_id, link)
    found, decklist = reading.deck, reading.decklist
    address = request.build_absolute_uri(public_path(found)) if reading.shared else ""
    source = found.source
    context = {
        "here": "decks",
        "reading": reading,
        "deck": found,
        "summary": summary(found, catalogue),
        **list_context(decklist, snapshot),
        "view": requested_view(request),
        "views": VIEWS,
        "charts": deck_charts(statistics(decklist, catalogue)),
        "verdicts": verdicts(decklist, catalogue),
        "source": source if source and may_read(reading.visitor, source.deck) else None,
        "twins": queries.identical_decks(found),
        "address": address,
        "picture": request.build_absolute_uri(reading.path("picture")) if reading.shared else "",
        "qr": qr_svg(address) if address else "",
        "versions": found.versions.count(),
        "liked": queries.has_liked(reading.visitor.user, found),
        "comments": list(queries.comments_on(found)) if reading.public else [],
        "most_comment": MAX_COMMENT_LENGTH,
        "actions": deck_actions.render(request, reading),
        "panels": deck_panels.render(request, reading),
    }
    return reading.open(render(request, "decks/deck.html", context))


@deck_page
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, deck_id: str) -> HttpResponse:
    """Edit the name and the description."""
    found = own_deck(request, deck_id)
    if request.method == "POST":
        return _save_details(request, found, request.POST.get("description", ""))
    return _edit_form(request, found, {"name": found.name, "description": found.description})


@deck_page
@require_POST
def rename(request: HttpRequest, deck_id: str) -> HttpResponse:
    """Change the name alone."""
    return _save_details(request, own_deck(request, deck_id), None)


def _save_details(request: HttpRequest, found: Deck, description: str | None) -> HttpResponse:
    typed = {"name": request.POST.get("name", ""), "description": description}
    try:
        describe(found, typed["name"] or "", description)
    except DeckError as error:
        if description is None:
            typed["description"] = found.description
        return _edit_form(request, found, typed, str(error), 400)
    tell(request, "Changes saved." if description is not None else f"Renamed to {found.name}.")
    return redirect(found.get_absolute_url())


def _edit_form(
    request: HttpRequest, found: Deck, typed: dict[str, str | None], fault: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "here": "decks",
        "deck": found,
        "typed": typed,
        "fault": fault,
        "most": MAX_DESCRIPTION_LENGTH,
    }
    return render(request, "decks/edit.html", context, status=status)


@deck_page
@require_http_methods(["GET", "HEAD", "POST"])
def copy_deck(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """Copy the current version, or the one that is asked for, to the visitor's own decks.

    Pages that caches share hold no form with a visitor's token, so they link here first.
    """
    reading = read(request, deck_id, link)
    sent = request.POST if request.method == "POST" else request.GET
    version = reading.version(sent.get("version", ""))
    if request.method != "POST":
        context = {"here": "decks", "reading": reading, "deck": reading.deck, "version": version}
        return render(request, "decks/copy.html", context)
    rate_limits.attempt(rate_limits.NEW_DECKS, rate_limits.who_of(request))

    def create(visitor: Visitor, made_by: str | None) -> Deck:
        return copy(visitor, version, reading.deck.name, current_catalogue(), made_by=made_by)

    made = create_once(request, create, (version.number,))
    tell(request, f"{reading.deck.name} was copied to your decks.")
    return redirect(made.get_absolute_url())


@deck_page
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, deck_id: str) -> HttpResponse:
    """Ask for confirmation, then delete the deck with all its versions."""
    found = own_deck(request, deck_id)
    if request.method != "POST":
        context = {"here": "decks", "deck": found, "versions": found.versions.count()}
        return render(request, "decks/delete.html", context)
    services.delete(found)
    tell(request, f"{found.name} was deleted.")
    return redirect("decks:mine")


reading_patterns = [
    *reading_routes("", deck, "deck"),
    *reading_routes("copy/", copy_deck, "copy"),
]

own_patterns = [
    path("decks/<slug:deck_id>/edit/", edit, name="edit"),
    path("decks/<slug:deck_id>/rename/", rename, name="rename"),
    path("decks/<slug:deck_id>/delete/", delete, name="delete"),
]
