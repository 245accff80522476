"""All routes of the site."""

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from fivesails_site import health
from fivesails_site.accounts.pages.sign_in import admin_sign_in
from web.conditional import DAY, conditional


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Keep crawlers out of the admin, the API and endless search results."""
    # An admin path chosen to be hard to find is not given away here; its pages are noindex anyway.
    admin_rule = ("Disallow: /admin/",) if settings.ADMIN_PATH == "admin/" else ()
    lines = ("User-agent: *", *admin_rule, "Disallow: /api/", "Disallow: /*?q=", "")
    response = HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
    return conditional(request, response, DAY, ())


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers request it before they read a page's link."""
    response = redirect(static("icons/favicon.svg"))
    response.headers["Cache-Control"] = DAY
    return response


urlpatterns = [
    path("healthz", health.VIEWS["/healthz"], name="healthz"),
    path("readyz", health.VIEWS["/readyz"], name="readyz"),
    path("robots.txt", robots, name="robots"),
    path("favicon.ico", favicon, name="favicon"),
    path(f"{settings.ADMIN_PATH}login/", admin_sign_in),
    # Staff change their password where everybody does: rate limited, and revoking all tokens.
    path(f"{settings.ADMIN_PATH}password_change/", RedirectView.as_view(pattern_name="accounts:password")),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("api/v1/", include("cards.api_urls")),
    path("api/v1/", include("decks.api_urls")),
    path("api/v1/", include("rules.api_urls")),
    path("", include("cards.urls")),
    path("", include("decks.urls")),
    path("", include("rules.urls")),
    path("", include("fivesails_site.accounts.urls")),
    path("", include("fivesails_site.offline.urls")),
]

handler400 = "fivesails_site.errors.bad_request"
handler403 = "fivesails_site.errors.forbidden"
handler404 = "fivesails_site.errors.not_found"
handler500 = "fivesails_site.errors.server_error"
