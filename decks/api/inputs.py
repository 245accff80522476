"""The request bodies of the deck API; unknown fields are errors."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, ClassVar, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from cards.catalogue.datafiles import load_formats
from cards.catalogue.formats import Format
from decks.decklist import EMPTY, MAX_CARDS, Decklist
from decks.exchange import AUTO, KINDS
from decks.exchange.values import MAX_NAME_LENGTH
from decks.models import Visibility
from decks.services import MAX_DESCRIPTION_LENGTH
from web.text_fields import NameField, TextField

#: Longer than any code; unknown codes are reported, not rejected.
CODE_LENGTH: Final = 40
#: The largest number in a body; whether a quantity is legal is for the rules to say.
MAX_NUMBER: Final = 1_000_000
IMPORT_KINDS: Final = [AUTO, *KINDS]
#: Errors name at most this many unknown fields, so that a response is no larger than its request.
MAX_UNKNOWN: Final = 20
#: Fields that only the site sets: a response may be sent back unedited, so they are ignored.
SITE_FIELDS: Final = frozenset(
    {
        *("id", "version", "fingerprint", "owner", "mine", "starter", "likes", "liked", "legal", "legal_in"),
        *("counts", "source", "link", "link_url", "created_at", "updated_at", "url"),
    }
)


class WholeNumber(serializers.IntegerField):
    """An integer field that takes no strings and no booleans."""

    def to_internal_value(self, data: Any) -> int:
        """JSON does not tell 2 from 2.0, so both are taken."""
        if isinstance(data, float) and data.is_integer() and abs(data) <= MAX_NUMBER:
            data = int(data)
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


def _code_field(**options: Any) -> TextField:
    return TextField(max_length=CODE_LENGTH, help_text="The code of a card or of one of its printings.", **options)


@extend_schema_field(
    {
        "type": "object",
        "maxProperties": MAX_CARDS,
        "propertyNames": {"minLength": 1, "maxLength": CODE_LENGTH},
        "additionalProperties": {"type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER},
        "description": "Quantities by card code.",
        "examples": [{"01100": 2}],
    }
)
class Quantities(serializers.DictField):
    """The faction deck: quantities by card code."""

    def __init__(self, **options: Any) -> None:
        self.code = _code_field()
        super().__init__(child=WholeNumber(min_value=-MAX_NUMBER, max_value=MAX_NUMBER), **options)

    def to_internal_value(self, data: Any) -> dict[str, int]:
        """Validate the codes; quantities of codes that are the same once cleaned add up."""
        if isinstance(data, Mapping) and len(data) > MAX_CARDS:
            raise serializers.ValidationError(f"A deck can have at most {MAX_CARDS} different cards.", "too_many")
        found: dict[str, int] = super().to_internal_value(data)
        quantities: dict[str, int] = {}
        for code, quantity in found.items():
            clean = self.code.run_validation(code)
            quantities[clean] = quantities.get(clean, 0) + quantity
        return quantities


class BoundedList(serializers.ListField):
    """A list whose length is checked before any of its entries."""

    def run_child_validation(self, data: Any) -> list[Any]:
        """The entries, unless there are more than ``max_length``."""
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        entries: list[Any] = super().run_child_validation(data)
        return entries


class Input(serializers.Serializer[Any]):
    """A body whose fields are all known."""

    #: Accepted without effect.
    ignored_fields: ClassVar[frozenset[str]] = frozenset()

    def to_internal_value(self, data: Any) -> Any:
        """Reject unknown fields, with a suggestion."""
        if isinstance(data, Mapping):
            unknown = [name for name in data if name not in self.fields and name not in self.ignored_fields]
            if unknown := unknown[:MAX_UNKNOWN]:
                raise serializers.ValidationError({name[:60]: [self._unknown(name)] for name in unknown})
        return super().to_internal_value(data)

    def _unknown(self, name: str) -> serializers.ErrorDetail:
        near = get_close_matches(name, list(self.fields), 1)
        hint = f" Did you mean {near[0]}?" if near else f" Fields: {', '.join(self.fields)}."
        return serializers.ErrorDetail(f"Unknown field.{hint}", "unknown_field")


class FormatField(TextField):
    """A format by its code."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=CODE_LENGTH, **options)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """The format itself, in its newest edition."""
        code = super().run_validation(data)
        known: dict[str, Format] = {each.code: each for each in sorted(load_formats(), key=lambda each: each.since)}
        if code not in known:
            near = get_close_matches(code, list(known), 1)
            hint = f" Did you mean {near[0]}?" if near else ""
            message = f"There is no format {code!r}.{hint} Formats: {', '.join(known)}."
            raise serializers.ValidationError(message, "unknown_format")
        return known[code]


def default_format() -> Format:
    """The format that decks are checked against by default."""
    return next(each for each in load_formats() if each.default)


class DeckInput(Input):
    """A deck list: `DeckIn`."""

    ignored_fields = SITE_FIELDS

    name = NameField(max_length=MAX_NAME_LENGTH, required=False, default="", allow_blank=True)
    leader = _code_field(required=False, default=None, allow_null=True)
    approach = BoundedList(
        child=_code_field(),
        max_length=MAX_CARDS,
        required=False,
        default=list,
        help_text="Card codes of the approach deck.",
    )
    faction = Quantities(required=False, default=dict)


def decklist_of(given: Mapping[str, Any], base: Decklist | None = None) -> Decklist:
    """The list that a body describes; what it leaves out is taken from ``base``."""
    base = base or EMPTY
    return Decklist.of(
        given.get("leader", base.leader),
        given.get("approach", base.approach),
        given.get("faction", dict(base.faction)),
    )


_FORMAT_HELP = "Code of a format. Defaults to the site's default format."


class ValidateInput(DeckInput):
    """A deck list and the format to check it against."""

    ignored_fields = SITE_FIELDS | {"description", "visibility"}

    format = FormatField(required=False, help_text=_FORMAT_HELP)


class ExportInput(DeckInput):
    """A deck list and the kind to export it as."""

    ignored_fields = SITE_FIELDS | {"description", "visibility", "format"}

    kind = serializers.ChoiceField(choices=list(KINDS), help_text="Kind of export.")


class ImportInput(Input):
    """A text to read decks from."""

    text = TextField(trim_whitespace=False, help_text="The pasted text.")
    kind = serializers.ChoiceField(choices=IMPORT_KINDS, default=AUTO, help_text="Kind of text; `auto` detects it.")
    format = FormatField(required=False, help_text=_FORMAT_HELP)


class StoredDeckInput(DeckInput):
    """A deck to store."""

    name = NameField(max_length=MAX_NAME_LENGTH)
    description = TextField(max_length=MAX_DESCRIPTION_LENGTH, required=False, allow_blank=True, help_text="Markdown.")
    format = FormatField(required=False, help_text=_FORMAT_HELP)
    visibility = serializers.ChoiceField(
        choices=Visibility.values,
        required=False,
        help_text="Who can see the deck: `private`, `link` (anyone with the link) or `public`. Defaults to private.",
    )


_EXPECTED = "The version you last saw. The call fails with 409 if the deck has changed since."


class ReplaceDeckInput(StoredDeckInput):
    """A whole list to replace the stored one. Other fields left out stay as they are."""

    leader = _code_field(allow_null=True)
    approach = BoundedList(child=_code_field(), max_length=MAX_CARDS)
    faction = Quantities()
    expected_version = WholeNumber(required=False, min_value=1, max_value=MAX_NUMBER, help_text=_EXPECTED)


class ChangeDeckInput(Input):
    """The fields to change; the others stay as they are."""

    ignored_fields = SITE_FIELDS

    name = NameField(max_length=MAX_NAME_LENGTH, required=False)
    description = TextField(max_length=MAX_DESCRIPTION_LENGTH, required=False, allow_blank=True)
    format = FormatField(required=False)
    visibility = serializers.ChoiceField(choices=Visibility.values, required=False)
    leader = _code_field(required=False, allow_null=True)
    approach = BoundedList(child=_code_field(), max_length=MAX_CARDS, required=False)
    faction = Quantities(required=False)
    expected_version = WholeNumber(required=False, min_value=1, max_value=MAX_NUMBER, help_text=_EXPECTED)


class CopyInput(Input):
    """The name of the copy, and the version to copy."""

    name = NameField(max_length=MAX_NAME_LENGTH, required=False, help_text="Defaults to the original's name.")
    version = WholeNumber(
        required=False, min_value=1, max_value=MAX_NUMBER, help_text="Defaults to the current version."
    )


def read(serializer: type[Input], data: Any) -> dict[str, Any]:
    """Validate a body. :raises ValidationError: with all its faults at once."""
    given = serializer(data=data)
    given.is_valid(raise_exception=True)
    values: dict[str, Any] = given.validated_data
    return values
