"""Stored decks: search, create, change, delete."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.http import parse_etags
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from cards.api.documents import dump
from cards.api.errors import BadParameter, BadQuery
from cards.store import current_catalogue
from decks import queries
from decks.api import schema
from decks.api.base import DeckView
from decks.api.errors import Refused, Stale
from decks.api.inputs import (
    ChangeDeckInput,
    Input,
    ReplaceDeckInput,
    StoredDeckInput,
    decklist_of,
    default_format,
    read,
)
from decks.api.records import deck_address, deck_record
from decks.models import Deck, Visibility
from decks.permissions import count_readable, first_readable, may_publish, own_decks, readable
from decks.query import QueryError, parse_deck_sort, search_decks
from decks.services import (
    BadQuantityError,
    DeckError,
    StaleVersionError,
    UnknownCardsError,
    WithheldError,
    choose_format,
    create,
    delete,
    describe,
    find_made_by,
    revise,
    share,
)
from web import rate_limits
from web.conditional import etag
from web.ownership import Visitor

#: The longest ``Idempotency-Key``.
MAX_KEY: Final = 255
SCOPES = ("all", "mine", "public")


@contextmanager
def service_errors() -> Iterator[None]:
    """Turn the errors of services into those of the API."""
    try:
        yield
    except UnknownCardsError as error:
        raise Refused(str(error), "faction", "unknown_card") from None
    except BadQuantityError as error:
        raise Refused(str(error), "faction", "bad_quantity") from None
    except WithheldError as error:
        raise Refused(str(error), "visibility", "withheld", 403) from None
    except DeckError as error:
        raise Refused(str(error)) from None


class StoredView(DeckView):
    """An endpoint that returns decks."""

    def record(self, deck: Deck) -> dict[str, Any]:
        """A deck as the caller sees it."""
        visitor = self.visitor
        return deck_record(deck, visitor, queries.has_liked(visitor.user, deck), self.origin)

    def created(self, deck: Deck) -> HttpResponse:
        return self.answer(self.record(deck), 201, Location=deck_address(deck, self.origin))

    def made_by(self) -> str | None:
        """A digest of the call and its idempotency key, if there is one.

        :raises BadParameter: for a key that is empty or too long.
        """
        key = self.request.headers.get("Idempotency-Key")
        if key is None:
            return None
        if not 0 < len(key) <= MAX_KEY:
            raise BadParameter("Idempotency-Key", f"An Idempotency-Key must have 1 to {MAX_KEY} characters.")
        visitor = self.visitor
        caller = visitor.user.pk if visitor.user else visitor.browser
        parts = [caller, self.request.path, key, self.request.data]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    def share(self, visitor: Visitor, deck: Deck, visibility: str) -> None:
        """Set who may read a deck. :raises PermissionDenied: for a public deck without an owner."""
        if visibility == Visibility.PUBLIC and not may_publish(visitor, deck):
            raise PermissionDenied("Sign in to publish a deck.")
        share(deck, Visibility(visibility))


class DeckList(StoredView):
    parameters = {"GET": ("q", "scope", "sort", "page", "page_size")}

    @schema.deck_list
    def get(self, request: Request) -> HttpResponse:
        given = request.query_params
        try:
            sort = parse_deck_sort(given.get("sort", ""))
        except QueryError as error:
            fault = error.faults[0]
            raise BadParameter("sort", fault.message, fault.suggestion) from None
        scope = given.get("scope", "all")
        result = search_decks(given.get("q", ""), self._scope(scope), sort)
        if result.faults:
            raise BadQuery(result.faults)
        searched = result.query is not None and result.query.root is not None
        # Without a search, an index counts them all.
        paged = self.paginate_search if searched else self._paginate_readable if scope == "all" else self.paginate
        piece, frame = paged(result.queryset)
        decks = queries.fetch_decks(piece, "source__deck")
        return self.answer({**frame, "explanation": result.sentence, "results": self._records(decks)})

    def _scope(self, scope: str) -> QuerySet[Deck]:
        if scope not in SCOPES:
            raise BadParameter("scope", f"scope must be one of {', '.join(SCOPES)}, not {scope[:60]!r}.")
        if scope == "public":
            return queries.public_decks()
        return own_decks(self.identified_visitor) if scope == "mine" else readable(self.visitor)

    def _paginate_readable(self, found: QuerySet[Deck]) -> tuple[QuerySet[Deck], dict[str, Any]]:
        """As ``paginate``, for public decks and the caller's own: each has an index, the union has none."""
        piece, frame = self.page_frame(count_readable(self.visitor))
        return first_readable(self.visitor, found.query.order_by, piece.stop)[piece], frame

    def _records(self, decks: list[Deck]) -> list[dict[str, Any]]:
        visitor = self.visitor
        liked = queries.liked_ids(visitor.user, decks)
        return [deck_record(deck, visitor, deck.pk in liked, self.origin) for deck in decks]

    @schema.create_deck
    def post(self, request: Request) -> HttpResponse:
        visitor = self.identified_visitor
        given = read(StoredDeckInput, request.data)
        made_by = self.made_by()
        if (made := find_made_by(made_by)) is not None:
            return self.created(made)
        with service_errors(), transaction.atomic():
            rate_limits.attempt(rate_limits.NEW_DECKS, rate_limits.who_of(request))
            deck = create(
                visitor,
                given["name"],
                decklist_of(given),
                current_catalogue(),
                format=(given.get("format") or default_format()).code,
                made_by=made_by,
            )
            describe(deck, given["name"], given.get("description", ""))
            if "visibility" in given:
                self.share(visitor, deck, given["visibility"])
        return self.created(deck)


class DeckDetail(StoredView):
    parameters = {"GET": ("link",)}

    @schema.deck_detail
    def get(self, request: Request, deck_id: str) -> HttpResponse:
        return self.answer(self.record(self.readable(deck_id)))

    @schema.replace_deck
    def put(self, request: Request, deck_id: str) -> HttpResponse:
        return self._change(request, deck_id, ReplaceDeckInput)

    @schema.change_deck
    def patch(self, request: Request, deck_id: str) -> HttpResponse:
        return self._change(request, deck_id, ChangeDeckInput)

    @schema.delete_deck
    def delete(self, request: Request, deck_id: str) -> HttpResponse:
        deck = self.own(deck_id)
        self._precondition(deck)
        delete(deck)
        return HttpResponse(status=204)

    def _change(self, request: Request, deck_id: str, shape: type[Input]) -> HttpResponse:
        deck = self.own(deck_id)
        rate_limits.attempt(rate_limits.DECK_EDITS, rate_limits.who_of(request))
        given = read(shape, request.data)
        expected = self._precondition(deck) or given.get("expected_version")
        try:
            with service_errors(), transaction.atomic():
                self._apply(deck, given, expected)
        except StaleVersionError as error:
            message = f"The deck is at version {error.current.number}, not version {expected}."
            raise Stale(message, self.record(self.own(deck_id))) from None
        return self.answer(self.record(self.own(deck_id)))

    def _apply(self, deck: Deck, given: dict[str, Any], expected: int | None) -> None:
        # Also without a new list: the expected version is always checked.
        revise(deck, lambda current: decklist_of(given, current), current_catalogue(), expected)
        if "name" in given or "description" in given:
            describe(deck, given.get("name"), given.get("description"))
        if "format" in given and given["format"].code != deck.format:
            choose_format(deck, given["format"])
        if "visibility" in given:
            self.share(self.visitor, deck, given["visibility"])

    def _precondition(self, deck: Deck) -> int | None:
        """Check ``If-Match``; the deck's version if it matches, None without the header."""
        header = self.request.headers.get("If-Match")
        if header is None:
            return None
        current = self.record(deck)
        tags = parse_etags(header)
        if "*" not in tags and etag(dump(current)) not in tags:
            raise Stale("The deck has changed since the ETag you sent.", current, 412)
        return deck.head.number if deck.head else None
