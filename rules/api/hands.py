"""Hands, Day by Day."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, cast

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from cards.api.schema import HEADERS, PROBLEM
from cards.api.serializers import ProblemSerializer
from cards.store import current_catalogue
from decks.api.base import OpenView
from decks.api.errors import Refused
from decks.api.inputs import CODE_LENGTH, SITE_FIELDS, BoundedList, DeckInput, WholeNumber, decklist_of, read
from rules.facts import DAYS
from rules.hands import KEEPERS, PLANNERS, Table, Undealable, deal_days, fresh_seed, obstacles, view
from rules.random_streams import MASK, MAX_SEED_LENGTH, seed_from_text
from web.text_fields import TextField

PLANNER_NAMES = list(PLANNERS)
KEEPER_NAMES = list(KEEPERS)


@extend_schema_field(
    {
        "oneOf": [
            {"type": "integer", "minimum": 0, "maximum": MASK},
            {"type": "string", "minLength": 1, "maxLength": MAX_SEED_LENGTH},
        ],
        "description": "A number below 2**64, or any words; random by default.",
    }
)
class SeedField(serializers.Field[int, Any, str, Any]):
    """A seed as a number or in words."""

    def to_internal_value(self, data: Any) -> int:
        """The seed as a number."""
        if isinstance(data, float) and data.is_integer():
            data = int(data)
        if isinstance(data, bool) or not isinstance(data, int | str):
            raise serializers.ValidationError("The seed must be a whole number or words.")
        if isinstance(data, int) and not 0 <= data <= MASK:
            raise serializers.ValidationError(f"A seed must be from 0 to {MASK}.")
        if isinstance(data, str) and len(data) > MAX_SEED_LENGTH:
            raise serializers.ValidationError(f"A seed has at most {MAX_SEED_LENGTH} characters, not {len(data)}.")
        try:
            return seed_from_text(str(data))
        except ValueError as error:
            raise serializers.ValidationError(_sentence(error)) from None

    def to_representation(self, value: int) -> str:
        """As text, because browsers round large numbers."""
        return str(value)


def _order(words: str) -> BoundedList:
    return BoundedList(
        child=TextField(max_length=CODE_LENGTH), max_length=DAYS, required=False, default=list, help_text=words
    )


class HandsInput(DeckInput):
    """A deck list, and how its Days are played."""

    ignored_fields = SITE_FIELDS | {"description", "visibility", "format"}

    seed = SeedField(required=False)
    days = WholeNumber(min_value=1, max_value=DAYS, default=DAYS, help_text="How many Days to deal.")
    schemes = _order("Codes of schemes in the order of their Days; the planner chooses the rest.")
    characters = _order("Codes of characters in the order of their Days; the planner chooses the rest.")
    planner = serializers.ChoiceField(
        choices=PLANNER_NAMES,
        default=PLANNER_NAMES[0],
        help_text=" ".join(f"`{planner.name}`: {planner.description}" for planner in PLANNERS.values()),
    )
    keeper = serializers.ChoiceField(
        choices=KEEPER_NAMES,
        default=KEEPER_NAMES[0],
        help_text=" ".join(f"`{keeper.name}`: {keeper.description}" for keeper in KEEPERS.values()),
    )


class HandCardSerializer(serializers.Serializer[Any]):
    """A card by its code and full name."""

    code = serializers.CharField()
    name = serializers.CharField()


class HandDaySerializer(serializers.Serializer[Any]):
    """One Day."""

    day = serializers.IntegerField(min_value=1, max_value=DAYS)
    scheme = HandCardSerializer(allow_null=True)
    character = HandCardSerializer(allow_null=True)
    kept = HandCardSerializer(many=True, help_text="From the Day before, in hand as this one begins.")
    drawn = HandCardSerializer(many=True)
    hand = HandCardSerializer(many=True, help_text="What was kept and what was drawn: the hand of High Drama.")
    discarded = HandCardSerializer(
        many=True, help_text="What the keeper lets go at Dusk; nothing on the last Day, which does not get there."
    )


class HandsSerializer(serializers.Serializer[Any]):
    """Hands of some Days."""

    seed = serializers.CharField(help_text="The number that was dealt from; the same one deals the same hands.")
    planner = serializers.ChoiceField(choices=PLANNER_NAMES)
    keeper = serializers.ChoiceField(choices=KEEPER_NAMES)
    panache = serializers.IntegerField(min_value=0, help_text="The leader's, as printed: so many cards may be kept.")
    days = HandDaySerializer(many=True)
    deck_size = serializers.IntegerField(min_value=0, help_text="Cards left in the faction deck.")
    discard = HandCardSerializer(many=True)
    locker = HandCardSerializer(many=True, help_text="Cards removed from the game, schemes of past Days among them.")
    crew = HandCardSerializer(many=True, help_text="The leader first.")
    reshuffles = serializers.IntegerField(min_value=0, help_text="How often the deck was reshuffled.")
    actions = serializers.CharField(help_text="The whole game, as links to the page of hands write it.")


_PROBLEMS = {
    400: "A field is unknown or invalid, or no hand can be dealt from the list; `errors` names the field.",
    413: "The body is too large.",
    415: "The Content-Type is not JSON.",
    429: "Too many requests: wait as long as Retry-After says.",
}


class Hands(OpenView):
    """The hands of a list, Day by Day."""

    @extend_schema(
        operation_id="dealHands",
        summary="Deal hands",
        description="What a deck draws, keeps and lets go on each Day, played by policy. The list need not be legal, "
        "only have a leader and a faction deck. The same list, seed and choices give the same hands for ever.",
        tags=["Hands and odds"],
        parameters=[each for each in HEADERS if each.name != "ETag"],
        request=HandsInput,
        responses={
            200: HandsSerializer,
            **{
                (status, PROBLEM): OpenApiResponse(ProblemSerializer, description=words)
                for status, words in _PROBLEMS.items()
            },
        },
        examples=[
            OpenApiExample(
                "A leader and three cards",
                {"leader": "01089", "faction": {"01100": 1, "01101": 2}, "seed": "harbour", "days": 1},
                request_only=True,
            )
        ],
        # The library takes whole requirements too, but says that it takes names only.
        auth=cast(Any, []),
        filters=False,
    )
    def post(self, request: Request) -> HttpResponse:
        given = read(HandsInput, request.data)
        decklist, catalogue = decklist_of(given), current_catalogue()
        if faults := list(obstacles(decklist, catalogue)):
            raise _refused(faults)
        seed = given["seed"] if "seed" in given else fresh_seed()
        choices = {name: given[name] for name in ("days", "schemes", "characters", "planner", "keeper")}
        try:
            table = deal_days(decklist, catalogue, seed, **choices)
        except Undealable as error:
            raise _refused([error]) from None
        return self.answer(hands_record(table, given["planner"], given["keeper"]), tagged=False)


def _refused(faults: list[Undealable]) -> Refused:
    """All faults, each with its field."""
    errors = [{"field": fault.field, "code": "undealable", "message": _sentence(fault)} for fault in faults]
    refusal = Refused(" ".join(error["message"] for error in errors), code="undealable")
    refusal.errors = errors
    return refusal


def _sentence(fault: ValueError) -> str:
    words = str(fault)
    return f"{words[:1].upper()}{words[1:]}."


def hands_record(table: Table, planner: str, keeper: str) -> dict[str, Any]:
    """A table as JSON, with the API's field names."""
    seen = view(table)
    days = [{**day, "discarded": _less(day["hand"], after["kept"])} for day, after in pairwise(seen["days"])]
    days += [{**day, "discarded": []} for day in seen["days"][-1:]]
    names = ("panache", "deck_size", "discard", "locker", "crew", "reshuffles", "actions")
    record: dict[str, Any] = dict(seen)
    return {
        "seed": seen["seed"],
        "planner": planner,
        "keeper": keeper,
        "days": days,
        **{name: record[name] for name in names},
    }


def _less(cards: list[Any], gone: list[Any]) -> list[Any]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


urlpatterns = [path("hands/", Hands.as_view(), name="hands")]
