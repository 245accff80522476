"""Logging, as lines for a terminal or JSON for programs, both without secrets."""

from __future__ import annotations

import datetime
import json
import logging
import re
from typing import Any, Final

from web import request_ids

#: URL parameters that grant access to what they name, or that name a person.
SECRET_PARTS: Final = frozenset({"link", "simulation_id", "game_id", "uidb64", "token", "sealed", "username"})
REDACTED: Final = "…"

_RULES: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(r"(/accounts/reset/)(?!sent/)[^\s/?#'\"]+(/)[^\s/?#'\"]+"), rf"\1{REDACTED}\2{REDACTED}"),
    (re.compile(r"(/(?:d|simulations|games|players|streams|accounts/mail/confirm)/)[^\s/?#'\"]+"), rf"\1{REDACTED}"),
    (re.compile(r"\bfs_[A-Za-z0-9_-]{8,}"), f"fs_{REDACTED}"),
    # PostgreSQL adds the row's values to its errors.
    (re.compile(r"(Key \([^)]*\)=)\(.*?\)(?= (?:already|is|conflicts))"), rf"\1({REDACTED})"),
    (re.compile(r"(Failing row contains )\(.*\)"), rf"\1({REDACTED})"),
    (re.compile(r"[\w.+-]+@(?=[\w-]+\.)[\w.-]+\w"), f"{REDACTED}@{REDACTED}"),
)


access_log = logging.getLogger("fivesails.access")


def write_access(method: str, route: str, path: str, status: int, seconds: float) -> None:
    """Log a request: its route and redacted path, nothing about who sent it."""
    path = redact(path)
    access = {
        "method": method,
        "route": route,
        "path": path,
        "status": status,
        "milliseconds": round(seconds * 1000, 1),
    }
    access_log.info("%s %s %s", method, path, status, extra={"access": access})


def redact(text: str) -> str:
    """The text without share links, tokens, email addresses and user names."""
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return text


class TracingFilter(logging.Filter):
    """Adds the request id, and in a worker the task, to every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_ids.current()
        record.task = request_ids.task()
        return True


class LineFormatter(logging.Formatter):
    """Level, logger, request id, message."""

    def __init__(self) -> None:
        super().__init__("{levelname} {name} [{request_id}] {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        return _clean(record, super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Only the fields named here are written: never arguments of tasks or headers of requests."""
        moment = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        entry: dict[str, Any] = {
            "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": _clean(record, record.getMessage()),
            "request_id": getattr(record, "request_id", request_ids.NO_REQUEST),
            "process": record.process,
        }
        if task := getattr(record, "task", None):
            entry["task"], entry["task_id"] = task
        entry |= getattr(record, "access", {})
        if record.exc_info:
            entry["exception"] = redact(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)


def _clean(record: logging.LogRecord, text: str) -> str:
    # Names of workers look like email addresses.
    return text if record.name.startswith("celery.") and not record.exc_info else redact(text)


def configuration(form: str, level: str, *, access: bool) -> dict[str, Any]:
    """For `logging.config`: everything to the console."""
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
