"""Accounts as a Django app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "fivesails_site.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signals, and register our authentication with the API schema."""
        from django.contrib.auth import get_user_model
        from django.contrib.auth.signals import user_logged_in
        from django.db.models.signals import pre_delete

        from fivesails_site.accounts import openapi  # noqa: F401 - registers itself on import
        from fivesails_site.accounts.deletion import remove_likes
        from fivesails_site.accounts.handover import hand_over

        user_logged_in.connect(hand_over, dispatch_uid="accounts.hand_over")
        pre_delete.connect(remove_likes, sender=get_user_model(), dispatch_uid="accounts.remove_likes")
