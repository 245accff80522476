"""The offline pages, and the service worker that stores them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from cards.catalogue import Catalogue
from cards.search import current_snapshot
from fivesails_site.offline.reader import marker, reader_cards
from web.conditional import conditional
from web.theme import theme_of

#: Public pages that may be stored once visited; the worker stores one only if its headers allow it too.
PAGES: Final = r"^/(about/|cards/(help/|[^/]+/[^/]+/)|sets/([^/]+/)?|factions/([^/]+/)?|rules/([^/]+/)?)?$"
#: Where the worker inserts the notice that a page is stored.
MAIN: Final = '<main id="main" tabindex="-1">'
#: Files that these pages need.
FILES: Final = (
    *("css/site.css", "css/offline.css"),
    *("js/site.js", "js/previews.js", "js/offline.js", "js/offline-cards.js", "js/offline-pages.js"),
    *("fonts/text-latin.woff2", "fonts/text-semibold-latin.woff2", "fonts/display-latin.woff2"),
    *("icons/sprite.svg", "icons/favicon.svg", "icons/favicon-192.png"),
)


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What is stored on this device."""
    return conditional(request, HttpResponse(_shell("offline/offline.html", theme_of(request))))


@require_safe
def own(request: HttpRequest) -> HttpResponse:
    """A page without data: the decks come from the device."""
    return conditional(request, HttpResponse(_shell("offline/decks.html", theme_of(request))))


@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    """Every card as text."""
    snapshot = current_snapshot()
    response = conditional(request, HttpResponse(_reader(snapshot.catalogue, theme_of(request))))
    response.headers["X-Cards"] = marker(snapshot)
    return response


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker; browsers always check for a newer one."""
    response = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    return conditional(request, response, "no-cache", ())


@cache
def _shell(template: str, theme: str) -> str:
    return get_template(template).render({"here": "offline", "theme": theme})


@lru_cache(maxsize=6)
def _reader(catalogue: Catalogue, theme: str) -> str:
    context = {
        "here": "offline",
        "theme": theme,
        "total": len(catalogue),
        "version": catalogue.version,
        "cards": reader_cards(catalogue),
    }
    return get_template("offline/cards.html").render(context)


@cache
def _worker() -> str:
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
    return get_template("offline/worker.js").render({"plan": safe})


def _edition(templates: Iterable[str]) -> str:
    """Names the store; changes with any static file and any page stored in advance."""
    digest = hashlib.sha256(str(getattr(staticfiles_storage, "manifest_hash", "")).encode())
    for template in templates:
        digest.update(_shell(template, "auto").encode())
    return digest.hexdigest()[:12]
