"""``manage.py abilities``: how many of the printed abilities the rules engine plays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.catalogue.phrases import plain
from rules.five_sails.abilities.coverage import Coverage, report
from rules.five_sails.abilities.declared import IMPLEMENTED
from rules.five_sails.abilities.survey import load_survey

_COLUMNS = ("", "cards", "whole", "abilities", "implemented", "share", "in reach")


class Command(BaseCommand):
    help = "Show how many printed abilities are implemented, set by set. The rest play as if they were not printed."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--missing", metavar="SET", help="list the abilities of a set or list that are not implemented"
        )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        survey = load_survey()
        found = report(survey.catalogue, IMPLEMENTED, survey)
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
        self.stdout.write(
            "\nwhole: every ability is implemented. in reach: not implemented, but every word it needs exists."
        )

    def _list(self, each: Coverage) -> None:
        for missing in each.missing:
            words = f"  (new: {', '.join(missing.new_words)})" if missing.new_words else ""
            self.stdout.write(f"{missing.card.code} {missing.card.full_name}: {plain(missing.text)}{words}")
        self.stdout.write(f"{each.implemented} of {each.abilities} abilities of {each.name} are implemented")


def _numbers(each: Coverage) -> tuple[int | str, ...]:
    return each.cards, each.whole, each.abilities, each.implemented, f"{each.share:.0%}", each.within_reach


def _record(each: Coverage, *, listed: bool) -> dict[str, object]:
    record: dict[str, object] = {
        "name": each.name,
        "cards": each.cards,
        "whole": each.whole,
        "abilities": each.abilities,
        "implemented": each.implemented,
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
