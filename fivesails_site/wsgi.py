"""The site as a WSGI application, in the production profile unless the environment says otherwise."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fivesails_site.settings")

application = get_wsgi_application()
# Load every view now, before the server forks, instead of once in each process.
_ROUTES = get_resolver().url_patterns
