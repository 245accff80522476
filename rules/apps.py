"""The game's rules as a Django app."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    """Hands, odds, simulations and the rules themselves, and what they add to pages."""

    name = "rules"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hang our parts on the pages of cards and decks; listen for those who sign in."""
        from django.contrib.auth.signals import user_logged_in

        from cards.explaining import explanations
        from cards.panels import card_panels, home_panels
        from decks.hooks import builder_drawers, deck_actions
        from rules.games.claiming import keep_games
        from rules.jobs.claiming import keep_simulations
        from rules.jobs.pages_ask import simulate_action
        from rules.pages.hands_parts import hand_drawer, hands_link
        from rules.pages.odds import odds_link
        from rules.pages.reference_panel import rules_of_card
        from rules.pages.reference_terms import begin_explaining
        from rules.panels import odds_of_drawing, what_a_deck_will_do

        home_panels.register("foresight", what_a_deck_will_do, position=6)
        card_panels.register("reference", rules_of_card, position=5)
        card_panels.register("odds", odds_of_drawing, position=10)
        explanations.register(begin_explaining)
        deck_actions.register("hands", hands_link, position=10)
        deck_actions.register("odds", odds_link, position=20)
        deck_actions.register("simulate", simulate_action, position=30)
        builder_drawers.register("hands", hand_drawer, position=10)
        user_logged_in.connect(keep_simulations, dispatch_uid="rules.keep_simulations")
        user_logged_in.connect(keep_games, dispatch_uid="rules.keep_games")
