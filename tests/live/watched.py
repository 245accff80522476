"""A simulation that somebody asked for, followed through whatever befalls the site meanwhile."""

from __future__ import annotations

import json
from typing import Any

from cards.catalogue.datafiles import load_catalogue
from rules.goldfish import POLICIES, Adversary, city_deck, encode, simulate
from rules.goldfish.policies import DEFAULT
from rules.jobs.run.chunks import SINGLE_CHUNK
from tests.live.people import Person
from tests.live.writers import STARTER
from tests.processes import Site, rows, wait_until

#: A few chunks: long enough to be disturbed, short enough for a test.
GAMES = 5 * SINGLE_CHUNK


def truth(seed: int) -> Any:
    """What one process finds that nobody disturbs."""
    catalogue = load_catalogue()
    deck = encode(STARTER, catalogue, POLICIES[DEFAULT], Adversary(), city_deck(catalogue))
    return simulate(deck, seed, 0, GAMES).as_dict()


class Watched:
    """A simulation that somebody asked for, as the database knows it."""

    def __init__(self, site: Site, seed: int) -> None:
        self.site, self.seed = site, seed
        question = {"deck": "castille-starter", "games": GAMES, "seed": str(seed)}
        asked = Person(site.port).call("POST", "simulations/", question)
        assert asked.status == 202, asked.text
        self.id = str(asked.json()["id"])
        [(self.run,)] = rows(site.var, "SELECT run_id FROM rules_simulation WHERE id = ?", self.id)

    @property
    def status(self) -> str:
        """Of its run."""
        return str(rows(self.site.var, "SELECT status FROM rules_run WHERE id = ?", self.run)[0][0])

    @property
    def being_played(self) -> bool:
        """Whether a chunk is begun and not stored."""
        return bool(rows(self.site.var, "SELECT 1 FROM rules_chunk WHERE run_id = ? AND stored_at IS NULL", self.run))

    def check(self) -> None:
        """It comes to the same to the last bit, and its page shows it."""
        wait_until(lambda: self.status not in ("queued", "running"), 90, "the games are played")
        [(status, tallies, error)] = rows(
            self.site.var, "SELECT status, tallies, error FROM rules_run WHERE id = ?", self.run
        )
        assert status == "done", error
        assert (json.loads(tallies) if isinstance(tallies, str) else tallies) == truth(self.seed)
        page = Person(self.site.port).get(f"/simulations/{self.id}/")
        assert page.status == 200
        assert f"{GAMES:,}" in page.text
