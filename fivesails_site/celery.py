"""The Celery application; tasks live in each app's tasks.py, those of simulations in `rules.jobs`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fivesails_site.settings")

app = Celery("fivesails")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["fivesails_site", "rules.jobs"])
# By name, because the site's own modules can be imported only after this one.
app.steps["consumer"].add("rules.jobs.pulse:Pulse")  # type: ignore[has-type]
