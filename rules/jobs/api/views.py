"""The HTTP API of simulations."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import path
from rest_framework.exceptions import ErrorDetail, PermissionDenied, ValidationError
from rest_framework.request import Request

from decks.api.base import DeckView
from decks.api.errors import Refused
from decks.api.inputs import decklist_of, read
from decks.permissions import find as find_deck
from decks.permissions import find_version
from rules.jobs.api import shapes
from rules.jobs.api.records import simulation_address, simulation_record
from rules.jobs.models import Simulation
from rules.jobs.run.services import QuestionError, Side, SimulationOptions, ask, cancel, find, may_cancel
from web.conditional import PRIVATE
from web.rate_limits import hashed_network_of

#: Fields of a body that are a deck list.
_LIST = ("leader", "approach", "faction")
_OPTIONS = ("games", "seed", "days", "policy", "adversary", "city")


class SimulationView(DeckView):
    """A call that answers with a simulation."""

    #: Its address is unguessable, and it changes while games are played.
    cache_control = PRIVATE

    def record(self, simulation: Simulation) -> dict[str, Any]:
        return simulation_record(simulation, self.visitor, self.origin)


class Simulations(SimulationView):
    """New simulations."""

    @shapes.ask
    def post(self, request: Request) -> HttpResponse:
        given = read(shapes.SimulationInput, request.data)
        deck = self._deck(given)
        against = self._side(given["against"], "against") if given.get("against") is not None else None
        options = SimulationOptions(**{name: given[name] for name in _OPTIONS})
        try:
            simulation = ask(self.visitor, hashed_network_of(request), deck, against, options)
        except QuestionError as error:
            faults = {name: [ErrorDetail(fault, "unplayable")] for name, fault in error.faults.items()}
            raise ValidationError(faults) from None
        record = self.record(simulation)
        return self.answer(record, 202, tagged=False, Location=simulation_address(simulation, self.origin))

    def _deck(self, given: dict[str, Any]) -> Side:
        """The deck: a list in the body itself, or what ``deck`` holds."""
        sent: Any = self.request.data
        if "deck" not in given:
            return self._side({name: given[name] for name in ("name", *_LIST)}, "deck")
        listed = [name for name in _LIST if name in sent]
        if listed:
            raise Refused(f"Send either `deck` or `{listed[0]}`, not both.", "deck", "two_decks")
        chosen = dict(given["deck"])
        for name in ("version", "link", "name"):
            if name in sent:
                chosen.setdefault(name, given[name])
        return self._side(chosen, "deck")

    def _side(self, given: dict[str, Any], field: str) -> Side:
        """A deck by its list, or one that the caller may read. :raises Http404: for any other."""
        if "deck" not in given:
            return Side(decklist_of(given), given.get("name", ""))
        if any(name in given for name in _LIST):
            raise Refused("Send either the id of a stored deck or a list, not both.", field, "two_decks")
        deck = find_deck(self.visitor, given["deck"], given.get("link") or "")
        number = given.get("version")
        version = deck.head if number is None else find_version(deck, number)
        if version is None:
            raise Refused("This deck has no version yet.", field, "empty")
        return Side(version.decklist, given.get("name") or deck.name, version)


class SimulationDetail(SimulationView):
    """One simulation."""

    @shapes.show
    def get(self, request: Request, simulation_id: str) -> HttpResponse:
        return self.answer(self.record(find(simulation_id)), tagged=False)

    @shapes.cancel
    def delete(self, request: Request, simulation_id: str) -> HttpResponse:
        simulation = find(simulation_id)
        if not may_cancel(self.visitor, simulation):
            raise PermissionDenied("Only the person who started a simulation can cancel it.")
        cancel(simulation)
        return self.answer(self.record(simulation), tagged=False)


urlpatterns = [
    path("simulations/", Simulations.as_view(), name="simulations"),
    path("simulations/<slug:simulation_id>/", SimulationDetail.as_view(), name="simulation"),
]
