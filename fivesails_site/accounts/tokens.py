"""Tokens for programs: made, recognised, revoked."""

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

#: Lets people and secret scanners see what they found.
MARK: Final = "fs_"
MOST: Final = 20

_PREFIX_LENGTH: Final = len(MARK) + 5
#: Often enough to tell a token in use from a forgotten one, without a write at every call.
_NOTED_EVERY: Final = timedelta(minutes=10)


class TokenError(ValueError):
    """A token that cannot be made, in words for whoever wanted it."""


def digest(secret: str) -> str:
    """What is kept of a token. It is random enough to need neither salt nor a slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic
def issue(user: User, name: str) -> tuple[AccessToken, str]:
    """A new token and, this once, its secret. :raises TokenError: if there are too many, or one of that name."""
    # Locked, so that two requests at once cannot both make the last one.
    User.objects.select_for_update().get(pk=user.pk)
    if user.access_tokens.count() >= MOST:
        raise TokenError(f"You have {MOST} tokens already; revoke one that you no longer use.")
    secret = MARK + secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            token = AccessToken.objects.create(
                user=user, name=name, prefix=secret[:_PREFIX_LENGTH], digest=digest(secret)
            )
    except IntegrityError:
        raise TokenError(f"You have a token called “{name}” already.") from None
    return token, secret


def recognise(secret: str) -> AccessToken | None:
    """The token of a secret, if its user may still sign in; its use is noted."""
    token = AccessToken.objects.select_related("user").filter(digest=digest(secret), user__is_active=True).first()
    if token is not None:
        now = timezone.now()
        stale = Q(last_used_at=None) | Q(last_used_at__lt=now - _NOTED_EVERY)
        if token.last_used_at is None or token.last_used_at < now - _NOTED_EVERY:
            AccessToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)
    return token


def revoke(user: User, pk: int) -> bool:
    """Forget one of a user's tokens; whether there was one."""
    return bool(user.access_tokens.filter(pk=pk).delete()[0])


def revoke_all(user: User) -> None:
    """Forget all of a user's tokens."""
    user.access_tokens.all().delete()
