"""What all pages about somebody's own account share: nobody else keeps a copy."""

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
    """A page that no cache may keep."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        return response

    return answered


def site_of(request: HttpRequest) -> str:
    """The address of the site, as links in mails begin: the configured one, whatever host a request claims."""
    configured: str = settings.SITE_URL
    return configured or request.build_absolute_uri("/")[:-1]


def user_of(request: HttpRequest) -> User:
    """Whoever is signed in, behind ``login_required``."""
    assert isinstance(request.user, User)
    return request.user
