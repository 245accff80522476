"""Pages for requests that went wrong; a problem document instead under the API."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.template import TemplateDoesNotExist, loader
from django.utils.html import format_html

from fivesails_site.problems import problem_response

DETAILS = {
    400: "The request could not be understood.",
    403: "You may not do this.",
    404: "There is nothing at this address.",
    500: "The site made a mistake. It has been written down.",
}
CSRF_DETAIL = "The form could not be verified. Go back, reload the page and try again."


def _answer(request: HttpRequest, status: int, detail: str = "") -> HttpResponse:
    detail = detail or DETAILS[status]
    if request.path_info.startswith("/api/"):
        return problem_response(request, status, detail)
    # Without the request no context processor runs: an error page must not need the database that may have failed.
    try:
        page = loader.get_template(f"errors/{status}.html").render({"detail": detail})
    except TemplateDoesNotExist:
        page = format_html("<!doctype html><title>{0}</title><h1>{0}</h1><p>{1}</p>", HTTPStatus(status).phrase, detail)
    return HttpResponse(page, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400"""
    return _answer(request, 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403"""
    return _answer(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404"""
    return _answer(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500"""
    return _answer(request, 500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose token is missing or old."""
    return _answer(request, 403, CSRF_DETAIL)
