"""The operations app: commands, no models."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "fivesails_site.operations"
    label = "operations"
