"""Uploaded pictures that replace drawn faces: re-encoded files, named after their content."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from cards.catalogue import Catalogue
from cards.faces import SIZES
from cards.models import Card, CardImage
from cards.pictures.reencoding import FORMATS, Prepared, reencode

#: How long a process may miss another process's uploads. Faces are requested by the hundred, uploads are rare.
REFRESH_SECONDS: Final = 1.0


class _UploadCache:
    """The uploads as this process last read them, and how long that is fresh."""

    keys: Mapping[str, str] = {}
    until: float = 0.0


_cache = _UploadCache()


def upload_keys() -> Mapping[str, str]:
    """The content key of every uploaded picture, by card code; one query at most once a second."""
    if time.monotonic() >= _cache.until:
        _cache.keys = dict(CardImage.objects.values_list("card_id", "key"))
        _cache.until = time.monotonic() + REFRESH_SECONDS
    return _cache.keys


def data_version(catalogue: Catalogue, uploads: Mapping[str, str]) -> str:
    """Changes with any card and with any card's picture."""
    if not uploads:
        return catalogue.version
    return f"{catalogue.version}-{hashlib.sha256(repr(sorted(uploads.items())).encode()).hexdigest()[:8]}"


def upload_key(code: str) -> str | None:
    """The content key of a card's uploaded picture, if it has one."""
    return upload_keys().get(code)


def forget_upload_keys() -> None:
    """Read the database again next time."""
    _cache.until = 0.0


def uploaded_face(code: str, size: str, ending: str, key: str) -> Path | None:
    """The file of a card's uploaded picture, for a key that ``upload_key`` gave.

    The key is passed in, not looked up again: faces are cached forever under it, so it must never lead to a newer file.
    """
    if size not in SIZES or ending not in FORMATS:
        return None
    path = folder_of(code, key) / f"{size}.{ending}"
    return path if path.is_file() else None


def folder_of(code: str, key: str) -> Path:
    return Path(settings.MEDIA_ROOT) / "cards" / f"{code}-{key}"


def prepare(data: bytes) -> Prepared:
    """Check a picture and re-encode it in all sizes of faces. :raises RefusedImageError: if it is rejected."""
    return reencode(data, SIZES)


def save_upload(card: Card, prepared: Prepared) -> CardImage:
    """Make a picture the face of a card, replacing an earlier one."""
    older = CardImage.objects.filter(card=card).values_list("key", flat=True).first()
    _write(folder_of(card.code, prepared.key), prepared)
    image, _ = CardImage.objects.update_or_create(card=card, defaults={"key": prepared.key})
    if older and older != image.key:
        transaction.on_commit(lambda: _remove(folder_of(card.code, older)))
    return image


def _write(folder: Path, prepared: Prepared) -> None:
    """Write all files or none: they appear under their final name at once."""
    if folder.exists():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=folder.parent))
    try:
        for (size, ending), content in prepared.files.items():
            (draft / f"{size}.{ending}").write_bytes(content)
        draft.chmod(0o755)
        draft.rename(folder)
    except OSError:
        _remove(draft)
        # Another process may have written the same files meanwhile.
        if not folder.exists():
            raise


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


def forget_saved(**_: Any) -> None:
    """Receiver of ``post_save``."""
    forget_upload_keys()


def remove_deleted(instance: CardImage, **_: Any) -> None:
    """Receiver of ``post_delete``: the files go with their row, also when a card is deleted."""
    forget_upload_keys()
    folder = folder_of(instance.card_id, instance.key)
    transaction.on_commit(lambda: _remove(folder))
