"""``manage.py load_cards``: card data into the database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from cards.catalogue.datafiles import DATA, DataError, content_version, read_data
from cards.loader import load
from cards.models import CardLoad


class Command(BaseCommand):
    help = "Load the card data files into the database and report what was added, changed and removed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--data", type=Path, default=DATA, help="directory of the data files")
        parser.add_argument("--dry-run", action="store_true", help="report what would change without changing anything")
        parser.add_argument("--force", action="store_true", help="compare every card even if the files are unchanged")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            version = content_version(options["data"])
            newest = CardLoad.objects.first()
            if newest and newest.version == version and not options["force"]:
                self.stdout.write(f"Cards are up to date (version {version}).")
                return
            data = read_data(options["data"])
        except DataError as error:
            raise CommandError(f"The card data is invalid; nothing was changed.\n{error}") from None
        with transaction.atomic():
            changes = load(data)
            if options["dry_run"]:
                transaction.set_rollback(True)
        if options["verbosity"] > 1:
            for word in ("added", "changed", "removed", "retired"):
                for code in getattr(changes, word):
                    self.stdout.write(f"{word}: {code}")
        prefix = "Would load" if options["dry_run"] else "Loaded"
        self.stdout.write(f"{prefix} {len(data.catalogue)} cards (version {version}): {changes}.")
