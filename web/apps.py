"""What every page needs and no app owns."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Helpers between Django and the apps; knows no card."""

    name = "web"
