#!/usr/bin/env python
"""Django's command line, set for this project."""

import os
import sys


def main() -> None:
    """Run a management command; on a developer's machine the local profile is the default."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fivesails_site.settings")
    os.environ.setdefault("FIVESAILS_PROFILE", "local")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError:
        sys.exit("Django is not installed here. Run `make run` once, then use .venv/bin/python manage.py.")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"settings: {error}")


if __name__ == "__main__":
    main()
