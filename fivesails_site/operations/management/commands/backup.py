"""``manage.py backup``: everything that is true, in one verified file, while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from fivesails_site.operations import archive, backups


class Command(BaseCommand):
    """Keeps the rows of every table and the uploaded files."""

    help = "Back up database and uploads to one file, while the site runs; or verify such a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say what can be chosen."""
        parser.add_argument("directory", nargs="?", type=Path, help="where to put it; backups/ in var/ unless told")
        parser.add_argument("--keep", type=int, metavar="N", help="then remove all backups there but the newest N")
        parser.add_argument("--verify", type=Path, metavar="FILE", help="make none; read this one to its end instead")

    def handle(self, *args: Any, **options: Any) -> None:
        """Keep, verify, thin out."""
        keep: int | None = options["keep"]
        if keep is not None and keep < 1:
            raise CommandError(f"--keep must be 1 or more, not {keep}.")
        try:
            if options["verify"]:
                self._tell(options["verify"], archive.verify(options["verify"]), "is whole")
                return
            directory: Path = options["directory"] or settings.VAR / "backups"
            path, manifest = backups.backup(directory)
        except archive.ArchiveError as error:
            raise CommandError(str(error)) from None
        except DatabaseError as error:
            raise CommandError(f"The database cannot be read: {str(error).strip()}.") from None
        except OSError as error:
            raise CommandError(f"The backup could not be written: {error}.") from None
        self._tell(path, manifest, "was made")
        for old in backups.thin_out(directory, keep, path) if keep else ():
            self.stdout.write(f"removed {old}")

    def _tell(self, path: Path, manifest: archive.Manifest, what: str) -> None:
        self.stdout.write(
            f"{path} {what}: {manifest.rows:,} rows of {len(manifest.tables)} tables and "
            f"{len(manifest.media):,} uploaded files, {path.stat().st_size:,} bytes, as of {manifest.made_at}"
        )
