"""The decks that a browser made before anybody signed in become its user's."""

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest

from decks.permissions import BROWSER_KEY, Visitor
from decks.services import claim


def keep_decks(sender: Any, request: HttpRequest | None, user: User, **_: Any) -> None:
    """At every sign-in; the session has just got a new key, but what was in it is still there."""
    session = getattr(request, "session", None)
    browser = session.pop(BROWSER_KEY, "") if session is not None else ""
    claim(browser, Visitor(user))
