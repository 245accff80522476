"""How every deck page begins and ends: find the deck that the visitor may read, answer with the right headers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern, path, reverse
from django.utils.cache import patch_vary_headers

from cards.serving import CACHE_CONTROL, Page, from_nobody, padded, settle, squeezable
from cards.views import refuse
from decks.decklist import Decklist
from decks.models import Deck, DeckVersion, Visibility
from decks.permissions import Visitor, find, find_by_link, may_discuss, may_edit
from decks.services import DeckError
from decks.social import TooOftenError

EMPTY: Final = Decklist.of(None, (), {})
PRIVATE: Final = "private, no-store"
#: For what only an address leads to that nobody guesses: no cache between, and the browser's own asks each time.
OWN_COPY: Final = "private, no-cache"

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Reading:
    """A deck, who reads it, and the share link by which it was reached, if any."""

    deck: Deck
    visitor: Visitor
    link: str = ""

    def path(self, name: str, **parts: Any) -> str:
        """The address of one of the deck's pages, under the address by which the visitor came.

        The name may bring the namespace of another app: ``rules:hands``.
        """
        space, _, page = name.rpartition(":")
        if self.link:
            return reverse(f"{space or 'decks'}:link-{page}", kwargs={"link": self.link, **parts})
        return reverse(f"{space or 'decks'}:{page}", kwargs={"deck_id": self.deck.id, **parts})

    @property
    def reference(self) -> str:
        """How the page of comparisons names the deck."""
        return f"d/{self.link}" if self.link else self.deck.id

    @property
    def decklist(self) -> Decklist:
        """The newest list."""
        return self.deck.head.decklist if self.deck.head else EMPTY

    @property
    def head(self) -> DeckVersion:
        """The newest version. :raises Http404: for a deck that has none yet."""
        if self.deck.head is None:
            raise Http404("This deck has no list yet.")
        return self.deck.head

    @property
    def may_edit(self) -> bool:
        """Whether the reader may change the deck."""
        return may_edit(self.visitor, self.deck)

    @property
    def may_discuss(self) -> bool:
        """Whether the reader may like it and talk about it."""
        return may_discuss(self.visitor, self.deck)

    @property
    def shared(self) -> bool:
        """Whether anybody but the owner may read it."""
        return self.deck.visibility != Visibility.PRIVATE

    @property
    def public(self) -> bool:
        """Whether everybody may find it."""
        return self.deck.visibility == Visibility.PUBLIC

    @property
    def personal(self) -> bool:
        """Whether the page is this reader's alone, so that it may hold forms, each with its token."""
        return self.visitor.known or bool(self.link) or not self.public

    def open(self, response: HttpResponse) -> HttpResponse:
        """A page that everybody may keep, unless it is personal."""
        if not self.personal:
            response.headers["Cache-Control"] = CACHE_CONTROL
        return response


def read(request: HttpRequest, deck_id: str, link: str) -> Reading:
    """The deck of an address. :raises Http404: for what the visitor may not read, and for what is not there."""
    visitor = Visitor.of(request)
    return Reading(find_by_link(link) if link else find(visitor, deck_id), visitor, link)


def public_path(deck: Deck) -> str:
    """The address to give to others: the share link for a deck that is shared by link."""
    if deck.visibility == Visibility.LINK and deck.link:
        return reverse("decks:link-deck", kwargs={"link": deck.link})
    return deck.get_absolute_url()


def reading_routes(tail: str, view: View, name: str) -> list[URLPattern]:
    """One page at its two addresses: under the deck's id, and under its share link."""
    return [
        path(f"decks/<slug:deck_id>/{tail}", view, name=name),
        path(f"d/<slug:link>/{tail}", view, name=f"link-{name}"),
    ]


def deck_page(view: View) -> View:
    """Answer refusals in words, and keep pages out of caches and, under a share link, out of search engines.

    A view that sets ``Cache-Control`` asks to have its page kept; see ``Reading.open``.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **parts: Any) -> HttpResponseBase:
        response: HttpResponseBase
        try:
            response = view(request, *args, **parts)
        except Http404 as error:
            response = refuse(request, 404, str(error))
        except TooOftenError as error:
            response = refuse(request, 429, str(error))
            response.headers["Retry-After"] = str(error.wait)
        except DeckError as error:
            response = refuse(request, 400, str(error))
        if not _settled(request, response, "link" in parts):
            response.headers["Cache-Control"] = PRIVATE
            response = _personal(request, response)
        patch_vary_headers(response, ("Cookie",))
        if "link" in parts:
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
            response.headers["Referrer-Policy"] = "same-origin"
        return response

    return answered


def holds_token(request: HttpRequest) -> bool:
    """Whether the answer holds the token of a form, which is one browser's own."""
    return bool(request.META.get("CSRF_COOKIE_NEEDS_UPDATE"))


def _personal(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Compressed with a padding of random length, since the page may hold the token of a form."""
    if isinstance(response, HttpResponse) and squeezable(request, response, len(response.content)):
        # Whoever sends something waits for little more than what it changed; whoever looks gets a whole page.
        response.content = padded(response.content, quick=request.method == "POST")
        response.headers["Content-Encoding"] = "gzip"
        patch_vary_headers(response, ("Accept-Encoding",))
    return response


def _settled(request: HttpRequest, response: HttpResponseBase, by_link: bool) -> bool:
    """Whether a view's wish to have its page kept is granted: only if it is the same for all who are not known."""
    if by_link or "Cache-Control" not in response.headers:
        return False
    if not (from_nobody(request) and response.status_code in (200, 304)) or holds_token(request) or response.cookies:
        return False
    if isinstance(response, HttpResponse) and "ETag" not in response.headers:
        settle(request, response, Page(response.content), response.headers["Cache-Control"])
    return True


def tell(request: HttpRequest, words: str) -> None:
    """Say on the next page what was done."""
    messages.success(request, words)


def numbered(raw: str, what: str) -> int:
    """A number from an address. :raises DeckError: if it is none."""
    if not (raw.isascii() and raw.isdigit() and 0 < len(raw) < 9 and int(raw)):
        raise DeckError(f"“{raw[:40]}” is not the number of a {what}.")
    return int(raw)
