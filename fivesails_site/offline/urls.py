"""Routes of the offline pages."""

from django.urls import path

from fivesails_site.offline import pages
from fivesails_site.offline.manifest import manifest
from fivesails_site.offline.own import own_decks

urlpatterns = [
    # At the root, since a worker controls only the paths below its own.
    path("service-worker.js", pages.worker, name="service-worker"),
    path("site.webmanifest", manifest, name="manifest"),
    path("offline/", pages.offline, name="offline"),
    path("offline/cards/", pages.cards, name="offline-cards"),
    path("offline/decks/", pages.own, name="offline-decks"),
    path("offline/decks.json", own_decks, name="offline-own-decks"),
]
