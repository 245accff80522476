"""Shared by the account pages, none of which may be cached."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control

View = Callable[..., HttpResponseBase]


def private(view: View) -> View:
    """Decorate a view whose response no cache may store."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        return response

    return wrapped


def site_of(request: HttpRequest) -> str:
    """The start of links in mails: the configured address, whatever host a request claims."""
    configured: str = settings.SITE_URL
    return configured or request.build_absolute_uri("/")[:-1]


def user_of(request: HttpRequest) -> User:
    """The signed-in user, behind ``login_required``."""
    assert isinstance(request.user, User)
    return request.user
