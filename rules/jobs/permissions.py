"""Who may do what with a simulation: the one place that decides."""

from __future__ import annotations

import secrets

from django.http import Http404

from decks.permissions import Visitor
from rules.jobs.models import Simulation


def find(simulation_id: str) -> Simulation:
    """A simulation by its id, which nobody guesses: whoever has it may read. :raises Http404: if there is none."""
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
    """Whoever asked; where nobody in particular did, whoever has the id."""
    if simulation.owner_id is not None:
        return visitor.user is not None and visitor.user.pk == simulation.owner_id
    if simulation.browser:
        return bool(visitor.browser) and secrets.compare_digest(simulation.browser, visitor.browser)
    return True
