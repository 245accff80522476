"""Links that confirm an email address: signed, valid for a day, and only once."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

HOURS: Final = 24

_SALT: Final = "accounts.mail"
_WAITING: Final = "mail_to_confirm"


def set_waiting(session: SessionBase, mail: str) -> None:
    """Note the address that a link was sent to, in the session alone: nobody has shown yet whose it is."""
    session[_WAITING] = mail


def waiting(session: SessionBase, user: User) -> str:
    """The address that is waiting to be confirmed, if any; its link may have been opened in another browser."""
    mail = str(session.get(_WAITING, ""))
    return "" if mail == user.email else mail


def clear_waiting(session: SessionBase) -> None:
    session.pop(_WAITING, None)


def seal(user: User, mail: str) -> str:
    """The signed part of the link: the user and the new address."""
    return signing.dumps({"user": user.pk, "mail": mail, "state": _state(user)}, salt=_SALT)


def unseal(user: User, sealed: str) -> str | None:
    """The address that a link confirms; None if it is forged, expired, used or another user's."""
    try:
        content = signing.loads(sealed, salt=_SALT, max_age=HOURS * 3600)
    except signing.BadSignature:
        return None
    if content["user"] != user.pk or not constant_time_compare(content["state"], _state(user)):
        return None
    return str(content["mail"])


def _state(user: User) -> str:
    """Changes with the address and the password, which makes every earlier link invalid."""
    return salted_hmac(_SALT, f"{user.email}\n{user.password}", algorithm="sha256").hexdigest()[:32]
