"""Checking a deck against a format, and a card before it is added."""

from __future__ import annotations

from collections.abc import Iterator

from cards.catalogue import Card, Catalogue, Zone
from cards.catalogue.formats import Format
from decks.decklist import Decklist
from decks.legality.counts import DeckCounts, count_deck, count_one_more, is_loyal
from decks.legality.facts import FactsByCode, card_facts
from decks.legality.rules import RULES
from decks.legality.violations import Report, Severity, Violation


def check(decklist: Decklist, format: Format, catalogue: Catalogue) -> Report:
    """Report every violation, in the order of the rules."""
    cards = card_facts(catalogue, format)
    return Report(format.code, tuple(_violations(count_deck(decklist, cards), cards, format)))


def is_legal(decklist: Decklist, format: Format, catalogue: Catalogue) -> bool:
    """The same as ``check(...).legal``, but stops at the first violation."""
    cards = card_facts(catalogue, format)
    violations = _violations(count_deck(decklist, cards), cards, format)
    return all(violation.severity is Severity.WARNING for violation in violations)


def _violations(counts: DeckCounts, cards: FactsByCode, format: Format) -> Iterator[Violation]:
    for rule in RULES:
        yield from rule(counts, cards, format)


def add_card(decklist: Decklist, card: Card) -> Decklist:
    """The deck with one more copy of a card, in the zone where it belongs; a leader replaces the leader."""
    if card.deck is Zone.LEADER:
        return Decklist(card.code, decklist.approach, decklist.faction)
    if card.deck is Zone.APPROACH:
        return Decklist.of(decklist.leader, (*decklist.approach, card.code), dict(decklist.faction))
    faction = dict(decklist.faction)
    faction[card.code] = faction.get(card.code, 0) + 1
    return Decklist.of(decklist.leader, decklist.approach, faction)


def why_not(card: Card, decklist: Decklist, format: Format, catalogue: Catalogue) -> tuple[Violation, ...]:
    """The rules that one more copy of ``card`` would break, with the codes of ``check``; empty if it may be added."""
    return AdditionCheck(decklist, format, catalogue).why_not(card)


class AdditionCheck:
    """Which cards may be added to a deck. The deck is counted once, for every card of the catalogue."""

    def __init__(self, decklist: Decklist, format: Format, catalogue: Catalogue) -> None:
        self._decklist = decklist
        self._format = format
        self._cards = card_facts(catalogue, format)
        self._counts = count_deck(decklist, self._cards)
        #: On the deck as it is.
        self.report = Report(format.code, tuple(_violations(self._counts, self._cards, format)))
        errors = self.report.errors
        self._errors_before = frozenset(errors)
        self._codes_at_fault = frozenset(code for violation in errors for code in violation.cards)
        self._leader_person = self._counts.leader.person if self._counts.leader else None
        self._leader_faction = self._counts.leader_faction
        self._allowed: dict[tuple[int, bool, int, int, int], bool] = {}

    def allows(self, card: Card) -> bool:
        """Whether one more copy of ``card`` would break no rule: ``why_not`` without the reasons, and much cheaper.

        The rules see no more of a card than its class, its loyalty, the copies of its name and of its person: one check
        answers for all cards that are equal in these.
        """
        facts = self._cards[card.code]
        if facts.person == self._leader_person or card.deck is Zone.LEADER or card.code in self._codes_at_fault:
            return self._breaks_nothing(card)
        copies = self._counts.by_name.get(facts.name)
        total, limit = (copies.total, copies.allowed) if copies else (0, 0)
        person = self._counts.by_person.get(facts.person) if facts.zone is Zone.APPROACH else None
        key = (
            facts.rules_class,
            is_loyal(facts, self._leader_faction),
            total,
            limit,
            person.total if person else 0,
        )
        allowed = self._allowed.get(key)
        if allowed is None:
            allowed = self._allowed[key] = self._breaks_nothing(card)
        return allowed

    def why_not(self, card: Card) -> tuple[Violation, ...]:
        return tuple(self._new_errors(card))

    def _breaks_nothing(self, card: Card) -> bool:
        return next(self._new_errors(card), None) is None

    def _new_errors(self, card: Card) -> Iterator[Violation]:
        if card.deck is Zone.LEADER:
            after = count_deck(add_card(self._decklist, card), self._cards)
        else:
            after = count_one_more(self._counts, self._cards[card.code])
        for violation in _violations(after, self._cards, self._format):
            is_new = card.code in violation.cards or violation not in self._errors_before
            if is_new and violation.severity is Severity.ERROR:
                yield violation
