"""The visitor's decks as one document, for a copy on their device."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_safe

from cards.catalogue import Catalogue
from cards.catalogue.datafiles import load_formats
from cards.store import current_catalogue
from decks.lists.sections import sections
from decks.models import Deck
from web.conditional import PRIVATE
from web.ownership import Visitor

#: Only the most recently changed decks are copied to a device.
MAX_DECKS: Final = 100


def account_marker(visitor: Visitor) -> str:
    """An opaque id of the owner of decks; empty for nobody."""
    if visitor.user is not None:
        owner = f"user {visitor.user.pk}"
    elif visitor.browser:
        owner = f"browser {visitor.browser}"
    else:
        return ""
    return salted_hmac("fivesails_site.offline.own", owner, algorithm="sha256").hexdigest()[:32]


@require_safe
def own_decks(request: HttpRequest) -> HttpResponse:
    """The visitor's decks as JSON; never cached on the way."""
    visitor, catalogue = Visitor.of(request), current_catalogue()
    found = list(visitor.own(Deck.objects.all()).select_related("head").order_by("-updated_at", "id")[: MAX_DECKS + 1])
    names = {each.code: each.name for each in load_formats()}
    response = JsonResponse(
        {
            "account": account_marker(visitor),
            "name": visitor.user.get_username() if visitor.user else "",
            "taken": timezone.now().isoformat(timespec="seconds"),
            "cards": catalogue.version,
            "more": len(found) > MAX_DECKS,
            "decks": [deck_record(deck, catalogue, names) for deck in found[:MAX_DECKS]],
        }
    )
    response.headers["Cache-Control"] = PRIVATE
    patch_vary_headers(response, ("Cookie",))
    return response


def deck_record(deck: Deck, catalogue: Catalogue, formats: dict[str, str]) -> dict[str, Any]:
    """One deck with its cards by type."""
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
