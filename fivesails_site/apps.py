"""The site itself as a Django app: it joins the other apps together."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Last among the installed apps, so that all others are ready."""

    name = "fivesails_site"

    def ready(self) -> None:
        """Put the apps' panels on each other's pages."""
        from fivesails_site.panels import register_panels

        register_panels()
