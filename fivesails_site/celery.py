"""The Celery application. Tasks are in each app's tasks.py; those of simulations in `rules.jobs.run`."""

import logging
import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

# Connects the signals that carry request ids to workers.
from web import request_ids as _tracing  # noqa: F401

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fivesails_site.settings")

app = Celery("fivesails", task_cls="fivesails_site.redelivery:CountedTask")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["fivesails_site", "rules.jobs.run"])
# By name: these modules can be imported only after this one.
app.steps["consumer"].add("rules.jobs.run.sweep_timer:Pulse")  # type: ignore[has-type]
app.steps["consumer"].add("fivesails_site.worker_registry:ReportStep")  # type: ignore[has-type]


@setup_logging.connect
def configure_logging(loglevel: Any = None, **_: object) -> None:
    """Log like the site; `--loglevel` applies to Celery's own messages."""
    from django.conf import settings  # noqa: PLC0415 - settings import this package first

    logging.config.dictConfig(settings.LOGGING)
    if loglevel is not None:
        logging.getLogger("celery").setLevel(loglevel)
