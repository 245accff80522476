"""Which static files of our libraries are worth collecting."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class UsedStaticFiles(StaticFilesConfig):
    """Leaves out pages we do not serve: compressing their megabytes would be most of the first start's time."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "rest_framework", "redoc"]
