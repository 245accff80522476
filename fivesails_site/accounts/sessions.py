"""Sessions as Django keeps them in the database, found by a query compiled once: most requests begin with it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from decks.asking import Question

_KEY: Final = "\1session"
#: Where the moment of asking will be: one that is long over.
_MOMENT: Final = datetime(1, 1, 1, tzinfo=UTC)
_EARLIER: Final = "django.contrib.auth.backends.ModelBackend"
_STORED: Final = Question(
    lambda: Session.objects.filter(session_key=_KEY, expire_date__gt=_MOMENT).order_by().values_list("session_data")
)


class SessionStore(db.SessionStore):
    """Django's own but for the way it looks a session up."""

    def load(self) -> dict[str, Any]:
        """What the session holds; nothing, under another key, if there is none or its time is over."""
        # PostgreSQL refuses to be asked for a key with this character in it.
        key = self.session_key or ""
        stored = connection.ops.adapt_datetimefield_value
        rows = [] if "\0" in key else _STORED.ask({_KEY: key, stored(_MOMENT): stored(timezone.now())})
        if rows:
            return self.decode(rows[0][0])
        self._session_key = None
        return {}

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """What the session holds; who signed in by Django's backend, before the site had its own, stays signed in."""
        found = json.loads(_unsigned(session_data, settings.SECRET_KEY))
        if found.get(BACKEND_SESSION_KEY) == _EARLIER:
            found[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        return found


@lru_cache(maxsize=4_096)
def _unsigned(session_data: bytes | str, secret: str) -> str:
    """A session's content as text, once its signature was found right; kept, since each request brings it again."""
    return json.dumps(db.SessionStore().decode(session_data))
