"""Background tasks of the card database."""

from pathlib import Path

from celery import shared_task
from django.conf import settings

from cards.faces import FaceStore
from cards.store import current_catalogue

#: In the order in which pages need them; the largest size is drawn on demand.
SIZES_DRAWN_AHEAD = ("grid", "thumb", "strip", "page")
CARDS_PER_TASK = 30


@shared_task
def draw_missing_faces() -> None:
    """Draw the missing faces that pages will soon need, a few per task."""
    catalogue = current_catalogue()
    store = FaceStore(Path(settings.FACES_ROOT))
    for size in SIZES_DRAWN_AHEAD:
        codes = [card.code for card, _, _ in store.missing(catalogue, (size,), ("webp",))]
        for start in range(0, len(codes), CARDS_PER_TASK):
            draw_faces.delay(codes[start : start + CARDS_PER_TASK], size)


@shared_task
def draw_faces(codes: list[str], size: str) -> None:
    """Draw these faces, skipping those that exist by now."""
    catalogue = current_catalogue()
    store = FaceStore(Path(settings.FACES_ROOT))
    for code in codes:
        card = catalogue.get(code)
        if card is not None:
            store.path(card, size, "webp")
