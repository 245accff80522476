"""Which static files are collected."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class UsedStaticFiles(StaticFilesConfig):
    """Leaves out files that no page uses: compressing them would take most of the first start."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "rest_framework", "redoc"]
