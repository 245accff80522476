"""What all pages about somebody's own account share: nobody else keeps a copy, and nobody tries for ever."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_cache_control

from cards.views import refuse
from fivesails_site.accounts.throttling import TooOftenError

View = Callable[..., HttpResponseBase]


def private(view: View) -> View:
    """A page that no cache may keep, and that becomes a 429 when somebody tries too often."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            response = view(request, *args, **kwargs)
        except TooOftenError as error:
            response = too_often(request, error)
        patch_cache_control(response, private=True, no_store=True)
        return response

    return answered


def too_often(request: HttpRequest, error: TooOftenError) -> HttpResponse:
    """The page that says how long to wait."""
    response = refuse(request, 429, f"That was tried too often. {error}")
    response["Retry-After"] = str(error.wait)
    return response


def site_of(request: HttpRequest) -> str:
    """The address of the site, as links in mails begin: the configured one, whatever host a request claims."""
    configured: str = settings.SITE_URL
    return configured or request.build_absolute_uri("/")[:-1]


def user_of(request: HttpRequest) -> User:
    """Whoever is signed in, behind ``login_required``."""
    assert isinstance(request.user, User)
    return request.user
