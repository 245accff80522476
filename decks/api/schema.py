"""The OpenAPI descriptions of the deck endpoints."""

from __future__ import annotations

from typing import Any, Final, cast

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from cards.api.parameters import DEFAULT_PAGE_SIZE, MAX_PAGE, MAX_PAGE_SIZE
from cards.api.schema import HEADERS, IF_NONE_MATCH, PROBLEM
from cards.api.serializers import ProblemSerializer
from decks.api import inputs, shapes
from decks.exchange import KINDS
from decks.exports.files import LABELS
from decks.exports.pdf import PAPERS

_LISTS, _DECKS, _PARTS = ["Deck lists"], ["Decks"], ["Parts of a deck"]
_TOKEN: Final[list[dict[str, list[str]]]] = [{"token": []}, {"session": []}]
#: Open to anyone; signed-in callers see more.
_ANYONE: Final[list[dict[str, list[str]]]] = [{}, *_TOKEN]

_PROBLEMS: Final = {
    400: "A field or parameter is unknown, missing, duplicated or invalid.",
    401: "A token or a session is required, or the token is invalid.",
    403: "The session's CSRF token is missing, or the change is not allowed.",
    404: "There is no such deck, or the caller may not see or change it.",
    413: "The body is too large.",
    415: "The content type is not JSON.",
    429: "Too many requests. Retry after the time in Retry-After.",
}


def refuse_unknown_fields(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook of the generator: request bodies take no other fields, see ``inputs.Input``."""
    for name, schema in result["components"]["schemas"].items():
        if name.endswith("Request") and "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return result


def _path(name: str, description: str, **schema: Any) -> OpenApiParameter:
    return OpenApiParameter(
        name, {"type": "string", "minLength": 1, **schema}, OpenApiParameter.PATH, description=description
    )


_ID = _path("deck_id", "A deck's id.", examples=["castille-starter"], pattern="^[-a-zA-Z0-9_]+$")
_LINK = OpenApiParameter("link", str, description="The secret of the deck's share link.")
_IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="An earlier ETag: 412 if the deck has changed since.",
)
_IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255},
    OpenApiParameter.HEADER,
    description="Makes the call safe to retry: the same key and body create one deck, and a retry returns it.",
)
_NUMBER = {"type": "integer", "minimum": 1, "maximum": inputs.MAX_NUMBER}
_PAGE = (
    OpenApiParameter(
        "page",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE, "default": 1},
        description="Page number. A page past the last one is a 404.",
    ),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": DEFAULT_PAGE_SIZE},
        description="Results per page.",
    ),
)
_LOCATION = OpenApiParameter(
    "Location", str, OpenApiParameter.HEADER, response=[201], description="URL of the new deck."
)
_TAGGED = [each for each in HEADERS if each.name != "ETag"]
_ETAG = OpenApiParameter(
    "ETag", str, OpenApiParameter.HEADER, response=[200, 201, 304], description="Strong ETag of the response."
)


def _call(
    name: str,
    summary: str,
    description: str,
    tags: list[str],
    answers: dict[Any, Any],
    *parameters: OpenApiParameter,
    body: Any = None,
    errors: tuple[int, ...] = (),
    auth: list[dict[str, list[str]]] | None = None,
    problems: dict[int, Any] | None = None,
) -> Any:
    """The description of one operation, with its responses and errors."""
    responses: dict[Any, Any] = dict(answers)
    for status in sorted({400, 429, *errors}):
        responses[status, PROBLEM] = OpenApiResponse(ProblemSerializer, description=_PROBLEMS[status])
    for status, answer in (problems or {}).items():
        responses[status, PROBLEM] = answer
    headers = [*_TAGGED, *([_ETAG] if 304 in answers or 201 in answers else [])]
    return extend_schema(
        operation_id=name,
        summary=summary,
        description=description,
        tags=tags,
        parameters=[*parameters, *headers],
        request=body,
        responses=responses,
        # The library takes whole requirements too, but says that it takes names only.
        auth=cast(Any, auth or []),
        filters=False,
    )


_UNCHANGED = OpenApiResponse(description="Not modified since the ETag sent.")
_STALE = {
    409: OpenApiResponse(shapes.StaleProblemSerializer, description="The deck is not at the expected version."),
    412: OpenApiResponse(shapes.StaleProblemSerializer, description="The deck has changed since the ETag sent."),
}
_BODY = (413, 415)
_READING = (401, 404)
_WRITING = (401, 403, 404)


def _files(media_types: set[str]) -> dict[Any, Any]:
    return {
        (200, media): OpenApiResponse(
            OpenApiTypes.BINARY if media == "application/pdf" else OpenApiTypes.STR, description="The file."
        )
        for media in sorted(media_types)
    }


_TEXTS = {kind.media_type.partition(";")[0] for kind in KINDS.values() if "json" not in kind.media_type}
_JSON_FILE = {(200, "application/json"): OpenApiResponse(OpenApiTypes.ANY, description="The file.")}

validate = _call(
    "validateDeck",
    "Check a list",
    "Whether a list is legal, with every broken rule as data. Unknown card codes are reported, not dropped.",
    _LISTS,
    {200: shapes.VerdictSerializer},
    body=inputs.ValidateInput,
    errors=_BODY,
)
import_text = _call(
    "importDecks",
    "Import a text",
    "Reads decks from a text of any kind and reports on each line. `deck`, `lines`, `legal` and `violations` are "
    "those of the first deck; `decks` has all of them.",
    _LISTS,
    {200: shapes.ImportSerializer},
    body=inputs.ImportInput,
    errors=_BODY,
    problems={400: OpenApiResponse(shapes.ImportProblemSerializer, description="No deck can be read from the text.")},
)
export_list = _call(
    "exportList",
    "Export a list",
    "A deck list as text of any kind, with the media type of that kind.",
    _LISTS,
    {**_files(_TEXTS), **_JSON_FILE},
    body=inputs.ExportInput,
    errors=_BODY,
)
deck_list = _call(
    "listDecks",
    "Search decks",
    "Public decks and the caller's own, newest first by default. The order is total, so pages never overlap.",
    _DECKS,
    {200: shapes.DeckPageSerializer, 304: _UNCHANGED},
    OpenApiParameter(
        "q", str, description='A query in the deck search language, such as `f:castille card:"Not Today" likes>3`.'
    ),
    OpenApiParameter(
        "scope",
        {"type": "string", "enum": ["all", "mine", "public"], "default": "all"},
        description="`all` (public decks and the caller's own), `mine` or `public`.",
    ),
    OpenApiParameter(
        "sort",
        {"type": "string", "maxLength": 200},
        description="`newest`, `likes` or `name`; a leading `-` reverses the order. A `sort:` in the query goes first.",
    ),
    *_PAGE,
    IF_NONE_MATCH,
    errors=_READING,
    auth=_ANYONE,
)
create_deck = _call(
    "createDeck",
    "Keep a deck",
    "A new deck of the caller's. It need not be legal, nor complete; its cards must exist.",
    _DECKS,
    {201: shapes.DeckSerializer},
    _IDEMPOTENCY_KEY,
    _LOCATION,
    body=inputs.StoredDeckInput,
    errors=(401, 403, *_BODY),
    auth=_TOKEN,
)
deck_detail = _call(
    "getDeck",
    "Get a deck",
    "A public deck, the caller's own, or one with its share link in `link`.",
    _DECKS,
    {200: shapes.DeckSerializer, 304: _UNCHANGED},
    _ID,
    _LINK,
    IF_NONE_MATCH,
    errors=_READING,
    auth=_ANYONE,
)
replace_deck = _call(
    "replaceDeck",
    "Replace a deck's list",
    "A different list becomes a new version; the same list does not, so the call is safe to repeat.",
    _DECKS,
    {200: shapes.DeckSerializer},
    _ID,
    _IF_MATCH,
    body=inputs.ReplaceDeckInput,
    errors=(*_WRITING, *_BODY),
    auth=_TOKEN,
    problems=_STALE,
)
change_deck = _call(
    "changeDeck",
    "Change a deck",
    "Changes only the given fields: name, description, format, visibility, or parts of the list.",
    _DECKS,
    {200: shapes.DeckSerializer},
    _ID,
    _IF_MATCH,
    body=inputs.ChangeDeckInput,
    errors=(*_WRITING, *_BODY),
    auth=_TOKEN,
    problems=_STALE,
)
delete_deck = _call(
    "deleteDeck",
    "Delete a deck",
    "Deletes the deck with all its versions, comments and likes. Copies stay.",
    _DECKS,
    {204: OpenApiResponse(description="Deleted.")},
    _ID,
    _IF_MATCH,
    errors=_WRITING,
    auth=_TOKEN,
    problems={412: _STALE[412]},
)
versions = _call(
    "listVersions",
    "List versions",
    "Newest first. A version never changes, except for its label.",
    _PARTS,
    {200: shapes.VersionPageSerializer, 304: _UNCHANGED},
    _ID,
    *_PAGE,
    _LINK,
    IF_NONE_MATCH,
    errors=_READING,
    auth=_ANYONE,
)
diff = _call(
    "diffVersions",
    "Compare versions",
    "What changed from one version to another: cards, leader and statistics.",
    _PARTS,
    {200: shapes.DiffSerializer, 304: _UNCHANGED},
    _ID,
    OpenApiParameter("from", _NUMBER, description="Version number. Defaults to the version that `to` was made from."),
    OpenApiParameter("to", _NUMBER, description="Version number. Defaults to the current version."),
    _LINK,
    IF_NONE_MATCH,
    errors=_READING,
    auth=_ANYONE,
)
export_deck = _call(
    "exportDeck",
    "Export a deck",
    "Text as from `decks/export/`, a tournament registration sheet, or proxies to print. While card images for the "
    "proxies are still being drawn, the response is 202: try again.",
    _PARTS,
    {
        **_files({*_TEXTS, "application/pdf"}),
        **_JSON_FILE,
        202: OpenApiResponse(shapes.DrawingSerializer, description="Card images are still being drawn: try again."),
        304: _UNCHANGED,
    },
    _ID,
    _path("kind", "Kind of export.", enum=list(LABELS), examples=["text"]),
    OpenApiParameter("version", _NUMBER, description="Version number. Defaults to the current version."),
    OpenApiParameter(
        "paper",
        {"type": "string", "enum": list(PAPERS), "default": next(iter(PAPERS))},
        description="Paper size of PDF files.",
    ),
    _LINK,
    errors=_READING,
    auth=_ANYONE,
)
renew_link = _call(
    "renewLink",
    "Renew the share link",
    "Revokes the old link and creates a new one. To have none, make the deck private.",
    _PARTS,
    {200: shapes.LinkSerializer},
    _ID,
    errors=_WRITING,
    auth=_TOKEN,
    problems={409: OpenApiResponse(ProblemSerializer, description="The deck is private.")},
)
copy_deck = _call(
    "copyDeck",
    "Copy a deck",
    "Creates a private deck of the caller's own that refers to its source.",
    _PARTS,
    {201: shapes.DeckSerializer},
    _ID,
    _LINK,
    _IDEMPOTENCY_KEY,
    _LOCATION,
    body=inputs.CopyInput,
    errors=(*_WRITING, *_BODY),
    auth=_TOKEN,
)
like = _call(
    "likeDeck",
    "Like a deck",
    "Likes a public deck. Liking it again changes nothing.",
    _PARTS,
    {200: shapes.LikeSerializer},
    _ID,
    errors=_WRITING,
    auth=_TOKEN,
)
unlike = _call(
    "unlikeDeck",
    "Unlike a deck",
    "Removes the caller's like, if there is one.",
    _PARTS,
    {200: shapes.LikeSerializer},
    _ID,
    errors=_WRITING,
    auth=_TOKEN,
)
