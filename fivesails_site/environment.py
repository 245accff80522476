"""Every environment variable of the site in one table, which the settings read and the reference prints."""

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
    """A variable: its kind, its default in words, and its description."""

    name: str
    kind: Kind
    default: str
    description: str


VARIABLES: tuple[Variable, ...] = (
    Variable(
        "FIVESAILS_PROFILE",
        "text",
        "`local` for `manage.py` and `make run`, else `production`",
        "`local` serves plain http on this machine only; `production` demands a secret, host names and https.",
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
        "local: made once in `var/secret_key`",
        "Signs sessions and tokens, at least 50 characters. Required in production.",
    ),
    Variable(
        "FIVESAILS_OLD_SECRET_KEYS",
        "list",
        "empty",
        "Secrets of before, separated by commas: what they signed stays good until they are taken out of the list.",
    ),
    Variable(
        "FIVESAILS_ALLOWED_HOSTS",
        "list",
        "local: `127.0.0.1,localhost,[::1]`",
        "Host names the site answers to, separated by commas. Required in production.",
    ),
    Variable(
        "FIVESAILS_SITE_URL",
        "url",
        "`https://` + the first allowed host; local: as the request came",
        "How links in mails begin, as `https://sails.example`. Required in production if the first host is a pattern.",
    ),
    Variable(
        "FIVESAILS_TRUSTED_ORIGINS",
        "list",
        "empty",
        "Origins (`https://...`) whose forms are accepted besides the site's own.",
    ),
    Variable(
        "FIVESAILS_PROXY_SSL_HEADER",
        "text",
        "empty",
        "The header our proxy sets for https requests, as `X-Forwarded-Proto=https`. Unset, no header is believed.",
    ),
    Variable(
        "FIVESAILS_PROXY_COUNT",
        "number",
        "0",
        "How many proxies of ours stand before the site; rate limits take the client's address that many hops back.",
    ),
    Variable(
        "FIVESAILS_HSTS_PRELOAD",
        "flag",
        "on in production",
        "Whether browsers may put the host on their list of sites that are only ever reached by https. Hard to undo.",
    ),
    Variable("FIVESAILS_ADMIN_PATH", "text", "`admin/`", "Where the staff pages live."),
    Variable(
        "FIVESAILS_VAR",
        "path",
        "`var/` in the checkout",
        "Directory for everything the site writes: database, card faces, uploads, collected static files, socket.",
    ),
    Variable("FIVESAILS_WEB_THREADS", "number", "4", "Threads of one web process (`make run`)."),
    Variable(
        "FIVESAILS_WEB_CONNECTIONS",
        "number",
        "4000",
        "Open connections of one web process; further ones wait until one closes.",
    ),
    Variable("FIVESAILS_WEB_PROCESSES", "number", "2", "Web processes (`make run`)."),
    Variable("FIVESAILS_WORKER_PROCESSES", "number", "2", "Processes of the task worker (`make run`)."),
    Variable(
        "FIVESAILS_LAZY_FACES",
        "flag",
        "off",
        "Draw a card's face when it is first asked for, and none ahead of time when a worker starts.",
    ),
    Variable(
        "FIVESAILS_NEW_DECKS",
        "number",
        "300",
        "The most decks that one user, or one address without a user, may make in an hour.",
    ),
    Variable(
        "FIVESAILS_DECK_EDITS",
        "number",
        "300",
        "The most changes to decks that one user, or one address without a user, may make in five minutes.",
    ),
    Variable("FIVESAILS_SIMULATION_GAMES", "number", "10000000", "The most games that one simulation may play."),
    Variable(
        "FIVESAILS_SIMULATION_DAILY_GAMES",
        "number",
        "100000000",
        "The most games that one user, or one address without a user, may have played in a day.",
    ),
    Variable(
        "FIVESAILS_SIMULATIONS_AT_ONCE",
        "number",
        "5",
        "The most unfinished simulations of one user, or of one address without a user.",
    ),
    Variable(
        "FIVESAILS_SIMULATION_QUEUE",
        "number",
        "200",
        "The most unfinished simulations of everybody together; more are refused with 429.",
    ),
    Variable(
        "FIVESAILS_SIMULATION_KEEP_DAYS",
        "number",
        "30",
        "After so many days a simulation that nobody signed in asked for is deleted.",
    ),
    Variable(
        "FIVESAILS_GAME_KEEP_DAYS",
        "number",
        "90",
        "After so many days a recorded game that belongs to no account is deleted.",
    ),
    Variable("FIVESAILS_LOG_LEVEL", "text", "`INFO`", "`DEBUG`, `INFO`, `WARNING` or `ERROR`."),
    Variable(
        "FIVESAILS_LOG_FORMAT",
        "text",
        "local: `line`, else `json`",
        "`json` writes one object for each record, and one record for each request; `line` is for a person.",
    ),
    Variable(
        "FIVESAILS_METRICS_TOKENS",
        "list",
        "empty",
        "Tokens of 20 characters or more; `/metrics` answers to `Authorization: Bearer` with one of them.",
    ),
    Variable(
        "FIVESAILS_METRICS_ADDRESSES",
        "list",
        "empty",
        "Addresses or networks that may read `/metrics` without a token, as `10.0.0.0/8`; never through a proxy.",
    ),
    Variable(
        "DATABASE_URL",
        "url",
        "`sqlite:///` + `var/db.sqlite3`",
        "`postgres://user:password@host:5432/name`, or `sqlite:///relative/path`, or `sqlite:////absolute/path`; "
        "with `?timeout=20` a change to SQLite waits so many seconds for another, then is refused.",
    ),
    Variable(
        "REDIS_URL",
        "url",
        "an embedded server on `var/valkey.sock`",
        "`redis://host:6379/0`, `rediss://...` or `unix:///path`: a Redis or Valkey server to use for queue and cache.",
    ),
    Variable(
        "FIVESAILS_EMAIL_URL",
        "url",
        "`console:`, the worker's output",
        "`smtp://user:password@host:587/?tls=1` (STARTTLS) or `smtps://user:password@host:465/`: where mail leaves.",
    ),
    Variable(
        "FIVESAILS_MAIL_FROM",
        "text",
        "`Five Sails <noreply@localhost>`",
        "The sender of the site's mails, as `Name <address>` or just an address.",
    ),
    Variable("PORT", "number", "8000", "The port `make run` serves on, always on 127.0.0.1."),
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
