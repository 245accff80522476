"""The site's addresses and a view that does nothing: what everything else is measured against."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from fivesails_site.urls import handler400, handler403, handler404, handler500, urlpatterns

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


def bare(request: HttpRequest) -> HttpResponse:
    """Two bytes, and nothing asked."""
    return HttpResponse("ok")


urlpatterns = [path("bare/", bare), *urlpatterns]
