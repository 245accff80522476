"""What the worker does for the card database."""

from pathlib import Path

from celery import shared_task
from django.conf import settings

from cards.faces import FaceStore
from cards.store import current_catalogue

#: What pages show first comes first; the largest size is drawn when somebody asks for it.
AHEAD = ("grid", "thumb", "strip", "page")
CARDS_PER_TASK = 30


@shared_task
def draw_missing_faces() -> None:
    """Draw, in small portions, every face that a page may soon ask for and nobody has drawn."""
    catalogue = current_catalogue()
    store = FaceStore(Path(settings.FACES_ROOT))
    for size in AHEAD:
        codes = [card.code for card, _, _ in store.missing(catalogue, (size,), ("webp",))]
        for start in range(0, len(codes), CARDS_PER_TASK):
            draw_faces.delay(codes[start : start + CARDS_PER_TASK], size)


@shared_task
def draw_faces(codes: list[str], size: str) -> None:
    """Draw some faces; one that exists by now costs nothing."""
    catalogue = current_catalogue()
    store = FaceStore(Path(settings.FACES_ROOT))
    for code in codes:
        card = catalogue.get(code)
        if card is not None:
            store.path(card, size, "webp")
