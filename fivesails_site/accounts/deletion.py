"""What happens to other people's decks when an account is deleted, by its owner or by staff."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from decks.services import lock_decks_of
from decks.social import withdraw_likes


def remove_likes(sender: Any, instance: User, **_: Any) -> None:
    """On ``pre_delete``, while the database still knows which decks the user liked."""
    with transaction.atomic():
        lock_decks_of(instance)
        withdraw_likes(instance)
