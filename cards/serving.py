"""Public pages as answers: kept in memory, tagged by their content, and not sent again to who has them."""

from __future__ import annotations

import gzip
import hashlib
import secrets
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cached_property
from threading import Lock
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

#: Browsers may keep a page but ask each time whether it still holds: cards and theme may change under an address.
CACHE_CONTROL: Final = "public, max-age=0, must-revalidate"
#: For what changes with a release, if at all.
DAY: Final = "public, max-age=86400"
#: Where Django keeps what the next page has to say to somebody who has no session.
_MESSAGES: Final = "messages"
#: Pages are squeezed once and sent often; beyond this level little is saved.
_LEVEL: Final = 6
#: What is small and sent once: a sixth larger than it could be, in less than half the time.
_LEVEL_QUICK: Final = 1
#: Asks zlib for gzip's own frame; of its head, ten bytes, the fourth says whether the name of a file follows.
_GZIP: Final = 31
_HEAD, _FLAGS, _NAMED = 10, 3, b"\x08"
#: Compressing less than this saves no packet.
_WORTH_SQUEEZING: Final = 200
#: As many as Django adds, for the same reason.
_MOST_PADDING: Final = 100
#: Kinds of content that are texts.
_SQUEEZABLE: Final = ("text/", "image/svg", "application/json", "application/atom", "application/opensearch")


def from_nobody(request: HttpRequest) -> bool:
    """Whether a request carries nothing by which its sender could be known, so that anybody gets the same answer."""
    cookies = request.COOKIES
    return not (
        cookies.get(settings.SESSION_COOKIE_NAME) or cookies.get(_MESSAGES) or "HTTP_AUTHORIZATION" in request.META
    )


class Page:
    """A rendered page; compressed once somebody asks for it so."""

    def __init__(self, content: str | bytes) -> None:
        body = content.encode() if isinstance(content, str) else content
        self._body: bytes | None = body
        self.size: Final = len(body)
        self.tag: Final = hashlib.md5(body, usedforsecurity=False).hexdigest()

    @property
    def body(self) -> bytes:
        """The page as it is."""
        body = self._body
        return gzip.decompress(self.squeezed) if body is None else body

    @cached_property
    def squeezed(self) -> bytes:
        """The page compressed; without a time in it, so that equal pages stay equal."""
        return gzip.compress(self.body, _LEVEL, mtime=0)

    def pack(self) -> None:
        """Keep it compressed only, as nearly everybody asks for it: so a shelf holds several times as many."""
        if len(self.squeezed) < self.size:
            self._body = None


class Shelf:
    """The pages asked for lately, within a bound."""

    def __init__(self, size: int) -> None:
        self._size: Final = size
        self._pages: Final[OrderedDict[Hashable, Page]] = OrderedDict()
        self._lock: Final = Lock()

    def find(self, key: Hashable) -> Page | None:
        """The page of a key, if it is here."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def put(self, key: Hashable, page: Page) -> None:
        """Keep a page in place of the one that was asked for least lately."""
        page.pack()
        with self._lock:
            self._pages[key] = page
            if len(self._pages) > self._size:
                self._pages.popitem(last=False)

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._pages.clear()

    def page(self, key: Hashable, render: Callable[[], str]) -> Page:
        """The page of a key, rendered if it is not here. Whatever a page depends on must be in its key."""
        page = self.find(key)
        if page is None:
            page = Page(render())
            self.put(key, page)
        return page


def answer(request: HttpRequest, page: Page, *, varies_by: tuple[str, ...] = ("Cookie",)) -> HttpResponse:
    """Send a page, or only word that it has not changed."""
    return settle(request, HttpResponse(), page, CACHE_CONTROL, varies_by)


def settle(
    request: HttpRequest,
    response: HttpResponse,
    page: Page,
    lasting: str = CACHE_CONTROL,
    varies_by: tuple[str, ...] = ("Cookie",),
) -> HttpResponse:
    """Give a response its page, tagged and compressed, or only word that the page has not changed.

    Compressing it is safe: these pages hold no secret beside what the visitor typed.
    """
    headers = response.headers
    zipped = squeezable(request, response, page.size)
    tag = f'"{page.tag}-gz"' if zipped else f'"{page.tag}"'
    if has(request, tag):
        response.status_code = 304
        response.content = b""
        del headers["Content-Type"]
    else:
        response.content = page.squeezed if zipped else page.body
        if zipped:
            headers["Content-Encoding"] = "gzip"
    headers["ETag"] = tag
    headers["Cache-Control"] = lasting
    patch_vary_headers(response, ("Accept-Encoding", *varies_by))
    return response


def squeezable(request: HttpRequest, response: HttpResponse, size: int) -> bool:
    """Whether so much of this kind of content is worth being compressed, for who can read it so."""
    return (
        size >= _WORTH_SQUEEZING
        and "Content-Encoding" not in response.headers
        and response.headers.get("Content-Type", "").startswith(_SQUEEZABLE)
        and _takes_gzip(request)
    )


def padded(content: bytes, *, quick: bool = False) -> bytes:
    """Compressed with a padding of random length, for a page with a secret whose size must not tell of it."""
    packed = zlib.compress(content, _LEVEL_QUICK if quick else _LEVEL, _GZIP)
    name = b"x" * secrets.randbelow(_MOST_PADDING)
    return b"".join((packed[:_FLAGS], _NAMED, packed[_FLAGS + 1 : _HEAD], name, b"\0", packed[_HEAD:]))


def has(request: HttpRequest, tag: str) -> bool:
    """Whether the sender says that it has what bears a tag; proxies that compress may have made the tag weak."""
    known = request.META.get("HTTP_IF_NONE_MATCH")
    if not known:
        return False
    tags = parse_etags(known)
    return "*" in tags or tag in {each.removeprefix("W/") for each in tags}


def _takes_gzip(request: HttpRequest) -> bool:
    for offer in request.META.get("HTTP_ACCEPT_ENCODING", "").lower().split(","):
        name, _, weight = offer.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
