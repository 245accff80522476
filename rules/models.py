"""Where Django looks for the models of this app."""

from rules.games.models import GameRecord
from rules.jobs.models import Chunk, Run, Simulation

__all__ = ["Chunk", "GameRecord", "Run", "Simulation"]
