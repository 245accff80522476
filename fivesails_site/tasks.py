"""Housekeeping, done by the worker."""

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.core.management import call_command

from cards.store import current_catalogue
from cards.tasks import draw_missing_faces
from rules.games.services import record_sample


@shared_task
def clear_sessions() -> None:
    """Delete expired sessions, which Django does not do by itself."""
    call_command("clearsessions")


@shared_task
def record_sample_game() -> None:
    """Play the game that the home page offers to watch."""
    record_sample(current_catalogue())


@worker_ready.connect
def tidy_up(**_: object) -> None:
    """Once per worker start is often enough."""
    clear_sessions.delay()
    record_sample_game.delay()
    if settings.FACES_AHEAD:
        draw_missing_faces.delay()
