"""Questions to the database that are asked so often that building them anew would be most of their cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Final

from django.db import connection
from django.db.models import QuerySet


class Question:
    """A query compiled once: building it takes several times as long as the database takes to answer it."""

    def __init__(self, build: Callable[[], QuerySet[Any, Any]]) -> None:
        self._build: Final = build

    @cached_property
    def _compiled(self) -> tuple[str, tuple[Any, ...]]:
        return self._build().query.sql_with_params()

    def ask(self, values: Mapping[Any, Any]) -> list[tuple[Any, ...]]:
        """The rows, with each mark, a text or number that no row has, replaced by its value."""
        sql, marked = self._compiled
        with connection.cursor() as cursor:
            cursor.execute(sql, [values.get(each, each) for each in marked])
            return cursor.fetchall()
