"""``manage.py backup``: rows and uploads in one verified file, while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from fivesails_site.operations import archive, backups
from web.number_format import quantity


class Command(BaseCommand):
    help = "Back up the database and uploads to one file, while the site runs, or verify such a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", nargs="?", type=Path, help="defaults to backups/ in var/")
        parser.add_argument("--keep", type=int, metavar="N", help="keep only the newest N backups in the directory")
        parser.add_argument("--verify", type=Path, metavar="FILE", help="verify this file instead of making one")

    def handle(self, *args: Any, **options: Any) -> None:
        keep: int | None = options["keep"]
        if keep is not None and keep < 1:
            raise CommandError(f"--keep must be 1 or more, not {keep}.")
        try:
            if options["verify"]:
                self._report(options["verify"], archive.verify(options["verify"]), "is intact")
                return
            directory: Path = options["directory"] or settings.VAR / "backups"
            path, manifest = backups.backup(directory)
        except archive.ArchiveError as error:
            raise CommandError(str(error)) from None
        except DatabaseError as error:
            raise CommandError(f"The database cannot be read: {str(error).strip()}.") from None
        except OSError as error:
            raise CommandError(f"The backup could not be written: {error}.") from None
        self._report(path, manifest, "written")
        for old in backups.remove_old(directory, keep, path) if keep else ():
            self.stdout.write(f"removed {old}")

    def _report(self, path: Path, manifest: archive.Manifest, outcome: str) -> None:
        self.stdout.write(f"{path} {outcome}: {manifest.describe()}, {quantity(path.stat().st_size, 'byte')}")
