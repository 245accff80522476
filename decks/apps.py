"""Decks as a Django app."""

from django.apps import AppConfig


class DecksConfig(AppConfig):
    """Deck lists and their versions."""

    name = "decks"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hang our panels on the pages of the card database."""
        from cards.panels import card_panels, home_panels
        from decks.panels import build_a_deck, decks_that_run, newest_decks, starter_decks

        home_panels.register("build", build_a_deck, position=5)
        home_panels.register("newest-decks", newest_decks, position=15)
        home_panels.register("starter-decks", starter_decks, position=10)
        card_panels.register("decks", decks_that_run, position=20)
