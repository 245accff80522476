"""What pages ask of the current catalogue: its engine and its cards' drawn pieces, made once per process and load."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cards.catalogue import Catalogue
from cards.datafiles import load_formats
from cards.fragments import Gallery
from cards.images import upload_keys
from cards.query import Engine
from cards.store import current_catalogue


@dataclass(frozen=True, slots=True, eq=False)
class Desk:
    """The engine and the gallery of one catalogue and one set of uploaded pictures; compared by identity."""

    catalogue: Catalogue
    engine: Engine
    gallery: Gallery
    uploads: Mapping[str, str]


_desk: Desk | None = None


def current_desk() -> Desk:
    """The desk of the newest load; a new one only when cards or pictures changed."""
    global _desk
    catalogue, uploads = current_catalogue(), upload_keys()
    desk = _desk
    # Identity, not version: a catalogue read anew is a new one even where its content says the same.
    if desk is None or desk.catalogue is not catalogue:
        desk = Desk(catalogue, Engine(catalogue, load_formats()), Gallery(catalogue, uploads), uploads)
    elif desk.uploads is not uploads and desk.uploads != uploads:
        desk = Desk(catalogue, desk.engine, Gallery(catalogue, uploads), uploads)
    _desk = desk
    return desk


def last_desk() -> Desk:
    """The desk that was asked for last, for parts of a page whose view has asked for it already."""
    return _desk or current_desk()


def current_engine() -> Engine:
    """The search engine of the newest load."""
    return current_desk().engine
