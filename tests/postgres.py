"""A private PostgreSQL for the tests, on a socket of its own: `python tests/postgres.py pytest arguments...`.

Run as a program it starts the server, runs pytest on it, and takes everything away again. Tests that start processes
give each directory of theirs a database of its own on the same server.
"""

import hashlib
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

ADVICE = "install PostgreSQL 15 or newer (on Debian: apt-get install postgresql)"
# Nothing here outlives the run, so nothing waits for the disk.
QUICK = """
fsync = off
synchronous_commit = off
full_page_writes = off
listen_addresses = ''
max_connections = 200
"""


def _find(name: str) -> str | None:
    places = [os.environ.get("PATH", ""), *map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True))]
    return shutil.which(name, path=os.pathsep.join(places))


def _program(name: str) -> str:
    found = _find(name)
    if not found:
        _install()
        found = _find(name)
    if not found:
        sys.exit(f"five sails: {name} was not found; {ADVICE}")
    return found


def _install() -> None:
    """From Debian's packages, which only root may do."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        sys.exit(f"five sails: these tests need PostgreSQL, and it cannot be installed from here; {ADVICE}")
    sys.stdout.write("site   | installing PostgreSQL from the system's packages\n")
    sys.stdout.flush()
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "postgresql"]):
        done = subprocess.run(["apt-get", *arguments], env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            sys.exit(f"five sails: PostgreSQL could not be installed ({reason}); {ADVICE}")


def _account() -> str | None:
    """The server refuses to be root; Debian's package makes an account for it."""
    if os.geteuid():
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    sys.exit("five sails: PostgreSQL does not run as root, and there is no other account to run it as")


@contextmanager
def server() -> Iterator[str]:
    """Start it and give the URL of a database there; stop it and forget all in the end."""
    account = _account()
    place = Path(tempfile.mkdtemp(prefix="fivesails-pg-"))
    if account:
        shutil.chown(place, account)
    data = place / "data"
    owner = account or pwd.getpwuid(os.geteuid()).pw_name

    def run(*command: str) -> None:
        # Its words are kept from the tests' own; what it says matters when it fails.
        with (place / "said").open("ab+") as said:
            done = subprocess.run(command, user=account, cwd=place, stdout=said, stderr=said, check=False)
            if done.returncode:
                said.seek(0)
                sys.exit(f"five sails: {Path(command[0]).name} failed:\n{said.read().decode(errors='replace')}")

    try:
        run(_program("initdb"), "--pgdata", str(data), "--auth", "trust", "--encoding", "UTF8", "--locale", "C")
        with (data / "postgresql.conf").open("a") as settings:
            settings.write(f"{QUICK}unix_socket_directories = '{place}'\n")
        control = (_program("pg_ctl"), "--pgdata", str(data), "--wait")
        run(*control, "--log", str(place / "log"), "start")
        try:
            yield f"postgres://{owner}@{quote(str(place), safe='')}/postgres"
        finally:
            run(*control, "--mode", "immediate", "stop")
    finally:
        shutil.rmtree(place, ignore_errors=True)


def chosen() -> str:
    """The URL of the server that this run of the tests uses; empty on SQLite."""
    url = os.environ.get("DATABASE_URL", "")
    return url if url.startswith("postgres") else ""


def _name(var: Path) -> str:
    return "var_" + hashlib.sha256(str(var.resolve()).encode()).hexdigest()[:24]


def database(var: Path, template: Path | None = None) -> str:
    """The URL of a directory's own database there, made on first asking, empty or as a copy of another's."""
    name = _name(var)
    with psycopg.connect(chosen(), autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            source = _name(template) if template else "template0"
            words = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(source))
            connection.execute(words)
    return f"{chosen().rpartition('/')[0]}/{name}"


if __name__ == "__main__":
    with server() as url:
        code = subprocess.run(
            [sys.executable, "-m", "pytest", *sys.argv[1:]], env={**os.environ, "DATABASE_URL": url}, check=False
        ).returncode
    sys.exit(code)
