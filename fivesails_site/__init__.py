"""The front door: settings, URLs, queue, health, error pages and the process that runs them. No domain logic."""

from fivesails_site.celery import app as celery_app

__all__ = ["celery_app"]
