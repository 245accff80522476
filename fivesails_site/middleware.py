"""What every request passes through: an id for its log lines, health answers, and headers Django has no setting for."""

import contextvars
import logging
import re
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from fivesails_site import health

Answer = Callable[[HttpRequest], HttpResponseBase]

_request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="-")
_ACCEPTED_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")

UNUSED_FEATURES = ("accelerometer", "camera", "geolocation", "gyroscope", "microphone", "payment", "usb")
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES)


class RequestIdMiddleware:
    """Name each request, so that its log lines and its error report can be told apart."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Take a well-formed id from the proxy, or make one; send it back."""
        offered = request.headers.get("X-Request-ID", "")
        name = offered if _ACCEPTED_ID.fullmatch(offered) else uuid.uuid4().hex[:16]
        # Never reset: Django writes its own line about a failed request only after the last middleware.
        _request_id.set(name)
        response = self.get_response(request)
        response["X-Request-ID"] = name
        return response


class RequestIdFilter(logging.Filter):
    """Put the request's id on every log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Never drops a record."""
        record.request_id = _request_id.get()
        return True


class HealthMiddleware:
    """Answer health checks before host checks and the https redirect, since a probe calls an address, not a name."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Health paths here, all else onwards."""
        view = health.VIEWS.get(request.path_info)
        return view(request) if view else self.get_response(request)


class SecurityHeadersMiddleware:
    """Headers Django 5.2 has no setting for."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Switch off what no page uses; let other sites read the public API but embed nothing else."""
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        reach = "cross-origin" if request.path_info.startswith("/api/") else "same-origin"
        response.headers.setdefault("Cross-Origin-Resource-Policy", reach)
        return response
