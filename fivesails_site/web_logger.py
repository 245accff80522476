"""Gunicorn's log as a part of the site's."""

import logging.config
import os
from typing import Any

from gunicorn.glogging import Logger


class WebLogger(Logger):
    """Gunicorn's own words, in the same form and to the same place as all others."""

    def setup(self, cfg: Any) -> None:
        """Take Gunicorn's handlers away and let the root's ones do."""
        super().setup(cfg)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fivesails_site.settings")
        from django.conf import settings  # noqa: PLC0415 - Gunicorn makes its logger before there are settings

        logging.config.dictConfig(settings.LOGGING)
        self.error_log.handlers.clear()
        self.error_log.propagate = True
