"""Columns that only searching reads, and the order of texts."""

from __future__ import annotations

from typing import Any

from django.db import models

from cards.query.entries import searchable


class FoldedField(models.TextField):
    """A copy of another column without accents and capitals, since no two databases fold alike.

    It follows ``save`` and ``bulk_create``; with ``update_fields`` it has to be named, which ``Deck.save`` does.
    """

    def __init__(self, source: str = "", **options: Any) -> None:
        self.source = source
        super().__init__(**{**options, "default": "", "blank": True, "editable": False})

    def deconstruct(self) -> Any:
        """Migrations know the source too."""
        name, path, args, options = super().deconstruct()
        return name, path, args, {**options, "source": self.source}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Fold the source anew."""
        folded = searchable(getattr(model_instance, self.source))
        setattr(model_instance, self.attname, folded)
        return folded


class ByCodePoint(models.Func):
    """A text in the order Python gives it, whatever language the database sorts by."""

    template = "%(expressions)s COLLATE %(collation)s"
    arity = 1

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """SQLite's name for that order."""
        return self.as_sql(compiler, connection, collation="BINARY", **context)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """PostgreSQL's."""
        return self.as_sql(compiler, connection, collation='"C"', **context)
