"""The site as a WSGI application; production is the profile unless the environment says otherwise."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fivesails_site.settings")

application = get_wsgi_application()
