"""Public pages as answers: kept in memory, tagged by their content, and not sent again to who has them."""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cached_property
from threading import Lock
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

#: Browsers may keep a page but ask each time whether it still holds: cards and theme may change under an address.
CACHE_CONTROL: Final = "public, max-age=0, must-revalidate"
_LEVEL: Final = 3


class Page:
    """A rendered page; compressed once somebody asks for it so."""

    def __init__(self, html: str) -> None:
        self.body: Final = html.encode()
        self.tag: Final = hashlib.md5(self.body, usedforsecurity=False).hexdigest()

    @cached_property
    def squeezed(self) -> bytes:
        """The page compressed; without a time in it, so that equal pages stay equal."""
        return gzip.compress(self.body, _LEVEL, mtime=0)


class Shelf:
    """The pages asked for lately, within a bound."""

    def __init__(self, size: int) -> None:
        self._size: Final = size
        self._pages: Final[OrderedDict[Hashable, Page]] = OrderedDict()
        self._lock: Final = Lock()

    def page(self, key: Hashable, render: Callable[[], str]) -> Page:
        """The page of a key, rendered if it is not here. Whatever a page depends on must be in its key."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
                return page
        page = Page(render())
        with self._lock:
            self._pages[key] = page
            if len(self._pages) > self._size:
                self._pages.popitem(last=False)
        return page


def answer(request: HttpRequest, page: Page, *, varies_by: tuple[str, ...] = ("Cookie",)) -> HttpResponse:
    """Send a page, or only word that it has not changed.

    Compressing it is safe: these pages hold no secret beside what the visitor typed.
    """
    zipped = "gzip" in request.headers.get("Accept-Encoding", "")
    tag = f'"{page.tag}-gz"' if zipped else f'"{page.tag}"'
    known = request.headers.get("If-None-Match")
    response: HttpResponse
    if known and tag in parse_etags(known):
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(page.squeezed if zipped else page.body)
        if zipped:
            response.headers["Content-Encoding"] = "gzip"
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = CACHE_CONTROL
    patch_vary_headers(response, ("Accept-Encoding", *varies_by))
    return response
