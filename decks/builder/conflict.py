"""Conflicting edits: the saved list and the visitor's, to choose one or merge both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cards.catalogue import Card, Catalogue, Zone
from cards.catalogue.formats import Format
from decks.decklist import Decklist
from decks.legality import Report, check
from decks.lists.comparison import compare
from decks.lists.edits import Edit, apply, merge
from decks.models import DeckVersion

UNDO = "undo"
REDO = "redo"


def replay(base: DeckVersion, words: Sequence[str], format: Format, catalogue: Catalogue) -> Decklist:
    """Apply edits to the version that their author saw."""
    version, decklist = base, base.decklist
    for word in words:
        if word == UNDO:
            version = version.parent or version
            decklist = version.decklist
        elif word == REDO:
            version = version.children.last() or version
            decklist = version.decklist
        else:
            decklist = apply(Edit.parse(word), decklist, format, catalogue)
    return decklist


@dataclass(frozen=True, slots=True)
class Difference:
    """A card whose count differs between the two lists, with its count in the merged one."""

    zone: Zone
    card: Card
    theirs: int
    mine: int
    both: int


@dataclass(frozen=True)
class Conflict:
    """Two lists with a common base: the saved one, and the one that could not be saved."""

    base: DeckVersion
    theirs: DeckVersion
    mine: Decklist
    #: The edits that led to ``mine``, to be sent along with the choice.
    words: tuple[str, ...]
    format: Format
    catalogue: Catalogue

    @cached_property
    def both(self) -> Decklist:
        return merge(self.base.decklist, self.mine, self.theirs.decklist)

    @property
    def differences(self) -> list[Difference]:
        """Card by card, leaders included."""
        apart = compare(self.theirs.decklist, self.mine, self.catalogue)
        together = {
            (change.zone, change.code): change.after
            for change in compare(self.theirs.decklist, self.both, self.catalogue).changes
        }
        rows = [
            Difference(
                change.zone,
                self.catalogue.card(change.code),
                change.before,
                change.after,
                together.get((change.zone, change.code), change.before),
            )
            for change in apart.changes
        ]
        leaders = dict.fromkeys(filter(None, (apart.leader_before, apart.leader_after)))
        if apart.leader_before != apart.leader_after:
            rows[:0] = [
                Difference(
                    Zone.LEADER,
                    self.catalogue.card(code),
                    int(code == apart.leader_before),
                    int(code == apart.leader_after),
                    int(code == self.both.leader),
                )
                for code in leaders
            ]
        return rows

    @property
    def verdicts(self) -> list[Report]:
        """The legality of their list, mine and both."""
        return [check(each, self.format, self.catalogue) for each in (self.theirs.decklist, self.mine, self.both)]
