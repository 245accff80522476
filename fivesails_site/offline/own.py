"""The visitor's own decks as one document, for a copy on the visitor's own device."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_safe

from cards.catalogue import Catalogue
from cards.datafiles import load_formats
from cards.store import current_catalogue
from decks.listing import sections
from decks.models import Deck
from decks.pages.reading import PRIVATE
from decks.permissions import Visitor

#: A device gets the decks changed last; more than anybody plays with, and little enough to store.
MOST: Final = 100


def account_marker(visitor: Visitor) -> str:
    """Tells one owner of decks from another, and says nothing else of them; empty for nobody."""
    if visitor.user is not None:
        owner = f"user {visitor.user.pk}"
    elif visitor.browser:
        owner = f"browser {visitor.browser}"
    else:
        return ""
    return salted_hmac("fivesails_site.offline.own", owner, algorithm="sha256").hexdigest()[:32]


@require_safe
def own_decks(request: HttpRequest) -> HttpResponse:
    """Whose decks these are, and what is in them; no cache on the way may keep it."""
    visitor, catalogue = Visitor.of(request), current_catalogue()
    found = list(visitor.own_decks.select_related("head").order_by("-updated_at", "id")[: MOST + 1])
    names = {each.code: each.name for each in load_formats()}
    response = JsonResponse(
        {
            "account": account_marker(visitor),
            "name": visitor.user.get_username() if visitor.user else "",
            "taken": timezone.now().isoformat(timespec="seconds"),
            "cards": catalogue.version,
            "more": len(found) > MOST,
            "decks": [deck_record(deck, catalogue, names) for deck in found[:MOST]],
        }
    )
    response.headers["Cache-Control"] = PRIVATE
    patch_vary_headers(response, ("Cookie",))
    return response


def deck_record(deck: Deck, catalogue: Catalogue, formats: dict[str, str]) -> dict[str, Any]:
    """One deck as a player reads it: cards by kind, with their names."""
    decklist = deck.head.decklist if deck.head else None
    leader = catalogue.get(decklist.leader) if decklist and decklist.leader else None
    return {
        "id": deck.id,
        "name": deck.name,
        "format": formats.get(deck.format, deck.format),
        "legal": f" {deck.format} " in deck.legal_in,
        "changed": deck.updated_at.isoformat(timespec="seconds"),
        "faction": leader.faction if leader else None,
        "leader": {"code": leader.code, "name": leader.full_name} if leader else None,
        "sections": [
            {
                "title": section.title,
                "count": section.count,
                "lines": [
                    {"quantity": line.quantity, "code": line.card.code, "name": line.card.full_name}
                    for line in section.lines
                ],
            }
            for section in (sections(decklist, catalogue) if decklist else ())
        ],
    }
