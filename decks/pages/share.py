"""Sharing: who may read a deck, and its share link."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_http_methods, require_POST

from decks import services
from decks.models import Deck, Visibility
from decks.pages.base import deck_page, own_deck, public_path, tell
from decks.pages.qr_codes import qr_svg
from decks.permissions import may_publish
from decks.services import DeckError
from web.ownership import Visitor

_MESSAGES = {
    Visibility.PRIVATE: "The deck is now private. Links to it no longer work.",
    Visibility.LINK: "Anyone with the link can now see the deck.",
    Visibility.PUBLIC: "The deck is now public.",
}


@deck_page
@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, deck_id: str) -> HttpResponse:
    visitor = Visitor.of(request)
    deck = own_deck(request, deck_id)
    if request.method != "POST":
        return _page(request, visitor, deck)
    chosen = request.POST.get("visibility", "")
    try:
        if chosen not in Visibility.values:
            raise DeckError("Choose who can see the deck: only you, anyone with the link, or everyone.")
        if chosen == Visibility.PUBLIC and not may_publish(visitor, deck):
            raise DeckError("Sign in to publish a deck.")
        services.share(deck, Visibility(chosen))
    except DeckError as error:
        return _page(request, visitor, deck, str(error), 400)
    tell(request, _MESSAGES[Visibility(chosen)])
    return redirect("decks:share", deck_id)


@deck_page
@require_POST
def renew_link(request: HttpRequest, deck_id: str) -> HttpResponse:
    """Revoke the link that others have, and make another."""
    deck = own_deck(request, deck_id)
    if deck.link is None:
        raise DeckError("This deck has no link to revoke.")
    services.renew_link(deck)
    tell(request, "The old link no longer works. Here is the new one.")
    return redirect("decks:share", deck_id)


def _page(request: HttpRequest, visitor: Visitor, deck: Deck, fault: str = "", status: int = 200) -> HttpResponse:
    shared = deck.visibility != Visibility.PRIVATE
    address = request.build_absolute_uri(public_path(deck)) if shared else ""
    context = {
        "here": "decks",
        "deck": deck,
        "choices": [
            (Visibility.PRIVATE, "Only you can see it."),
            (Visibility.LINK, "Anyone with the link can see it. It isn’t listed, and you can revoke the link."),
            (Visibility.PUBLIC, "Anyone can find it, like it and comment on it."),
        ],
        "may_publish": may_publish(visitor, deck),
        "address": address,
        "embed": f"{address}embed/" if address else "",
        "qr": qr_svg(address) if address else "",
        "fault": fault,
    }
    return render(request, "decks/share.html", context, status=status)


own_patterns = [
    path("decks/<slug:deck_id>/share/", share, name="share"),
    path("decks/<slug:deck_id>/link/", renew_link, name="link"),
]
