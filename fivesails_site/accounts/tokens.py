"""API tokens: issued, checked, revoked."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import Final

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from fivesails_site.accounts.models import AccessToken

#: So that people and secret scanners recognise a leaked token.
PREFIX: Final = "fs_"
MAX_TOKENS: Final = 20

_PREFIX_LENGTH: Final = len(PREFIX) + 5
#: ``last_used_at`` is no more exact than this, to avoid a write at every call.
_LAST_USED_INTERVAL: Final = timedelta(minutes=10)


class TokenError(ValueError):
    """A token cannot be issued; the message is for the user."""


def digest(secret: str) -> str:
    """What is stored of a token. It is random enough to need no salt and no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic
def issue(user: User, name: str) -> tuple[AccessToken, str]:
    """A new token and its secret. :raises TokenError: if there are too many, or one with that name."""
    # Locked, so that two requests cannot both issue the last one.
    User.objects.select_for_update().get(pk=user.pk)
    if user.access_tokens.count() >= MAX_TOKENS:
        raise TokenError(f"You already have {MAX_TOKENS} tokens. Revoke one you no longer use.")
    secret = PREFIX + secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            token = AccessToken.objects.create(
                user=user, name=name, prefix=secret[:_PREFIX_LENGTH], digest=digest(secret)
            )
    except IntegrityError:
        raise TokenError(f"You already have a token called “{name}”.") from None
    return token, secret


def authenticate(secret: str) -> AccessToken | None:
    """The token of a secret, if its user may still sign in; updates ``last_used_at``."""
    token = AccessToken.objects.select_related("user").filter(digest=digest(secret), user__is_active=True).first()
    if token is not None:
        now = timezone.now()
        stale = Q(last_used_at=None) | Q(last_used_at__lt=now - _LAST_USED_INTERVAL)
        if token.last_used_at is None or token.last_used_at < now - _LAST_USED_INTERVAL:
            AccessToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)
    return token


def revoke(user: User, pk: int) -> bool:
    """Delete one of a user's tokens; false if there is none."""
    return bool(user.access_tokens.filter(pk=pk).delete()[0])


def revoke_all(user: User) -> None:
    user.access_tokens.all().delete()
