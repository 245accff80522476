"""Day, night, or the system's setting: in a cookie, so that pages never flash in the wrong theme."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

COOKIE: Final = "theme"
THEMES: Final = ("auto", "day", "night")
YEAR: Final = 365 * 24 * 3600


def theme_of(request: HttpRequest) -> str:
    """The visitor's choice; an unknown value counts as none."""
    chosen = request.COOKIES.get(COOKIE, "auto")
    return chosen if chosen in THEMES else "auto"
