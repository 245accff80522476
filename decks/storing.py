"""Rows that are written so often that building their statements anew would be most of their cost."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final

from django.db import connection
from django.db.models import Model


class Rows:
    """The rows of a model, written by statements that are made once. No signals are sent: nobody listens for these."""

    def __init__(self, model: type[Model]) -> None:
        self._model: Final = model

    @cached_property
    def _table(self) -> str:
        return connection.ops.quote_name(self._model._meta.db_table)

    @cached_property
    def _key(self) -> Any:
        return self._model._meta.pk

    @cached_property
    def _fields(self) -> tuple[Any, ...]:
        return tuple(field for field in self._model._meta.concrete_fields if not field.primary_key)

    @cached_property
    def _insert(self) -> str:
        columns = ", ".join(map(_column, self._fields))
        marks = ", ".join(["%s"] * len(self._fields))
        return f"INSERT INTO {self._table} ({columns}) VALUES ({marks})"  # noqa: S608 - names of our own

    def insert(self, row: Model) -> None:
        """Store a new row, which learns its number."""
        returns = connection.features.can_return_columns_from_insert
        sql = f"{self._insert} RETURNING {_column(self._key)}" if returns else self._insert
        with connection.cursor() as cursor:
            cursor.execute(sql, self._values(row))
            if returns:
                row.pk = cursor.fetchone()[0]
            else:
                row.pk = connection.ops.last_insert_id(cursor, self._model._meta.db_table, self._key.column)
        # As Django marks what it has stored itself.
        row._state.adding, row._state.db = False, connection.alias  # noqa: SLF001

    def put(self, rows: Iterable[Model], unique: tuple[str, ...], changed: str) -> None:
        """Store rows; of those that are there already, by some columns together, one column is written."""
        columns = ", ".join(_column(self._field(name)) for name in unique)
        column = _column(self._field(changed))
        sql = f"{self._insert} ON CONFLICT ({columns}) DO UPDATE SET {column} = EXCLUDED.{column}"
        with connection.cursor() as cursor:
            for row in rows:
                cursor.execute(sql, self._values(row))

    def update(self, row: Model, *names: str) -> None:
        """Write some fields of a row that is there."""
        fields = [self._field(name) for name in names]
        columns = ", ".join(f"{_column(field)} = %s" for field in fields)
        sql = f"UPDATE {self._table} SET {columns} WHERE {_column(self._key)} = %s"  # noqa: S608 - names of our own
        with connection.cursor() as cursor:
            cursor.execute(sql, [*(_value(field, row, add=False) for field in fields), row.pk])

    def _field(self, name: str) -> Any:
        return self._model._meta.get_field(name)

    def _values(self, row: Model) -> list[Any]:
        return [_value(field, row, add=True) for field in self._fields]


def _value(field: Any, row: Model, *, add: bool) -> Any:
    """As Django itself would write it into the database at hand."""
    return field.get_db_prep_save(field.pre_save(row, add), connection=connection)


def _column(field: Any) -> str:
    return connection.ops.quote_name(field.column)
