"""``manage.py abilities``: how many of the printed abilities the rules engine plays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.catalogue.phrases import plain
from rules.five_sails.abilities.coverage import Coverage, report
from rules.five_sails.abilities.declared import BUILT
from rules.five_sails.abilities.survey import load_survey

_COLUMNS = ("", "cards", "whole", "abilities", "built", "share", "in reach")


class Command(BaseCommand):
    """Tells the coverage per set."""

    help = "Say how many abilities are built, set by set. A card's other abilities play as if they were not printed."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what can be asked."""
        parser.add_argument("--missing", metavar="SET", help="list what is not built of a set or list, by its name")
        parser.add_argument("--json", action="store_true", help="the same for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the table, or what is missing."""
        survey = load_survey()
        found = report(survey.catalogue, BUILT, survey)
        if options["missing"]:
            found = [_named(found, options["missing"])]
        if options["json"]:
            self.stdout.write(json.dumps([_record(each, listed=bool(options["missing"])) for each in found], indent=2))
        elif options["missing"]:
            self._list(found[0])
        else:
            self._table(found)

    def _table(self, found: Sequence[Coverage]) -> None:
        rows = [_COLUMNS, *((each.name, *map(str, _numbers(each))) for each in found)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS))]
        for row in rows:
            first, *rest = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            self.stdout.write("  ".join([row[0].ljust(len(first)), *rest]))
        self.stdout.write("\nwhole: every ability is built. in reach: not built, but every word it needs is at hand.")

    def _list(self, each: Coverage) -> None:
        for missing in each.missing:
            words = f"  (new: {', '.join(missing.new_words)})" if missing.new_words else ""
            self.stdout.write(f"{missing.card.code} {missing.card.full_name}: {plain(missing.text)}{words}")
        self.stdout.write(f"{each.built} of {each.abilities} abilities of {each.name} are built")


def _numbers(each: Coverage) -> tuple[int | str, ...]:
    return each.cards, each.whole, each.abilities, each.built, f"{each.share:.0%}", each.within_reach


def _record(each: Coverage, *, listed: bool) -> dict[str, object]:
    record: dict[str, object] = {
        "name": each.name,
        "cards": each.cards,
        "whole": each.whole,
        "abilities": each.abilities,
        "built": each.built,
        "within_reach": each.within_reach,
    }
    if listed:
        record["missing"] = [
            {"code": one.card.code, "text": one.text, "new_words": list(one.new_words)} for one in each.missing
        ]
    return record


def _named(found: Sequence[Coverage], name: str) -> Coverage:
    for each in found:
        if name.casefold() in (each.name.casefold(), each.name.removesuffix(" (list)").casefold()):
            return each
    raise CommandError(f"no set or list is called {name!r}: there are {', '.join(each.name for each in found)}")
