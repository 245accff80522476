"""Day, night, or what the system says: a cookie, so that the first byte of a page is already right."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

COOKIE: Final = "theme"
THEMES: Final = ("auto", "day", "night")
YEAR: Final = 365 * 24 * 3600


def theme_of(request: HttpRequest) -> str:
    """The visitor's choice; a cookie of anything else counts as none."""
    chosen = request.COOKIES.get(COOKIE, "auto")
    return chosen if chosen in THEMES else "auto"
