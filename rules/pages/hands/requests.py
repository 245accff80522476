"""What a button of the hand tester asks for: the words it sends, as actions of the game."""

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
class Asked:
    """A button that was pressed, the card it stands at, and the cards that were marked."""

    verb: str = ""
    card: str = ""
    marks: tuple[str, ...] = ()
    scheme: str = ""
    character: str = ""
    sent: tuple[str, ...] = ()

    @classmethod
    def of(cls, query: QueryDict) -> Asked:
        """What the address asks for. :raises DeckError: if there is no such button."""
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
        """What has to be marked before it can be done."""
        if self.verb == "play" and self.card in table.playable and _cost(table, self.card) and not self.payment(table):
            return Mode.PAY
        if not self.marks and self.verb == "dusk" and len(table.hand) > printed_panache(table.leader):
            return Mode.KEEP
        return Mode.OPEN

    def payment(self, table: Table) -> tuple[str, ...]:
        """The marked cards without the one to be played: whoever marked that too did not mean to pay with it."""
        marks = list(self.marks)
        if self.card in marks and marks.count(self.card) >= table.hand.count(self.card):
            marks.remove(self.card)
        return tuple(marks)

    def done(self, table: Table) -> Table:
        """The table afterwards. :raises NotAllowed: if the rules forbid it, or nothing is marked."""
        for action in _MAKERS[self.verb](table, self):
            table = table.do(action)
        return table


def _plan(table: Table, asked: Asked) -> Sequence[Action]:
    # Whoever is to make room may be the newcomer, who is not known before the choice is made.
    sent = tuple(asked.character if code == "newcomer" else code for code in asked.sent)
    return [Plan(asked.scheme or None, asked.character or None, sent)]


def _play(table: Table, asked: Asked) -> Sequence[Action]:
    return [Play(asked.card, asked.payment(table))]


def _fight(table: Table, asked: Asked) -> Sequence[Action]:
    return [Fight(asked.card)]


def _spend(table: Table, asked: Asked) -> Sequence[Action]:
    _need_marks(asked, "to pay with")
    paid = [card for code in asked.marks if (card := table.catalogue.get(code))]
    return [Spend(sum(map(worth, paid)), asked.marks)]


def _discard(table: Table, asked: Asked) -> Sequence[Action]:
    _need_marks(asked, "to discard")
    return [Discard(code) for code in asked.marks]


def _dusk(table: Table, asked: Asked) -> Sequence[Action]:
    """Without marks everything is kept, as the rule has it that nobody discards more than must be (4.5.2e)."""
    return [Dusk(asked.marks or table.hand)]


_MAKERS = {"plan": _plan, "play": _play, "fight": _fight, "spend": _spend, "discard": _discard, "dusk": _dusk}


def _need_marks(asked: Asked, purpose: str) -> None:
    if not asked.marks:
        raise NotAllowed([Refusal("", f"mark the cards {purpose} first")])


def _cost(table: Table, code: str) -> int:
    cost = table.catalogue.card(code).cost
    return cost if isinstance(cost, int) else 0
