"""The game's rules as a Django app."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    """Odds, and what they add to pages."""

    name = "rules"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hang our panels on the pages of the card database."""
        from cards.panels import card_panels
        from rules.panels import odds_of_drawing

        card_panels.register("odds", odds_of_drawing, position=10)
