"""Which static files of libraries are collected."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class UsedStaticFiles(StaticFilesConfig):
    """Leaves out files we do not serve: compressing them would take most of the first start."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "rest_framework", "redoc"]
