"""Settings for tests: the local profile in a directory of its own, without what a test must start itself."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# The database may be chosen from outside, so that the same tests can be run on PostgreSQL.
for _name in [name for name in os.environ if name.startswith("FIVESAILS_")] + ["REDIS_URL", "PORT"]:
    os.environ.pop(_name, None)
os.environ["FIVESAILS_PROFILE"] = "local"
os.environ["FIVESAILS_VAR"] = tempfile.mkdtemp(prefix="fivesails-tests-")
# Compiling takes longer than most tests: once for a checkout, whatever directory a test works in.
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).resolve().parent.parent / "var" / "numba"))
atexit.register(shutil.rmtree, os.environ["FIVESAILS_VAR"], ignore_errors=True)

from fivesails_site.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}  # noqa: F405
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Served files are looked up there even when none were collected.
STATIC_ROOT.mkdir()  # noqa: F405
# Tests make more decks than anybody would by hand; those of the limit set their own.
NEW_DECKS_AN_HOUR = DECK_EDITS = 1_000_000
