"""``manage.py workers``: who is there to do the work."""

import socket
from argparse import ArgumentParser
from typing import Any

import redis
from django.core.management.base import BaseCommand, CommandError

from fivesails_site import roll


class Command(BaseCommand):
    """Reads the roll; for people, and for health checks."""

    help = "List the workers that were heard of in the last seconds; fail if there is none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say what can be chosen."""
        parser.add_argument("--here", action="store_true", help="only those of this host")

    def handle(self, *args: Any, **options: Any) -> None:
        """One line for each."""
        try:
            present = roll.present()
        except (redis.RedisError, OSError) as error:
            raise CommandError(f"The queue cannot be asked: {error}.") from None
        if options["here"]:
            present = {name: count for name, count in present.items() if name.endswith(f"@{socket.gethostname()}")}
        if not present:
            raise CommandError("No worker was heard of lately.")
        for name, processes in sorted(present.items()):
            self.stdout.write(f"{name}: {processes} process{'es' if processes != 1 else ''}")
