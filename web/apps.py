"""What every page needs and no app owns."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "web"
