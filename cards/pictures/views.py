"""Serves card faces under content-based names, so that browsers can cache them forever."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from cards.catalogue import Card
from cards.faces import FaceName, FaceStore, face_key, parse_face_name
from cards.pictures.store import upload_key, uploaded_face
from cards.store import current_catalogue
from web.conditional import FOREVER

#: A cached page may have an outdated name of a face; the redirect to the current one is cached for a minute only.
_REDIRECT_CACHE_CONTROL = "public, max-age=60"
_TYPES = {"webp": "image/webp", "png": "image/png"}


@require_safe
def face(request: HttpRequest, name: str) -> HttpResponse:
    """One face, drawn now if it never was. An outdated name redirects to the current one."""
    requested = parse_face_name(name)
    card = current_catalogue().get(requested.code) if requested else None
    if requested is None or card is None:
        raise Http404(f"There is no card face “{name[:80]}”.")
    upload = upload_key(card.code)
    current = upload or face_key(card, requested.size)
    if (requested.code, requested.key) != (card.code, current):
        newest = f"{card.code}-{requested.size}-{current}.{requested.ending}"
        response = HttpResponseRedirect(reverse("cards:face", args=[newest]))
        response["Cache-Control"] = _REDIRECT_CACHE_CONTROL
        return response
    # Read whole: a face is small, and no file stays open when a client disconnects.
    served = HttpResponse(_file(card, requested, upload).read_bytes(), content_type=_TYPES[requested.ending])
    served["Cache-Control"] = FOREVER
    served["X-Content-Type-Options"] = "nosniff"
    # The API gives these addresses to other sites, whose pages may show them.
    served["Cross-Origin-Resource-Policy"] = "cross-origin"
    return served


def _file(card: Card, requested: FaceName, upload: str | None) -> Path:
    """The uploaded picture, or else the drawn face."""
    uploaded = uploaded_face(card.code, requested.size, requested.ending, upload) if upload else None
    if uploaded is not None:
        return uploaded
    return FaceStore(Path(settings.FACES_ROOT)).path(card, requested.size, requested.ending)
