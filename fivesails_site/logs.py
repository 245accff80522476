"""How the site writes its log: lines for a person at a terminal, JSON for programs; neither with anybody's secrets."""

from __future__ import annotations

import datetime
import json
import logging
import re
from typing import Any, Final

from fivesails_site import tracing

#: Parts of addresses that open what they name to whoever knows them, or that name a person.
SECRET_PARTS: Final = frozenset({"link", "simulation_id", "game_id", "uidb64", "token", "sealed", "username"})
GONE: Final = "…"

_RULES: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(r"(/accounts/reset/)(?!sent/)[^\s/?#'\"]+(/)[^\s/?#'\"]+"), rf"\1{GONE}\2{GONE}"),
    (re.compile(r"(/(?:d|simulations|games|players|accounts/mail/confirm)/)[^\s/?#'\"]+"), rf"\1{GONE}"),
    (re.compile(r"\bfs_[A-Za-z0-9_-]{8,}"), f"fs_{GONE}"),
    # What PostgreSQL adds to an error about a row: the row's values.
    (re.compile(r"(Key \([^)]*\)=)\(.*?\)(?= (?:already|is|conflicts))"), rf"\1({GONE})"),
    (re.compile(r"(Failing row contains )\(.*\)"), rf"\1({GONE})"),
    (re.compile(r"[\w.+-]+@(?=[\w-]+\.)[\w.-]+\w"), f"{GONE}@{GONE}"),
)


def redact(text: str) -> str:
    """The text without share links, tokens, mail addresses and the names of users in addresses."""
    for pattern, instead in _RULES:
        text = pattern.sub(instead, text)
    return text


class TracingFilter(logging.Filter):
    """Put the name of the request on every record, and the task's in a worker."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Never drops a record."""
        record.request_id = tracing.current()
        record.task = tracing.task()
        return True


class LineFormatter(logging.Formatter):
    """For a person: level, logger, request, message."""

    def __init__(self) -> None:
        super().__init__("{levelname} {name} [{request_id}] {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        """One line, and a traceback where there is one."""
        return _clean(record, super().format(record))


class JsonFormatter(logging.Formatter):
    """For a program: one object for each record, on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Only what is named here is written: an argument of a task or a header of a request never is."""
        moment = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        entry: dict[str, Any] = {
            "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": _clean(record, record.getMessage()),
            "request_id": getattr(record, "request_id", tracing.NOBODY),
            "process": record.process,
        }
        if task := getattr(record, "task", None):
            entry["task"], entry["task_id"] = task
        entry |= getattr(record, "access", {})
        if record.exc_info:
            entry["exception"] = redact(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)


def _clean(record: logging.LogRecord, text: str) -> str:
    # The names of workers look like mail addresses.
    return text if record.name.startswith("celery.") and not record.exc_info else redact(text)


def configuration(form: str, level: str, *, access: bool) -> dict[str, Any]:
    """For `logging.config`: everything to the console, in one of the two forms."""
    formatter = {"json": JsonFormatter, "line": LineFormatter}[form]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"tracing": {"()": TracingFilter}},
        "formatters": {"chosen": {"()": formatter}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "chosen", "filters": ["tracing"]}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "fivesails.access": {"level": "INFO" if access else "CRITICAL"},
            "fivesails.tasks": {"level": "INFO" if access else "CRITICAL"},
        },
    }
