"""Judging a deck, and judging a card before it is added."""

from __future__ import annotations

from collections.abc import Iterator

from cards.catalogue import Card, Catalogue, Zone
from cards.catalogue.formats import Format
from decks.decklist import Decklist
from decks.legality.facts import Book, facts_of
from decks.legality.rules import RULES
from decks.legality.tally import Tally, count, loyal, with_one_more
from decks.legality.violations import Report, Severity, Violation


def check(decklist: Decklist, format: Format, catalogue: Catalogue) -> Report:
    """Judge a deck by a format: every violation at once, in the order of the rules."""
    facts = facts_of(catalogue, format)
    return Report(format.code, tuple(_violations(count(decklist, facts), facts, format)))


def is_legal(decklist: Decklist, format: Format, catalogue: Catalogue) -> bool:
    """Whether a deck may be played: what ``check`` would say, without going on after the first thing that is wrong."""
    facts = facts_of(catalogue, format)
    return all(each.severity is Severity.WARNING for each in _violations(count(decklist, facts), facts, format))


def _violations(tally: Tally, facts: Book, format: Format) -> Iterator[Violation]:
    for rule in RULES:
        yield from rule(tally, facts, format)


def added(decklist: Decklist, card: Card) -> Decklist:
    """The deck with one more copy of a card, in the zone where the card goes; a leader takes the leader's place."""
    if card.deck is Zone.LEADER:
        return Decklist(card.code, decklist.approach, decklist.faction)
    if card.deck is Zone.APPROACH:
        return Decklist.of(decklist.leader, (*decklist.approach, card.code), dict(decklist.faction))
    faction = dict(decklist.faction)
    faction[card.code] = faction.get(card.code, 0) + 1
    return Decklist.of(decklist.leader, decklist.approach, faction)


def why_not(card: Card, decklist: Decklist, format: Format, catalogue: Catalogue) -> tuple[Violation, ...]:
    """The rules that one more copy of ``card`` would break, with the codes of ``check``; empty if it may be added."""
    return Candidates(decklist, format, catalogue).why_not(card)


def pool(decklist: Decklist, format: Format, catalogue: Catalogue) -> tuple[Card, ...]:
    """Every card of which one more copy may be added; leaders are there as long as the deck has none."""
    held = Candidates(decklist, format, catalogue)
    led = decklist.leader is not None
    return tuple(card for card in catalogue if not (led and card.deck is Zone.LEADER) and not held.why_not(card))


class Candidates:
    """A deck counted once, so that every card of the catalogue can be held against it."""

    def __init__(self, decklist: Decklist, format: Format, catalogue: Catalogue) -> None:
        self._decklist = decklist
        self._format = format
        self._facts = facts_of(catalogue, format)
        self._tally = count(decklist, self._facts)
        #: The judgement on the deck as it is.
        self.report = Report(format.code, tuple(_violations(self._tally, self._facts, format)))
        errors = self.report.errors
        self._before = frozenset(errors)
        self._at_fault = frozenset(code for violation in errors for code in violation.cards)
        self._leads = self._tally.leader.person if self._tally.leader else None
        self._serves = self._tally.serves
        self._admitted: dict[tuple[int, bool, int, int, int], bool] = {}

    def admits(self, card: Card) -> bool:
        """Whether one more copy of ``card`` would break no rule: ``why_not`` without the reasons, and much cheaper.

        The rules see no more of a card than its facts, whether it is loyal, the copies of its name, and how often its
        person is there already, so one of all cards that are alike in these is judged for all of them.
        """
        found = self._facts[card.code]
        if found.person == self._leads or card.deck is Zone.LEADER or card.code in self._at_fault:
            return self._keeps_all(card)
        copies = self._tally.names.get(found.name)
        total, allowed = (copies.total, copies.allowed) if copies else (0, 0)
        person = self._tally.people.get(found.person) if found.zone is Zone.APPROACH else None
        there = person.total if person else 0
        key = (found.alike, loyal(found, self._serves), total, allowed, there)
        admitted = self._admitted.get(key)
        if admitted is None:
            admitted = self._admitted[key] = self._keeps_all(card)
        return admitted

    def why_not(self, card: Card) -> tuple[Violation, ...]:
        """The rules that one more copy of ``card`` would break."""
        return tuple(self._broken(card))

    def _keeps_all(self, card: Card) -> bool:
        return next(self._broken(card), None) is None

    def _broken(self, card: Card) -> Iterator[Violation]:
        if card.deck is Zone.LEADER:
            after = count(added(self._decklist, card), self._facts)
        else:
            after = with_one_more(self._tally, self._facts[card.code])
        for violation in _violations(after, self._facts, self._format):
            new = card.code in violation.cards or violation not in self._before
            if new and violation.severity is Severity.ERROR:
                yield violation
