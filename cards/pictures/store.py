"""Pictures that staff put in place of drawn faces: kept as files of our own making, named by their content."""

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
from cards.pictures.reencoding import FORMATS, Prepared, accept

#: How long a process may go on without another process's uploads. Faces are asked for by the hundred, uploads are rare.
REFRESH_SECONDS: Final = 1.0


class _Known:
    """What this process last read of the uploads, and until when it trusts that."""

    keys: Mapping[str, str] = {}
    until: float = 0.0


_known = _Known()


def upload_keys() -> Mapping[str, str]:
    """The content key of every uploaded picture, by card code; one query at most once a second."""
    if time.monotonic() >= _known.until:
        _known.keys = dict(CardImage.objects.values_list("card_id", "key"))
        _known.until = time.monotonic() + REFRESH_SECONDS
    return _known.keys


def data_version(catalogue: Catalogue, uploads: Mapping[str, str]) -> str:
    """Changes with any card and with any card's picture."""
    if not uploads:
        return catalogue.version
    return f"{catalogue.version}-{hashlib.sha256(repr(sorted(uploads.items())).encode()).hexdigest()[:8]}"


def upload_key(code: str) -> str | None:
    """The content key of a card's uploaded picture, if it has one."""
    return upload_keys().get(code)


def forget_upload_keys() -> None:
    """Ask the database again the next time."""
    _known.until = 0.0


def uploaded_face(code: str, size: str, ending: str, key: str) -> Path | None:
    """The file of a card's uploaded picture, for a key that ``upload_key`` gave.

    The key is passed in, not looked up again: faces are kept for ever under it, so it must never lead to a newer file.
    """
    if size not in SIZES or ending not in FORMATS:
        return None
    path = folder_of(code, key) / f"{size}.{ending}"
    return path if path.is_file() else None


def folder_of(code: str, key: str) -> Path:
    """Where one picture's files are, and no other's."""
    return Path(settings.MEDIA_ROOT) / "cards" / f"{code}-{key}"


def prepare(data: bytes) -> Prepared:
    """Check a picture and make it ready in the sizes of faces. :raises RefusedImageError: if it is not fit."""
    return accept(data, SIZES)


def save_upload(card: Card, prepared: Prepared) -> CardImage:
    """Make a picture the face of a card, in place of an older one."""
    older = CardImage.objects.filter(card=card).values_list("key", flat=True).first()
    _write(folder_of(card.code, prepared.key), prepared)
    image, _ = CardImage.objects.update_or_create(card=card, defaults={"key": prepared.key})
    if older and older != image.key:
        transaction.on_commit(lambda: _remove(folder_of(card.code, older)))
    return image


def _write(folder: Path, prepared: Prepared) -> None:
    """All files or none: they appear under their final name in one step."""
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
        # Another process may have put the very same files there meanwhile.
        if not folder.exists():
            raise


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


def forget_saved(**_: Any) -> None:
    """Of ``post_save``; connected by the app."""
    forget_upload_keys()


def remove_deleted(instance: CardImage, **_: Any) -> None:
    """Of ``post_delete``: a picture leaves with its row, also when the row leaves with its card."""
    forget_upload_keys()
    folder = folder_of(instance.card_id, instance.key)
    transaction.on_commit(lambda: _remove(folder))
