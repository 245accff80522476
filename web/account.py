"""Whose name the masthead shows."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def account_of(request: HttpRequest) -> str:
    """The name of the visitor who is signed in, or an empty text. Asks the database only if there is a session."""
    if not request.COOKIES.get(settings.SESSION_COOKIE_NAME):
        return ""
    return request.user.get_username() if request.user.is_authenticated else ""
