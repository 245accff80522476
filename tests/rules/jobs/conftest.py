"""A starter deck to ask about, and a queue that only writes down what it is sent."""

from collections.abc import Callable
from typing import Any

import pytest

from decks.models import Deck
from rules.jobs.models import Simulation
from rules.jobs.run import chunks, dispatch, services
from web.ownership import Visitor

Ask = Callable[..., Simulation]


@pytest.fixture
def deck(db: None) -> Deck:
    return Deck.objects.select_related("head").get(pk="castille-starter")


@pytest.fixture
def other_deck(db: None) -> Deck:
    return Deck.objects.select_related("head").get(pk="montaigne-starter")


def side_of(deck: Deck) -> services.Side:
    assert deck.head
    return services.Side(deck.head.decklist, deck.name, deck.head)


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> int:
    """Ten games of five Days make a chunk."""
    for name in ("SINGLE_CHUNK", "PAIR_CHUNK", "SLOW_SINGLE_CHUNK", "SLOW_PAIR_CHUNK"):
        monkeypatch.setattr(chunks, name, 10)
    return 10


class Queue:
    """What was sent, and how long the queue is said to be."""

    def __init__(self) -> None:
        self.up = True
        self.length = 0
        self.sent: list[int] = []

    def send(self, run: Any, indices: Any) -> bool:
        if self.up:
            self.sent.extend(indices)
        return self.up

    def waiting(self) -> int:
        if not self.up:
            raise dispatch.OperationalError("away")
        return self.length

    def taken(self) -> list[int]:
        """What was sent since the last look."""
        sent, self.sent = self.sent, []
        return sent


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Queue:
    made = Queue()
    monkeypatch.setattr(dispatch, "send", made.send)
    monkeypatch.setattr(dispatch, "waiting", made.waiting)
    return made


@pytest.fixture
def ask(deck: Deck, queue: Queue, small_chunks: int) -> Ask:
    """Ask about the starter deck: 60 games, six chunks."""

    def asking(visitor: Visitor | None = None, address: str = "here", **options: Any) -> Simulation:
        against = options.pop("against", None)
        settings = services.SimulationOptions(**{"games": 60, **options})
        return services.ask(visitor or Visitor(), address, side_of(deck), against, settings)

    return asking
