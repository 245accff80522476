"""What every request passes through: an id for its log lines, health answers, and headers Django has no setting for."""

import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase

from fivesails_site import errors, health, logs
from web import request_ids
from web.error_pages import error_page
from web.rate_limits import TooOftenError
from web.slots import BusyError

Answer = Callable[[HttpRequest], HttpResponseBase]

UNUSED_FEATURES = ("accelerometer", "camera", "geolocation", "gyroscope", "microphone", "payment", "usb")
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES)


class RequestIdMiddleware:
    """Name each request, so that its log lines and its error report can be told apart; write one line about it."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Take a well-formed id from the proxy, or make one; send it back."""
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
    """Answer what the server refused before it was read, in the same words and shape as every other error."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The status comes with the request from `fivesails_site.asgi`."""
        status = request.META.get("asgi.scope", {}).get(errors.REFUSED)
        return errors.refused(request, status) if status else self.get_response(request)


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


class TryLaterMiddleware:
    """Answers pages that hit a rate limit or find the process busy; the API does the same in ``problem_handler``."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Onwards."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        if not isinstance(error, TooOftenError | BusyError):
            return None
        response = error_page(request, error.status, str(error))
        response["Retry-After"] = str(error.wait)
        if isinstance(error, BusyError) and request.method == "GET":
            # A browser tries again by itself.
            response["Refresh"] = str(error.wait)
        response["Cache-Control"] = "private, no-store"
        return response


class UnreadableMiddleware:
    """Refuses what Django itself would stumble over: forms in odd encodings, an admin's empty field name, and a session
    that PostgreSQL cannot be asked for.

    Django asks for UTF-8 of one kind of form only, and would try any codec by name on the other.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Refuse it before anything reads it. :raises BadRequest: which becomes a page."""
        charset = (request.content_params or {}).get("charset", "utf-8")
        if request.content_type == "multipart/form-data" and charset.lower() not in ("utf-8", "utf8"):
            raise BadRequest("A form must be sent in UTF-8.")
        if "\0" in request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""):
            raise BadRequest("The session cookie holds a character that no session has.")
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: object, kwargs: object
    ) -> None:
        """The same for the staff's pages. :raises BadRequest: as before."""
        in_admin = request.path_info.startswith(f"/{settings.ADMIN_PATH}")
        if in_admin and request.POST.get("_to_field", request.GET.get("_to_field")) == "":
            raise BadRequest("The request names a field without a name.")
