"""Everything that is somebody's, as one file they can keep."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final

from django.contrib.auth.models import User
from django.db.models import Prefetch

from cards.catalogue import Catalogue
from decks.decklist import Decklist
from decks.exchange import NamedDeck, render
from decks.models import Deck, DeckVersion

FORMAT: Final = "five-sails-account"
VERSION: Final = 1

_KINDS: Final = ("json", "text")
_IN_MEMORY: Final = 4 * 1024 * 1024
#: Decks whose versions are fetched together.
_BATCH: Final = 200


def archive(user: User, catalogue: Catalogue) -> IO[bytes]:
    """A ZIP of a user's decks: each as a file to import and one to read, and all with their history in one document."""
    file: IO[bytes] = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - whoever sends it closes it
    records = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for deck in _decks(user):
            decklist = deck.head.decklist if deck.head else Decklist.of(None, (), {})
            for kind in _KINDS:
                written = render(NamedDeck(deck.name, decklist), kind, catalogue)
                stem, _, extension = written.filename.rpartition(".")
                packed.writestr(f"decks/{stem}-{deck.id}.{extension}", written.content)
            records.append(_record(deck))
        document = {
            "format": FORMAT,
            "version": VERSION,
            "account": _account(user),
            "decks": records,
            "comments": _comments(user),
        }
        packed.writestr("account.json", json.dumps(document, ensure_ascii=False, indent=2) + "\n")
    file.seek(0)
    return file


def _decks(user: User) -> Iterator[Deck]:
    versions = Prefetch("versions", DeckVersion.objects.select_related("parent").order_by("number"))
    decks = Deck.objects.filter(owner=user).select_related("head").prefetch_related(versions)
    return decks.order_by("created_at", "id").iterator(chunk_size=_BATCH)


def _account(user: User) -> dict[str, Any]:
    return {
        "name": user.username,
        "mail": user.email,
        "joined": user.date_joined.isoformat(),
        "tokens": [
            {"name": token.name, "prefix": token.prefix, "created": token.created_at.isoformat()}
            for token in user.access_tokens.all()
        ],
    }


def _comments(user: User) -> list[dict[str, Any]]:
    return [
        {"deck": comment.deck_id, "text": comment.text, "created": comment.created_at.isoformat()}
        for comment in user.comments.order_by("created_at", "id")
    ]


def _record(deck: Deck) -> dict[str, Any]:
    return {
        "id": deck.id,
        "name": deck.name,
        "description": deck.description,
        "format": deck.format,
        "visibility": deck.visibility,
        "likes": deck.likes,
        "created": deck.created_at.isoformat(),
        "updated": deck.updated_at.isoformat(),
        "head": deck.head.number if deck.head else None,
        "versions": [_version(version) for version in deck.versions.all()],
    }


def _version(version: DeckVersion) -> dict[str, Any]:
    return {
        "number": version.number,
        "parent": version.parent.number if version.parent else None,
        "label": version.label,
        "created": version.created_at.isoformat(),
        "leader": version.leader_id,
        "approach": version.approach,
        "faction": version.faction,
    }
