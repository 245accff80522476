"""The card database as a Django app."""

from django.apps import AppConfig
from django.db.models.signals import post_delete, post_save


class CardsConfig(AppConfig):
    """Cards, their printings and the lists around them."""

    name = "cards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Keep the files of uploaded pictures in step with their rows."""
        # Models can be imported only now.
        from cards.models import CardImage
        from cards.pictures.store import forget_saved, remove_deleted

        post_save.connect(forget_saved, sender=CardImage, dispatch_uid="cards.pictures.store.saved")
        post_delete.connect(remove_deleted, sender=CardImage, dispatch_uid="cards.pictures.store.deleted")
