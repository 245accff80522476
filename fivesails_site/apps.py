"""The site as a Django app, which connects the others."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The last installed app, so that all others are ready."""

    name = "fivesails_site"

    def ready(self) -> None:
        from fivesails_site.panels import register_panels

        register_panels()
