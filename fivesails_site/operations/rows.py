"""Rows as lines of JSON and back, for the models as of given migrations, on any database."""

from __future__ import annotations

import base64
import datetime
import decimal
import hashlib
import json
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any, Final

from django.core.management.color import no_style
from django.db import connections, models
from django.db.migrations.loader import MigrationLoader
from django.utils.functional import Promise

from fivesails_site.operations.archive import Member

_MAX_BATCH: Final = 2000

Model = type[models.Model]


def models_at(migrations: Iterable[str]) -> list[Model]:
    """The models with tables as of these migrations, each after those it refers to, where possible."""
    loader = MigrationLoader(None)
    state = loader.project_state(leaf_migrations(loader, migrations), at_end=True)
    managed = [
        model
        for model in state.apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and not model._meta.swapped
    ]
    return _sort(managed)


def leaf_migrations(loader: MigrationLoader, migrations: Iterable[str]) -> list[tuple[str, str]]:
    """The migrations that none of the others depends on: the targets to migrate to."""
    keys = {(app, name) for app, _, name in (migration.partition(".") for migration in migrations)}
    nodes = {key: loader.graph.node_map[key] for key in keys if key in loader.graph.node_map}
    return sorted(key for key, node in nodes.items() if not any(child.key in nodes for child in node.children))


def known_migrations() -> set[str]:
    """Every migration of this release as ``app.name``, squashed ones included."""
    return {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}


def _sort(unsorted: list[Model]) -> list[Model]:
    ordered: list[Model] = []
    waiting = sorted(unsorted, key=lambda model: model._meta.label)
    while waiting:
        labels = {model._meta.label for model in waiting}
        ready = [model for model in waiting if not _dependencies(model) & (labels - {model._meta.label})]
        # Tables that refer to each other go in any order: constraints are checked at the end.
        for model in ready or waiting[:1]:
            ordered.append(model)
            waiting.remove(model)
    return ordered


def _dependencies(model: Model) -> set[str]:
    related = (column.related_model for column in model._meta.concrete_fields if column.is_relation)
    return {target._meta.label for target in related if target is not None and not isinstance(target, str)}


def _all(model: Model, alias: str) -> Any:
    return model._base_manager.using(alias)  # noqa: SLF001 - other managers may hide rows


def clear(model: Model, alias: str) -> None:
    """Delete every row without following relations."""
    _all(model, alias)._raw_delete(alias)  # noqa: SLF001 - no cascades


def dump(model: Model, alias: str, target: Path) -> Member:
    """Write the rows of a table, ordered by key."""
    target.parent.mkdir(parents=True, exist_ok=True)
    count, size, sha256 = 0, 0, hashlib.sha256()
    with target.open("wb") as stream:
        for row in _all(model, alias).order_by("pk").iterator(chunk_size=_MAX_BATCH):
            line = json.dumps(_as_dict(row), ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode() + b"\n"
            stream.write(line)
            sha256.update(line)
            count, size = count + 1, size + len(line)
    return Member(sha256.hexdigest(), size, count)


def _as_dict(row: models.Model) -> dict[str, Any]:
    return {column.attname: _to_json(column, column.value_from_object(row)) for column in row._meta.concrete_fields}


def _to_json(column: models.Field[Any, Any], value: Any) -> Any:
    if value is None or isinstance(column, models.JSONField):
        return value
    value = column.get_prep_value(value)
    if isinstance(value, Promise | decimal.Decimal | uuid.UUID):
        return str(value)
    if isinstance(value, datetime.datetime):
        # In UTC, so that every database gives the same text.
        return value.astimezone(datetime.UTC).isoformat()
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, bytes | bytearray | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return value


def load(model: Model, alias: str, source: Path) -> int:
    """Insert rows exactly as written, without defaults or automatic times; returns their number."""
    columns = list(model._meta.concrete_fields)
    connection = connections[alias]
    count = 0
    with source.open("rb") as stream:
        for batch in _batches(stream, _batch_size(connection, columns)):
            rows = [_from_dict(model, columns, values) for values in batch]
            _all(model, alias)._insert(rows, fields=columns, using=alias, raw=True)  # noqa: SLF001 - fixtures use it too
            count += len(rows)
    return count


def reset_sequences(tables: Iterable[Model], alias: str) -> None:
    """Make automatic keys continue after the loaded ones."""
    database = connections[alias]
    with database.cursor() as cursor:
        for statement in database.ops.sequence_reset_sql(no_style(), list(tables)):
            cursor.execute(statement)


def _batch_size(connection: Any, columns: list[Any]) -> int:
    return min(_MAX_BATCH, connection.ops.bulk_batch_size(columns, range(_MAX_BATCH)))


def _batches(stream: IO[bytes], size: int) -> Iterator[list[dict[str, Any]]]:
    batch = []
    for line in stream:
        batch.append(json.loads(line))
        if len(batch) >= size:
            yield batch
            batch = []
    if batch:
        yield batch


def _from_dict(model: Model, columns: list[Any], values: dict[str, Any]) -> models.Model:
    row = model()
    for column in columns:
        value = values[column.attname]
        if value is not None and not isinstance(column, models.JSONField):
            value = column.target_field.to_python(value) if column.is_relation else column.to_python(value)
        setattr(row, column.attname, value)
    return row
