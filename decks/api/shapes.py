"""The shapes of the deck API's answers, as its description tells them; tests hold every answer against them."""

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
    """How many cards are where."""

    leader = serializers.IntegerField(min_value=0, max_value=1)
    approach = serializers.IntegerField(min_value=0)
    faction = serializers.IntegerField(min_value=0)


class DeckSourceSerializer(serializers.Serializer[Any]):
    """The version that a deck is a copy of."""

    deck = serializers.CharField()
    version = serializers.IntegerField(min_value=1)


class DeckSerializer(DecklistSerializer):
    """A stored deck, as the caller sees it."""

    id = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True, help_text="In Markdown.")
    format = serializers.CharField(help_text="The code of the format that it is built for.")
    version = serializers.IntegerField(min_value=1, allow_null=True, help_text="The number of the newest version.")
    fingerprint = serializers.CharField(help_text="The same for the same list, whoever's it is.")
    legal = serializers.BooleanField(help_text="Whether it is legal in its own format.")
    legal_in = serializers.ListField(
        child=serializers.CharField(),
        help_text="The formats in which it is legal, by the rules of the day of its save.",
    )
    counts = DeckCountsSerializer()
    visibility = serializers.ChoiceField(choices=VISIBILITIES)
    owner = serializers.CharField(allow_null=True, help_text="The name of the account; `null` for a browser's deck.")
    mine = serializers.BooleanField(help_text="Whether it is the caller's own.")
    starter = serializers.BooleanField(help_text="Whether it is one of the published starter decks.")
    likes = serializers.IntegerField(min_value=0)
    liked = serializers.BooleanField(help_text="Whether the caller likes it.")
    source = DeckSourceSerializer(allow_null=True)  # type: ignore[assignment]
    link = serializers.CharField(allow_null=True, help_text="The secret of its share link, for its owner only.")
    link_url = serializers.URLField(allow_null=True, help_text="The share link itself, for its owner only.")
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    url = serializers.URLField(help_text="The deck's page.")


class _PageSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField(
        min_value=0, help_text="How many there are on all pages, or how many were counted if there are more."
    )
    count_is_exact = serializers.BooleanField(help_text="Whether `count` is all of them.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class DeckPageSerializer(_PageSerializer):
    """A page of decks."""

    explanation = serializers.CharField(help_text="The query in words.")
    results = DeckSerializer(many=True)


class DeckVersionSerializer(serializers.Serializer[Any]):
    """One saved state of a deck."""

    number = serializers.IntegerField(min_value=1)
    parent = serializers.IntegerField(  # type: ignore[assignment]
        min_value=1, allow_null=True, help_text="The version that it was made from."
    )
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    current = serializers.BooleanField(help_text="Whether it is the newest.")
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
    severity = serializers.ChoiceField(
        choices=SEVERITIES, help_text="`incomplete` only says what is still to be added."
    )
    zone = serializers.ChoiceField(choices=ZONES)
    cards = serializers.ListField(child=serializers.CharField(), help_text="Codes of the cards that break it.")
    actual = serializers.IntegerField(allow_null=True)
    allowed = serializers.IntegerField(allow_null=True)
    rule = serializers.CharField(help_text="Where the rules say so.")
    message = serializers.CharField()


class ListCountsSerializer(serializers.Serializer[Any]):
    """How many cards the rules count where."""

    leader = serializers.IntegerField(min_value=0, max_value=1)
    approach = serializers.IntegerField(min_value=0)
    characters = serializers.IntegerField(min_value=0)
    schemes = serializers.IntegerField(min_value=0)
    faction = serializers.IntegerField(min_value=0)
    unknown = serializers.IntegerField(min_value=0, help_text="Codes that no card has.")


class VerdictSerializer(serializers.Serializer[Any]):
    """Whether a list is legal, and everything that is wrong with it."""

    legal = serializers.BooleanField()
    format = serializers.CharField()
    counts = ListCountsSerializer()
    violations = ViolationSerializer(many=True)


class CandidateSerializer(serializers.Serializer[Any]):
    """A card that a line may have meant."""

    code = serializers.CharField()
    score = serializers.IntegerField(min_value=0, max_value=100, help_text="How near it is: 100 is the same.")


class ImportLineSerializer(serializers.Serializer[Any]):
    """What became of a line."""

    number = serializers.IntegerField(min_value=1)
    text = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(choices=LINE_STATUSES)
    code = serializers.CharField(allow_null=True)
    quantity = serializers.IntegerField(allow_null=True)
    zone = serializers.CharField(allow_null=True, help_text="Where the card went.")
    candidates = CandidateSerializer(many=True)
    message = serializers.CharField(allow_blank=True)


class ImportedDeckSerializer(serializers.Serializer[Any]):
    """A deck that was read from a text."""

    deck = DecklistSerializer()
    lines = ImportLineSerializer(many=True)
    legal = serializers.BooleanField(help_text="Whether every line was read and the list is legal.")
    violations = ViolationSerializer(many=True)


class ImportSerializer(ImportedDeckSerializer):
    """The first deck of a text, and all of them in `decks`."""

    kind = serializers.ChoiceField(choices=EXCHANGE_KINDS, help_text="What the text was read as.")
    format = serializers.CharField(help_text="What the decks were judged by.")
    decks = ImportedDeckSerializer(many=True)


class ChangeSerializer(serializers.Serializer[Any]):
    """A card whose number differs."""

    zone = serializers.ChoiceField(choices=ZONES)
    code = serializers.CharField()
    before = serializers.IntegerField(min_value=0)
    after = serializers.IntegerField(min_value=0)


class LeaderChangeSerializer(serializers.Serializer[Any]):
    """Who led, and who leads."""

    before = serializers.CharField(allow_null=True)
    after = serializers.CharField(allow_null=True)


class DistributionSerializer(serializers.Serializer[Any]):
    """How many cards of the faction deck have which number."""

    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Cards by number.")
    dashes = serializers.IntegerField(min_value=0)
    unknown = serializers.IntegerField(min_value=0)
    mean = serializers.FloatField(allow_null=True, help_text="Over the cards that have a number.")


class StatisticsSerializer(serializers.Serializer[Any]):
    """A list in numbers."""

    cost = DistributionSerializer()
    riposte = DistributionSerializer()
    parry = DistributionSerializer()
    thrust = DistributionSerializer()
    types = serializers.DictField(child=serializers.IntegerField())
    traits = serializers.DictField(child=serializers.IntegerField())


class StatisticsPairSerializer(serializers.Serializer[Any]):
    """Two lists in numbers."""

    before = StatisticsSerializer()
    after = StatisticsSerializer()


def _diff_fields() -> dict[str, Any]:
    # ``from`` is a word of the language, so it cannot be an attribute.
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
    """How a deck is liked."""

    liked = serializers.BooleanField(help_text="By the caller.")
    likes = serializers.IntegerField(min_value=0, help_text="By all.")


class DrawingSerializer(serializers.Serializer[Any]):
    """Faces are still being drawn: ask again."""

    left = serializers.IntegerField(min_value=1)
    total = serializers.IntegerField(min_value=1)


class ImportProblemErrorSerializer(ProblemErrorSerializer):
    """One of the things that were wrong, with its place in the text where it is known."""

    line = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    column = serializers.IntegerField(required=False, allow_null=True, min_value=1)


class ImportProblemSerializer(ProblemSerializer):
    """An error of a text that cannot be read."""

    errors = ImportProblemErrorSerializer(many=True)


class StaleProblemSerializer(ProblemSerializer):
    """The deck is not what the caller thought; it comes along as it is."""

    current = DeckSerializer()
