"""The schema of the odds call: what it takes and answers."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from cards.api.schema import HEADERS, PROBLEM
from cards.api.serializers import ProblemSerializer
from cards.query.lexer import MAX_LENGTH
from decks.api.inputs import CODE_LENGTH, SITE_FIELDS, BoundedList, DeckInput, Input, WholeNumber
from decks.decklist import MAX_CARDS, MAX_DECK_SIZE
from rules.facts import DAYS
from rules.odds.answers import MAX_COMBINATIONS
from rules.odds.exact import MAX_WANTS
from web.text_fields import TextField

_PROBLEMS: Final = {
    400: "A field is unknown, missing or invalid; a search is invalid; or the question is too large.",
    413: "The body is too large.",
    415: "The Content-Type is not JSON.",
    429: "Too many requests: wait as long as Retry-After says.",
}


class WantInput(Input):
    """Cards that are wanted, and how many of them: those that a search finds in the deck, and those that are named."""

    cards = BoundedList(
        child=TextField(max_length=CODE_LENGTH),
        max_length=MAX_CARDS,
        required=False,
        default=list,
        help_text="Codes of cards or printings; those that are not in the deck are ignored.",
    )
    q = TextField(
        max_length=MAX_LENGTH,
        required=False,
        help_text="A query in the search language, over the faction deck's own cards: `trait:weapon cost<=1`.",
    )
    at_least = WholeNumber(min_value=0, max_value=MAX_DECK_SIZE, required=False, default=1)
    at_most = WholeNumber(min_value=0, max_value=MAX_DECK_SIZE, required=False, default=None, allow_null=True)


class WantsField(serializers.ListField):
    """Wants, counted before any of them is looked at."""

    child = WantInput()

    def to_internal_value(self, data: Any) -> Any:
        """The wants, unless there are too many."""
        if isinstance(data, list) and not 1 <= len(data) <= MAX_WANTS:
            raise serializers.ValidationError(f"Ask for 1 to {MAX_WANTS} wants at once, not {len(data)}.", "too_many")
        return super().to_internal_value(data)


class OddsInput(DeckInput):
    """A deck list, what is wanted of it, and by when: after so many `draws`, or by a `day`."""

    ignored_fields = SITE_FIELDS | {"description", "visibility", "format"}

    want = WantsField(min_length=1, max_length=MAX_WANTS, help_text="All of them must be met at once.")
    draws = WholeNumber(
        min_value=0, max_value=MAX_DECK_SIZE, required=False, help_text="How many cards are drawn; instead of `day`."
    )
    day = WholeNumber(min_value=1, max_value=DAYS, required=False, help_text="By which Day; needs a leader.")
    schemes = BoundedList(
        child=TextField(max_length=CODE_LENGTH, allow_null=True),
        max_length=DAYS,
        required=False,
        help_text="The scheme of each Day, from the first on; `null`, or none, leaves the printed Panache as it is.",
    )


class ChanceSerializer(serializers.Serializer[Any]):
    """A chance, exact and as a number."""

    probability = serializers.CharField(help_text="An exact fraction in lowest terms: `123/456`.")
    float = serializers.FloatField(min_value=0, max_value=1)


class CountChanceSerializer(ChanceSerializer):
    """The chance of exactly this many."""

    count = serializers.IntegerField(min_value=0)


class CombinationSerializer(ChanceSerializer):
    """The chance of exactly these numbers of cards, one for each want."""

    counts = serializers.ListField(child=serializers.IntegerField(min_value=0))


class CostChanceSerializer(ChanceSerializer):
    """The chance to hold a card of this cost and enough others to pay for it."""

    cost = serializers.IntegerField()


class ValueChanceSerializer(ChanceSerializer):
    """The chance that this is the better value of two cards."""

    value = serializers.IntegerField()


class WantAnswerSerializer(ChanceSerializer):
    """One want by itself."""

    cards = serializers.DictField(child=serializers.IntegerField(), help_text="Copies by code, in this deck.")
    copies = serializers.IntegerField(min_value=0)
    at_least = serializers.IntegerField(min_value=0)
    at_most = serializers.IntegerField(min_value=0, allow_null=True)
    explanation = serializers.CharField(help_text="In words.")
    distribution = CountChanceSerializer(many=True)


class DayAnswerSerializer(ChanceSerializer):
    """What is true by the end of a Day's draw."""

    day = serializers.IntegerField(min_value=1, max_value=DAYS)
    scheme = serializers.CharField(allow_null=True)
    draws = serializers.IntegerField(min_value=0, help_text="How many cards the Day draws.")
    seen = serializers.IntegerField(min_value=0, help_text="How many different cards were seen by then.")
    held = ChanceSerializer(
        allow_null=True,
        help_text="The chance to hold them all if they are kept; `null` where that depends on play.",
    )


class GambleSerializer(serializers.Serializer[Any]):
    """The better of the two cards that a gamble reveals; `null` where a card's value is not known."""

    riposte = ValueChanceSerializer(many=True, allow_null=True)
    parry = ValueChanceSerializer(many=True, allow_null=True)
    thrust = ValueChanceSerializer(many=True, allow_null=True)


class OddsSerializer(ChanceSerializer):
    """The chance that every want is met, and everything around it."""

    deck = serializers.IntegerField(min_value=1, help_text="How many cards the faction deck has.")
    draws = serializers.IntegerField(min_value=0, help_text="How many of them are drawn.")
    day = serializers.IntegerField(min_value=1, max_value=DAYS, allow_null=True)
    distribution = CombinationSerializer(
        many=True,
        allow_null=True,
        help_text=f"Every combination of counts; `null` where there are more than {MAX_COMBINATIONS}, or too many for "
        "a large deck.",
    )
    met = CountChanceSerializer(many=True, help_text="The chance that exactly this many wants are met.")
    wants = WantAnswerSerializer(many=True)
    days = DayAnswerSerializer(many=True, help_text="Every Day up to the one asked for; empty for `draws`.")
    payable = CostChanceSerializer(
        many=True,
        allow_null=True,
        help_text="By cost: the chance of a card that can be paid for at once, on Day 1 or in a hand of `draws`; "
        "`null` for more cards than a hand.",
    )
    gamble = GambleSerializer()


describe_odds = extend_schema(
    operation_id="reckonOdds",
    summary="Exact odds",
    description="The chance of drawing all wanted cards, by a Day with the chosen schemes or after a number of draws. "
    "Fractions are exact: hands are counted, not sampled.",
    tags=["Hands and odds"],
    parameters=[each for each in HEADERS if isinstance(each, OpenApiParameter) and each.name != "ETag"],
    request=OddsInput,
    responses={
        200: OddsSerializer,
        **{
            (status, PROBLEM): OpenApiResponse(ProblemSerializer, description=words)
            for status, words in _PROBLEMS.items()
        },
    },
    auth=[],
    filters=False,
)
