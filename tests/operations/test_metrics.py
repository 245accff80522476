"""`/metrics`: for those who may know, in words Prometheus understands, with a bounded number of them."""

import ipaddress
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError
from django.test import Client, override_settings
from prometheus_client.parser import text_string_to_metric_families

from fivesails_site import addresses, metrics, worker_registry
from rules.jobs.run import game_count
from tests.rules.jobs.factories import played

TOKEN = "a-token-of-this-test-only"
KNOWN = {"Authorization": f"Bearer {TOKEN}"}
INSIDE = [ipaddress.ip_network("10.1.0.0/16")]


def read(client: Client) -> dict[tuple[str, tuple[str, ...]], float]:
    """Every sample by its name and the values of its labels."""
    answer = client.get("/metrics", headers=KNOWN)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    assert answer["Cache-Control"] == "no-store"
    families = text_string_to_metric_families(answer.content.decode())
    return {(one.name, tuple(one.labels.values())): one.value for family in families for one in family.samples}


@pytest.fixture
def _known() -> Any:
    with override_settings(METRICS_TOKENS=["another-token-for-a-change", TOKEN]):
        yield


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("settings", "headers", "address", "status"),
    [
        ({}, {}, "127.0.0.1", 404),
        ({}, KNOWN, "127.0.0.1", 404),
        ({"METRICS_TOKENS": [TOKEN]}, {}, "127.0.0.1", 404),
        ({"METRICS_TOKENS": [TOKEN]}, {"Authorization": f"Bearer {TOKEN}x"}, "127.0.0.1", 404),
        ({"METRICS_TOKENS": [TOKEN]}, {"Authorization": f"Basic {TOKEN}"}, "127.0.0.1", 404),
        ({"METRICS_TOKENS": [TOKEN]}, KNOWN, "203.0.113.9", 200),
        ({"METRICS_ADDRESSES": INSIDE}, {}, "10.1.2.3", 200),
        ({"METRICS_ADDRESSES": INSIDE}, {}, "10.2.2.3", 404),
        ({"METRICS_ADDRESSES": INSIDE}, {}, "", 404),
        ({"METRICS_ADDRESSES": INSIDE}, {"X-Forwarded-For": "10.1.2.3"}, "10.1.2.3", 404),
        ({"METRICS_ADDRESSES": INSIDE}, {"Forwarded": "for=10.1.2.3"}, "10.1.2.3", 404),
    ],
)
def test_nobody_may_read_it_who_was_not_named(
    client: Client, settings: dict[str, Any], headers: dict[str, str], address: str, status: int
) -> None:
    with override_settings(**settings):
        answer = client.get("/metrics", headers=headers, REMOTE_ADDR=address)
        assert answer.status_code == status
        assert (b"fivesails_up" in answer.content) == (status == 200)
        assert client.post("/metrics", headers=headers, REMOTE_ADDR=address).status_code in (403, 404)


@pytest.mark.django_db
@pytest.mark.usefixtures("_known")
def test_requests_are_counted_by_route_and_never_by_address(client: Client) -> None:
    before = read(client)
    for path in ("/cards/", "/cards/?q=x", "/nothing/here-1/", "/nothing/here-2/", "/healthz"):
        client.get(path)
    client.generic("BREW", "/about/")
    after = read(client)

    def grown(*key: Any) -> float:
        return after.get(key, 0) - before.get(key, 0)

    assert grown("fivesails_requests_total", ("GET", "cards:list", "200")) == 2
    assert grown("fivesails_requests_total", ("GET", "unmatched", "404")) == 2
    assert grown("fivesails_requests_total", ("GET", "healthz", "200")) == 1
    assert grown("fivesails_requests_total", ("OTHER", "about", "405")) == 1
    assert grown("fivesails_request_seconds_count", ("cards:list",)) == 2
    assert grown("fivesails_request_seconds_bucket", ("10.0", "cards:list")) == 2
    assert not [key for key in after if "here-1" in str(key)]


@pytest.mark.django_db
@pytest.mark.usefixtures("_known")
def test_simulations_workers_and_memory(client: Client, queue_url: str) -> None:
    chunks, games = game_count.totals()
    played()
    with override_settings(REDIS_URL=queue_url):
        worker_registry.report("ship-one@harbour", 3)
        worker_registry.report("ship-two@harbour", 2)
        found = read(client)
    assert found["fivesails_simulations", ("done",)] >= 1
    assert found["fivesails_simulations", ("failed",)] == 0
    assert game_count.totals()[0] == chunks + 1
    assert game_count.totals()[1] > games
    assert found["fivesails_up", ("database",)] == 1
    assert found["fivesails_web_memory_bytes", ("all",)] >= found["fivesails_web_memory_bytes", ("largest",)] > 10**7
    assert roll_of(queue_url) == {"ship-one@harbour": 3, "ship-two@harbour": 2}


def roll_of(url: str) -> dict[str, int]:
    with override_settings(REDIS_URL=url):
        return worker_registry.present()


@pytest.mark.django_db
@pytest.mark.usefixtures("_known")
def test_what_is_away_is_said_to_be_down_and_the_rest_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> Any:
        raise OperationalError("the connection is closed")

    monkeypatch.setattr(metrics, "_database", away)
    found = read(client)
    assert found["fivesails_up", ("database",)] == 0
    assert ("fivesails_simulations", ("done",)) not in found
    assert found["fivesails_web_processes", ()] >= 1


@pytest.mark.django_db
@pytest.mark.usefixtures("_known")
def test_errors_of_the_database_are_counted(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: Any, **__: Any) -> Any:
        raise OperationalError("database is locked")

    key = ("fivesails_database_errors_total", ("OperationalError",))
    before = read(client).get(key, 0)
    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", locked)
    client.cookies["session"] = "x" * 32
    client.raise_request_exception = False
    client.get("/decks/mine/")
    assert read(client)[key] == before + 1


def test_addresses_that_cannot_be_read_are_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="X must list addresses like 10.0.0.7 or 10.0.0.0/8, not 'home'"):
        addresses.networks("X", ["10.0.0.1", "home"])
