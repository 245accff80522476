"""People who save one version of a deck after the other, and remember what the site accepted."""

from __future__ import annotations

import http.client
import json
import threading
import time
from pathlib import Path

from decks.lists.history import UNDO_STEPS
from decks.lists.starters import read_starters
from tests.live.people import Answer, Person
from tests.processes import rows

STARTER = next(each for each in read_starters() if each.code == "castille-starter").decklist
LEADER = str(STARTER.leader)
CARDS = [code for code, _ in STARTER.faction]


def change(number: int) -> str:
    """The edit that makes version `number + 2`: each card in, in turn, then each out, and so on."""
    return f"set {1 - number // len(CARDS) % 2} {CARDS[number % len(CARDS)]}"


def kept(changes: int) -> dict[str, int]:
    """What is in the deck after so many of them."""
    held: dict[str, int] = {}
    for number in range(changes):
        _, copies, card = change(number).split()
        held = held | {card: 1} if copies == "1" else {code: 1 for code in held if code != card}
    return held


class Writer(threading.Thread):
    """Saves until told to stop. An edit without an answer is sent again, as the builder offers to do."""

    def __init__(self, port: int, *, name: str, address: str = "") -> None:
        super().__init__(daemon=True)
        self.person = Person(port, address, seconds=30)
        self.deck = self.person.new_deck(name, LEADER)
        self.stop = threading.Event()
        self.accepted = 0
        self.sent_at: float | None = None
        self.unanswered = 0
        self.refused: list[Answer] = []
        self.strange: list[str] = []

    def run(self) -> None:
        """One edit after the other."""
        while not self.stop.is_set() and not self.strange:
            self.save()
            # A person's pace, more or less: the machine has other things to do as well.
            self.stop.wait(0.05)

    @property
    def waiting(self) -> float:
        """For how many seconds an answer has not come."""
        since = self.sent_at
        return 0.0 if since is None else time.monotonic() - since

    def save(self) -> None:
        """One edit."""
        self.sent_at = time.monotonic()
        try:
            self._save()
        finally:
            self.sent_at = None

    def _save(self) -> None:
        try:
            answer = self.person.live_edit(self.deck, change(self.accepted), self.accepted + 1)
        except (OSError, http.client.HTTPException):
            self.unanswered += 1
            return
        except AssertionError as fault:
            self.strange.append(str(fault))
            return
        if answer.status == 200:
            self.accepted += 1
        elif answer.status in (503, 507):
            self.refused.append(answer)
        else:
            self.strange.append(f"{answer.status} {answer.text[:1000]}")

    def check(self, var: Path) -> None:
        """Everything accepted is there, in its order, and nothing else; one save may have come without answer.

        Of more saves than can be undone, all but the first and the latest may have been pruned.
        """
        assert not self.strange, self.strange[0]
        found = rows(var, "SELECT number, faction FROM decks_deckversion WHERE deck_id = ? ORDER BY number", self.deck)
        numbers = [number for number, _ in found]
        last = numbers[-1]
        assert numbers[0] == 1
        assert numbers[-UNDO_STEPS:] == list(range(1, last + 1))[-UNDO_STEPS:]
        assert self.accepted <= last - 1 <= self.accepted + bool(self.unanswered)
        for number, faction in found:
            assert (json.loads(faction) if isinstance(faction, str) else faction) == kept(number - 1)
        [(head,)] = rows(
            var,
            "SELECT v.number FROM decks_deck d JOIN decks_deckversion v ON v.id = d.head_id WHERE d.id = ?",
            self.deck,
        )
        assert head == last
