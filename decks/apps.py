"""Decks as a Django app."""

from django.apps import AppConfig


class DecksConfig(AppConfig):
    """Deck lists and their versions."""

    name = "decks"
    default_auto_field = "django.db.models.BigAutoField"
