"""Addresses of pages about the rules, hands, odds and simulations."""

from rules.games import pages as games
from rules.jobs import pages as simulations
from rules.pages import hands, odds, reference

app_name = "rules"

urlpatterns = [
    *hands.urlpatterns,
    *odds.urlpatterns,
    *simulations.urlpatterns,
    *reference.urlpatterns,
    *games.urlpatterns,
]
