"""Parts of a deck: versions, diffs, exports, share link, copies and likes."""

from __future__ import annotations

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.exceptions import NotAuthenticated, NotFound
from rest_framework.request import Request

from cards.api.errors import BadParameter
from cards.api.parameters import whole_number
from cards.store import current_catalogue
from decks import queries
from decks.api import schema
from decks.api.base import DeckView
from decks.api.decks import StoredView, service_errors
from decks.api.errors import Refused
from decks.api.inputs import MAX_NUMBER, CopyInput, read
from decks.api.records import diff_record, link_record, version_record
from decks.exchange import DeckExportError, UnknownKindError
from decks.exports.files import StillDrawingError, UnknownPaperError, export, file_response
from decks.exports.pdf import PAPERS
from decks.lists.comparison import compare
from decks.models import Deck, DeckVersion, Visibility
from decks.pages.base import public_path
from decks.permissions import find_public, find_version, may_discuss
from decks.services import copy, find_made_by, renew_link
from decks.social import set_like
from web import rate_limits
from web.conditional import REVALIDATE, conditional
from web.rate_limits import AddressThrottle, WorkThrottle, who_of


def head_of(deck: Deck) -> DeckVersion:
    """The current version. :raises NotFound: for a deck that has none yet."""
    if deck.head is None:
        raise NotFound("This deck has no list yet.")
    return deck.head


class PartView(DeckView):
    """An endpoint about a version of a deck."""

    def version(self, deck: Deck, name: str) -> DeckVersion:
        """The version that a parameter names; defaults to the current one."""
        if name not in self.request.query_params:
            return head_of(deck)
        return find_version(deck, whole_number(self.request.query_params, name, MAX_NUMBER))


class Versions(PartView):
    parameters = {"GET": ("page", "page_size", "link")}

    @schema.versions
    def get(self, request: Request, deck_id: str) -> HttpResponse:
        deck = self.readable(deck_id)
        found, frame = self.paginate(queries.versions_of(deck))
        return self.answer({**frame, "results": [version_record(version, deck.head_id) for version in found]})


class Diff(PartView):
    parameters = {"GET": ("from", "to", "link")}

    @schema.diff
    def get(self, request: Request, deck_id: str) -> HttpResponse:
        """By default the current version is compared with the one it was made from."""
        deck = self.readable(deck_id)
        after = self.version(deck, "to")
        before = self.version(deck, "from") if "from" in request.query_params else after.parent or after
        found = compare(before.decklist, after.decklist, current_catalogue())
        return self.answer(diff_record(before, after, found))


class ExportDeck(PartView):
    parameters = {"GET": ("version", "paper", "link")}
    throttle_classes = (AddressThrottle, WorkThrottle)

    @schema.export_deck
    def get(self, request: Request, deck_id: str, kind: str) -> HttpResponseBase:
        deck = self.readable(deck_id)
        version = self.version(deck, "version")
        address = "" if deck.visibility == Visibility.PRIVATE else self.origin + public_path(deck)
        try:
            made = export(
                deck,
                version.decklist,
                kind,
                current_catalogue(),
                request.build_absolute_uri,
                who=who_of(request),
                address=address,
                paper=request.query_params.get("paper", next(iter(PAPERS))),
            )
        except UnknownKindError as error:
            raise NotFound(error.message) from None
        except UnknownPaperError as error:
            raise BadParameter("paper", str(error)) from None
        except DeckExportError as error:
            raise Refused(error.message, code=error.code) from None
        except StillDrawingError as error:
            return self.answer({"left": error.left, "total": error.total}, 202, tagged=False, Retry_After="2")
        response = file_response(made.content, made.media_type, made.filename)
        if isinstance(response, HttpResponse):
            return conditional(request, response)
        unchanged = get_conditional_response(request, etag=f'"{made.tag}"')
        if unchanged is not None:
            response.close()
        answer = unchanged or response
        answer.headers["ETag"] = f'"{made.tag}"'
        answer.headers["Cache-Control"] = REVALIDATE
        return answer


class Link(DeckView):
    @schema.renew_link
    def post(self, request: Request, deck_id: str) -> HttpResponse:
        deck = self.own(deck_id)
        if deck.visibility == Visibility.PRIVATE:
            raise Refused("A private deck has no share link. Share the deck first.", code="not_shared", status=409)
        renew_link(deck)
        return self.answer(link_record(deck, self.origin), tagged=False)


class Copy(StoredView):
    parameters = {"POST": ("link",)}

    @schema.copy_deck
    def post(self, request: Request, deck_id: str) -> HttpResponse:
        visitor = self.identified_visitor
        given = read(CopyInput, request.data)
        made_by = self.made_by()
        if (made := find_made_by(made_by)) is not None:
            return self.created(made)
        deck = self.readable(deck_id)
        version = find_version(deck, given["version"]) if "version" in given else head_of(deck)
        with service_errors():
            rate_limits.attempt(rate_limits.NEW_DECKS, rate_limits.who_of(request))
            name = given.get("name", deck.name)
            return self.created(copy(visitor, version, name, current_catalogue(), made_by=made_by))


class Liking(StoredView):
    @schema.like
    def put(self, request: Request, deck_id: str) -> HttpResponse:
        return self._set(deck_id, True)

    @schema.unlike
    def delete(self, request: Request, deck_id: str) -> HttpResponse:
        return self._set(deck_id, False)

    def _set(self, deck_id: str, liked: bool) -> HttpResponse:
        visitor = self.visitor
        if visitor.user is None:
            raise NotAuthenticated("Sign in or send a token to like decks.")
        deck = find_public(visitor, deck_id)
        if not may_discuss(visitor, deck):
            raise NotFound("There is no such deck, or it is not public.")
        set_like(visitor.user, deck, liked)
        return self.answer({"liked": liked, "likes": deck.likes}, tagged=False)
