"""One shape for every error, on every address."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver

from cards import api_urls
from web.rate_limits import AddressThrottle, Limit, network_of

pytestmark = pytest.mark.django_db

KEYS = {"type", "title", "status", "detail", "code", "errors", "instance"}
ROUTES = [f"/api/v1/{str(route.pattern).replace('<str:code>', '01001')}" for route in api_urls.urlpatterns]
JSON_ROUTES = [route for route in ROUTES if not route.endswith("/docs/")]


@pytest.fixture(autouse=True)
def _fresh_cache():
    cache.clear()
    yield
    cache.clear()


def problem(response, status, code):
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    # What went wrong on the site's side has a reference to quote.
    assert set(body) == (KEYS | {"reference"} if status >= 500 else KEYS)
    assert body["status"] == status
    assert body["code"] == code
    assert body["type"] == f"urn:fivesails:problem:{code}"
    assert body["detail"]
    for error in body["errors"]:
        assert {"field", "code", "message"} <= set(error)
    return body


@pytest.mark.parametrize("route", JSON_ROUTES)
def test_an_unknown_parameter_is_named(client, route):
    body = problem(client.get(route, {"pgae": "2"}), 400, "bad_parameter")
    assert body["errors"][0]["field"] == "pgae"
    assert "pgae" in body["detail"]
    assert body["instance"] == route


@pytest.mark.parametrize("route", JSON_ROUTES)
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "trace"])
def test_nothing_can_be_written(route, method):
    client = Client(enforce_csrf_checks=True)
    response = getattr(client, method)(route)
    problem(response, 405, "method_not_allowed")
    assert response["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("route", JSON_ROUTES)
def test_too_many_calls_are_told_when_to_come_back(client, route, monkeypatch):
    monkeypatch.setattr(AddressThrottle, "limit", Limit("test", "calls", 3, 3600))
    sent = {"q": ""} if "explain" in route else {}
    answers = [client.get(route, sent) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert [answer["RateLimit-Remaining"] for answer in answers] == ["2", "1", "0", "0"]
    problem(answers[3], 429, "throttled")
    assert 1 <= int(answers[3]["Retry-After"]) <= 3600
    assert answers[3]["Cache-Control"] == "no-store"


@pytest.mark.parametrize("route", JSON_ROUTES)
def test_options_tell_what_there_is(client, route):
    response = client.options(route)
    assert response.status_code == 200
    assert response["Allow"] == "GET, HEAD, OPTIONS"


def test_every_route_is_seen_by_these_tests():
    """A route that joins the API under another include would escape the lists above."""
    prefix = [each for each in get_resolver().url_patterns if str(each.pattern) == "api/v1/"]
    assert sum(len(each.url_patterns) for each in prefix if each.app_name == "api") == len(ROUTES) == 10


@pytest.mark.parametrize(
    "path",
    [
        "cards/99999/",
        "cards/nothing/",
        "cards/%00/",
        "cards/%F0%9F%83%8F/",
        "cards/" + "9" * 3000 + "/",
        "nowhere/",
        "cards/01001/more/",
    ],
)
def test_what_is_not_there_is_not_found(client, path):
    problem(client.get(f"/api/v1/{path}"), 404, "not_found")


def test_a_page_behind_the_last_is_not_found(client):
    body = problem(client.get("/api/v1/cards/?page=4&page_size=200"), 404, "no_such_page")
    assert "The last page is 3" in body["detail"]
    problem(client.get("/api/v1/cards/?page=2&q=name=nobodybearsthisname"), 404, "no_such_page")


@pytest.mark.parametrize("name", ["page", "page_size"])
@pytest.mark.parametrize("value", ["0", "-1", "x", "", "1.5", "1e3", " 1", "٣", "9" * 30, "١"])
def test_a_number_that_is_none_is_refused(client, name, value):
    body = problem(client.get("/api/v1/cards/", {name: value}), 400, "bad_parameter")
    assert body["errors"][0]["field"] == name


def test_a_page_has_a_largest_size(client):
    assert client.get("/api/v1/cards/?page_size=200").status_code == 200
    body = problem(client.get("/api/v1/cards/?page_size=201"), 400, "bad_parameter")
    assert "from 1 to 200" in body["detail"]


def test_a_parameter_given_twice_is_refused(client):
    problem(client.get("/api/v1/cards/?q=a&q=b"), 400, "bad_parameter")


def test_a_misspelt_parameter_gets_a_suggestion(client):
    body = problem(client.get("/api/v1/cards/?page_sise=3"), 400, "bad_parameter")
    assert body["errors"][0]["suggestion"] == "page_size"


@pytest.mark.parametrize("sort", ["nothing", "cost,", ",", "--cost", "cost,cots"])
def test_an_order_that_is_none_is_refused(client, sort):
    body = problem(client.get("/api/v1/cards/", {"sort": sort}), 400, "bad_parameter")
    assert body["errors"][0]["field"] == "sort"


def test_a_query_that_cannot_be_read_is_refused_with_every_fault(client):
    query = "factoin:castille cots>2"
    body = problem(client.get("/api/v1/cards/", {"q": query}), 400, "bad_query")
    assert [query[error["start"] : error["end"]] for error in body["errors"]] == ["factoin", "cots"]
    assert [error["suggestion"] for error in body["errors"]] == ["faction", "cost"]


def test_explain_wants_a_query(client):
    body = problem(client.get("/api/v1/search/explain/"), 400, "bad_parameter")
    assert body["errors"][0]["field"] == "q"
    assert client.get("/api/v1/search/explain/?q=").json()["valid"] is True


def test_the_limit_is_by_address_and_no_header_is_believed(client, monkeypatch):
    monkeypatch.setattr(AddressThrottle, "limit", Limit("test", "calls", 2, 3600))
    for number in range(3):
        response = client.get("/api/v1/sets/", headers={"X-Forwarded-For": f"198.51.100.{number}"})
    assert response.status_code == 429
    assert client.get("/api/v1/sets/", REMOTE_ADDR="192.0.2.7").status_code == 200


def test_behind_a_proxy_of_ours_its_header_is_believed(client, monkeypatch):
    monkeypatch.setattr(AddressThrottle, "limit", Limit("test", "calls", 1, 3600))
    monkeypatch.setattr("rest_framework.throttling.api_settings.NUM_PROXIES", 1)
    sent = [f"{spoofed}, 198.51.100.1" for spoofed in ("1.1.1.1", "2.2.2.2")]
    codes = [client.get("/api/v1/sets/", headers={"X-Forwarded-For": each}).status_code for each in sent]
    assert codes == [200, 429]


def test_an_ipv6_network_is_one_client(rf):
    def network(address):
        return network_of(rf.get("/", REMOTE_ADDR=address))

    assert network("2001:db8:1:2:3::4") == network("2001:db8:1:2:ffff::1")
    assert network("2001:db8:1:2::1") != network("2001:db8:1:3::1")
    assert network("::ffff:192.0.2.1") != network("::ffff:192.0.2.2")
    assert network("not an address") == network("") == "unknown"


def test_without_a_cache_server_nobody_is_refused(client, settings, monkeypatch, caplog):
    settings.CACHES = {
        "default": {
            "BACKEND": "fivesails_site.cache.ForgivingRedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
            "OPTIONS": {"socket_connect_timeout": 0.2},
        }
    }
    monkeypatch.setattr(AddressThrottle, "limit", Limit("test", "calls", 2, 3600))
    assert {client.get("/api/v1/sets/").status_code for _ in range(5)} == {200}
    assert "cache unavailable" in caplog.text


def test_a_crash_is_a_problem_too(monkeypatch):
    def crash(*_):
        raise RuntimeError("not for others to read")

    monkeypatch.setattr("cards.api.views.current_engine", crash)
    response = Client(raise_request_exception=False).get("/api/v1/cards/")
    body = problem(response, 500, "server_error")
    assert "not for others" not in str(body)


@pytest.mark.parametrize("route", ["/api/v1/cards/", "/api/v1/sets/", "/api/v1/decks/validate/", "/api/v1/decks/"])
def test_a_wrong_method_is_told_so_whatever_its_query(client, route):
    problem(client.generic("TRACE", f"{route}?nothing=known"), 405, "method_not_allowed")
