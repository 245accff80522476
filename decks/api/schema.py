"""What the OpenAPI document says about each call on decks."""

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
#: Anyone may, and sees more when signed in.
_ANYONE: Final[list[dict[str, list[str]]]] = [{}, *_TOKEN]

_PROBLEMS: Final = {
    400: "A field or parameter is unknown, missing, given twice, or cannot be used.",
    401: "The call needs a token or a session, or the token is not valid.",
    403: "The session's form token is missing, or the change is not allowed.",
    404: "There is no such deck, or it is not the caller's to see or to change.",
    413: "The body is too long.",
    415: "The body is not said to be JSON.",
    429: "Too many calls: wait as long as Retry-After says.",
}


def refuse_unknown_fields(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook of the generator: bodies have no other fields than those described, see ``inputs.Input``."""
    for name, schema in result["components"]["schemas"].items():
        if name.endswith("Request") and "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return result


def _path(name: str, description: str, **schema: Any) -> OpenApiParameter:
    return OpenApiParameter(
        name, {"type": "string", "minLength": 1, **schema}, OpenApiParameter.PATH, description=description
    )


_ID = _path("deck_id", "A deck's id.", examples=["castille-starter"], pattern="^[-a-zA-Z0-9_]+$")
_LINK = OpenApiParameter("link", str, description="The secret of a share link, for a deck that is shared by link.")
_IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="A tag from before: 412 if the deck changed since."
)
_IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255},
    OpenApiParameter.HEADER,
    description="Makes a call safe to repeat: with the same key and body it makes one deck, and the repeat returns it.",
)
_NUMBER = {"type": "integer", "minimum": 1, "maximum": inputs.MAX_NUMBER}
_PAGE = (
    OpenApiParameter(
        "page",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE, "default": 1},
        description="Which page; one behind the last is not found.",
    ),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": DEFAULT_PAGE_SIZE},
        description="How many to a page.",
    ),
)
_LOCATION = OpenApiParameter(
    "Location", str, OpenApiParameter.HEADER, response=[201], description="Where the new deck is."
)
_TAGGED = [each for each in HEADERS if each.name != "ETag"]
_ETAG = OpenApiParameter(
    "ETag", str, OpenApiParameter.HEADER, response=[200, 201, 304], description="Strong tag of the answer."
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
    """One call: its answers, and the errors that it can have."""
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


_UNCHANGED = OpenApiResponse(description="The tag sent is still the right one.")
_STALE = {
    409: OpenApiResponse(shapes.StaleProblemSerializer, description="The deck is at another version than expected."),
    412: OpenApiResponse(shapes.StaleProblemSerializer, description="The deck's tag is not the one sent."),
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
    "Judge a list",
    "Every broken rule at once, as data. Codes that no card has are reported, not dropped.",
    _LISTS,
    {200: shapes.VerdictSerializer},
    body=inputs.ValidateInput,
    errors=_BODY,
)
import_text = _call(
    "importDecks",
    "Read a text",
    "Decks out of a text of any kind, with what became of each line. `deck`, `lines`, `legal` and `violations` are "
    "those of the first deck; `decks` has all of them.",
    _LISTS,
    {200: shapes.ImportSerializer},
    body=inputs.ImportInput,
    errors=_BODY,
    problems={400: OpenApiResponse(shapes.ImportProblemSerializer, description="No deck can be read from the text.")},
)
export_list = _call(
    "exportList",
    "Write a list",
    "A deck list as a text of any kind, with the media type of that kind.",
    _LISTS,
    {**_files(_TEXTS), **_JSON_FILE},
    body=inputs.ExportInput,
    errors=_BODY,
)
deck_list = _call(
    "listDecks",
    "Search decks",
    "Public decks and the caller's own that a query finds, newest first unless told, in a total order.",
    _DECKS,
    {200: shapes.DeckPageSerializer, 304: _UNCHANGED},
    OpenApiParameter(
        "q", str, description='A query in the search language of decks, such as `f:castille card:"Not Today" likes>3`.'
    ),
    OpenApiParameter(
        "scope",
        {"type": "string", "enum": ["all", "mine", "public"], "default": "all"},
        description="Whose decks: `all` that the caller may list, `mine`, or `public` ones.",
    ),
    OpenApiParameter(
        "sort",
        {"type": "string", "maxLength": 200},
        description="`newest`, `likes` or `name`; with `-` in front it is turned around. A `sort:` in the query wins.",
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
    "One deck",
    "A public deck, one's own, or one whose share link is sent along.",
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
    "A list that differs becomes a new version; the same list makes none, so that sending it twice does no harm.",
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
    "Only what is given changes: words, format, visibility, or parts of the list.",
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
    "With all its versions, comments and likes. Copies stay.",
    _DECKS,
    {204: OpenApiResponse(description="It is gone.")},
    _ID,
    _IF_MATCH,
    errors=_WRITING,
    auth=_TOKEN,
    problems={412: _STALE[412]},
)
versions = _call(
    "listVersions",
    "A deck's versions",
    "Newest first. A version never changes, but for its label.",
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
    "What changed",
    "From one version to another: cards, leader, and how the numbers moved.",
    _PARTS,
    {200: shapes.DiffSerializer, 304: _UNCHANGED},
    _ID,
    OpenApiParameter("from", _NUMBER, description="A version's number; the one that `to` was made from unless told."),
    OpenApiParameter("to", _NUMBER, description="A version's number; the newest unless told."),
    _LINK,
    IF_NONE_MATCH,
    errors=_READING,
    auth=_ANYONE,
)
export_deck = _call(
    "exportDeck",
    "A deck as a file",
    "Texts as `decks/export/` writes them, a tournament's registration sheet, or proxies to print. While faces for the "
    "proxies are still being drawn the answer is 202: ask again.",
    _PARTS,
    {
        **_files({*_TEXTS, "application/pdf"}),
        **_JSON_FILE,
        202: OpenApiResponse(shapes.DrawingSerializer, description="Faces are still being drawn: ask again."),
        304: _UNCHANGED,
    },
    _ID,
    _path("kind", "The kind of file.", enum=list(LABELS), examples=["text"]),
    OpenApiParameter("version", _NUMBER, description="A version's number; the newest unless told."),
    OpenApiParameter(
        "paper",
        {"type": "string", "enum": list(PAPERS), "default": next(iter(PAPERS))},
        description="The paper of PDF files.",
    ),
    _LINK,
    errors=_READING,
    auth=_ANYONE,
)
renew_link = _call(
    "renewLink",
    "Another share link",
    "Revokes the old link and makes a new one. To have none, make the deck private.",
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
    "A private deck of the caller's own that knows what it is a copy of.",
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
    "Public decks can be liked. Liking twice is liking once.",
    _PARTS,
    {200: shapes.LikeSerializer},
    _ID,
    errors=_WRITING,
    auth=_TOKEN,
)
unlike = _call(
    "unlikeDeck",
    "Like a deck no longer",
    "Also where it was not liked.",
    _PARTS,
    {200: shapes.LikeSerializer},
    _ID,
    errors=_WRITING,
    auth=_TOKEN,
)
