"""Our ways of authentication in the API's description."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension


class TokenScheme(OpenApiAuthenticationExtension):
    """A program's token."""

    target_class = "fivesails_site.accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """A bearer token."""
        return {"type": "http", "scheme": "bearer", "description": "A token made on the account page."}


class BrowserScheme(OpenApiAuthenticationExtension):
    """A browser's session."""

    target_class = "fivesails_site.accounts.authentication.BrowserAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The session's cookie."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The site's own pages. Calls that change something need the form token as X-CSRFToken.",
        }
