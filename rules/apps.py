"""The game's rules as a Django app."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    """Hands, odds, simulations, games and the rules themselves."""

    name = "rules"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Forget old games when old jobs are tidied away."""
        from rules.games.retention import forget_games
        from rules.jobs.run.recovery import tidying

        tidying.connect(forget_games, dispatch_uid="rules.forget_games")
