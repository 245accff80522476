"""The site's addresses."""

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path

from fivesails_site import health
from fivesails_site.accounts.pages.entering import staff_door


def robots(request: HttpRequest) -> HttpResponse:
    """Pages are for everyone; the staff's door and endless search results are not for crawlers."""
    lines = ("User-agent: *", f"Disallow: /{settings.ADMIN_PATH}", "Disallow: /api/", "Disallow: /*?q=", "")
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask here before they read a page's link."""
    return redirect(static("icons/favicon.svg"))


urlpatterns = [
    path("healthz", health.VIEWS["/healthz"], name="healthz"),
    path("readyz", health.VIEWS["/readyz"], name="readyz"),
    path("robots.txt", robots, name="robots"),
    path("favicon.ico", favicon, name="favicon"),
    path(f"{settings.ADMIN_PATH}login/", staff_door),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("api/v1/", include("cards.api_urls")),
    path("api/v1/", include("decks.api_urls")),
    path("api/v1/", include("rules.api_urls")),
    path("", include("cards.urls")),
    path("", include("decks.urls")),
    path("", include("rules.urls")),
    path("", include("fivesails_site.accounts.urls")),
]

handler400 = "fivesails_site.errors.bad_request"
handler403 = "fivesails_site.errors.forbidden"
handler404 = "fivesails_site.errors.not_found"
handler500 = "fivesails_site.errors.server_error"
