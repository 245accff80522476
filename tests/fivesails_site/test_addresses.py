"""Database, queue and mail from their URLs."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from hypothesis import given
from hypothesis import strategies as st
from kombu import Connection

from fivesails_site.addresses import SOCKET_PATH_LIMIT, broker_url, database, mail, redis_url, sender, socket_path

BASE = Path("/somewhere")


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("sqlite:///var/db.sqlite3", "/somewhere/var/db.sqlite3"),
        ("sqlite:////absolute/db.sqlite3", "/absolute/db.sqlite3"),
        ("sqlite:///with%20blank", "/somewhere/with blank"),
    ],
)
def test_sqlite(url: str, name: str) -> None:
    found = database(url, BASE)
    assert found["NAME"] == name
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in found["OPTIONS"]["init_command"]
    assert found["OPTIONS"]["timeout"] == 20
    assert database(f"{url}?timeout=3", BASE) == {**found, "OPTIONS": {**found["OPTIONS"], "timeout": 3}}


def test_postgres() -> None:
    found = database("postgresql://ann:p%40ss@db.example:5433/sails?sslmode=require", BASE)
    assert (found["USER"], found["PASSWORD"], found["HOST"], found["PORT"]) == ("ann", "p@ss", "db.example", "5433")
    assert found["NAME"] == "sails"
    assert found["OPTIONS"]["sslmode"] == "require"
    assert found["OPTIONS"]["options"] == "-c lock_timeout=20s", "nobody waits for ever for somebody's lock"


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mysql://x/y", "must start with sqlite:/// or postgres://, not 'mysql'"),
        ("var/db.sqlite3", "not 'no scheme'"),
        ("sqlite://var/db", "follows three slashes"),
        ("sqlite:///", "names no SQLite file"),
        ("sqlite:///db?timeout=soon", "timeout= with a number of seconds"),
        ("sqlite:///db?mode=ro", "SQLite has one option"),
        ("postgres://host", "must name one database"),
        ("postgres://host/a/b", "must name one database"),
        ("postgres://host:port/a", "cannot be read"),
        ("postgres://[::1/a", "cannot be read"),
    ],
)
def test_a_bad_database_is_refused_in_words(url: str, words: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        database(url, BASE)
    assert words in str(refusal.value)
    assert str(refusal.value).startswith("DATABASE_URL")


@given(st.text(max_size=40) | st.text(max_size=30).map(lambda text: "postgres://" + text))
def test_any_text_is_a_database_or_a_refusal(text: str) -> None:
    try:
        assert database(text, BASE)["NAME"]
    except ImproperlyConfigured as refusal:
        assert "DATABASE_URL" in str(refusal)


def test_a_socket_lies_in_var_unless_its_path_is_too_long(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    assert socket_path(Path("/srv/var")) == Path("/srv/var/valkey.sock")
    assert len(str(socket_path(deep))) <= SOCKET_PATH_LIMIT
    assert socket_path(deep) != socket_path(deep / "other")


@pytest.mark.parametrize("url", ["redis://host:6379/0", "rediss://host/1", "unix:///run/redis.sock?db=2"])
def test_a_queue_elsewhere_is_taken_as_given(url: str) -> None:
    assert redis_url(url, BASE) == url


@pytest.mark.parametrize("url", ["http://host", "host:6379", "redis://", "unix://relative"])
def test_a_bad_queue_is_refused_in_words(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        redis_url(url, BASE)


def test_celery_understands_the_socket() -> None:
    url = broker_url("unix:///srv/var/valkey.sock?db=3")
    assert url == "redis+socket:///srv/var/valkey.sock?virtual_host=3"
    assert Connection(url).as_uri() == "redis+socket:///srv/var/valkey.sock"
    assert broker_url("redis://host/1") == "redis://host/1"


def test_without_a_mail_server_mail_is_printed() -> None:
    assert mail("") == mail("console:") == {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}


def test_a_mail_server() -> None:
    found = mail("smtp://ann%40sails.example:p%40ss%2F@mail.example:587/?tls=1")
    assert found["EMAIL_BACKEND"].endswith("smtp.EmailBackend")
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("mail.example", 587)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("ann@sails.example", "p@ss/")
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (True, False)
    assert found["EMAIL_TIMEOUT"] > 0


@pytest.mark.parametrize(("url", "port", "ssl"), [("smtp://host", 25, False), ("smtps://host/", 465, True)])
def test_the_usual_mail_ports(url: str, port: int, ssl: bool) -> None:
    found = mail(url)
    assert (found["EMAIL_PORT"], found["EMAIL_USE_SSL"], found["EMAIL_USE_TLS"]) == (port, ssl, False)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://host", "must be console: or start with smtp:// or smtps://, not 'http'"),
        ("mail.example", "not ''"),
        ("smtp://", "must name a host"),
        ("smtp://host/path", "must name a host and no path"),
        ("smtp://host?tls=yes", "has one option"),
        ("smtp://host?ssl=1", "has one option"),
        ("smtps://host?tls=1", "has no tls=1"),
        ("smtp://host:port", "cannot be read"),
    ],
)
def test_a_bad_mail_server_is_refused_in_words(url: str, words: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        mail(url)
    assert words in str(refusal.value)
    assert str(refusal.value).startswith("FIVESAILS_EMAIL_URL")


@given(st.text(max_size=40) | st.text(max_size=30).map(lambda text: "smtp://" + text))
def test_any_text_is_a_mail_server_or_a_refusal_that_tells_no_secret(text: str) -> None:
    try:
        assert mail(text)["EMAIL_BACKEND"]
    except ImproperlyConfigured as refusal:
        assert "FIVESAILS_EMAIL_URL" in str(refusal)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("noreply@sails.example", "noreply@sails.example"),
        ("Five Sails <noreply@sails.example>", "Five Sails <noreply@sails.example>"),
    ],
)
def test_a_sender(text: str, kept: str) -> None:
    assert sender(text) == kept


@pytest.mark.parametrize(
    "text", ["Five Sails", "a@", "<>", "Five Sails <nobody>", "x@sails.example\nBcc: y@sails.example"]
)
def test_a_bad_sender_is_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="FIVESAILS_MAIL_FROM must read like"):
        sender(text)
