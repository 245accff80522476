"""The API's shapes, for its schema; tests check every response against them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from cards.catalogue import AbilityKind, CardType, Zone
from cards.catalogue.stats import STAT_NAMES

CARD_TYPES = [kind.value for kind in CardType]
ZONES = [zone.value for zone in Zone]
ABILITY_KINDS = [kind.value for kind in AbilityKind]
STAT_SCHEMA: dict[str, Any] = {
    "oneOf": [{"type": "integer"}, {"type": "string", "enum": ["-", "?"]}, {"type": "null"}],
    "description": 'A number; "-" for a printed dash; "?" if unknown; null if this kind of card has none.',
}


@extend_schema_field(STAT_SCHEMA)
class StatField(serializers.Field[Any, Any, Any, Any]):
    """A card's number, which may be a dash, unknown or absent."""


class AbilitySerializer(serializers.Serializer[Any]):
    """One ability, in parts and as one text."""

    kind = serializers.ChoiceField(choices=ABILITY_KINDS)
    label = serializers.CharField(
        allow_blank=True, help_text="The bold label, such as `City Action`; empty if there is none."
    )  # type: ignore[assignment]
    qualifiers = serializers.ListField(child=serializers.CharField())
    trigger = serializers.CharField(allow_null=True)
    cost = serializers.CharField(allow_null=True)
    effect = serializers.CharField()
    below_bar = serializers.BooleanField(help_text="Whether a scheme's ability is below its bar.")
    text = serializers.CharField(help_text="The whole ability, with icon tokens such as `{combat}`.")


class PrintingSerializer(serializers.Serializer[Any]):
    """One appearance of a card on cardboard."""

    code = serializers.CharField()
    set = serializers.CharField()
    number = serializers.CharField()
    artist = serializers.CharField(allow_null=True)


class RulingSerializer(serializers.Serializer[Any]):
    """An answer to a question about one card."""

    text = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]


class _CardHead(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="The card's code: two digits for the set and three for the number.")
    set = serializers.CharField(help_text="The code of its set.")
    number = serializers.CharField()
    name = serializers.CharField()
    title = serializers.CharField(allow_null=True)
    type = serializers.ChoiceField(choices=CARD_TYPES)
    deck = serializers.ChoiceField(choices=ZONES, help_text="The deck it belongs to.")
    faction = serializers.CharField(allow_null=True, help_text="The code of its faction, including `neutral`.")


_CardStats = type("_CardStats", (_CardHead,), {name: StatField() for name in STAT_NAMES})


class CardSerializer(_CardStats):  # type: ignore[misc,valid-type]
    """A card."""

    traits = serializers.ListField(child=serializers.CharField())
    traits_known = serializers.BooleanField(help_text="False if `traits` is empty because they are unknown.")
    keywords = serializers.ListField(child=serializers.CharField())
    abilities = AbilitySerializer(many=True)
    text = serializers.CharField(allow_blank=True, help_text="All abilities, one per line.")
    printings = PrintingSerializer(many=True)
    rulings = RulingSerializer(many=True)
    city_number = serializers.IntegerField(allow_null=True, help_text="A City card's number in the City Deck.")
    person = serializers.CharField(help_text="Cards of one person clash in a deck.")
    deckable = serializers.BooleanField(help_text="Whether players can put the card in a deck at all.")
    unique = serializers.BooleanField(help_text="At most one copy in a faction deck.")
    image = serializers.URLField(help_text="The face at page size, as WebP. Replace the ending with `.png` for a PNG.")
    images = serializers.DictField(
        child=serializers.URLField(), help_text="The face at every size, by name of the size."
    )
    url = serializers.URLField(help_text="The card's page.")


class CardPageSerializer(serializers.Serializer[Any]):
    """A page of cards."""

    count = serializers.IntegerField(min_value=0, help_text="The number of cards on all pages.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = CardSerializer(many=True)


class QueryFaultSerializer(serializers.Serializer[Any]):
    """One fault of a query, with its position in characters."""

    message = serializers.CharField()
    start = serializers.IntegerField(min_value=0)
    end = serializers.IntegerField(min_value=0)
    suggestion = serializers.CharField(allow_null=True, allow_blank=True, help_text="What to replace it with.")


class ExplanationSerializer(serializers.Serializer[Any]):
    """What a query means, in words; or what is wrong with it."""

    valid = serializers.BooleanField()
    explanation = serializers.CharField(allow_blank=True)
    errors = QueryFaultSerializer(many=True)  # type: ignore[assignment]


class SetSerializer(serializers.Serializer[Any]):
    """A product in which cards were published."""

    code = serializers.CharField()
    number = serializers.CharField()
    name = serializers.CharField()
    year = serializers.IntegerField(allow_null=True)
    cards = serializers.IntegerField(min_value=0, help_text="The number of cards in it.")
    url = serializers.URLField()


class FactionSerializer(serializers.Serializer[Any]):
    """A nation, or neutral."""

    code = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    cards = serializers.IntegerField(min_value=0, help_text="The number of cards it has.")
    url = serializers.URLField()


class FormatSerializer(serializers.Serializer[Any]):
    """A rule set for building decks."""

    code = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    default = serializers.BooleanField()
    since = serializers.DateField()
    until = serializers.DateField(allow_null=True)
    sets = serializers.ListField(child=serializers.CharField(), allow_null=True, help_text="`null` for all sets.")
    banned = serializers.ListField(child=serializers.CharField())
    approach_size = serializers.IntegerField()
    approach_characters = serializers.IntegerField()
    approach_schemes = serializers.IntegerField()
    faction_min = serializers.IntegerField()
    faction_max = serializers.IntegerField(allow_null=True)
    copies = serializers.IntegerField()
    unique_copies = serializers.IntegerField()
    cards = serializers.IntegerField(min_value=0, help_text="The number of legal cards.")


class VersionSerializer(serializers.Serializer[Any]):
    """Change markers, to be compared only."""

    cards = serializers.CharField(help_text="Changes with any card's data, text or picture.")
    engine = serializers.CharField(help_text="Changes with the code that computes responses.")
    api = serializers.CharField(help_text="The version of this API.")


class ProblemErrorSerializer(serializers.Serializer[Any]):
    """One error."""

    field = serializers.CharField(allow_blank=True, help_text="The parameter it concerns.")
    code = serializers.CharField()
    message = serializers.CharField()
    start = serializers.IntegerField(required=False, min_value=0, help_text="In a query: where it starts.")
    end = serializers.IntegerField(required=False, min_value=0)
    suggestion = serializers.CharField(required=False, allow_null=True, allow_blank=True)


class ProblemSerializer(serializers.Serializer[Any]):
    """An error, according to RFC 9457."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="For people.")
    code = serializers.CharField(help_text="For programs.")
    errors = ProblemErrorSerializer(many=True)  # type: ignore[assignment]
    instance = serializers.CharField(help_text="The path that was called.")
