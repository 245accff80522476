"""Upgrades: a database of the first release, with rows in every table, brought to today's schema step by step."""

import copy
import datetime
import hashlib
import inspect
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import DEFAULT_DB_ALIAS, connections, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import CreateModel, DeleteModel, RemoveField, RunPython, RunSQL

from cards.fields import StatField
from decks.lists.starters import read_starters
from fivesails_site import addresses
from fivesails_site.accounts.tokens import digest
from fivesails_site.operations import rows
from tests import processes
from tests.processes import ROOT, environment

OWN = ("cards", "decks", "rules", "accounts")
#: Where the first release stood, and what was in those files then.
RELEASED = {
    ("cards", "0001_initial"): "224607be8a5ef734",
    ("decks", "0001_initial"): "3321eeeac7c0b2b4",
    ("rules", "0001_simulations"): "d6fa457db9364cf0",
    ("accounts", "0001_initial"): "c88cbdf208c1784a",
}
FIRST = set(RELEASED)
#: Columns to which a later migration gave other values on purpose, each with a test of its own: (label, column).
CHANGED: set[tuple[str, str]] = set()
#: Operations that may lose something, each tried by a test: (app, migration, what it does). What is found by leader and
#: by word after the upgrade shows that they did their work.
DESTRUCTIVE: set[tuple[str, str, str]] = {
    ("decks", "0003_leader", "Raw Python operation"),
    ("decks", "0007_trigrams", "Raw Python operation"),
    ("decks", "0008_bounded_versions", "Raw Python operation"),
}

#: Columns in which not every text makes sense.
WORDS = {("cards.Card", "type"): "scheme", ("cards.Card", "deck"): "approach"}

ALIAS = "upgraded"
WHEN = datetime.datetime(2026, 11, 16, 9, 30, 15, 123456, tzinfo=datetime.UTC)
LIST = read_starters()[0].decklist
NAME, PASSWORD, TOKEN, LINK = "ana", "a long enough secret", "fs_0123456789abcdefghijk", "an-old-share-link-of-22"

Node = tuple[str, str]


def later() -> list[Node]:
    """Every migration of ours since the first release, in the order of an upgrade."""
    loader = MigrationLoader(None)
    known = {name.split(".", 1)[0] for name in rows.known_migrations()} - set(OWN)
    done = {node for last in FIRST for node in loader.graph.forwards_plan(last)}
    done |= {node for node in loader.graph.nodes if node[0] in known}
    plan: list[Node] = []
    for leaf in sorted(loader.graph.leaf_nodes()):
        plan += [node for node in loader.graph.forwards_plan(leaf) if node not in done and node not in plan]
    return plan


def labels(nodes: list[Node]) -> list[str]:
    """Migrations as a manifest names them, with all that comes before them."""
    graph = MigrationLoader(None).graph
    return sorted({f"{app}.{name}" for last in nodes for app, name in graph.forwards_plan(last)})


@contextmanager
def database(var: Path) -> Iterator[str]:
    """An empty one beside the tests' own."""
    var.mkdir()
    settings = copy.deepcopy(connections.databases[DEFAULT_DB_ALIAS])
    connections.databases[ALIAS] = {**settings, **addresses.database(processes.database_url(var), ROOT)}
    try:
        yield ALIAS
    finally:
        connections[ALIAS].close()
        del connections[ALIAS]
        del connections.databases[ALIAS]


def migrate(*targets: Node) -> None:
    executor = MigrationExecutor(connections[ALIAS])
    executor.migrate(list(targets))


# --- rows of any table ---


def sample(column: Any, number: int, keys: dict[str, list[Any]]) -> Any:
    """A value that a column may have; of two rows, the second has as little as it may."""
    if column.is_relation:
        own = column.related_model._meta.label == column.model._meta.label
        return None if column.null and (number == 2 or own) else keys[column.related_model._meta.label][number - 1]
    if column.null and number == 2:
        return None
    if (column.model._meta.label, column.name) in WORDS:
        return WORDS[column.model._meta.label, column.name]
    if column.choices:
        return column.choices[number % len(column.choices)][0]
    kinds: list[tuple[type[Any], Callable[[], Any]]] = [
        (models.JSONField, lambda: {"number": number, "text": "Ça va — 港", "list": [1, 2.5, None, True]}),
        (models.DateTimeField, lambda: WHEN + datetime.timedelta(days=number)),
        (models.BooleanField, lambda: number == 1),
        (models.EmailField, lambda: f"person{number}@mail.example"),
        (models.SlugField, lambda: f"name-{number}"),
        (models.TextField, lambda: f"Ein Text, no. {number} — 港\n" * 3),
        (StatField, lambda: "-"),
        (models.CharField, lambda: f"{number} é {column.name}"[: column.max_length]),
        (models.IntegerField, lambda: number),
    ]
    return next(value() for kind, value in kinds if isinstance(column, kind))


def fill(state: list[type[models.Model]], wanted: set[str]) -> None:
    """Two rows for each of these tables; what they point to is there already, or among them."""
    keys: dict[str, list[Any]] = {}
    for model in state:
        pk = model._meta.pk
        keys[model._meta.label] = [sample(pk, n, keys) if not pk.is_relation else n for n in (1, 2)]
    # Some tables point to each other: constraints are looked at when all rows are there.
    with transaction.atomic(using=ALIAS):
        for model in state:
            if model._meta.label in wanted:
                columns = list(model._meta.concrete_fields)
                made = []
                for number, key in enumerate(keys[model._meta.label], start=1):
                    row = model()
                    for column in columns:
                        setattr(row, column.attname, sample(column, number, keys))
                    row.pk = key
                    made.append(row)
                rows._all(model, ALIAS)._insert(made, fields=columns, using=ALIAS, raw=True)
    rows.reset_sequences(state, ALIAS)


def told(state: list[type[models.Model]], place: Path) -> dict[str, dict[Any, dict[str, Any]]]:
    """Every row of every table by its key."""
    found = {}
    for model in state:
        path = place / f"{model._meta.label}.jsonl"
        rows.dump(model, ALIAS, path)
        lines = [json.loads(line) for line in path.read_bytes().splitlines()]
        found[model._meta.label] = {line[model._meta.pk.attname]: line for line in lines}
    return found


def remember(state: list[type[models.Model]]) -> None:
    """Rows that mean something: somebody with a token, a deck that was shared, and a simulation of it."""
    by_label = {model._meta.label: model for model in state}

    def put(label: str, /, **values: Any) -> Any:
        return rows._all(by_label[label], ALIAS).create(**values)

    user = put("auth.User", username=NAME, password=MD5PasswordHasher().encode(PASSWORD, "salt"), is_active=True)
    put("accounts.AccessToken", user=user, name="laptop", prefix=TOKEN[:8], digest=digest(TOKEN))
    for code in (LIST.leader, *LIST.approach, *dict(LIST.faction)):
        first = next(iter(rows._all(by_label["cards.CardSet"], ALIAS)))
        rows._all(by_label["cards.Card"], ALIAS).get_or_create(
            code=code, defaults={"card_set": first, "number": 900, "name": code, "type": "scheme", "deck": "approach"}
        )
    deck = put("decks.Deck", id="an-old-deck", name="Old Salts", owner=user, visibility="link", link=LINK)
    stored = {"approach": list(LIST.approach), "faction": dict(LIST.faction), "leader_id": LIST.leader}
    first = put("decks.DeckVersion", deck=deck, number=1, label="first", fingerprint=LIST.fingerprint, **stored)
    second = put("decks.DeckVersion", deck=deck, number=2, parent=first, fingerprint=LIST.fingerprint, **stored)
    deck.head = second
    deck.save()
    lists = [{"leader": LIST.leader, "approach": list(LIST.approach), "faction": dict(LIST.faction)}]
    run = put(
        "rules.Run", key="k" * 64, kind="single", engine="1", decks=lists, policy={}, adversary={}, city="x", days=5,
        games=1000, seed="1", chunk_size=1000, chunks=1, status="done", tallies={}, report={},
    )  # fmt: skip
    put("rules.Simulation", id="s" * 22, run=run, owner=user, seed="1", name="An old question", version=second)


# --- the tests ---


@pytest.mark.database
def test_rows_of_the_first_release_mean_the_same_today(tmp_path: Path, django_db_blocker: Any) -> None:
    var = tmp_path / "var"
    with django_db_blocker.unblock(), database(var):
        others = [node for node in MigrationLoader(None).graph.leaf_nodes() if node[0] not in OWN]
        at_first = [*FIRST, *others]
        migrate(*at_first)
        state = rows.models_at(labels(at_first))
        fill(state, {model._meta.label for model in state})
        remember(state)
        before = told(state, tmp_path / "before")
        assert min(len(found) for found in before.values()) >= 2, "rows in every table"

        now = list(at_first)
        for app, name in later():
            migration = MigrationLoader(None).disk_migrations[app, name]
            present = {model._meta.label_lower for model in rows.models_at(labels(now))}
            touched = {
                f"{app}.{operation.model_name_lower}"
                for operation in migration.operations
                if hasattr(operation, "model_name_lower")
            }
            empty = [label for label in touched & present if not _count(now, label)]
            assert not empty, f"{app}.{name} was tried without rows in {empty}"
            migrate((app, name))
            now.append((app, name))
            made = {f"{app}.{each.name}" for each in migration.operations if isinstance(each, CreateModel)}
            fill(rows.models_at(labels(now)), made)

        assert not MigrationExecutor(connections[ALIAS]).migration_plan(MigrationLoader(None).graph.leaf_nodes())
        connections[ALIAS].check_constraints()
        today = rows.models_at(labels(now))
        after = told(today, tmp_path / "after")
        assert min(len(found) for found in after.values()) >= 2, "rows in every table of today"
        _compare(before, after)

        # Back as far as the first release: what that one knew is still there.
        for app, name in reversed(later()):
            migrate(*[node for node in MigrationLoader(None).disk_migrations[app, name].dependencies if node[0] == app])
        _compare(before, told(state, tmp_path / "back"))
        migrate(*MigrationLoader(None).graph.leaf_nodes())
        _compare(before, told(today, tmp_path / "again"))

    done = subprocess.run(
        [sys.executable, "-m", "tests.operations.reader", NAME, PASSWORD, TOKEN, LINK],
        cwd=ROOT,
        env=environment(var, DJANGO_SETTINGS_MODULE="tests.settings", DATABASE_URL=processes.database_url(var)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "user": NAME,
        "token": NAME,
        "fingerprint": LIST.fingerprint,
        "versions": [[1, "first"], [2, ""]],
        "page": [200, True],
        "api": [200, "Old Salts"],
        "found": [True, True],
        "simulation": ["done", 1000, True],
    }


def _count(nodes: list[Node], label: str) -> int:
    model = next(model for model in rows.models_at(labels(nodes)) if model._meta.label_lower == label)
    return int(rows._all(model, ALIAS).count())


def _compare(before: dict[str, Any], after: dict[str, Any]) -> None:
    """Every row that was there is there, with every column that is still there."""
    for label, old in before.items():
        assert old.keys() <= after[label].keys(), f"rows of {label} are gone"
        for key, row in old.items():
            new = after[label][key]
            kept = {column: value for column, value in row.items() if column in new and (label, column) not in CHANGED}
            assert kept == {column: new[column] for column in kept}, f"{label} {key}"


def test_no_later_migration_loses_anything_without_a_test_of_its_own() -> None:
    loader = MigrationLoader(None)
    for app, name in later():
        for operation in loader.disk_migrations[app, name].operations:
            words = operation.describe()
            loses = isinstance(operation, DeleteModel | RemoveField | RunSQL | RunPython)
            assert not loses or (app, name, words) in DESTRUCTIVE, f"{app}.{name}: {words}"
            assert operation.reversible, f"{app}.{name} cannot be taken back: {words}"


@pytest.mark.parametrize("node", sorted(RELEASED), ids=".".join)
def test_what_was_released_is_not_written_anew(node: Node) -> None:
    """Databases that were made by it would not be changed with it, and no other test would notice."""
    source = Path(inspect.getfile(MigrationLoader(None).disk_migrations[node].__class__))
    assert hashlib.sha256(source.read_bytes()).hexdigest()[:16] == RELEASED[node]


def test_the_first_release_is_where_each_app_began() -> None:
    graph = MigrationLoader(None).graph
    assert {node for node in graph.root_nodes() if node[0] in OWN} <= FIRST | {(app, "0001_initial") for app in OWN}
    assert set(graph.nodes) >= FIRST


#: What the release before 0007_trigrams made beside the migrations' own tables.
WORDS_OF_THE_PREVIOUS_RELEASE = {
    "sqlite": (
        "CREATE INDEX deck_named ON decks_deck (visibility, folded_name)",
        "CREATE VIRTUAL TABLE decks_words USING fts5(name, description, content='', tokenize='trigram')",
        "CREATE TABLE decks_words_decks (number INTEGER PRIMARY KEY, deck TEXT NOT NULL UNIQUE)",
        (
            "CREATE TRIGGER decks_words_made AFTER INSERT ON decks_deck BEGIN"
            " INSERT INTO decks_words_decks (deck) VALUES (new.id); END"
        ),
        (
            "CREATE TRIGGER decks_words_changed AFTER UPDATE OF folded_name ON decks_deck BEGIN"
            " INSERT INTO decks_words (rowid, name) VALUES (1, new.folded_name); END"
        ),
        "CREATE TRIGGER decks_words_gone AFTER DELETE ON decks_deck BEGIN DELETE FROM decks_words_decks; END",
    ),
    "postgresql": (
        'CREATE INDEX deck_named ON decks_deck (visibility, folded_name COLLATE "C")',
        "CREATE SCHEMA IF NOT EXISTS fivesails_search",
        "CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA fivesails_search",
        "CREATE INDEX deck_words ON decks_deck USING gin (folded_name fivesails_search.gin_trgm_ops)",
    ),
}


@pytest.mark.database
def test_the_previous_releases_index_of_words_is_replaced(tmp_path: Path, django_db_blocker: Any) -> None:
    with django_db_blocker.unblock(), database(tmp_path / "var"):
        others = [node for node in MigrationLoader(None).graph.leaf_nodes() if node[0] not in OWN]
        migrate(*others, ("decks", "0006_leaders"))
        with connections[ALIAS].cursor() as cursor:
            for statement in WORDS_OF_THE_PREVIOUS_RELEASE[connections[ALIAS].vendor]:
                cursor.execute(statement)
        migrate(("decks", "0007_trigrams"))
        with connections[ALIAS].cursor() as cursor:
            indexes = connections[ALIAS].introspection.get_constraints(cursor, "decks_deck")
            tables = connections[ALIAS].introspection.table_names(cursor)
        assert not [table for table in tables if table.startswith("decks_words")]
        assert "deck_named" in indexes
        assert indexes.get("deck_words", {}).get("columns") == (
            ["folded_name", "folded_description"] if connections[ALIAS].vendor == "postgresql" else None
        )
