"""The newest load of the cards with its search engine and list rows; one snapshot per process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from cards.catalogue import Catalogue
from cards.catalogue.datafiles import load_formats
from cards.pictures.store import data_version, upload_keys
from cards.query import Engine
from cards.rows import CardRow, card_rows
from cards.store import current_catalogue


@dataclass(frozen=True, eq=False)
class Snapshot:
    """One load of the cards: catalogue, search engine and uploaded pictures. Compared by identity."""

    catalogue: Catalogue
    engine: Engine
    uploads: Mapping[str, str]

    @property
    def version(self) -> str:
        """Changes with any card and any uploaded picture: what pages are cached by."""
        return data_version(self.catalogue, self.uploads)

    @cached_property
    def rows(self) -> Mapping[str, CardRow]:
        """What lists show of each card, by code."""
        return card_rows(self.catalogue)


_snapshot: Snapshot | None = None


def current_snapshot() -> Snapshot:
    """The newest snapshot, rebuilt only when cards or pictures changed."""
    global _snapshot
    catalogue, uploads = current_catalogue(), upload_keys()
    snapshot = _snapshot
    # Identity, not version: cards of a catalogue that was read again must not mix with those of the earlier one.
    if snapshot is None or snapshot.catalogue is not catalogue:
        snapshot = Snapshot(catalogue, Engine(catalogue, load_formats()), uploads)
    elif snapshot.uploads is not uploads and snapshot.uploads != uploads:
        snapshot = Snapshot(catalogue, snapshot.engine, uploads)
    _snapshot = snapshot
    return snapshot


def last_snapshot() -> Snapshot:
    """The snapshot that the view has already fetched, without another query."""
    return _snapshot or current_snapshot()


def current_engine() -> Engine:
    """The search engine of the newest load."""
    return current_snapshot().engine
