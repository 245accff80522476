"""The site's settings for a run under load: production behind a proxy, whose part the load plays; one more view."""

from fivesails_site.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.load.urls"
# The load speaks plain http to the site, as a proxy would, so it has to keep the cookies that browsers keep for https.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "session", "csrf"
