"""What every page of recorded games begins and ends with."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase

from decks.pages.reading import View, deck_page


def game_page(view: View) -> View:
    """As pages of decks, and no search engine follows: whoever has the address was given it."""
    answer = deck_page(view)

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **parts: Any) -> HttpResponseBase:
        response = answer(request, *args, **parts)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        response.headers["Referrer-Policy"] = "same-origin"
        return response

    return answered
