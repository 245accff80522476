"""The endpoints of the card API: each parses its parameters, calls one function, and sends encoded bytes."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from cards.api import schema
from cards.api.base import PublicView
from cards.api.documents import dump
from cards.api.errors import BadParameter, BadQuery, NoSuchPage
from cards.api.guide import Guide, guide
from cards.api.parameters import page_number, page_size
from cards.query import QueryError, parse_sort
from cards.search import current_engine
from web.account import account_of
from web.conditional import shared_page


class CardList(PublicView):
    """Cards that match a query, page by page."""

    parameters = ("q", "sort", "page", "page_size")

    @schema.card_list
    def get(self, request: Request) -> HttpResponse:
        params = request.query_params
        page, size = page_number(params), page_size(params)
        try:
            sort = parse_sort(params.get("sort", ""))
        except QueryError as error:
            fault = error.faults[0]
            raise BadParameter("sort", fault.message, fault.suggestion) from None
        engine = current_engine()
        result = engine.search(params.get("q", ""), sort)
        if result.faults:
            raise BadQuery(result.faults)
        count = len(result.cards)
        pages = max(1, -(-count // size))
        if page > pages:
            raise NoSuchPage(f"There is no page {page}. The last page is {pages}.")
        cards = result.cards[(page - 1) * size : page * size]
        return self.answer(
            self.documents(engine.catalogue).page(
                count,
                cards,
                self._page_url(page + 1) if page < pages else None,
                self._page_url(page - 1) if page > 1 else None,
            )
        )

    def _page_url(self, page: int) -> str:
        params = self.request.query_params.copy()
        params["page"] = str(page)
        return self.request.build_absolute_uri(f"{self.request.path}?{params.urlencode()}")


class CardDetail(PublicView):
    """One card, by its code or a printing's."""

    @schema.card_detail
    def get(self, request: Request, code: str) -> HttpResponse:
        documents = self.documents()
        card = documents.catalogue.get(code)
        if card is None:
            raise NotFound(f"There is no card with the code {code[:40]!r}.")
        return self.answer(documents.card(card))


class AllCards(PublicView):
    """Every card in one document."""

    @schema.all_cards
    def get(self, request: Request) -> HttpResponse:
        return self.answer(self.documents().all_cards)


class Explain(PublicView):
    """What a query means, or what is wrong with it."""

    parameters = ("q",)

    @schema.explain
    def get(self, request: Request) -> HttpResponse:
        """An invalid query is a valid question here: the response says what is wrong with it."""
        if "q" not in request.query_params:
            raise BadParameter("q", "The parameter q is required; it may be empty.")
        return self.answer(dump(current_engine().explain(request.query_params["q"])))


class Sets(PublicView):
    """The sets, in order of appearance."""

    @schema.sets
    def get(self, request: Request) -> HttpResponse:
        return self.answer(self.documents().sets)


class Factions(PublicView):
    """The factions, neutral last."""

    @schema.factions
    def get(self, request: Request) -> HttpResponse:
        return self.answer(self.documents().factions)


class Formats(PublicView):
    """The formats, with their numbers."""

    @schema.formats
    def get(self, request: Request) -> HttpResponse:
        return self.answer(self.documents().formats)


class Version(PublicView):
    """The change markers."""

    max_age = 0

    @schema.version
    def get(self, request: Request) -> HttpResponse:
        return self.answer(self.documents().version)


class Schema(PublicView):
    """The OpenAPI document."""

    max_age = 3600

    @schema.schema
    def get(self, request: Request) -> HttpResponse:
        return self.answer(_schema_document())


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """The schema as a page."""
    page = render_to_string("api/docs.html", {"guide": _guide()}, request)
    return shared_page(request, HttpResponse(page), account_of(request))


@cache
def schema_content() -> dict[str, Any]:
    """The OpenAPI document, generated once per process."""
    content: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return content


@cache
def _guide() -> Guide:
    return guide(schema_content())


@cache
def _schema_document() -> bytes:
    return dump(schema_content())
