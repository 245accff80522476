"""A database column that keeps a number, a dash, unknown and absent apart."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from cards.catalogue.stats import Stat, parse_stat


class StatField(models.CharField):
    """Holds a ``Stat``: ``NULL`` is absent, ``-`` a dash, ``?`` unknown, and digits are a number (decision 2)."""

    description = "A card's number, dash, unknown or absent"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 3)
        kwargs["null"] = kwargs["blank"] = True
        kwargs.setdefault("default", None)
        super().__init__(*args, **kwargs)

    def from_db_value(self, value: str | None, expression: object, connection: object) -> Stat:
        """Read the column."""
        return self.to_python(value)

    def to_python(self, value: object) -> Stat:
        """Accept what forms, files and the database write."""
        if value is None or value == "":
            return None
        try:
            if isinstance(value, str) and value not in ("-", "?"):
                return int(value)
            return parse_stat(value)
        except ValueError:
            raise ValidationError(
                "%(value)s is not a stat: give a whole number, - for a dash, ? for unknown, or nothing.",
                code="invalid",
                params={"value": value},
            ) from None

    def get_prep_value(self, value: object) -> str | None:
        """Write the column."""
        stat = self.to_python(value)
        return None if stat is None else str(stat)

    def value_to_string(self, obj: models.Model) -> str:
        """Serialise for fixtures."""
        return self.get_prep_value(self.value_from_object(obj)) or ""

    def run_validators(self, value: object) -> None:
        """The column's own length check wants text."""
        super().run_validators("" if value is None else str(value))
