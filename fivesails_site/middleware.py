"""Middleware: request ids, refusals, health checks, security headers, rate limits, unreadable requests."""

import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase

from fivesails_site import errors, health, logs
from web import request_ids
from web.error_pages import error_page
from web.rate_limits import RateLimitError
from web.slots import BusyError

Answer = Callable[[HttpRequest], HttpResponseBase]

UNUSED_FEATURES = ("accelerometer", "camera", "geolocation", "gyroscope", "microphone", "payment", "usb")
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES)


class RequestIdMiddleware:
    """Gives each request an id, for its log lines and error reports, and logs it."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        name = request_ids.begin(request.headers.get("X-Request-ID", ""))
        response = self.get_response(request)
        response["X-Request-ID"] = name
        if request.path_info not in health.VIEWS:
            match = request.resolver_match
            route = match.view_name if match else ""
            seconds = time.perf_counter() - began
            logs.write_access(request.method or "", route, request.path, response.status_code, seconds)
        return response


class RefusalMiddleware:
    """Answers requests that `fivesails_site.asgi` refused, in the same shape as every other error."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        status = request.META.get("asgi.scope", {}).get(errors.REFUSED)
        return errors.refused(request, status) if status else self.get_response(request)


class HealthMiddleware:
    """Answers health checks before the host check and the https redirect: a probe calls an address, not a name."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        view = health.VIEWS.get(request.path_info)
        return view(request) if view else self.get_response(request)


class SecurityHeadersMiddleware:
    """Headers that Django 5.2 has no setting for: other sites may read the public API but embed nothing else."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        policy = "cross-origin" if request.path_info.startswith("/api/") else "same-origin"
        response.headers.setdefault("Cross-Origin-Resource-Policy", policy)
        return response


class TryLaterMiddleware:
    """Answers pages that hit a rate limit or find all slots taken; ``problem_handler`` does so for the API."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        if not isinstance(error, RateLimitError | BusyError):
            return None
        response = error_page(request, error.status, str(error))
        response["Retry-After"] = str(error.wait)
        if isinstance(error, BusyError) and request.method == "GET":
            # A browser tries again by itself.
            response["Refresh"] = str(error.wait)
        response["Cache-Control"] = "private, no-store"
        return response


class UnreadableMiddleware:
    """Refuses requests that make Django fail: forms in odd encodings, an empty field name in the admin, and session
    cookies with NUL, which PostgreSQL rejects.

    Django insists on UTF-8 for urlencoded forms only, and tries any codec by name on multipart ones.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if request.content_type == "multipart/form-data" and charset.lower() not in ("utf-8", "utf8"):
            raise BadRequest("A form must be sent in UTF-8.")
        if "\0" in request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""):
            raise BadRequest("The session cookie is not valid.")
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: object, kwargs: object
    ) -> None:
        in_admin = request.path_info.startswith(f"/{settings.ADMIN_PATH}")
        if in_admin and request.POST.get("_to_field", request.GET.get("_to_field")) == "":
            raise BadRequest("The request names a field without a name.")
