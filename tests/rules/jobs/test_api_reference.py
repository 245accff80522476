"""What docs/reference/api.md says about simulations is true."""

import re
from pathlib import Path

from django.conf import settings

from rules.goldfish.layout import MAX_COMPILED_CARDS
from rules.goldfish.policies import DEFAULT
from rules.jobs.api.shapes import SimulationInput, SimulationSerializer
from rules.jobs.models import Status
from rules.jobs.run.chunks import SLOWNESS, max_games
from rules.jobs.run.progress import WAITING_FOR_ENGINE, WAITING_FOR_QUEUE, WAITING_FOR_WORKER
from rules.jobs.run.questions import DEFAULT_GAMES, DEFAULT_SEED

REFERENCE = (Path(__file__).parents[3] / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
WRITTEN = REFERENCE[REFERENCE.index("## Simulations") : REFERENCE.index("## Lists")]


def test_every_field_is_written_up():
    named = set(re.findall(r"`(\w+)`", WRITTEN)) | set(re.findall(r'"(\w+)":', WRITTEN))
    listed = {"name", "leader", "approach", "faction"}
    assert set(SimulationInput().fields) - listed <= named
    assert set(SimulationSerializer().fields) <= named


def test_the_words_and_numbers_are_the_true_ones():
    for word in (*Status.values, WAITING_FOR_QUEUE, WAITING_FOR_WORKER, WAITING_FOR_ENGINE, DEFAULT):
        assert f"`{word}`" in WRITTEN
    assert f"from 1 to {settings.SIMULATION_MAX_GAMES:,}; defaults to {DEFAULT_GAMES:,}" in WRITTEN
    assert f"more than {MAX_COMPILED_CARDS} faction cards" in WRITTEN
    assert f"at most {max_games(settings.SIMULATION_MAX_GAMES, compiled=False):,}" in WRITTEN
    assert f"defaults to `{DEFAULT_SEED}`" in WRITTEN
    assert f"({settings.SIMULATIONS_AT_ONCE} unfinished" in WRITTEN
    assert f"({settings.SIMULATION_DAILY_GAMES:,} games a day" in WRITTEN
    assert f"a slowly played deck {SLOWNESS} times" in WRITTEN
    assert f"({settings.SIMULATION_QUEUE} unfinished" in WRITTEN
    assert f"deleted after {settings.SIMULATION_KEEP_DAYS} days" in WRITTEN
    for code in ("too_many_at_once", "daily_games", "daily_questions", "queue_full"):
        assert f"`{code}`" in WRITTEN
