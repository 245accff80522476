"""Who may do what with a simulation: the one place that decides."""

from __future__ import annotations

from django.http import Http404

from rules.jobs.models import Simulation
from web.ownership import Visitor


def find(simulation_id: str) -> Simulation:
    """A simulation by its unguessable id: whoever has it may read. :raises Http404: if there is none."""
    simulation = (
        Simulation.objects.select_related("run", "version__deck", "against_version__deck")
        .defer("run__tallies", "run__report")
        .filter(pk=simulation_id)
        .first()
    )
    if simulation is None:
        raise Http404("There is no such simulation. It may have been deleted.")
    return simulation


def may_cancel(visitor: Visitor, simulation: Simulation) -> bool:
    """Whoever started it; if that is unknown, whoever has the id."""
    return visitor.owns(simulation) or (simulation.owner_id is None and not simulation.browser)
