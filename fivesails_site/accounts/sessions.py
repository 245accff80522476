"""Sessions as Django keeps them in the database, found by a query compiled once: most requests begin with it."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from decks.asking import Finder

_KEY: Final = "\1session"
_EARLIER: Final = "django.contrib.auth.backends.ModelBackend"
_STORED: Final[Finder[Session]] = Finder(lambda: Session.objects.filter(session_key=_KEY).order_by())


class SessionStore(db.SessionStore):
    """Django's own but for the way it looks a session up."""

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """What the session holds; who signed in by Django's backend, before the site had its own, stays signed in."""
        found: dict[str, Any] = super().decode(session_data)
        if found.get(BACKEND_SESSION_KEY) == _EARLIER:
            found[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        return found

    def _get_session_from_db(self) -> Session | None:
        # PostgreSQL refuses to be asked for a key with this character in it.
        key = self.session_key or ""
        found = None if "\0" in key else _STORED.find({_KEY: key})
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None
