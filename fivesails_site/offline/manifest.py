"""What a device needs to know to put the site among its programs."""

from __future__ import annotations

import json
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from cards.faces.sprite import APP_SIZES
from cards.serving import Page, settle

#: The paper and the sheet of ``static/css/site.css`` by day; pages say themselves which light they are in.
PAPER: Final = "#f5efe0"
SHEET: Final = "#fcf8ee"
_SHORTCUTS: Final = (
    ("Search the cards", "Cards", "cards:list"),
    ("Build a deck", "Build", "decks:new"),
    ("Deal test hands", "Hands", "rules:any-hands"),
)


def content() -> dict[str, Any]:
    """The manifest, with today's names of the icons."""
    icons = [
        {"src": static(f"icons/{name}-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, purpose in (("favicon", "any"), ("maskable", "maskable"))
        for size in APP_SIZES
    ]
    vector = {"src": static("icons/favicon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    return {
        "id": "/",
        "name": "Five Sails",
        "short_name": "Five Sails",
        "description": "The cards of a game of swords, sails and schemes: searched, shown and explained.",
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": SHEET,
        "categories": ["games", "reference"],
        "icons": [*icons, vector],
        "shortcuts": [
            {"name": name, "short_name": short, "url": reverse(route), "icons": icons[:1]}
            for name, short, route in _SHORTCUTS
        ],
    }


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """The manifest as browsers want it."""
    page = Page(json.dumps(content(), ensure_ascii=False))
    return settle(request, HttpResponse(content_type="application/manifest+json"), page, varies_by=())
