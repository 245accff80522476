"""The operations application: commands, no models."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """Commands for whoever runs the site."""

    name = "fivesails_site.operations"
    label = "operations"
