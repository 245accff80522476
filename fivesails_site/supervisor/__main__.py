"""`python -m fivesails_site.supervisor`: what `make run` becomes."""

import argparse
import os
import signal
import sys

from fivesails_site.supervisor.console import FatalError, complain


def main() -> int:
    """Run the site until it is stopped; returns the exit code."""
    parser = argparse.ArgumentParser(prog="fivesails_site.supervisor", description="Run the site with all its parts.")
    parser.add_argument("--prepare", action="store_true", help="migrate, load data, collect static files, then exit")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fivesails_site.settings")
    os.environ.setdefault("FIVESAILS_PROFILE", "local")
    import django
    from django.core.exceptions import ImproperlyConfigured

    try:
        django.setup()
        from fivesails_site.supervisor.site import Site

        site = Site()
        return site.prepare() if options.prepare else site.run()
    except ImproperlyConfigured as error:
        complain(f"settings: {error}")
        return 2
    except FatalError as error:
        complain(str(error))
        return 1
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


if __name__ == "__main__":
    sys.exit(main())
