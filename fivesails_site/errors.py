"""Pages for requests that went wrong; a problem document instead under the API."""

import sys
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.template import TemplateDoesNotExist, loader
from django.utils.html import format_html

from fivesails_site import tracing
from fivesails_site.outages import outage
from fivesails_site.problems import problem_response

DETAILS = {
    400: "The request could not be understood.",
    403: "You may not do this.",
    404: "There is nothing at this address.",
    413: "More was sent than this site takes at once: at most {most:,} bytes in a form, and at most {fields:,} fields.",
    500: "The site made a mistake. It has been written down.",
}
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
        reference = tracing.current() if status >= HTTPStatus.INTERNAL_SERVER_ERROR else ""
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
