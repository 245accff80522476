"""Error pages with a message about one particular request."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template

from web.theme import theme_of


def error_page(request: HttpRequest, status: int, detail: str) -> HttpResponse:
    """The page ``errors/<status>.html`` with ``detail`` as its message."""
    page = get_template(f"errors/{status}.html").render({"detail": detail, "theme": theme_of(request)})
    return HttpResponse(page, status=status)
