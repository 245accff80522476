"""Every environment variable of the site in one table, used by the settings and compared with the reference."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from django.core.exceptions import ImproperlyConfigured

Kind = Literal["text", "flag", "number", "list", "path", "url"]

PREFIX = "FIVESAILS_"
YES = frozenset({"1", "true", "yes", "on"})
NO = frozenset({"", "0", "false", "no", "off"})


@dataclass(frozen=True)
class Variable:
    """A variable; the default is for people."""

    name: str
    kind: Kind
    default: str
    description: str


VARIABLES: tuple[Variable, ...] = (
    Variable(
        "FIVESAILS_PROFILE",
        "text",
        "`local` for `manage.py` and `make run`, else `production`",
        "`local` serves plain http on this machine only; `production` requires a secret, host names and https.",
    ),
    Variable(
        "FIVESAILS_DEBUG",
        "flag",
        "off (`make serve`: on)",
        "Django's debug pages. Refused in production, and with host names other than this machine's.",
    ),
    Variable(
        "FIVESAILS_SECRET_KEY",
        "text",
        "local: created once in `var/secret_key`",
        "Signs sessions and tokens, at least 50 characters. Required in production.",
    ),
    Variable(
        "FIVESAILS_OLD_SECRET_KEYS",
        "list",
        "empty",
        "Previous secrets, separated by commas: what they signed stays valid while they are listed.",
    ),
    Variable(
        "FIVESAILS_ALLOWED_HOSTS",
        "list",
        "local: `127.0.0.1,localhost,[::1]`",
        "Host names of the site, separated by commas. Required in production.",
    ),
    Variable(
        "FIVESAILS_SITE_URL",
        "url",
        "`https://` + the first allowed host; local: as in the request",
        "Start of links in mails, as `https://sails.example`. Required in production if the first host is a pattern.",
    ),
    Variable(
        "FIVESAILS_TRUSTED_ORIGINS",
        "list",
        "empty",
        "Origins (`https://...`) whose forms are accepted in addition to the site's own.",
    ),
    Variable(
        "FIVESAILS_PROXY_SSL_HEADER",
        "text",
        "empty",
        "The header your proxy sets for https, such as `X-Forwarded-Proto=https`. If unset, no header is trusted.",
    ),
    Variable(
        "FIVESAILS_PROXY_COUNT",
        "number",
        "0",
        "The number of your proxies in front of the site; rate limits use the client address that many hops back.",
    ),
    Variable(
        "FIVESAILS_HSTS_PRELOAD",
        "flag",
        "on in production",
        "Whether browsers may put the host on their preload list of https-only sites. Hard to undo.",
    ),
    Variable("FIVESAILS_ADMIN_PATH", "text", "`admin/`", "The path of the admin pages."),
    Variable(
        "FIVESAILS_VAR",
        "path",
        "`var/` in the checkout",
        "Directory for everything the site writes: database, card faces, uploads, collected static files, socket.",
    ),
    Variable("FIVESAILS_WEB_THREADS", "number", "4", "Threads per web process."),
    Variable(
        "FIVESAILS_WEB_CONNECTIONS",
        "number",
        "4000",
        "Open connections per web process; more wait until one closes.",
    ),
    Variable("FIVESAILS_WEB_PROCESSES", "number", "2", "Web processes."),
    Variable("FIVESAILS_WORKER_PROCESSES", "number", "2", "Processes of the task worker (`make run`)."),
    Variable(
        "FIVESAILS_LAZY_FACES",
        "flag",
        "off",
        "Draw card faces on first request only, not ahead of time when a worker starts.",
    ),
    Variable(
        "FIVESAILS_NEW_DECKS",
        "number",
        "300",
        "New decks per hour, for each user or, without an account, each address.",
    ),
    Variable(
        "FIVESAILS_DECK_EDITS",
        "number",
        "300",
        "Changes to decks in five minutes, for each user or, without an account, each address.",
    ),
    Variable("FIVESAILS_SIMULATION_GAMES", "number", "10000000", "Maximum number of games in one simulation."),
    Variable(
        "FIVESAILS_SIMULATION_DAILY_GAMES",
        "number",
        "100000000",
        "Simulated games per day, for each user or, without an account, each address.",
    ),
    Variable(
        "FIVESAILS_SIMULATIONS_AT_ONCE",
        "number",
        "5",
        "Unfinished simulations, for each user or, without an account, each address.",
    ),
    Variable(
        "FIVESAILS_SIMULATION_QUEUE",
        "number",
        "200",
        "Unfinished simulations of everybody together; more are refused with 429.",
    ),
    Variable(
        "FIVESAILS_SIMULATION_KEEP_DAYS",
        "number",
        "30",
        "Days after which a simulation that belongs to no account is deleted.",
    ),
    Variable(
        "FIVESAILS_GAME_KEEP_DAYS",
        "number",
        "90",
        "Days after which a recorded game that belongs to no account is deleted.",
    ),
    Variable("FIVESAILS_LOG_LEVEL", "text", "`INFO`", "`DEBUG`, `INFO`, `WARNING` or `ERROR`."),
    Variable(
        "FIVESAILS_LOG_FORMAT",
        "text",
        "local: `line`, else `json`",
        "`json` writes one object per line, and a line per request; `line` is for people.",
    ),
    Variable(
        "FIVESAILS_METRICS_TOKENS",
        "list",
        "empty",
        "Tokens of 20 characters or more that may read `/metrics` with `Authorization: Bearer`.",
    ),
    Variable(
        "FIVESAILS_METRICS_ADDRESSES",
        "list",
        "empty",
        "Addresses or networks, such as `10.0.0.0/8`, that may read `/metrics` without a token; never through a proxy.",
    ),
    Variable(
        "DATABASE_URL",
        "url",
        "`sqlite:///` + `var/db.sqlite3`",
        "`postgres://user:password@host:5432/name`, or `sqlite:///relative/path`, or `sqlite:////absolute/path`; "
        "`?timeout=20` is how many seconds a change to SQLite waits for another before it is refused.",
    ),
    Variable(
        "REDIS_URL",
        "url",
        "an embedded server on `var/valkey.sock`",
        "`redis://host:6379/0`, `rediss://...` or `unix:///path`: the Redis or Valkey server for queue and cache.",
    ),
    Variable(
        "FIVESAILS_EMAIL_URL",
        "url",
        "`console:`, the worker's output",
        "`smtp://user:password@host:587/?tls=1` (STARTTLS) or `smtps://user:password@host:465/`: the mail server.",
    ),
    Variable(
        "FIVESAILS_MAIL_FROM",
        "text",
        "`Five Sails <noreply@localhost>`",
        "The sender of mails, as `Name <address>` or just an address.",
    ),
    Variable("PORT", "number", "8000", "The port of `make run`, always on 127.0.0.1."),
)


class Environment:
    """Typed access to the variables.

    :raises ImproperlyConfigured: with one line that names the variable, for unknown names and unusable values.
    """

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values
        self._table = {variable.name: variable for variable in VARIABLES}
        for name in values:
            if name.startswith(PREFIX) and name not in self._table:
                close = difflib.get_close_matches(name, self._table, n=1)
                hint = f"; did you mean {close[0]}?" if close else ""
                raise ImproperlyConfigured(f"{name} is not a setting of this site{hint}")

    def text(self, name: str, default: str = "") -> str:
        """The value, stripped; empty counts as unset."""
        assert name in self._table, name
        return self._values.get(name, "").strip() or default

    def flag(self, name: str, *, default: bool = False) -> bool:
        word = self.text(name, "1" if default else "").lower()
        if word in YES:
            return True
        if word in NO:
            return False
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {word!r}")

    def number(self, name: str, default: int, low: int = 0, high: int = 65535) -> int:
        word = self.text(name, str(default))
        if not (word.isascii() and word.isdigit() and low <= int(word[:9]) <= high):
            raise ImproperlyConfigured(f"{name} must be a whole number from {low} to {high}, not {word!r}")
        return int(word)

    def words(self, name: str) -> list[str]:
        return [word for part in self.text(name).split(",") if (word := part.strip())]

    def choice(self, name: str, default: str, allowed: tuple[str, ...]) -> str:
        word = self.text(name, default)
        if word not in allowed:
            raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {word!r}")
        return word
