"""Authentication of API calls: a program by its token, a browser by its session."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import User
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from fivesails_site.accounts import tokens
from fivesails_site.accounts.models import AccessToken
from web.ownership import BROWSER_KEY

SCHEME: Final = "Bearer"


class TokenAuthentication(authentication.BaseAuthentication):
    """``Authorization: Bearer <token>``. First in the list, because its header makes the answer a 401."""

    def authenticate(self, request: Request) -> tuple[User, AccessToken] | None:
        """The token's user; None without the header. :raises AuthenticationFailed: if the token is not valid."""
        words = request.headers.get("Authorization", "").split()
        if not words or words[0].lower() != SCHEME.lower():
            return None
        token = tokens.authenticate(words[1]) if len(words) == 2 else None
        if token is None:
            raise AuthenticationFailed("This token is not valid. It may have been revoked.")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return f'{SCHEME} realm="Five Sails"'


class BrowserAuthentication(authentication.SessionAuthentication):
    """The session. A browser that owns decks without being signed in must send its CSRF token too."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        """The session's user, if any. :raises PermissionDenied: if the CSRF token is missing or wrong."""
        credentials = super().authenticate(request)
        session = getattr(request, "session", None)
        if credentials is None and session is not None and BROWSER_KEY in session:
            self.enforce_csrf(request)
        return credentials
