"""The operations application: commands, no models."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "fivesails_site.operations"
    label = "operations"
