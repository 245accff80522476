"""Public decks: search, newest, most liked, and an Atom feed."""

from __future__ import annotations

from html import escape
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from cards.pages.results import highlight_faults
from cards.query import apply_suggestions
from cards.query.lexer import MAX_LENGTH
from cards.store import current_catalogue
from decks import queries
from decks.markdown import render_markdown
from decks.pages.base import deck_page
from decks.pages.pagination import SearchPaginator, get_page, steps
from decks.query import parse_deck_sort, search_decks
from decks.services import DeckError
from decks.summaries import summaries
from web.conditional import REVALIDATE, conditional
from web.number_format import quantity

PER_PAGE = 30
FEED_LENGTH = 30
#: A query somewhat too long is shown with its fault; one far too long would be repeated in every link of the page.
_MAX_SHOWN_LENGTH = 4 * MAX_LENGTH
SORTS = {"newest": "Newest", "likes": "Most liked"}


@deck_page
@require_safe
def deck_list(request: HttpRequest) -> HttpResponse:
    """Public decks, with the starter decks above them unless there is a search."""
    catalogue = current_catalogue()
    query = " ".join(request.GET.get("q", "").split())
    if len(query) > _MAX_SHOWN_LENGTH:
        raise DeckError(f"A search can have up to {MAX_LENGTH} characters; this one has {len(query)}.")
    sort = request.GET.get("sort", "newest")
    if sort not in SORTS:
        raise DeckError(f"Decks can’t be sorted by “{sort[:40]}”. Choose {' or '.join(SORTS)}.")
    found = search_decks(query, sort=parse_deck_sort("likes") if sort == "likes" else ())
    if query:
        pages: Paginator[Any] = SearchPaginator(found.queryset, PER_PAGE, request)
    else:
        # The starter decks have a section of their own.
        pages = Paginator(found.queryset.filter(starter=False), PER_PAGE)
    page = get_page(request, pages)
    starters = summaries(queries.starter_decks(), catalogue) if not query and page.number == 1 else []
    context = {
        "here": "decks",
        "q": query,
        "sentence": found.sentence if query else "",
        "faults": found.faults,
        "typed": highlight_faults(query, found.faults),
        "guess": apply_suggestions(query, found.faults) if found.faults else None,
        "sort": sort,
        "sorts": [(name, label, _path(query, name)) for name, label in SORTS.items()],
        "starters": starters,
        "decks": summaries(queries.fetch_decks(page.object_list), catalogue),
        "found": pages.found if isinstance(pages, SearchPaginator) else None,
        "steps": steps(request, page),
        "canonical": request.build_absolute_uri(request.path),
    }
    response = render(request, "decks/list.html", context)
    response.headers["Cache-Control"] = REVALIDATE
    return response


def _path(query: str, sort: str) -> str:
    parts = {name: value for name, value in (("q", query), ("sort", sort)) if value and value != "newest"}
    return f"{reverse('decks:list')}?{urlencode(parts)}" if parts else reverse("decks:list")


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    home = request.build_absolute_uri(reverse("decks:list"))
    atom = Atom1Feed(
        title="Five Sails: new public decks",
        link=home,
        feed_url=request.build_absolute_uri(request.path),
        description="Public decks, most recently updated first.",
        language="en",
    )
    catalogue = current_catalogue()
    newest = queries.public_decks().order_by("-updated_at", "id")[:FEED_LENGTH]
    for each in summaries(queries.fetch_decks(newest), catalogue):
        deck = each.deck
        led = f"Led by {each.leader.full_name}. " if each.leader else ""
        counts = (
            f"{quantity(each.approach_size, 'card')} in the approach deck, {each.faction_size} in the faction deck."
        )
        atom.add_item(
            title=deck.name,
            link=request.build_absolute_uri(deck.get_absolute_url()),
            description=f"<p>{escape(led)}{counts}</p>{render_markdown(deck.description, catalogue)}",
            author_name=deck.owner.get_username() if deck.owner else "Five Sails",
            updateddate=deck.updated_at,
            pubdate=deck.created_at,
        )
    response = HttpResponse(atom.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
    return conditional(request, response, vary=())


fixed_patterns = [
    path("decks/", deck_list, name="list"),
    path("decks/feed.atom", feed, name="feed"),
]
