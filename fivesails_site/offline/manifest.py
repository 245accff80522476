"""The web app manifest, for installing the site."""

from __future__ import annotations

import json
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from cards.faces.sprite import APP_SIZES
from web.conditional import conditional

#: Day colours of ``static/css/site.css``; each page states its own theme colour.
PAPER: Final = "#f5efe0"
SHEET: Final = "#fcf8ee"
_SHORTCUTS: Final = (
    ("Search the cards", "Cards", "cards:list"),
    ("Build a deck", "Build", "decks:new"),
    ("Deal test hands", "Hands", "rules:any-hands"),
)


def content() -> dict[str, Any]:
    """The manifest; icon names change with their content."""
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
    """The manifest as a response."""
    body = json.dumps(content(), ensure_ascii=False)
    return conditional(request, HttpResponse(body, content_type="application/manifest+json"), vary=())
