"""Limits on guessing passwords that do not let anybody lock somebody else out.

A browser that has signed in before carries a signed cookie naming the account, and is counted by that cookie alone.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse

from web import rate_limits
from web.rate_limits import fold_name, network_of

_SALT: Final = "accounts.known-browser"
_MAX_AGE: Final = 365 * 24 * 3600


def count_attempt(request: HttpRequest, name: str) -> None:
    """Count before checking the password, so that simultaneous attempts all count. :raises RateLimitError:"""
    if _known(request, name):
        rate_limits.attempt(rate_limits.SIGN_IN, _browser(request))
        return
    network = network_of(request)
    rate_limits.attempt(rate_limits.SIGN_IN_BY_ADDRESS, network)
    rate_limits.attempt(rate_limits.SIGN_IN, _pair(name, network))
    rate_limits.slow_down(rate_limits.SIGN_IN_BY_NAME, name, network)


def forget_attempts(request: HttpRequest, name: str) -> None:
    """After a success: earlier typos no longer count."""
    network = network_of(request)
    if _known(request, name):
        rate_limits.forget(rate_limits.SIGN_IN, _browser(request))
    else:
        rate_limits.refund(rate_limits.SIGN_IN_BY_ADDRESS, network)
    rate_limits.forget(rate_limits.SIGN_IN, _pair(name, network))
    rate_limits.forget(rate_limits.SIGN_IN_BY_NAME, name)


def remember_browser(response: HttpResponse, user: User) -> None:
    """Let this browser sign in again, whatever others try under the same name."""
    response.set_signed_cookie(
        settings.KNOWN_COOKIE_NAME,
        fold_name(user.username),
        salt=_SALT,
        max_age=_MAX_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _known(request: HttpRequest, name: str) -> bool:
    known = request.get_signed_cookie(settings.KNOWN_COOKIE_NAME, default="", salt=_SALT, max_age=_MAX_AGE)
    return bool(known) and known == fold_name(name)


def _browser(request: HttpRequest) -> str:
    return f"browser {request.COOKIES[settings.KNOWN_COOKIE_NAME]}"


def _pair(name: str, network: str) -> str:
    return f"{fold_name(name)} {network}"
