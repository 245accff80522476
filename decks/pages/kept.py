"""Pages of public decks, kept for whoever comes without being known: made again only when what they show changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone

from cards.searching import current_desk
from cards.serving import CACHE_CONTROL, Page, Shelf, answer, from_nobody
from cards.theming import theme_of
from decks.pages.reading import View, holds_token

SHELF: Final = Shelf(1024)
#: A few long pages must not fill the memory that many short ones could use.
_LONGEST: Final = 300_000


def kept(state: Callable[[str], str | None]) -> Callable[[View], View]:
    """Keep what a view makes for nobody in particular, as long as ``state`` says the same of the deck."""

    def decorate(view: View) -> View:
        @wraps(view)
        def answered(request: HttpRequest, *args: Any, deck_id: str = "", **parts: Any) -> HttpResponseBase:
            if not (deck_id and request.method in ("GET", "HEAD") and from_nobody(request)):
                return view(request, *args, deck_id=deck_id, **parts)
            known = state(deck_id)
            if known is None:
                return view(request, *args, deck_id=deck_id, **parts)
            # Formats begin and end on a day, and with them what a page says about legality.
            today = timezone.now().date()
            key = (view, current_desk(), known, today, theme_of(request), request.build_absolute_uri())
            page = SHELF.find(key)
            if page is None:
                response = view(request, *args, deck_id=deck_id, **parts)
                if not (isinstance(response, HttpResponse) and _keepable(request, response)):
                    return response
                page = Page(response.content)
                # Changed while it was made: it may show what its key does not say.
                if state(deck_id) == known:
                    SHELF.put(key, page)
            return answer(request, page)

        return answered

    return decorate


def _keepable(request: HttpRequest, response: HttpResponse) -> bool:
    return (
        response.status_code == 200
        and response.headers.get("Cache-Control") == CACHE_CONTROL
        and not holds_token(request)
        and len(response.content) <= _LONGEST
    )
