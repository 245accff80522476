"""The OpenAPI description of each endpoint."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from cards.api import serializers
from cards.api.parameters import DEFAULT_PAGE_SIZE, MAX_PAGE, MAX_PAGE_SIZE
from cards.query import SORTABLE

PROBLEM = "application/problem+json"
_CARDS, _LISTS, _META = ["Cards"], ["Lists"], ["About the API"]

HEADERS = [
    OpenApiParameter("ETag", str, OpenApiParameter.HEADER, response=[200, 304], description="A strong entity tag."),
    OpenApiParameter(
        "RateLimit-Limit", int, OpenApiParameter.HEADER, response=True, description="Requests per window."
    ),
    OpenApiParameter("RateLimit-Remaining", int, OpenApiParameter.HEADER, response=True, description="Requests left."),
    OpenApiParameter(
        "RateLimit-Reset", int, OpenApiParameter.HEADER, response=True, description="Seconds until the next window."
    ),
    OpenApiParameter("Retry-After", int, OpenApiParameter.HEADER, response=[429], description="Seconds to wait."),
]
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="An earlier ETag; the response is 304 if nothing changed.",
)
_Q = "A query in the search language, such as `f:castille t:risk cost<=1`."


def _call(
    name: str,
    summary: str,
    description: str,
    tags: list[str],
    response: Any,
    *parameters: OpenApiParameter,
    errors: dict[int, str] | None = None,
) -> Any:
    """Describe an endpoint: its response, and the errors that all endpoints share."""
    problems = {
        400: "A parameter is unknown, repeated or invalid, or the query is invalid.",
        **(errors or {}),
        429: "Too many requests: wait as long as Retry-After says.",
    }
    responses: dict[Any, Any] = {
        200: response,
        304: OpenApiResponse(description="Nothing has changed since the given ETag."),
    }
    for status, text in problems.items():
        responses[status, PROBLEM] = OpenApiResponse(serializers.ProblemSerializer, description=text)
    return extend_schema(
        operation_id=name,
        summary=summary,
        description=description,
        tags=tags,
        parameters=[*parameters, IF_NONE_MATCH, *HEADERS],
        responses=responses,
        auth=[],
        filters=False,
    )


card_list = _call(
    "listCards",
    "Search cards",
    "Cards that match a query, in a stable order: by the query's own `sort:`, or else by `sort`, and then by code.",
    _CARDS,
    serializers.CardPageSerializer,
    OpenApiParameter("q", str, description=f"{_Q} Leave it out for all cards."),
    OpenApiParameter(
        "sort",
        {"type": "string", "maxLength": 200},
        description=f"Sort keys separated by commas; `-` in front of one reverses it: {', '.join(SORTABLE)}.",
    ),
    OpenApiParameter(
        "page",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE, "default": 1},
        description="Which page; one past the last is not found.",
    ),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": DEFAULT_PAGE_SIZE},
        description="Cards per page.",
    ),
    errors={404: "There is no such page."},
)
card_detail = _call(
    "getCard",
    "One card",
    "By its code or that of one of its printings.",
    _CARDS,
    serializers.CardSerializer,
    OpenApiParameter(
        "code",
        {"type": "string", "minLength": 1, "examples": ["01001"]},
        OpenApiParameter.PATH,
        description="The code of a card or of a printing, such as `01001`.",
    ),
    errors={404: "There is no such card."},
)
all_cards = _call(
    "getAllCards",
    "Every card",
    "All cards in one document, sorted by code. Keep its ETag: until a card changes, the response is an empty 304.",
    _CARDS,
    serializers.CardSerializer(many=True),
)
explain = _call(
    "explainQuery",
    "Explain a query",
    "The query as a plain sentence; or each of its faults, with its position and a suggestion.",
    _CARDS,
    serializers.ExplanationSerializer,
    OpenApiParameter("q", str, required=True, description=f"{_Q} It may be empty."),
)
sets = _call("listSets", "Sets", "In order of appearance.", _LISTS, serializers.SetSerializer(many=True))
factions = _call(
    "listFactions", "Factions", "The nations and neutral.", _LISTS, serializers.FactionSerializer(many=True)
)
formats = _call(
    "listFormats",
    "Formats",
    "The rule sets that decks are checked against; exactly one is the default.",
    _LISTS,
    serializers.FormatSerializer(many=True),
)
version = _call(
    "getVersion",
    "Change markers",
    "Small, and always revalidated. While a marker is the same, so is everything that depends on it.",
    _META,
    serializers.VersionSerializer,
)
schema = _call("getSchema", "This description", "OpenAPI 3.1, as JSON.", _META, OpenApiTypes.OBJECT)
