"""Everything that belongs to an account, as one file to download."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final

from django.contrib.auth.models import User

from cards.catalogue import Catalogue
from decks.decklist import Decklist
from decks.exchange import NamedDeck, render
from decks.models import Deck, DeckVersion

FORMAT: Final = "five-sails-account"
VERSION: Final = 1

_KINDS: Final = ("json", "text")
_IN_MEMORY: Final = 4 * 1024 * 1024
#: How many decks are held in memory at a time; their versions are read one by one.
_BATCH: Final = 100


def archive(user: User, catalogue: Catalogue) -> IO[bytes]:
    """A ZIP with each deck as a file to import and one to read, and ``account.json`` with every version.

    Rows are written as they are read, so memory does not grow with the number of decks and versions.
    """
    file: IO[bytes] = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - the response closes it
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for deck in _decks(user):
            decklist = deck.head.decklist if deck.head else Decklist.of(None, (), {})
            for kind in _KINDS:
                written = render(NamedDeck(deck.name, decklist), kind, catalogue)
                stem, _, extension = written.filename.rpartition(".")
                packed.writestr(f"decks/{stem}-{deck.id}.{extension}", written.content)
        with packed.open("account.json", "w", force_zip64=True) as document:
            for piece in _document(user):
                document.write(piece.encode())
    file.seek(0)
    return file


def _decks(user: User) -> Iterator[Deck]:
    decks = Deck.objects.filter(owner=user).select_related("head")
    return decks.order_by("created_at", "id").iterator(chunk_size=_BATCH)


def _document(user: User) -> Iterator[str]:
    """``account.json``, piece by piece."""
    head = {"format": FORMAT, "version": VERSION, "account": _account(user)}
    yield _open_object(head)
    yield '"decks": ['
    before = "\n"
    for deck, versions in _histories(user):
        yield before + _open_object(_record(deck))
        yield from _array("versions", map(_version, versions))
        yield "}"
        before = ",\n"
    yield "\n],\n"
    yield from _array("comments", _comments(user))
    yield "}\n"


def _open_object(fields: dict[str, Any]) -> str:
    """A JSON object without its end, so that one more field can follow."""
    return _json(fields).removesuffix("}") + ",\n"


def _array(name: str, items: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield f'"{name}": ['
    before = "\n"
    for item in items:
        yield before + _json(item)
        before = ",\n"
    yield "\n]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _histories(user: User) -> Iterator[tuple[Deck, Iterable[DeckVersion]]]:
    """Every deck with its versions, which must be consumed before the next deck is requested."""
    decks = _decks(user)
    while batch := {deck.id: deck for deck in islice(decks, _BATCH)}:
        versions = (
            DeckVersion.objects.filter(deck__in=batch)
            .select_related("parent")
            .defer("parent__approach", "parent__faction")
            .order_by("deck__created_at", "deck_id", "number")
            .iterator(chunk_size=_BATCH)
        )
        for deck_id, group in groupby(versions, key=lambda version: version.deck_id):
            yield batch.pop(deck_id), group
        yield from ((deck, ()) for deck in batch.values())


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


def _comments(user: User) -> Iterator[dict[str, Any]]:
    for comment in user.comments.order_by("created_at", "id").iterator():
        yield {"deck": comment.deck_id, "text": comment.text, "created": comment.created_at.isoformat()}


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
