"""``manage.py check_cards``: the data files against their schema and each other, without a database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.catalogue.datafiles import DATA, DataError, read_data
from web.number_format import quantity


class Command(BaseCommand):
    help = "Check the card data files: schema, wording, codes, names and references."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--data", type=Path, default=DATA, help="directory of the data files")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            data = read_data(options["data"])
        except DataError as error:
            raise CommandError(f"{error}\n{quantity(len(error.faults), 'fault')} in the card data.") from None
        self.stdout.write(f"{len(data.catalogue)} cards in {len(data.catalogue.sets)} sets: no faults.")
