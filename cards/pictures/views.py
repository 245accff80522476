"""Serves card faces under names that say their content, so that browsers may keep them for ever."""

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

#: A page may still carry yesterday's name of a face; the way to today's is remembered for a minute only.
FOR_NOW = "public, max-age=60"
_TYPES = {"webp": "image/webp", "png": "image/png"}


@require_safe
def face(request: HttpRequest, name: str) -> HttpResponse:
    """One face as a file; drawn now if it never was. An old name leads to the newest one."""
    asked = parse_face_name(name)
    card = current_catalogue().get(asked.code) if asked else None
    if asked is None or card is None:
        raise Http404(f"There is no card face “{name[:80]}”.")
    upload = upload_key(card.code)
    current = upload or face_key(card, asked.size)
    if (asked.code, asked.key) != (card.code, current):
        newest = f"{card.code}-{asked.size}-{current}.{asked.ending}"
        response = HttpResponseRedirect(reverse("cards:face", args=[newest]))
        response["Cache-Control"] = FOR_NOW
        return response
    # Read whole: a face is smaller than what a server sends in one piece, and no open file is left to a lost client.
    served = HttpResponse(_file(card, asked, upload).read_bytes(), content_type=_TYPES[asked.ending])
    served["Cache-Control"] = FOREVER
    served["X-Content-Type-Options"] = "nosniff"
    # The API hands these addresses to other sites, whose pages may show them.
    served["Cross-Origin-Resource-Policy"] = "cross-origin"
    return served


def _file(card: Card, asked: FaceName, upload: str | None) -> Path:
    """A picture that staff put in place of the drawn one, or the drawn one."""
    uploaded = uploaded_face(card.code, asked.size, asked.ending, upload) if upload else None
    if uploaded is not None:
        return uploaded
    return FaceStore(Path(settings.FACES_ROOT)).path(card, asked.size, asked.ending)
