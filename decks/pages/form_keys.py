"""A form makes one deck, however often it is submitted."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence

from django.http import HttpRequest

from decks.models import Deck
from web.ownership import Visitor


def new_form_key() -> str:
    """What a rendered form sends along in ``key``."""
    return secrets.token_urlsafe(16)


def create_once(
    request: HttpRequest, create: Callable[[Visitor, str | None], Deck], chosen: Sequence[str | int]
) -> Deck:
    """The visitor's deck that ``create(visitor, made_by)`` makes, or that the same form made when it was sent before.

    ``chosen`` tells apart what one form can be sent with.
    """
    known, visitor = Visitor.of(request).known, Visitor.with_browser(request)
    deck = create(visitor, _made_by(request, chosen))
    if known and not visitor.owns(deck):
        # Somebody else's form: it made a deck of theirs.
        deck = create(visitor, None)
    # A form sent twice by a browser that had no secret yet: both answers give it the one that owns the deck.
    Visitor(visitor.user, deck.browser).remember(request)
    return deck


def _made_by(request: HttpRequest, chosen: Sequence[str | int]) -> str | None:
    key = request.POST.get("key", "")
    if not key:
        return None
    parts = [request.user.pk, request.path, key, *chosen]
    return hashlib.sha256(repr(parts).encode(errors="replace")).hexdigest()
