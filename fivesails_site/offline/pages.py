"""The pages that are always at hand: what is stored, every card, one's own decks; and the worker that stores them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from cards.searching import Desk, current_desk
from cards.serving import Page, Shelf, answer, settle
from cards.theming import theme_of
from fivesails_site.offline.reader import SmallPage, cards_html, marker

#: The pages that are the same for whoever asks and may be stored as they are seen; the worker stores one only if its
#: headers say so too.
PAGES: Final = r"^/(about/|cards/(help/|[^/]+/[^/]+/)|sets/([^/]+/)?|factions/([^/]+/)?|rules/([^/]+/)?)?$"
#: Where the worker says that a page is from the store.
MAIN: Final = '<main id="main" tabindex="-1">'
#: What the pages of this module are made with.
FILES: Final = (
    *("css/site.css", "css/offline.css"),
    *("js/site.js", "js/offline.js", "js/offline-cards.js", "js/offline-pages.js"),
    *("fonts/text-latin.woff2", "fonts/text-semibold-latin.woff2", "fonts/display-latin.woff2"),
    *("icons/sprite.svg", "icons/favicon.svg", "icons/favicon-192.png"),
)
_READERS: Final = Shelf(6)


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What of the site is on this device."""
    return answer(request, Page(_shell("offline/offline.html", theme_of(request))))


@require_safe
def own(request: HttpRequest) -> HttpResponse:
    """The copy of the visitor's own decks; the page itself is the same for everybody, the decks are on the device."""
    return answer(request, Page(_shell("offline/decks.html", theme_of(request))))


@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    """Every card in words."""
    desk, theme = current_desk(), theme_of(request)
    key = (desk, theme)
    page = _READERS.find(key)
    if page is None:
        page = SmallPage(_reader(desk, theme))
        _READERS.put(key, page)
    response = answer(request, page)
    response.headers["X-Cards"] = marker(desk)
    return response


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The worker; browsers ask for it anew each time, and take a changed one at once."""
    return settle(request, HttpResponse(content_type="text/javascript; charset=utf-8"), _worker(), "no-cache", ())


@cache
def _shell(template: str, theme: str) -> str:
    return get_template(template).render({"here": "offline", "theme": theme})


def _reader(desk: Desk, theme: str) -> str:
    context = {
        "here": "offline",
        "theme": theme,
        "total": len(desk.catalogue),
        "version": desk.catalogue.version,
        "cards": mark_safe(cards_html(desk.catalogue)),  # noqa: S308 - escaped where it is made
    }
    return get_template("offline/cards.html").render(context)


@cache
def _worker() -> Page:
    shells = {reverse("offline"): "offline/offline.html", reverse("offline-decks"): "offline/decks.html"}
    plan = {
        "edition": _edition(shells.values()),
        "offline": reverse("offline"),
        "decks": reverse("offline-decks"),
        "reader": reverse("offline-cards"),
        "version": reverse("api:version"),
        "shells": list(shells),
        "files": [static(name) for name in FILES],
        "static": settings.STATIC_URL,
        "pages": PAGES,
        "main": MAIN,
    }
    safe = mark_safe(json.dumps(plan))  # noqa: S308 - names of our own
    return Page(get_template("offline/worker.js").render({"plan": safe}))


def _edition(templates: Iterable[str]) -> str:
    """Another edition is another store: it changes with every static file and with every page that is stored ahead."""
    digest = hashlib.sha256(str(getattr(staticfiles_storage, "manifest_hash", "")).encode())
    for template in templates:
        digest.update(_shell(template, "auto").encode())
    return digest.hexdigest()[:12]
