"""Housekeeping, done by the worker."""

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.core.management import call_command

from cards.tasks import draw_missing_faces


@shared_task
def clear_sessions() -> None:
    """Delete expired sessions, which Django does not do by itself."""
    call_command("clearsessions")


@worker_ready.connect
def tidy_up(**_: object) -> None:
    """Once per worker start is often enough."""
    clear_sessions.delay()
    if settings.FACES_AHEAD:
        draw_missing_faces.delay()
