"""What every deck page shares: finding a deck the visitor may read, and the right headers on the response."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern, path, reverse
from django.utils.cache import patch_vary_headers

from decks.decklist import EMPTY, Decklist
from decks.models import Deck, DeckVersion, Visibility
from decks.permissions import find, find_by_link, find_own, find_version, may_discuss, may_edit
from decks.services import DeckError
from web import rate_limits
from web.conditional import PRIVATE, REVALIDATE, conditional, is_anonymous
from web.error_pages import error_page
from web.ownership import Visitor
from web.page_cache import holds_token
from web.page_numbers import NoSuchPageError, redirect_to_first_page

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
        """How forms that take a deck name it, such as the comparison's."""
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

    def version(self, raw: str) -> DeckVersion:
        """The version whose number an address or a form gives; the current one if it gives none.

        :raises DeckError: if it is no number. :raises Http404: if there is no such version.
        """
        number = parse_number(raw, "version") if raw else self.head.number
        return self.head if number == self.head.number else find_version(self.deck, number)

    @property
    def may_edit(self) -> bool:
        return may_edit(self.visitor, self.deck)

    @property
    def may_discuss(self) -> bool:
        """Whether the reader may like the deck and comment on it."""
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
            response.headers["Cache-Control"] = REVALIDATE
        return response


def read(request: HttpRequest, deck_id: str, link: str) -> Reading:
    """The deck of an address. :raises Http404: for what the visitor may not read, and for what is not there."""
    visitor = Visitor.of(request)
    return Reading(find_by_link(link) if link else find(visitor, deck_id), visitor, link)


def own_deck(request: HttpRequest, deck_id: str) -> Deck:
    """The visitor's own deck; a request that changes it counts towards the rate limit.

    :raises Http404: for any other deck. :raises RateLimitError: after too many changes.
    """
    deck = find_own(Visitor.of(request), deck_id)
    if request.method == "POST":
        rate_limits.attempt(rate_limits.DECK_EDITS, rate_limits.who_of(request))
    return deck


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
    """Show errors as pages, and keep pages out of caches and, under a share link, out of search engines.

    A view that sets ``Cache-Control`` asks to have its page kept; see ``Reading.open``.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **parts: Any) -> HttpResponseBase:
        response: HttpResponseBase
        try:
            response = view(request, *args, **parts)
        except Http404 as error:
            response = error_page(request, 404, str(error))
        except DeckError as error:
            response = error_page(request, 400, str(error))
        except NoSuchPageError:
            response = redirect_to_first_page(request)
        response = _set_caching(request, response, "link" in parts)
        patch_vary_headers(response, ("Cookie",))
        if "link" in parts:
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
            response.headers["Referrer-Policy"] = "same-origin"
        return response

    return wrapper


def unlisted_page(view: View) -> View:
    """A deck page that search engines leave alone: its URL is known only to those who were given it."""
    answer = deck_page(view)

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **parts: Any) -> HttpResponseBase:
        response = answer(request, *args, **parts)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        response.headers["Referrer-Policy"] = "same-origin"
        return response

    return wrapper


def _set_caching(request: HttpRequest, response: HttpResponseBase, by_link: bool) -> HttpResponseBase:
    """Let caches keep a page that asks for it if it is the same for all anonymous visitors; no other."""
    wish = response.headers.get("Cache-Control")
    own = by_link or not is_anonymous(request) or holds_token(request) or response.cookies
    if not wish or own or response.status_code not in (200, 304):
        response.headers["Cache-Control"] = PRIVATE
        return response
    if isinstance(response, HttpResponse) and "ETag" not in response.headers:
        return conditional(request, response, wish)
    return response


def tell(request: HttpRequest, words: str) -> None:
    """Show a message on the next page."""
    messages.success(request, words)


def parse_number(raw: str, what: str) -> int:
    """A positive number from a URL. :raises DeckError: if it is none."""
    if not (raw.isascii() and raw.isdigit() and 0 < len(raw) < 9 and int(raw)):
        raise DeckError(f"“{raw[:40]}” is not a {what} number.")
    return int(raw)
