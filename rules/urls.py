"""Addresses of pages about hands, odds and simulations."""

from rules.jobs import pages as simulations
from rules.pages import hands, odds

app_name = "rules"

urlpatterns = [*hands.urlpatterns, *odds.urlpatterns, *simulations.urlpatterns]
