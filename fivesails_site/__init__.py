"""The site around the apps: settings, URLs, servers, health, error pages, accounts, backups. No domain logic."""

from fivesails_site.celery import app as celery_app

__all__ = ["celery_app"]
