"""Addresses of the API of hands, odds and simulations."""

from rules.api import hands, odds
from rules.jobs.api import views as simulations

app_name = "rules_api"

urlpatterns = [*hands.urlpatterns, *odds.urlpatterns, *simulations.urlpatterns]
