"""What an account leaves behind in numbers when it goes, by its owner's wish or by the staff's."""

from typing import Any

from django.contrib.auth.models import User

from decks.social import withdraw_likes


def take_likes_along(sender: Any, instance: User, **_: Any) -> None:
    """Before the database forgets which decks the user liked."""
    withdraw_likes(instance)
