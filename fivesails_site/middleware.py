"""What every request passes through: an id for its log lines, health answers, and headers Django has no setting for."""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase

from fivesails_site import health, tracing
from fivesails_site.logs import redact

Answer = Callable[[HttpRequest], HttpResponseBase]

access_log = logging.getLogger("fivesails.access")

UNUSED_FEATURES = ("accelerometer", "camera", "geolocation", "gyroscope", "microphone", "payment", "usb")
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES)


class RequestIdMiddleware:
    """Name each request, so that its log lines and its error report can be told apart; write one line about it."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Take a well-formed id from the proxy, or make one; send it back."""
        began = time.perf_counter()
        name = tracing.begin(request.headers.get("X-Request-ID", ""))
        response = self.get_response(request)
        response["X-Request-ID"] = name
        if request.path_info not in health.VIEWS:
            _write_down(request, response, time.perf_counter() - began)
        return response


def _write_down(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """Neither who asked nor what for: the route, and the address without what it keeps secret."""
    path = redact(request.path)
    match = request.resolver_match
    access = {
        "method": request.method,
        "route": match.view_name if match else "",
        "path": path,
        "status": response.status_code,
        "milliseconds": round(seconds * 1000, 1),
    }
    access_log.info("%s %s %s", request.method, path, response.status_code, extra={"access": access})


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


class UnreadableMiddleware:
    """Refuses what Django itself would stumble over: forms in odd encodings, and an admin's empty field name.

    Django asks for UTF-8 of one kind of form only, and would try any codec by name on the other.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Refuse it before anything reads it. :raises BadRequest: which becomes a page."""
        charset = (request.content_params or {}).get("charset", "utf-8")
        if request.content_type == "multipart/form-data" and charset.lower() not in ("utf-8", "utf8"):
            raise BadRequest("A form must be sent in UTF-8.")
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: object, kwargs: object
    ) -> None:
        """The same for the staff's pages. :raises BadRequest: as before."""
        in_admin = request.path_info.startswith(f"/{settings.ADMIN_PATH}")
        if in_admin and request.POST.get("_to_field", request.GET.get("_to_field")) == "":
            raise BadRequest("The request names a field without a name.")
