"""Ownership by account or, before anybody signs in, by browser.

An owned model has ``owner`` (an account or none) and ``browser`` (the secret of a browser's session, or empty).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Where a session keeps the browser's secret.
BROWSER_KEY: Final = "deck_browser"

M = TypeVar("M", bound=Model)


class Owned(Protocol):
    """A row that belongs to somebody."""

    owner_id: Any
    browser: Any


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sent a request: a signed-in user, a browser that owns something, or nobody in particular."""

    user: User | None = None
    browser: str = ""

    @classmethod
    def of(cls, request: HttpRequest) -> Visitor:
        user = request.user if request.user.is_authenticated else None
        session = getattr(request, "session", None)
        return cls(user, "" if user or session is None else session.get(BROWSER_KEY, ""))

    @classmethod
    def with_browser(cls, request: HttpRequest) -> Visitor:
        """The visitor behind a request that creates something: a browser without a secret gets one.

        ``remember`` stores it once something was created, so a refused request leaves no session behind.
        """
        visitor = cls.of(request)
        return visitor if visitor.known else cls(None, secrets.token_urlsafe(32))

    def remember(self, request: HttpRequest) -> None:
        """Store the browser's secret in its session."""
        if self.browser and request.session.get(BROWSER_KEY) != self.browser:
            request.session[BROWSER_KEY] = self.browser

    @property
    def known(self) -> bool:
        """Whether this is a user, or a browser that owns something."""
        return self.user is not None or bool(self.browser)

    def owns(self, row: Owned) -> bool:
        if self.user is not None:
            return bool(row.owner_id == self.user.pk)
        return bool(self.browser) and row.owner_id is None and secrets.compare_digest(row.browser, self.browser)

    def own(self, rows: QuerySet[M]) -> QuerySet[M]:
        """The rows that the visitor owns."""
        if self.user is not None:
            return rows.filter(owner=self.user)
        if self.browser:
            return rows.filter(owner=None, browser=self.browser)
        return rows.none()


def hand_over(request: HttpRequest | None, user: User, models: Sequence[type[Model]]) -> None:
    """Give what a browser owns to the user who signed in with it: all of it, or nothing if one model fails."""
    session = getattr(request, "session", None)
    browser = session.get(BROWSER_KEY, "") if session is not None else ""
    if session is None or not browser:
        return
    with transaction.atomic():
        for model in models:
            model._default_manager.filter(owner=None, browser=browser).update(owner=user, browser="")
    del session[BROWSER_KEY]
