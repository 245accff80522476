"""Simulations for tests of pages, asked for and played through the services."""

from typing import Any

from decks.decklist import Decklist
from decks.models import DeckVersion
from rules.jobs.models import Simulation
from rules.jobs.run import services
from rules.jobs.run.worker import play_here
from tests.decks.factories import CASTILLE, EISEN
from web.ownership import Visitor


def large(decklist: Decklist) -> Decklist:
    """More cards than the compiled engine takes: the other one plays a few games without being compiled first."""
    return Decklist.of(
        decklist.leader, decklist.approach, {code: count + 2 for code, count in dict(decklist.faction).items()}
    )


LARGE = large(CASTILLE)
OTHER = large(EISEN)
GAMES = 40


def ask(
    visitor: Visitor | None = None,
    decklist: Decklist = LARGE,
    against: Decklist | None = None,
    version: DeckVersion | None = None,
    name: str = "Thieves by Lamplight",
    **more: Any,
) -> Simulation:
    """A simulation that nobody has played yet."""
    options = services.SimulationOptions(**{"games": GAMES, **more})
    other = services.Side(against, "Another") if against else None
    side = services.Side(decklist, name, version)
    return services.find(services.ask(visitor or Visitor(), "somewhere", side, other, options).pk)


def played(*args: Any, **more: Any) -> Simulation:
    """A simulation that is done."""
    simulation = ask(*args, **more)
    play_here(simulation)
    return services.find(simulation.pk)
