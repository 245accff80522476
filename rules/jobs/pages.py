"""The pages of simulations."""

from django.urls import path

from decks.pages.reading import reading_routes
from rules.jobs import pages_show
from rules.jobs.pages_ask import simulate
from rules.jobs.pages_events import events
from rules.jobs.pages_mine import mine

urlpatterns = [
    *reading_routes("simulate/", simulate, "simulate"),
    path("simulations/", mine, name="simulations"),
    path("simulations/<slug:simulation_id>/", pages_show.show, name="simulation"),
    path("simulations/<slug:simulation_id>/events/", events, name="simulation-events"),
    path("simulations/<slug:simulation_id>/cancel/", pages_show.cancel, name="simulation-cancel"),
    path("simulations/<slug:simulation_id>/again/", pages_show.again, name="simulation-again"),
    path("simulations/<slug:simulation_id>/report.csv", pages_show.download_csv, name="simulation-csv"),
    path("simulations/<slug:simulation_id>/report.json", pages_show.download_json, name="simulation-json"),
]
