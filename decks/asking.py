"""Questions to the database that are asked so often that building them anew would be most of their cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet, query

M = TypeVar("M", bound=Model)


class Question:
    """A query compiled once: building it takes several times as long as the database takes to answer it."""

    def __init__(self, build: Callable[[], QuerySet[Any, Any]]) -> None:
        self._build: Final = build

    @cached_property
    def _compiled(self) -> tuple[str, tuple[Any, ...]]:
        return self._build().query.sql_with_params()

    def ask(self, values: Mapping[Any, Any]) -> list[tuple[Any, ...]]:
        """The rows, with each mark, a text or number that no row has, replaced by its value."""
        return _asked(*self._compiled, values)


class Finder(Generic[M]):
    """As a question, for whole objects with those that they are asked with."""

    def __init__(self, build: Callable[[], QuerySet[M]]) -> None:
        self._build: Final = build

    @cached_property
    def _plan(self) -> _Plan:
        found = self._build()
        compiler = found.query.get_compiler(using=found.db)
        sql, marked = compiler.as_sql()
        select, about = compiler.select, compiler.klass_info
        first, last = about["select_fields"][0], about["select_fields"][-1]
        return _Plan(
            sql=sql,
            marked=tuple(marked),
            model=about["model"],
            own=slice(first, last + 1),
            names=[column[0].target.attname for column in select[first : last + 1]],
            converters=compiler.get_converters([column[0] for column in select]),
            # What a queryset itself makes related objects with; the types are those of a later Django.
            related=query.get_related_populators(about, select, found.db),  # type: ignore[call-arg]
            alias=found.db,
        )

    def find(self, values: Mapping[Any, Any]) -> M | None:
        """The first one there is."""
        plan = self._plan
        rows = _asked(plan.sql, plan.marked, values)
        if not rows:
            return None
        row, connection = list(rows[0]), connections[DEFAULT_DB_ALIAS]
        for place, (converters, expression) in plan.converters.items():
            for convert in converters:
                row[place] = convert(row[place], expression, connection)
        found: M = plan.model.from_db(plan.alias, plan.names, row[plan.own])
        for each in plan.related:
            each.populate(row, found)
        return found


class _Plan(NamedTuple):
    """What Django works out of a query before it can make objects of its rows."""

    sql: str
    marked: tuple[Any, ...]
    model: Any
    own: slice
    names: list[str]
    converters: Mapping[int, tuple[list[Callable[..., Any]], Any]]
    related: list[Any]
    alias: str


def _asked(sql: str, marked: tuple[Any, ...], values: Mapping[Any, Any]) -> list[tuple[Any, ...]]:
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(sql, [values.get(each, each) for each in marked])
        return cursor.fetchall()
