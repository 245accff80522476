"""Cached pages of public decks for visitors without a session.

The key of a page holds every row it shows, so a cached page is never out of date.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from cards.search import current_snapshot
from decks import queries
from decks.models import Comment, Deck, DeckVersion, Visibility
from decks.pages.base import View
from web.conditional import is_anonymous
from web.page_cache import cached_page
from web.theme import theme_of

#: A public deck's row, by column.
Row = dict[str, Any]
#: Further rows that a page shows, given the deck's.
Rows = Callable[[Row], QuerySet[Any, Any]]

# ``updated_at`` changes with every new head, and so with the number of versions and what they were made from.
_COLUMNS = (
    *("pk", "name", "description", "format", "starter", "likes", "updated_at", "owner__username"),
    *("head_id", "head__fingerprint"),
    *("source__number", "source__deck_id", "source__deck__name", "source__deck__visibility"),
)


def cached_deck_page(*shown: Rows) -> Callable[[View], View]:
    """Cache a view's page of a public deck until the deck, or one of the rows ``shown``, changes."""

    def decorate(view: View) -> View:
        @wraps(view)
        def cached(request: HttpRequest, *args: Any, deck_id: str = "", **parts: Any) -> HttpResponseBase:
            def make() -> HttpResponseBase:
                return view(request, *args, deck_id=deck_id, **parts)

            if not deck_id or request.method not in ("GET", "HEAD") or not is_anonymous(request):
                return make()
            try:
                deck = Deck.objects.values(*_COLUMNS).get(pk=deck_id, visibility=Visibility.PUBLIC)
            except Deck.DoesNotExist:
                return make()
            rows = repr((deck, *(list(each(deck)) for each in shown)))
            # Formats begin and end on a day, and with them what a page says about legality.
            today = timezone.now().date().isoformat()
            key = (view.__qualname__, current_snapshot().version, rows, today, theme_of(request))
            return cached_page(request, (*key, request.build_absolute_uri()), make)

        return cached

    return decorate


def twins(deck: Row) -> QuerySet[Any, Any]:
    return queries.with_fingerprint(deck["head__fingerprint"]).values_list("pk", "name", "owner__username")


def comments(deck: Row) -> QuerySet[Any, Any]:
    # The text of a comment never changes.
    return Comment.objects.filter(deck=deck["pk"], hidden=False).order_by("pk").values_list("pk", "author__username")


def versions(deck: Row) -> QuerySet[Any, Any]:
    return DeckVersion.objects.filter(deck=deck["pk"]).values_list("number", "label")
