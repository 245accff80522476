"""Who somebody is: Django's own way, but for the query by which each request of somebody signed in begins."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User

from decks.asking import Finder

#: A number that no user has, where the user's will be.
_USER: Final = -987_654_321
_STORED: Final[Finder[User]] = Finder(lambda: User.objects.filter(pk=_USER).order_by())


class AccountBackend(ModelBackend):
    """Users by name and password, found again by a query that is compiled once."""

    def get_user(self, user_id: Any) -> User | None:
        """The user of a session, unless the account was closed."""
        user = _STORED.find({_USER: user_id})
        return user if user is not None and self.user_can_authenticate(user) else None
