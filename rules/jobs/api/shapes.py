"""The schema of the simulation calls: what they take and answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers

from cards.api.schema import HEADERS, PROBLEM
from cards.api.serializers import ProblemSerializer
from decks.api.inputs import CODE_LENGTH, MAX_NUMBER, SITE_FIELDS, DeckInput, WholeNumber
from decks.api.shapes import DecklistSerializer
from decks.decklist import MAX_CARDS
from decks.exchange.values import MAX_NAME_LENGTH
from rules.facts import DAYS
from rules.goldfish import POLICIES
from rules.goldfish.policies import DEFAULT as DEFAULT_POLICY
from rules.jobs.models import Kind, Status
from rules.jobs.run.questions import BASE, DEFAULT_GAMES, DEFAULT_SEED
from rules.random_streams import MASK, MAX_SEED_LENGTH
from web.text_fields import TextField

STATUSES: Final = list(Status.values)
KINDS: Final = list(Kind.values)
#: As long as the secret of a share link.
_LINK_LENGTH: Final = 43
#: More than any deck's id has.
_ID_LENGTH: Final = 40


class SideInput(DeckInput):
    """A deck list; or `deck`, the id of a stored deck, and which `version` of it."""

    ignored_fields = SITE_FIELDS | {"description", "visibility", "format"}

    deck = TextField(max_length=_ID_LENGTH, required=False, help_text="The id of a stored deck, in place of a list.")
    version = WholeNumber(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_NUMBER,
        help_text="Which version of the stored deck; the newest by default.",
    )
    link = TextField(
        max_length=_LINK_LENGTH,
        required=False,
        allow_null=True,
        help_text="The secret of its share link, for a deck that is shared by link.",
    )


_TEXT: Final = {"type": "string", "minLength": 1}


@extend_schema_field(
    {
        "oneOf": [
            {**_TEXT, "maxLength": _ID_LENGTH, "description": "The id of a stored deck."},
            {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "deck": {**_TEXT, "maxLength": _ID_LENGTH},
                    "version": {"type": "integer", "minimum": 1, "maximum": MAX_NUMBER},
                    "link": {**_TEXT, "maxLength": _LINK_LENGTH},
                },
                "required": ["deck"],
                "description": "A stored deck, and which version of it.",
            },
            {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "name": {"type": "string", "maxLength": MAX_NAME_LENGTH},
                    "leader": {"type": ["string", "null"], "minLength": 1, "maxLength": CODE_LENGTH},
                    "approach": {
                        "type": "array",
                        "maxItems": MAX_CARDS,
                        "items": {**_TEXT, "maxLength": CODE_LENGTH},
                    },
                    "faction": {
                        "type": "object",
                        "maxProperties": MAX_CARDS,
                        "propertyNames": {"minLength": 1, "maxLength": CODE_LENGTH},
                        "additionalProperties": {"type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER},
                    },
                },
                "description": "A deck list.",
            },
        ]
    }
)
class SideField(serializers.Field[Any, Any, Any, Any]):
    """A deck: the id of a stored one, or an object."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The values of the object; an id is short for one that holds nothing else."""
        if isinstance(data, str):
            data = {"deck": data}
        if not isinstance(data, Mapping):
            raise serializers.ValidationError("A deck is the id of a stored one, or an object.")
        given = SideInput(data=data)
        if not given.is_valid():
            raise serializers.ValidationError(given.errors)
        return {name: value for name, value in given.validated_data.items() if name in data}


@extend_schema_field(
    {
        "oneOf": [
            {"type": "integer", "minimum": 0, "maximum": MASK},
            {"type": "string", "minLength": 1, "maxLength": MAX_SEED_LENGTH, "pattern": r"\S"},
        ],
        "default": DEFAULT_SEED,
    }
)
class SeedField(serializers.Field[Any, Any, Any, Any]):
    """A number or words; read by the domain."""

    def to_internal_value(self, data: Any) -> Any:
        """As it came."""
        return data


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "enum": list(POLICIES)},
            {
                "type": "object",
                "properties": {BASE: {"type": "string", "enum": list(POLICIES), "default": DEFAULT_POLICY}},
                "additionalProperties": {"oneOf": [{"type": "integer"}, {"type": "boolean"}]},
                "description": f"Parameters by name that differ from those of the policy in `{BASE}`.",
            },
        ],
        "default": DEFAULT_POLICY,
    }
)
class PolicyField(serializers.Field[Any, Any, Any, Any]):
    """A policy's name, or parameters; read by the domain."""

    def to_internal_value(self, data: Any) -> Any:
        """As it came."""
        return data


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {"type": "integer"},
        "description": "Numbers by name in which it differs from the adversary that every deck meets.",
    }
)
class AdversaryField(serializers.Field[Any, Any, Any, Any]):
    """The adversary's numbers; read by the domain."""

    def to_internal_value(self, data: Any) -> Any:
        """As it came, if it is an object."""
        if not isinstance(data, Mapping):
            raise serializers.ValidationError("An adversary is an object of numbers.")
        return data


class SimulationInput(SideInput):
    """What to play: a deck list, or a stored `deck`; and how. With `against`, two decks play with the same luck."""

    deck = SideField(  # type: ignore[assignment]
        required=False, help_text="In place of a list: the id of a stored deck, or a deck list."
    )
    against = SideField(required=False, allow_null=True, help_text="The deck to compare with.")
    games = WholeNumber(
        required=False,
        min_value=1,
        max_value=settings.SIMULATION_MAX_GAMES,
        default=DEFAULT_GAMES,
        help_text="How many games; decks of more than 63 cards are played slowly, and fewer times.",
    )
    seed = SeedField(
        required=False, default=DEFAULT_SEED, help_text="A number or a few words that fix the luck of all games."
    )
    days = WholeNumber(required=False, min_value=1, max_value=DAYS, default=DAYS, help_text="How many Days a game has.")
    policy = PolicyField(required=False, default=DEFAULT_POLICY, help_text="How the deck is played.")
    adversary = AdversaryField(required=False, allow_null=True, default=None, help_text="Who challenges the crew.")
    city = TextField(
        required=False,
        allow_null=True,
        default=None,
        max_length=CODE_LENGTH,
        help_text="The code of a City Deck; by default the newest that is known for certain.",
    )


class SimulatedDeckSerializer(DecklistSerializer):
    """A deck as it was simulated."""

    fingerprint = serializers.CharField(help_text="The same for the same list, whoever's it is.")
    deck = serializers.CharField(allow_null=True, help_text="The stored deck, if it is one and the caller may read it.")
    version = serializers.IntegerField(min_value=1, allow_null=True)


class SimulationSerializer(serializers.Serializer[Any]):
    """A simulation and its progress."""

    id = serializers.CharField(help_text="Unguessable: whoever has it may read the simulation.")
    status = serializers.ChoiceField(choices=STATUSES)
    note = serializers.CharField(allow_blank=True, help_text="Why no game is being played yet, in a few words.")
    kind = serializers.ChoiceField(choices=KINDS)
    games = serializers.IntegerField(min_value=1)
    done_games = serializers.IntegerField(min_value=0)
    rate = serializers.FloatField(allow_null=True, min_value=0, help_text="Games per second.")
    seconds_left = serializers.FloatField(allow_null=True, min_value=0)
    decks = SimulatedDeckSerializer(many=True, help_text="One, or the two that are compared.")
    days = serializers.IntegerField(min_value=1, max_value=DAYS)
    seed = serializers.CharField(help_text="As it was sent.")
    seed_number = serializers.CharField(help_text="The seed as a 64-bit number.")
    policy = serializers.DictField(help_text="Every parameter by name.")
    adversary = serializers.DictField(child=serializers.IntegerField())
    city = serializers.CharField(help_text="The code of the City Deck.")
    engine = serializers.CharField(help_text="The engine's version: results of the same one can be compared.")
    may_cancel = serializers.BooleanField(help_text="Whether the caller may cancel it.")
    error = serializers.CharField(allow_null=True, help_text="Why it failed.")
    result = serializers.DictField(
        allow_null=True,
        help_text="The report, or the comparison, once it is done; every estimate with its 95 % interval.",
    )
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    url = serializers.URLField(help_text="Where the API has it.")
    page = serializers.URLField(help_text="Its page.")


_TAGS: Final = ["Simulations"]
_ANYONE: Final[list[dict[str, list[str]]]] = [{}, {"token": []}, {"session": []}]
_ID: Final = OpenApiParameter(
    "simulation_id",
    {"type": "string", "minLength": 1, "pattern": "^[-a-zA-Z0-9_]+$"},
    OpenApiParameter.PATH,
    description="A simulation's id.",
)
_LOCATION: Final = OpenApiParameter(
    "Location", str, OpenApiParameter.HEADER, response=[202], description="Where the simulation is."
)
_PROBLEMS: Final = {
    400: "A field or parameter is unknown or invalid, or the deck cannot be played.",
    401: "The token is not valid.",
    403: "The session's form token is missing, or the simulation is somebody else's.",
    404: "There is no such simulation or deck, or it is not the caller's to see.",
    413: "The body is too large.",
    415: "The Content-Type is not JSON.",
    429: "Too many requests, too many simulations at once, too many games in a day, or too much waiting: "
    "wait as long as Retry-After says.",
}


def _call(
    name: str, summary: str, description: str, answer: int, *parameters: Any, body: Any = None, errors: Any = ()
) -> Any:
    problems = {
        (status, PROBLEM): OpenApiResponse(ProblemSerializer, description=_PROBLEMS[status])
        for status in sorted({400, 401, 403, 404, 429, *errors})
    }
    return extend_schema(
        operation_id=name,
        summary=summary,
        description=description,
        tags=_TAGS,
        parameters=[*parameters, *(header for header in HEADERS if header.name != "ETag")],
        request=body,
        responses={answer: SimulationSerializer, **problems},
        auth=_ANYONE,  # type: ignore[arg-type]
        filters=False,
    )


ask = _call(
    "createSimulation",
    "Simulate a deck",
    "Answers at once; workers play the games. The same question is only played once: asking again returns the result. "
    "Two decks (`against`) play with the same luck. A simulation started with a token belongs to its user; one started "
    "without, to whoever has its id.",
    202,
    _LOCATION,
    body=SimulationInput,
    errors=(413, 415),
)
show = _call("getSimulation", "One simulation", "Its progress, and its result once it is done.", 200, _ID)
cancel = _call(
    "cancelSimulation",
    "Cancel a simulation",
    "Stops within a second, unless somebody else started the same. A finished simulation stays as it is.",
    200,
    _ID,
)
