"""Who calls the API: a program with a token, or somebody's browser."""

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
    """``Authorization: Bearer <token>``; asked first, so that whoever is nobody is told of it with a 401."""

    def authenticate(self, request: Request) -> tuple[User, AccessToken] | None:
        """The token's user; nobody without such a header. :raises AuthenticationFailed: for any other token."""
        words = request.headers.get("Authorization", "").split()
        if not words or words[0].lower() != SCHEME.lower():
            return None
        token = tokens.recognise(words[1]) if len(words) == 2 else None
        if token is None:
            raise AuthenticationFailed("This token is not valid. It may have been revoked.")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return f'{SCHEME} realm="Five Sails"'


class BrowserAuthentication(authentication.SessionAuthentication):
    """The session of a browser. One that owns decks without being signed in has to show its form token too."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        """The session's user, or nobody. :raises PermissionDenied: if the request may be forged."""
        found = super().authenticate(request)
        session = getattr(request, "session", None)
        if found is None and session is not None and BROWSER_KEY in session:
            self.enforce_csrf(request)
        return found
