"""The deck API's responses as the OpenAPI document describes them; tests check every response against them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from cards.api.serializers import ZONES, ProblemErrorSerializer, ProblemSerializer
from decks.exchange import KINDS, Status
from decks.legality import Code, Severity
from decks.models import Visibility

SEVERITIES = [severity.value for severity in Severity]
VIOLATION_CODES = [code.value for code in Code]
LINE_STATUSES = [status.value for status in Status]
EXCHANGE_KINDS = list(KINDS)
VISIBILITIES = list(Visibility.values)


class DecklistSerializer(serializers.Serializer[Any]):
    """A deck list."""

    name = serializers.CharField(allow_blank=True)
    leader = serializers.CharField(allow_null=True)
    approach = serializers.ListField(child=serializers.CharField())
    faction = serializers.DictField(child=serializers.IntegerField(), help_text="Quantities by card code.")


class DeckCountsSerializer(serializers.Serializer[Any]):
    """Card counts by zone."""

    leader = serializers.IntegerField(min_value=0, max_value=1)
    approach = serializers.IntegerField(min_value=0)
    faction = serializers.IntegerField(min_value=0)


class DeckSourceSerializer(serializers.Serializer[Any]):
    """The version that a deck was copied from."""

    deck = serializers.CharField()
    version = serializers.IntegerField(min_value=1)


class DeckSerializer(DecklistSerializer):
    """A stored deck, as the caller sees it."""

    id = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True, help_text="Markdown.")
    format = serializers.CharField(help_text="Code of the deck's format.")
    version = serializers.IntegerField(min_value=1, allow_null=True, help_text="Number of the current version.")
    fingerprint = serializers.CharField(help_text="Identical for identical lists.")
    legal = serializers.BooleanField(help_text="Whether the deck is legal in its own format.")
    legal_in = serializers.ListField(
        child=serializers.CharField(),
        help_text="Formats in which the deck was legal when it was saved.",
    )
    counts = DeckCountsSerializer()
    visibility = serializers.ChoiceField(choices=VISIBILITIES)
    owner = serializers.CharField(allow_null=True, help_text="User name; `null` for a deck that belongs to a browser.")
    mine = serializers.BooleanField(help_text="Whether the caller owns the deck.")
    starter = serializers.BooleanField(help_text="Whether this is one of the starter decks.")
    likes = serializers.IntegerField(min_value=0)
    liked = serializers.BooleanField(help_text="Whether the caller likes the deck.")
    source = DeckSourceSerializer(allow_null=True)  # type: ignore[assignment]
    link = serializers.CharField(allow_null=True, help_text="Secret of the share link, for the owner only.")
    link_url = serializers.URLField(allow_null=True, help_text="URL of the share link, for the owner only.")
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    url = serializers.URLField(help_text="The deck's page.")


class _PageSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField(
        min_value=0, help_text="Number of results, or how many were counted if there are more."
    )
    count_is_exact = serializers.BooleanField(help_text="Whether `count` is the total.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class DeckPageSerializer(_PageSerializer):
    """A page of decks."""

    explanation = serializers.CharField(help_text="The query in plain words.")
    results = DeckSerializer(many=True)


class DeckVersionSerializer(serializers.Serializer[Any]):
    """One saved state of a deck."""

    number = serializers.IntegerField(min_value=1)
    parent = serializers.IntegerField(  # type: ignore[assignment]
        min_value=1, allow_null=True, help_text="The version it was made from."
    )
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    current = serializers.BooleanField(help_text="Whether this is the current version.")
    fingerprint = serializers.CharField()
    leader = serializers.CharField(allow_null=True)
    approach = serializers.ListField(child=serializers.CharField())
    faction = serializers.DictField(child=serializers.IntegerField())
    created_at = serializers.DateTimeField()


class VersionPageSerializer(_PageSerializer):
    """A page of versions, newest first."""

    results = DeckVersionSerializer(many=True)


class ViolationSerializer(serializers.Serializer[Any]):
    """One broken rule."""

    code = serializers.ChoiceField(choices=VIOLATION_CODES)
    severity = serializers.ChoiceField(choices=SEVERITIES, help_text="`incomplete` means that cards are still missing.")
    zone = serializers.ChoiceField(choices=ZONES)
    cards = serializers.ListField(child=serializers.CharField(), help_text="Codes of the offending cards.")
    actual = serializers.IntegerField(allow_null=True)
    allowed = serializers.IntegerField(allow_null=True)
    rule = serializers.CharField(help_text="The rule's number.")
    message = serializers.CharField()


class ListCountsSerializer(serializers.Serializer[Any]):
    """Card counts as the rules count them."""

    leader = serializers.IntegerField(min_value=0, max_value=1)
    approach = serializers.IntegerField(min_value=0)
    characters = serializers.IntegerField(min_value=0)
    schemes = serializers.IntegerField(min_value=0)
    faction = serializers.IntegerField(min_value=0)
    unknown = serializers.IntegerField(min_value=0, help_text="Number of unknown card codes.")


class VerdictSerializer(serializers.Serializer[Any]):
    """Whether a list is legal, with every broken rule."""

    legal = serializers.BooleanField()
    format = serializers.CharField()
    counts = ListCountsSerializer()
    violations = ViolationSerializer(many=True)


class CandidateSerializer(serializers.Serializer[Any]):
    """A card that a line may mean."""

    code = serializers.CharField()
    score = serializers.IntegerField(min_value=0, max_value=100, help_text="Similarity; 100 is an exact match.")


class ImportLineSerializer(serializers.Serializer[Any]):
    """How a line was read."""

    number = serializers.IntegerField(min_value=1)
    text = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(choices=LINE_STATUSES)
    code = serializers.CharField(allow_null=True)
    quantity = serializers.IntegerField(allow_null=True)
    zone = serializers.CharField(allow_null=True, help_text="The zone the card was put in.")
    candidates = CandidateSerializer(many=True)
    message = serializers.CharField(allow_blank=True)


class ImportedDeckSerializer(serializers.Serializer[Any]):
    """A deck read from a text."""

    deck = DecklistSerializer()
    lines = ImportLineSerializer(many=True)
    legal = serializers.BooleanField(help_text="Whether every line was read and the list is legal.")
    violations = ViolationSerializer(many=True)


class ImportSerializer(ImportedDeckSerializer):
    """The first deck of a text, and all decks in `decks`."""

    kind = serializers.ChoiceField(choices=EXCHANGE_KINDS, help_text="The kind the text was read as.")
    format = serializers.CharField(help_text="The format the decks were checked against.")
    decks = ImportedDeckSerializer(many=True)


class ChangeSerializer(serializers.Serializer[Any]):
    """A card whose quantity differs."""

    zone = serializers.ChoiceField(choices=ZONES)
    code = serializers.CharField()
    before = serializers.IntegerField(min_value=0)
    after = serializers.IntegerField(min_value=0)


class LeaderChangeSerializer(serializers.Serializer[Any]):
    """The leader before and after."""

    before = serializers.CharField(allow_null=True)
    after = serializers.CharField(allow_null=True)


class DistributionSerializer(serializers.Serializer[Any]):
    """How many cards of the faction deck have each value."""

    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Number of cards by value.")
    dashes = serializers.IntegerField(min_value=0)
    unknown = serializers.IntegerField(min_value=0)
    mean = serializers.FloatField(allow_null=True, help_text="Mean over the cards that have a value.")


class StatisticsSerializer(serializers.Serializer[Any]):
    """Statistics of a list."""

    cost = DistributionSerializer()
    riposte = DistributionSerializer()
    parry = DistributionSerializer()
    thrust = DistributionSerializer()
    types = serializers.DictField(child=serializers.IntegerField())
    traits = serializers.DictField(child=serializers.IntegerField())


class StatisticsPairSerializer(serializers.Serializer[Any]):
    """Statistics of two lists."""

    before = StatisticsSerializer()
    after = StatisticsSerializer()


def _diff_fields() -> dict[str, Any]:
    # ``from`` is a keyword of Python, so it cannot be an attribute.
    return {
        "from": serializers.IntegerField(min_value=1),
        "to": serializers.IntegerField(min_value=1),
        "same": serializers.BooleanField(),
        "leader": LeaderChangeSerializer(),
        "added": ChangeSerializer(many=True),
        "removed": ChangeSerializer(many=True),
        "changed": ChangeSerializer(many=True),
        "statistics": StatisticsPairSerializer(),
        "__doc__": "What changed from one version to another.",
    }


DiffSerializer = type("DiffSerializer", (serializers.Serializer,), _diff_fields())


class LinkSerializer(serializers.Serializer[Any]):
    """A share link."""

    link = serializers.CharField()
    link_url = serializers.URLField()


class LikeSerializer(serializers.Serializer[Any]):
    """The likes of a deck."""

    liked = serializers.BooleanField(help_text="Whether the caller likes the deck.")
    likes = serializers.IntegerField(min_value=0, help_text="Total number of likes.")


class DrawingSerializer(serializers.Serializer[Any]):
    """Card images are still being drawn: try again."""

    left = serializers.IntegerField(min_value=1)
    total = serializers.IntegerField(min_value=1)


class ImportProblemErrorSerializer(ProblemErrorSerializer):
    """One error, with its position in the text if known."""

    line = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    column = serializers.IntegerField(required=False, allow_null=True, min_value=1)


class ImportProblemSerializer(ProblemSerializer):
    """The problem with a text that cannot be read."""

    errors = ImportProblemErrorSerializer(many=True)


class StaleProblemSerializer(ProblemSerializer):
    """The deck has changed since the caller saw it; `current` is the deck as it is now."""

    current = DeckSerializer()
