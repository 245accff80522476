"""The pages of simulations."""

from django.urls import path

from decks.pages.base import reading_routes
from rules.jobs.pages import report
from rules.jobs.pages.events import events
from rules.jobs.pages.form import simulate
from rules.jobs.pages.my_simulations import mine

urlpatterns = [
    *reading_routes("simulate/", simulate, "simulate"),
    path("simulations/", mine, name="simulations"),
    path("simulations/<slug:simulation_id>/", report.show, name="simulation"),
    path("simulations/<slug:simulation_id>/events/", events, name="simulation-events"),
    path("simulations/<slug:simulation_id>/cancel/", report.cancel, name="simulation-cancel"),
    path("simulations/<slug:simulation_id>/again/", report.again, name="simulation-again"),
    path("simulations/<slug:simulation_id>/report.csv", report.download_csv, name="simulation-csv"),
    path("simulations/<slug:simulation_id>/report.json", report.download_json, name="simulation-json"),
]
