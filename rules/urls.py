"""Addresses of pages about the rules, hands, odds and simulations."""

from rules.games.pages import urls as games
from rules.jobs.pages import urls as simulations
from rules.pages import bench
from rules.pages.hands import views as hands
from rules.pages.odds import views as odds
from rules.pages.reference import views as reference

app_name = "rules"

urlpatterns = [
    *hands.urlpatterns,
    *odds.urlpatterns,
    *bench.urlpatterns,
    *simulations.urlpatterns,
    *reference.urlpatterns,
    *games.urlpatterns,
]
