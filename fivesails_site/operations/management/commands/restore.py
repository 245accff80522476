"""``manage.py restore``: replace rows and uploads with those of a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from fivesails_site.operations import archive, backups
from web.number_format import quantity


class Command(BaseCommand):
    help = "Restore the database and uploads from a backup. Stop the site first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by manage.py backup")
        parser.add_argument("--replace", action="store_true", help="restore even if the database is not empty")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            done = backups.restore(options["file"], replace=options["replace"])
        except archive.ArchiveError as error:
            raise CommandError(f"{error} Nothing was changed.") from None
        except DatabaseError as error:
            raise CommandError(f"The database cannot be used: {str(error).strip()}. Nothing was changed.") from None
        except OSError as error:
            raise CommandError(f"The backup could not be restored: {error}.") from None
        self.stdout.write(f"restored {done.manifest.describe()}")
        if done.migrated:
            self.stdout.write(f"the archive was from an older release: applied {quantity(done.migrated, 'migration')}")
        for what, place in (("rows", done.old_rows), ("uploads", done.old_media)):
            if place:
                self.stdout.write(f"the previous {what} are in {place}; remove them once you no longer need them")
