"""Addresses of the API of hands, odds and simulations."""

from rules.api import hands, odds
from rules.jobs import api as simulations

app_name = "rules_api"

urlpatterns = [*hands.urlpatterns, *odds.urlpatterns, *simulations.urlpatterns]
