"""The hand tester's buttons: what they send, as actions of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.http import QueryDict

from decks.services import DeckError
from rules.facts import printed_panache, worth
from rules.hands import Action, Discard, Dusk, Fight, NotAllowed, Plan, Play, Refusal, Spend, Table


class Mode(StrEnum):
    """What the page waits for: nothing in particular, cards to pay with, or cards to keep."""

    OPEN = ""
    PAY = "pay"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Command:
    """A pressed button, its card, and the marked cards."""

    verb: str = ""
    card: str = ""
    marks: tuple[str, ...] = ()
    scheme: str = ""
    character: str = ""
    sent: tuple[str, ...] = ()

    @classmethod
    def of(cls, query: QueryDict) -> Command:
        """From a query string. :raises DeckError: if there is no such button."""
        verb, _, card = query.get("then", "").partition(" ")
        if verb not in ("", *_MAKERS) or bool(card) != (verb in ("play", "fight")):
            raise DeckError(f"“{query['then'][:40]}” is nothing that can be done with a hand.")
        return cls(
            verb,
            card,
            tuple(query.getlist("mark")),
            query.get("scheme", ""),
            query.get("character", ""),
            tuple(query.getlist("sent")),
        )

    def mode(self, table: Table) -> Mode:
        """What has to be marked first."""
        if self.verb == "play" and self.card in table.playable and _cost(table, self.card) and not self.payment(table):
            return Mode.PAY
        if not self.marks and self.verb == "dusk" and len(table.hand) > printed_panache(table.leader):
            return Mode.KEEP
        return Mode.OPEN

    def payment(self, table: Table) -> tuple[str, ...]:
        """The marked cards without the one to be played, which cannot pay for itself."""
        marks = list(self.marks)
        if self.card in marks and marks.count(self.card) >= table.hand.count(self.card):
            marks.remove(self.card)
        return tuple(marks)

    def apply(self, table: Table) -> Table:
        """The table after the command. :raises NotAllowed: if the rules forbid it, or nothing is marked."""
        for action in _MAKERS[self.verb](table, self):
            table = table.do(action)
        return table


def _plan(table: Table, command: Command) -> Sequence[Action]:
    # Whoever is to make room may be the newcomer, who is not known before the choice is made.
    sent = tuple(command.character if code == "newcomer" else code for code in command.sent)
    return [Plan(command.scheme or None, command.character or None, sent)]


def _play(table: Table, command: Command) -> Sequence[Action]:
    return [Play(command.card, command.payment(table))]


def _fight(table: Table, command: Command) -> Sequence[Action]:
    return [Fight(command.card)]


def _spend(table: Table, command: Command) -> Sequence[Action]:
    _need_marks(command, "to pay with")
    paid = [card for code in command.marks if (card := table.catalogue.get(code))]
    return [Spend(sum(map(worth, paid)), command.marks)]


def _discard(table: Table, command: Command) -> Sequence[Action]:
    _need_marks(command, "to discard")
    return [Discard(code) for code in command.marks]


def _dusk(table: Table, command: Command) -> Sequence[Action]:
    """Without marks everything is kept: nobody has to discard more than the rule says (4.5.2e)."""
    return [Dusk(command.marks or table.hand)]


_MAKERS = {"plan": _plan, "play": _play, "fight": _fight, "spend": _spend, "discard": _discard, "dusk": _dusk}


def _need_marks(command: Command, purpose: str) -> None:
    if not command.marks:
        raise NotAllowed([Refusal("", f"mark the cards {purpose} first")])


def _cost(table: Table, code: str) -> int:
    cost = table.catalogue.card(code).cost
    return cost if isinstance(cost, int) else 0
