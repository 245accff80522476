"""``manage.py simulation_worker``: one more machine, or one more process, that plays simulations and nothing else."""

import os
import socket
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.jobs.run.dispatch import QUEUE


class Command(BaseCommand):
    """Becomes a worker that takes from the simulations' queue only; REDIS_URL and DATABASE_URL are all it needs."""

    help = "Play simulations for the site at REDIS_URL and DATABASE_URL, until stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="one for each core by default")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["processes"] < 1:
            raise CommandError(f"--processes must be 1 or more, not {options['processes']}.")
        command = [sys.executable, "-W", "ignore:You're running the worker", "-m", "celery", "--quiet"]
        command += ["-A", "fivesails_site", "worker", "--queues", QUEUE, "--concurrency", str(options["processes"])]
        command += ["--hostname", f"simulations-{os.getpid()}@{socket.gethostname()}"]
        command += [
            "--without-gossip",
            "--without-mingle",
            "--loglevel",
            "INFO" if options["verbosity"] > 1 else "WARNING",
        ]
        self.stdout.write(f"{options['processes']} processes play simulations. Ctrl-C stops them.")
        self.stdout.flush()
        os.execv(command[0], command)  # noqa: S606 - a list of arguments, no shell
