"""The card database as a Django app."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """Cards, their printings and the lists around them."""

    name = "cards"
    default_auto_field = "django.db.models.BigAutoField"
