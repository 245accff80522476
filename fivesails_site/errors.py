"""Error pages, or problem documents under the API."""

import sys
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.template import TemplateDoesNotExist, loader
from django.utils.html import format_html

from fivesails_site.outages import outage
from web import request_ids
from web.problems import problem_response

DETAILS = {
    400: "The request could not be understood.",
    403: "You don't have permission to do this.",
    404: "There is nothing at this address.",
    408: "The request did not arrive in time.",
    411: "A request with a body needs a Content-Length header.",
    413: "The form is too large: at most {size:,} bytes and {fields:,} fields are accepted.",
    414: "The address is too long.",
    431: "The request headers are too long.",
    500: "Something went wrong on our side. The error has been logged.",
}
#: Refused by the server, before the body is read.
TOO_LARGE = "The request is too large."
OVERLOADED = "The site is very busy right now. Please try again in a few seconds."
#: ASGI scope key that carries the status of a refused request to Django.
REFUSED = "fivesails.refused"
CSRF_DETAIL = "The form could not be verified. Go back, reload the page and try again."


def _answer(request: HttpRequest, status: int, detail: str = "") -> HttpResponse:
    api = request.path_info.startswith("/api/")
    response = (problem_response if api else _page)(request, status, detail or DETAILS[status])
    # Whatever is wrong may be fixed in a moment.
    response["Cache-Control"] = "no-store"
    return response


def _page(request: HttpRequest, status: int, detail: str) -> HttpResponse:
    # Without the request, no context processor runs: an error page must not need the database.
    try:
        reference = request_ids.current() if status >= HTTPStatus.INTERNAL_SERVER_ERROR else ""
        page = loader.get_template(f"errors/{status}.html").render({"detail": detail, "reference": reference})
    except TemplateDoesNotExist:
        page = format_html("<!doctype html><title>{0}</title><h1>{0}</h1><p>{1}</p>", HTTPStatus(status).phrase, detail)
    return HttpResponse(page, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for a form that is too large to read."""
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        size, fields = settings.DATA_UPLOAD_MAX_MEMORY_SIZE, settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
        return _answer(request, 413, DETAILS[413].format(size=size, fields=fields))
    return _answer(request, 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, or 503 and 507 for a temporary failure. Called while the exception is being handled."""
    failure = outage(sys.exception())
    if failure is None:
        return _answer(request, 500)
    response = _answer(request, failure.status, failure.detail)
    response["Retry-After"] = str(failure.wait)
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose CSRF token is missing or stale."""
    return _answer(request, 403, CSRF_DETAIL)


def refused(request: HttpRequest, status: int) -> HttpResponse:
    """For a request that the server did not read: too long, too large, too slow, or one too many."""
    response = _answer(request, status, {413: TOO_LARGE, 503: OVERLOADED}.get(status, ""))
    response["X-Content-Type-Options"] = "nosniff"
    # The unread rest would be taken for the next request.
    response["Connection"] = "close"
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        response["Retry-After"] = "5"
    return response
