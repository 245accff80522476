"""Conditional GET, and every ``Cache-Control`` that the site uses."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from rest_framework.request import Request

#: Public, but revalidated on every use: cards, decks and theme change under the same address.
REVALIDATE: Final = "public, max-age=0, must-revalidate"
#: Changes with a release, if at all.
DAY: Final = "public, max-age=86400"
#: Named by its content.
FOREVER: Final = "public, max-age=31536000, immutable"
#: Behind an unguessable address: only the browser may store it.
OWN_COPY: Final = "private, no-cache"
#: For one visitor.
PRIVATE: Final = "private, no-store"

_MESSAGES_COOKIE: Final = "messages"


def is_anonymous(request: HttpRequest | Request) -> bool:
    """Whether the request carries no session, no message from the page before and no token."""
    cookies = request.COOKIES
    return not (
        cookies.get(settings.SESSION_COOKIE_NAME)
        or cookies.get(_MESSAGES_COOKIE)
        or "HTTP_AUTHORIZATION" in request.META
    )


def etag(content: bytes) -> str:
    """A strong entity tag."""
    return f'"{hashlib.md5(content, usedforsecurity=False).hexdigest()}"'


def shared_page(
    request: HttpRequest, response: HttpResponse, account: str, vary: Iterable[str] = ("Cookie",)
) -> HttpResponse:
    """A conditional response that every cache may keep, unless the page shows the name of an account."""
    if not account:
        return conditional(request, response, vary=vary)
    response.headers["Cache-Control"] = PRIVATE
    patch_vary_headers(response, vary)
    return response


def conditional(
    request: HttpRequest | Request,
    response: HttpResponse,
    cache_control: str = REVALIDATE,
    vary: Iterable[str] = ("Cookie",),
) -> HttpResponse:
    """The response with ``ETag``, ``Cache-Control`` and ``Vary``, or a 304 if the client has it already.

    A response that has an ``ETag`` keeps it.
    """
    if "ETag" not in response.headers:
        response.headers["ETag"] = etag(response.content)
    response.headers["Cache-Control"] = cache_control
    # Also here: a 304 must vary by the same headers, and the middleware skips short responses.
    patch_vary_headers(response, ("Accept-Encoding", *vary))
    if request.method not in ("GET", "HEAD"):
        return response
    answer = get_conditional_response(request, etag=response.headers["ETag"], response=response)
    return answer if isinstance(answer, HttpResponse) else response
