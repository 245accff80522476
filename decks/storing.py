"""Rows that are written so often that building their statements anew would be most of their cost."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final

from django.db import connection
from django.db.models import Field, Model


class Rows:
    """The rows of a model, written by statements that are made once. No signals are sent: nobody listens for these."""

    def __init__(self, model: type[Model]) -> None:
        self._model: Final = model

    @cached_property
    def _fields(self) -> tuple[Field[Any, Any], ...]:
        return tuple(field for field in self._model._meta.concrete_fields if not field.primary_key)

    @cached_property
    def _insert(self) -> str:
        return (
            f"INSERT INTO {_quoted(self._model._meta.db_table)} "  # noqa: S608 - names of our own
            f"({', '.join(_quoted(field.column) for field in self._fields)}) "
            f"VALUES ({', '.join(['%s'] * len(self._fields))})"
        )

    def insert(self, row: Model) -> None:
        """Store a new row, which learns its number."""
        assert self._model._meta.pk is not None
        key = self._model._meta.pk.column
        returns = connection.features.can_return_columns_from_insert
        with connection.cursor() as cursor:
            cursor.execute(f"{self._insert} RETURNING {_quoted(key)}" if returns else self._insert, self._values(row))
            table = self._model._meta.db_table
            row.pk = cursor.fetchone()[0] if returns else connection.ops.last_insert_id(cursor, table, key)
        # As Django marks what it has stored itself.
        row._state.adding, row._state.db = False, connection.alias  # noqa: SLF001

    def put(self, rows: Iterable[Model], unique: tuple[str, ...], changed: str) -> None:
        """Store rows; of those that are there already, by some columns together, one column is written."""
        columns = ", ".join(_quoted(self._column(name)) for name in unique)
        column = _quoted(self._column(changed))
        sql = f"{self._insert} ON CONFLICT ({columns}) DO UPDATE SET {column} = EXCLUDED.{column}"
        with connection.cursor() as cursor:
            for row in rows:
                cursor.execute(sql, self._values(row))

    def update(self, row: Model, *names: str) -> None:
        """Write some fields of a row that is there."""
        meta = self._model._meta
        assert meta.pk is not None
        fields = [meta.get_field(name) for name in names]
        columns = ", ".join(f"{_quoted(self._column(name))} = %s" for name in names)
        sql = f"UPDATE {_quoted(meta.db_table)} SET {columns} WHERE {_quoted(meta.pk.column)} = %s"  # noqa: S608 - ours
        with connection.cursor() as cursor:
            cursor.execute(sql, [*(_value(field, row, add=False) for field in fields), row.pk])

    def _column(self, name: str) -> str:
        return str(self._model._meta.get_field(name).column)

    def _values(self, row: Model) -> list[Any]:
        return [_value(field, row, add=True) for field in self._fields]


def _value(field: Any, row: Model, *, add: bool) -> Any:
    """As Django itself would write it into the database at hand."""
    return field.get_db_prep_save(field.pre_save(row, add), connection=connection)


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
