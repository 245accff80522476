"""Pages for requests that went wrong; a problem document instead under the API."""

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
    411: "A request with a body must say its length.",
    413: "That was more than this site accepts at once: at most {most:,} bytes and {fields:,} fields in a form.",
    414: "The address is too long.",
    431: "The request headers are too long.",
    500: "Something went wrong on our side. The error has been logged.",
}
#: What the server itself refuses, before anything is read.
TOO_LARGE = "The request is too large."
FULL = "The site is very busy right now. Please try again in a few seconds."
#: Where a request that the server refused carries the status into Django, in its ASGI scope.
REFUSED = "fivesails.refused"
CSRF_DETAIL = "The form could not be verified. Go back, reload the page and try again."


def _answer(request: HttpRequest, status: int, detail: str = "") -> HttpResponse:
    api = request.path_info.startswith("/api/")
    response = (problem_response if api else _page)(request, status, detail or DETAILS[status])
    # What is missing now may be there in a moment.
    response["Cache-Control"] = "no-store"
    return response


def _page(request: HttpRequest, status: int, detail: str) -> HttpResponse:
    # Without the request no context processor runs: an error page must not need the database that may have failed.
    try:
        reference = request_ids.current() if status >= HTTPStatus.INTERNAL_SERVER_ERROR else ""
        page = loader.get_template(f"errors/{status}.html").render({"detail": detail, "reference": reference})
    except TemplateDoesNotExist:
        page = format_html("<!doctype html><title>{0}</title><h1>{0}</h1><p>{1}</p>", HTTPStatus(status).phrase, detail)
    return HttpResponse(page, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for what was not even read."""
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        most, fields = settings.DATA_UPLOAD_MAX_MEMORY_SIZE, settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
        return _answer(request, 413, DETAILS[413].format(most=most, fields=fields))
    return _answer(request, 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403"""
    return _answer(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404"""
    return _answer(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, or 503 and 507 for what passes by itself. Called while the error is being handled."""
    passing = outage(sys.exception())
    if passing is None:
        return _answer(request, 500)
    response = _answer(request, passing.status, passing.detail)
    response["Retry-After"] = str(passing.wait)
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose token is missing or old."""
    return _answer(request, 403, CSRF_DETAIL)


def refused(request: HttpRequest, status: int) -> HttpResponse:
    """For what the server did not read: too long, too large, too slow, or one too many."""
    response = _answer(request, status, {413: TOO_LARGE, 503: FULL}.get(status, ""))
    response["X-Content-Type-Options"] = "nosniff"
    # What was not read of it would be taken for the next request.
    response["Connection"] = "close"
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        response["Retry-After"] = "5"
    return response
