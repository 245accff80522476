"""``manage.py workers``: list the running workers, for people and health checks."""

import socket
from argparse import ArgumentParser
from typing import Any

import redis
from django.core.management.base import BaseCommand, CommandError

from fivesails_site import worker_registry
from web.number_format import quantity


class Command(BaseCommand):
    help = "List the running workers; fail if there are none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--here", action="store_true", help="only those on this host")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            present = worker_registry.present()
        except (redis.RedisError, OSError) as error:
            raise CommandError(f"The queue cannot be reached: {error}.") from None
        if options["here"]:
            present = {name: count for name, count in present.items() if name.endswith(f"@{socket.gethostname()}")}
        if not present:
            raise CommandError("No worker is running.")
        for name, processes in sorted(present.items()):
            self.stdout.write(f"{name}: {quantity(processes, 'process', 'processes')}")
