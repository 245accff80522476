"""The link that proves that a mail address is its owner's: signed, short-lived, and good for one use."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import User
from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

HOURS: Final = 24

_SALT: Final = "accounts.mail"


def seal(user: User, mail: str) -> str:
    """The part of the link that says whose address is to become which."""
    return signing.dumps({"user": user.pk, "mail": mail, "state": _state(user)}, salt=_SALT)


def unseal(user: User, sealed: str) -> str | None:
    """The address that a link confirms for this user, if it still does."""
    try:
        content = signing.loads(sealed, salt=_SALT, max_age=HOURS * 3600)
    except signing.BadSignature:
        return None
    if content["user"] != user.pk or not constant_time_compare(content["state"], _state(user)):
        return None
    return str(content["mail"])


def _state(user: User) -> str:
    """Changes with the address and with the password: whoever takes an account back ends every link under way."""
    return salted_hmac(_SALT, f"{user.email}\n{user.password}", algorithm="sha256").hexdigest()[:32]
