"""The Celery application; tasks live in each app's tasks.py, those of simulations in `rules.jobs`."""

import logging
import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

# Connects what carries the name of a request to the workers.
from fivesails_site import tracing as _tracing  # noqa: F401

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fivesails_site.settings")

app = Celery("fivesails", task_cls="fivesails_site.attempts:CountedTask")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["fivesails_site", "rules.jobs"])
# By name, because the site's own modules can be imported only after this one.
app.steps["consumer"].add("rules.jobs.pulse:Pulse")  # type: ignore[has-type]
app.steps["consumer"].add("fivesails_site.roll:RollCall")  # type: ignore[has-type]


@setup_logging.connect
def write_like_the_site(loglevel: Any = None, **_: object) -> None:
    """The worker's log has the site's form; `--loglevel` says how much of Celery's own words is in it."""
    from django.conf import settings  # noqa: PLC0415 - settings import this package first

    logging.config.dictConfig(settings.LOGGING)
    if loglevel is not None:
        logging.getLogger("celery").setLevel(loglevel)
