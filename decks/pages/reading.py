"""How every deck page begins and ends: find the deck that the visitor may read, answer with the right headers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import URLPattern, path, reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.gzip import gzip_page

from cards.views import refuse
from decks.decklist import Decklist
from decks.models import Deck, DeckVersion, Visibility
from decks.permissions import Visitor, find, find_by_link, may_discuss, may_edit
from decks.services import DeckError
from decks.social import TooOftenError

EMPTY: Final = Decklist.of(None, (), {})
PRIVATE: Final = "private, no-store"
#: A public deck's page still holds what is the visitor's own: a form's token, a like.
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
    """Answer refusals in words, and keep pages out of caches and, under a share link, out of search engines."""

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
        response.headers.setdefault("Cache-Control", PRIVATE)
        patch_vary_headers(response, ("Cookie",))
        if "link" in parts:
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
            response.headers["Referrer-Policy"] = "same-origin"
        return response

    # Compressed with a padding of random length, since these pages hold the token of a form.
    return gzip_page(answered)


def tell(request: HttpRequest, words: str) -> None:
    """Say on the next page what was done."""
    messages.success(request, words)


def numbered(raw: str, what: str) -> int:
    """A number from an address. :raises DeckError: if it is none."""
    if not (raw.isascii() and raw.isdigit() and 0 < len(raw) < 9 and int(raw)):
        raise DeckError(f"“{raw[:40]}” is not the number of a {what}.")
    return int(raw)
