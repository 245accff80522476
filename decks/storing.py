"""Rows that are written so often that building their statements anew would be most of their cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model


class Rows:
    """The rows of a model, written by statements that are made once. No signals are sent: nobody listens for these.

    :param counted: a field that counts on among the rows that have the same value of another, and that other.
    """

    def __init__(self, model: type[Model], counted: tuple[str, str] | None = None) -> None:
        self._model: Final = model
        self._counted: Final = counted
        self._updates: Final[dict[tuple[str, ...], tuple[str, tuple[Any, ...]]]] = {}
        self._puts: Final[dict[tuple[tuple[str, ...], str], str]] = {}

    @cached_property
    def _table(self) -> str:
        return _quoted(self._model._meta.db_table)

    @cached_property
    def _key(self) -> Any:
        return self._model._meta.pk

    @cached_property
    def _fields(self) -> tuple[Any, ...]:
        return tuple(field for field in self._model._meta.concrete_fields if not field.primary_key)

    @cached_property
    def _given(self) -> tuple[Any, ...]:
        """The fields whose values make a row; instead of one that counts on, that by which it counts."""
        if self._counted is None:
            return self._fields
        counts, among = map(self._field, self._counted)
        return tuple(among if field is counts else field for field in self._fields)

    @cached_property
    def _insert(self) -> str:
        columns = ", ".join(map(_column, self._fields))
        pairs = zip(self._fields, self._given, strict=True)
        marks = ", ".join("%s" if field is given else self._next for field, given in pairs)
        return f"INSERT INTO {self._table} ({columns}) VALUES ({marks})"  # noqa: S608 - names of our own

    @cached_property
    def _next(self) -> str:
        assert self._counted
        counts, among = (_column(self._field(name)) for name in self._counted)
        return f"(SELECT COALESCE(MAX({counts}), 0) + 1 FROM {self._table} WHERE {among} = %s)"  # noqa: S608 - as above

    @cached_property
    def _learned(self) -> tuple[str, ...]:
        """What a row has only once it is stored."""
        return (self._key.attname, *(self._counted or ())[:1])

    @cached_property
    def _returning(self) -> str:
        return ", ".join(_column(self._field(name)) for name in self._learned)

    def insert(self, row: Model) -> None:
        """Store a new row, which learns its key, and its number if it has one that counts on."""
        connection = connections[DEFAULT_DB_ALIAS]
        values = [_value(field, row, connection, add=True) for field in self._given]
        with connection.cursor() as cursor:
            if connection.features.can_return_columns_from_insert:
                cursor.execute(f"{self._insert} RETURNING {self._returning}", values)
            else:
                cursor.execute(self._insert, values)
                key = connection.ops.last_insert_id(cursor, self._model._meta.db_table, self._key.column)
                sql = f"SELECT {self._returning} FROM {self._table} WHERE {_column(self._key)} = %s"  # noqa: S608
                cursor.execute(sql, [key])
            for name, value in zip(self._learned, cursor.fetchone(), strict=True):
                setattr(row, name, value)
        # As Django marks what it has stored itself.
        row._state.adding, row._state.db = False, connection.alias  # noqa: SLF001

    def put(self, rows: Iterable[Sequence[str | int]], unique: tuple[str, ...], changed: str) -> None:
        """Store rows, each as its plain values in the order of the model's fields, without the key.

        Of those that are there already, by some columns together, one column is written.
        """
        connection = connections[DEFAULT_DB_ALIAS]
        sql = self._puts.get((unique, changed))
        if sql is None:
            columns = ", ".join(_column(self._field(name)) for name in unique)
            column = _column(self._field(changed))
            sql = f"{self._insert} ON CONFLICT ({columns}) DO UPDATE SET {column} = EXCLUDED.{column}"
            self._puts[unique, changed] = sql
        with connection.cursor() as cursor:
            for row in rows:
                cursor.execute(sql, row)

    def update(self, row: Model, *names: str) -> None:
        """Write some fields of a row that is there."""
        connection = connections[DEFAULT_DB_ALIAS]
        sql, fields = self._updates.get(names) or self._update(names)
        with connection.cursor() as cursor:
            cursor.execute(sql, [*(_value(field, row, connection, add=False) for field in fields), row.pk])

    def _update(self, names: tuple[str, ...]) -> tuple[str, tuple[Any, ...]]:
        fields = tuple(map(self._field, names))
        columns = ", ".join(f"{_column(field)} = %s" for field in fields)
        sql = f"UPDATE {self._table} SET {columns} WHERE {_column(self._key)} = %s"  # noqa: S608 - names of our own
        self._updates[names] = sql, fields
        return sql, fields

    def _field(self, name: str) -> Any:
        return self._model._meta.get_field(name)


def _value(field: Any, row: Model, connection: Any, *, add: bool) -> Any:
    """As Django itself would write it into the database at hand."""
    return field.get_db_prep_save(field.pre_save(row, add), connection=connection)


def _quoted(name: str) -> str:
    return connections[DEFAULT_DB_ALIAS].ops.quote_name(name)


def _column(field: Any) -> str:
    return _quoted(field.column)
