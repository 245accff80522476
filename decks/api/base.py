"""What all deck endpoints share: JSON in and out, strict parameters, rate limits, and the caller."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import NotAuthenticated, ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from cards.api.documents import dump
from cards.api.errors import NoSuchPage
from cards.api.parameters import check_names, page_number, page_size
from decks.api.errors import TooLarge
from decks.models import Deck
from decks.permissions import find, find_own
from decks.queries import first_matches
from web.conditional import PRIVATE, REVALIDATE, conditional, is_anonymous
from web.ownership import Visitor
from web.rate_limits import AddressThrottle, WorkThrottle, WriteThrottle

#: Far more than a deck with its description needs.
MAX_BODY: Final = 128 * 1024
#: The longest text that can be imported, with room for escaped quotation marks.
MAX_IMPORT_BODY: Final = 1024 * 1024


class JsonOnly(DefaultContentNegotiation):
    """JSON is the only representation, whatever the ``Accept`` header says."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class BoundedJSON(BaseParser):
    """Parses a JSON body up to a limit, and rejects duplicate keys."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        limit = parser_context["view"].max_body
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge(f"The body is larger than {limit // 1024} KiB.")
        try:
            return json.loads(body.decode("utf-8-sig"), object_pairs_hook=_unique_keys, parse_constant=_reject_constant)
        except UnicodeDecodeError as error:
            raise ParseError(f"The body is not valid UTF-8 (byte {error.start}).") from None
        except json.JSONDecodeError as error:
            message = f"The body is not valid JSON: {error.msg} at line {error.lineno}, column {error.colno}."
            raise ParseError(message) from None
        except RecursionError:
            raise ParseError("The body is nested too deeply.") from None
        except ValueError as error:
            raise ParseError(f"The body is not valid JSON: {error}.") from None


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        # A body may have very many keys: each is looked up once.
        duplicate = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise ValueError(f"duplicate key {duplicate[:60]!r}")
    return found


def _reject_constant(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


class DeckView(APIView):
    """An endpoint about decks."""

    permission_classes = (AllowAny,)
    throttle_classes: tuple[type[AddressThrottle], ...] = (AddressThrottle,)
    renderer_classes = (JSONRenderer,)
    parser_classes = (BoundedJSON,)
    content_negotiation_class = JsonOnly
    #: The query parameters of each method; any other is an error.
    parameters: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    #: The ``Cache-Control`` of responses that are the same for everyone.
    cache_control: ClassVar[str] = REVALIDATE
    #: The largest body, in bytes.
    max_body: ClassVar[int] = MAX_BODY

    def get_throttles(self) -> list[Any]:
        """Calls that change something have a limit of their own as well."""
        throttles = super().get_throttles()
        if self.request.method not in ("GET", "HEAD", "OPTIONS"):
            throttles.append(WriteThrottle())
        return throttles

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Reject unknown parameters before anything else happens."""
        super().initial(request, *args, **kwargs)
        method = "GET" if request.method == "HEAD" else str(request.method)
        # A method that does not exist is a 405, whatever its parameters.
        if hasattr(self, method.lower()):
            check_names(request.query_params, self.parameters.get(method, ()))

    @property
    def visitor(self) -> Visitor:
        return Visitor.of(self.request)

    @property
    def identified_visitor(self) -> Visitor:
        """The caller, signed in or with a browser of its own. :raises NotAuthenticated: if neither."""
        visitor = self.visitor
        if visitor.user is None and not visitor.browser:
            raise NotAuthenticated("Sign in or send a token to save decks.")
        return visitor

    @property
    def origin(self) -> str:
        """Scheme and host for absolute URLs, as in this request."""
        return self.request.build_absolute_uri("/").rstrip("/")

    def readable(self, deck_id: str) -> Deck:
        """A deck that the caller may read, also by its share link. :raises Http404: for any other."""
        return find(self.visitor, deck_id, self.request.query_params.get("link", ""))

    def own(self, deck_id: str) -> Deck:
        """The caller's own deck. :raises NotAuthenticated: for anonymous callers. :raises Http404: for any other."""
        return find_own(self.identified_visitor, deck_id, "owner", "source__deck")

    def answer(self, record: Any, status: int = 200, tagged: bool = True, **headers: str) -> HttpResponse:
        """A record as JSON, or 304 if the caller has it already."""
        response = HttpResponse(dump(record), status=status, content_type="application/json")
        if tagged:
            response = conditional(self.request, response, self.cache_control, ())
        for name, value in headers.items():
            response[name.replace("_", "-")] = value
        return response

    def paginate(self, found: QuerySet[Any]) -> tuple[QuerySet[Any], dict[str, Any]]:
        """The requested page of a listing, and its counts and links. :raises NoSuchPage: past the last one."""
        piece, frame = self.page_frame(found.count())
        return found[piece], frame

    def paginate_search(self, found: QuerySet[Deck]) -> tuple[list[str], dict[str, Any]]:
        """As ``paginate``, for searches, by id: results are counted no further than needed."""
        given = self.request.query_params
        first = first_matches(found, page_number(given) * page_size(given))
        piece, frame = self.page_frame(len(first.ids), more=first.has_more)
        return first.ids[piece], frame

    def page_frame(self, count: int, *, more: bool = False) -> tuple[slice, dict[str, Any]]:
        """The slice of the requested page, and its counts and links. :raises NoSuchPage: past the last one."""
        given = self.request.query_params
        page, size = page_number(given), page_size(given)
        pages = max(1, -(-(count + more) // size))
        if page > pages:
            raise NoSuchPage(f"There is no page {page}. The last page is {pages}.")
        return slice((page - 1) * size, page * size), {
            "count": count,
            "count_is_exact": not more,
            "next": self._page_address(page + 1) if page < pages else None,
            "previous": self._page_address(page - 1) if page > 1 else None,
        }

    def _page_address(self, page: int) -> str:
        given = self.request.query_params.copy()
        given["page"] = str(page)
        return self.request.build_absolute_uri(f"{self.request.path}?{given.urlencode()}")

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the rate limit headers, and keep responses to one caller out of shared caches."""
        response = super().finalize_response(request, response, *args, **kwargs)
        for name, value in getattr(request, "rate_limit", {}).items():
            response[name] = value
        good = response.status_code in (200, 304) and request.method in ("GET", "HEAD")
        # A share link is a secret, also as a parameter.
        open_to_all = is_anonymous(request) and "link" not in request.query_params
        response["Cache-Control"] = (self.cache_control if open_to_all else PRIVATE) if good else "no-store"
        patch_vary_headers(response, ("Authorization", "Cookie"))
        return response


class OpenView(DeckView):
    """An endpoint that stores nothing, so anyone may call it."""

    authentication_classes = ()
    throttle_classes = (AddressThrottle, WorkThrottle)

    def get_throttles(self) -> list[Any]:
        """Limited by what it computes, not as a change."""
        return [throttle() for throttle in self.throttle_classes]
