"""The Chromium that browser tests drive: found, or installed where that is possible.

Run as a program before the tests, it makes sure there is one, or says in one line what is missing.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
ADVICE = "install Chromium (on Debian: apt-get install chromium) or set CHROMIUM=/path/to/it"


def find() -> str | None:
    """The one the environment names, else the first on the path."""
    if named := os.environ.get("CHROMIUM"):
        if not shutil.which(named):
            sys.exit(f"five sails: CHROMIUM={named} cannot be run; {ADVICE}")
        return shutil.which(named)
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    return found or (str(MAC) if MAC.exists() else None)


def install() -> None:
    """From Debian's packages, which only root may do."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        sys.exit(f"five sails: browser tests need Chromium, and it cannot be installed from here; {ADVICE}")
    sys.stdout.write("site   | installing Chromium from the system's packages\n")
    sys.stdout.flush()
    quiet = {"env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, "stdout": subprocess.DEVNULL}
    for arguments in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
        done = subprocess.run(["apt-get", *arguments], stderr=subprocess.PIPE, text=True, check=False, **quiet)
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            sys.exit(f"five sails: Chromium could not be installed ({reason}); {ADVICE}")


if __name__ == "__main__":
    if find() is None:
        install()
        if find() is None:
            sys.exit(f"five sails: Chromium was installed but is not on the path; {ADVICE}")
