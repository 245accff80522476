"""Rendered public pages in the ``pages`` cache, which is this process's memory.

The key is a tuple of everything the page depends on: its name, the version of the cards, the theme, the host, a digest
of the rows it shows. Pages are stored compressed for clients that accept gzip, because compressing takes longer than
the lookup.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.text import compress_string

from web.conditional import REVALIDATE, conditional, etag, shared_page

#: Longer pages are rendered each time: a few of them would take the memory of many short ones.
MAX_BYTES: Final = 150_000


def cached_page(
    request: HttpRequest,
    key: tuple[str | int | None, ...],
    render: Callable[[], HttpResponseBase],
    vary: tuple[str, ...] = ("Cookie",),
    account: str = "",
) -> HttpResponseBase:
    """The page of a key as a conditional response, rendered if needed; private pages are passed through.

    A page that shows the name of an ``account`` is rendered each time and stored nowhere.
    """
    if account:
        own = render()
        return shared_page(request, own, account, vary) if isinstance(own, HttpResponse) else own
    pages = caches["pages"]
    compressed = "gzip" in request.headers.get("Accept-Encoding", "")
    name = hashlib.sha256(repr((key, compressed)).encode()).hexdigest()
    page: tuple[bytes, str] | None = pages.get(name)
    if page is None:
        response = render()
        if not (isinstance(response, HttpResponse) and _is_cacheable(request, response)):
            return response
        body = response.content
        if len(body) > MAX_BYTES:
            return conditional(request, response, vary=vary)
        page = (compress_string(body), f"W/{etag(body)}") if compressed else (body, etag(body))
        pages.set(name, page)
    content, tag = page
    headers = {"ETag": tag, **({"Content-Encoding": "gzip"} if compressed else {})}
    return conditional(request, HttpResponse(content, headers=headers), vary=vary)


def holds_token(request: HttpRequest) -> bool:
    """Whether the response contains a CSRF token, which belongs to one browser."""
    return bool(request.META.get("CSRF_COOKIE_NEEDS_UPDATE"))


def _is_cacheable(request: HttpRequest, response: HttpResponse) -> bool:
    return (
        response.status_code == 200
        and response.headers.get("Cache-Control", REVALIDATE) == REVALIDATE
        and not response.cookies
        and not holds_token(request)
    )
