"""Parses the URLs of the database, Redis and the mail server into settings; errors name the variable."""

import hashlib
import ipaddress
import re
import tempfile
from collections.abc import Sequence
from email.utils import formataddr, parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email

# The kernel's limit for a socket's path is 104 bytes on macOS and 108 on Linux.
SOCKET_PATH_LIMIT = 100

#: How long a write waits for another before the request is refused.
LOCK_SECONDS = 20
SQLITE_OPTIONS = {
    # Without it, two transactions that read and then write fail at once instead of waiting.
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA journal_size_limit=67108864;",
}


def database(url: str, base: Path) -> dict[str, Any]:
    """Django's settings for a database URL; relative SQLite paths start at `base`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {error}") from None
    if parts.scheme == "sqlite":
        if parts.netloc:
            raise ImproperlyConfigured(
                "DATABASE_URL: a SQLite path follows three slashes, as in sqlite:///var/db.sqlite3"
            )
        path = unquote(parts.path).removeprefix("/")
        timeout = re.fullmatch("timeout=([0-9]{1,3})", parts.query or f"timeout={LOCK_SECONDS}")
        if timeout is None:
            raise ImproperlyConfigured("DATABASE_URL: SQLite has one option, timeout= with a number of seconds")
        if not path:
            raise ImproperlyConfigured("DATABASE_URL names no SQLite file; write sqlite:///var/db.sqlite3")
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(base / path),
            # Opening the file and setting its pragmas takes longer than a page of cards.
            "CONN_MAX_AGE": 60,
            "OPTIONS": {**SQLITE_OPTIONS, "timeout": int(timeout[1])},
        }
    if parts.scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured(
            f"DATABASE_URL must start with sqlite:/// or postgres://, not {(parts.scheme or 'no scheme')!r}"
        )
    name = unquote(parts.path.removeprefix("/"))
    if not name or "/" in name:
        raise ImproperlyConfigured("DATABASE_URL must name one database, as in postgres://user:password@host/name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "connect_timeout": "5",
            "options": f"-c lock_timeout={LOCK_SECONDS}s",
            **dict(parse_qsl(parts.query)),
        },
    }


def socket_path(var: Path) -> Path:
    """The embedded server's socket: in `var`, or in the temporary directory if that path is too long."""
    path = var.resolve() / "valkey.sock"
    if len(str(path).encode()) <= SOCKET_PATH_LIMIT:
        return path
    digest = hashlib.sha256(str(path).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"fivesails-{digest}.sock"


def redis_url(url: str, var: Path) -> str:
    """The given URL, or that of the embedded server's socket, in redis-py's spelling."""
    if not url:
        return f"unix://{socket_path(var)}?db=0"
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - reading it is what checks it
    except ValueError as error:
        raise ImproperlyConfigured(f"REDIS_URL cannot be read: {error}") from None
    if parts.scheme not in ("redis", "rediss", "unix"):
        raise ImproperlyConfigured(f"REDIS_URL must start with redis://, rediss:// or unix://, not {parts.scheme!r}")
    if parts.scheme == "unix" and not parts.path.startswith("/"):
        raise ImproperlyConfigured("REDIS_URL: a socket's path follows three slashes, as in unix:///run/redis.sock")
    if parts.scheme != "unix" and not parts.hostname:
        raise ImproperlyConfigured("REDIS_URL names no host; write redis://host:6379/0")
    return url


def broker_url(redis: str) -> str:
    """The same server in Celery's spelling."""
    parts = urlsplit(redis)
    if parts.scheme != "unix":
        return redis
    db = dict(parse_qsl(parts.query)).get("db", "0")
    return f"redis+socket://{parts.path}?virtual_host={db}"


_MAIL_PORTS = {"smtp": 25, "smtps": 465}
_MAIL_SECONDS = 15
_MAIL_EXAMPLE = "smtp://user:password@host:587/?tls=1"


def mail(url: str) -> dict[str, Any]:
    """Django's settings for a mail URL; without one, mails are printed."""
    if url in ("", "console:"):
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"FIVESAILS_EMAIL_URL cannot be read: {error}") from None
    if parts.scheme not in _MAIL_PORTS:
        raise ImproperlyConfigured(
            f"FIVESAILS_EMAIL_URL must be console: or start with smtp:// or smtps://, not {parts.scheme!r}"
        )
    if not parts.hostname or parts.path not in ("", "/"):
        raise ImproperlyConfigured(f"FIVESAILS_EMAIL_URL must name a host and no path, as in {_MAIL_EXAMPLE}")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    tls = options.pop("tls", "0")
    if options or tls not in ("0", "1"):
        raise ImproperlyConfigured("FIVESAILS_EMAIL_URL has one option, tls=1 or tls=0")
    secure = parts.scheme == "smtps"
    if secure and tls == "1":
        raise ImproperlyConfigured("FIVESAILS_EMAIL_URL: smtps:// is encrypted from the start and has no tls=1")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": unquote(parts.hostname),
        "EMAIL_PORT": port or _MAIL_PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": tls == "1",
        "EMAIL_USE_SSL": secure,
        "EMAIL_TIMEOUT": _MAIL_SECONDS,
    }


def sender(text: str) -> str:
    """The sender of the site's mails."""
    # The parser would accept the part before a line break.
    name, address = parseaddr(text) if text.isprintable() else ("", "")
    try:
        validate_email(address)
    except ValidationError:
        raise ImproperlyConfigured(
            f"FIVESAILS_MAIL_FROM must read like Five Sails <noreply@sails.example>, not {text!r}"
        ) from None
    return formataddr((name, address))


def site_url(url: str, hosts: Sequence[str]) -> str:
    """The start of links in mails: as configured, else from the first host name; empty if there is none."""
    if not url:
        if not hosts:
            return ""
        if hosts[0].startswith((".", "*")):
            raise ImproperlyConfigured("FIVESAILS_SITE_URL must be set where the first allowed host is a pattern")
        return f"https://{hosts[0]}"
    try:
        parts = urlsplit(url)
        readable = bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        readable = False
    if not readable or parts.scheme not in ("http", "https") or parts.path.strip("/") or parts.query or parts.fragment:
        raise ImproperlyConfigured(f"FIVESAILS_SITE_URL must read like https://sails.example, not {url!r}")
    return f"{parts.scheme}://{parts.netloc}"


def networks(name: str, words: Sequence[str]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """The addresses and networks that a variable lists."""
    parsed = []
    for word in words:
        try:
            parsed.append(ipaddress.ip_network(word))
        except ValueError:
            raise ImproperlyConfigured(
                f"{name} must list addresses like 10.0.0.7 or 10.0.0.0/8, not {word!r}"
            ) from None
    return parsed
