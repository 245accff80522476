"""What every address has in common: headers, error pages, health."""

import logging

import pytest
from django.contrib.auth.hashers import get_hasher
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from fivesails_site import errors, health, logs, settings
from fivesails_site.urls import favicon, robots


def crash(request: HttpRequest) -> HttpResponse:
    """A view with a mistake in it."""
    raise RuntimeError("a hidden reason")


def fine(request: HttpRequest) -> HttpResponse:
    """A view that works."""
    logging.getLogger("test").warning("seen")
    return HttpResponse("fine")


urlpatterns = [
    path("crash/", crash),
    path("api/v1/crash/", crash),
    path("fine/", fine),
    path("robots.txt", robots),
    path("favicon.ico", favicon),
]
handler400 = "fivesails_site.errors.bad_request"
handler403 = "fivesails_site.errors.forbidden"
handler404 = "fivesails_site.errors.not_found"
handler500 = "fivesails_site.errors.server_error"

pytestmark = pytest.mark.urls(__name__)


@pytest.fixture
def visitor() -> Client:
    """A visitor who sees error pages as visitors do."""
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(("path", "status"), [("/nothing/", 404), ("/crash/", 500)])
def test_an_error_is_a_page(visitor: Client, path: str, status: int) -> None:
    response = visitor.get(path)
    assert response.status_code == status
    assert response["Content-Type"].startswith("text/html")
    assert "<h1" in response.content.decode()
    assert "hidden reason" not in response.content.decode()


@pytest.mark.parametrize(("path", "status"), [("/api/v1/nothing/", 404), ("/api/v1/crash/", 500)])
def test_an_error_of_the_api_is_a_problem(visitor: Client, path: str, status: int) -> None:
    response = visitor.get(path)
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["instance"] == path
    assert "hidden reason" not in response.content.decode()


def test_an_unknown_host_is_a_bad_request(visitor: Client) -> None:
    assert visitor.get("/fine/", headers={"host": "elsewhere.example"}).status_code == 400


def test_a_form_without_its_token_is_forbidden_with_advice() -> None:
    response = Client(enforce_csrf_checks=True).post("/fine/")
    assert response.status_code == 403
    assert "reload the page" in response.content.decode()


@pytest.mark.parametrize("view", [errors.bad_request, errors.forbidden, errors.not_found])
def test_error_pages_ask_the_database_nothing(view: object) -> None:
    assert b"<h1" in view(RequestFactory().get("/x/"), Exception()).content


def test_headers_of_every_page(client: Client) -> None:
    response = client.get("/fine/")
    policy = dict(part.split(" ", 1) for part in response["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in response["Content-Security-Policy"]
    assert "data:" not in response["Content-Security-Policy"]
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in response["Permissions-Policy"]


def test_other_sites_may_read_the_api_but_not_as_the_visitor(client: Client) -> None:
    read = client.get("/api/v1/nothing/", headers={"origin": "https://other.example"})
    assert read["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in read
    page = client.get("/fine/", headers={"origin": "https://other.example"})
    assert "Access-Control-Allow-Origin" not in page
    asked = client.options(
        "/api/v1/nothing/", headers={"origin": "https://other.example", "access-control-request-method": "DELETE"}
    )
    assert asked["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"


def test_a_request_is_named_in_the_log_and_in_the_answer(client: Client) -> None:
    names: list[str] = []
    handler = logging.Handler()
    handler.addFilter(logs.TracingFilter())
    handler.emit = lambda record: names.append(record.request_id)
    logging.getLogger("test").addHandler(handler)
    try:
        kept = client.get("/fine/", headers={"x-request-id": "from-proxy-7"})
        made = client.get("/fine/", headers={"x-request-id": "forged\x7f line"})
    finally:
        logging.getLogger("test").removeHandler(handler)
    assert kept["X-Request-ID"] == "from-proxy-7"
    assert len(made["X-Request-ID"]) == 16
    assert names == ["from-proxy-7", made["X-Request-ID"]]


def test_alive_needs_nothing(client: Client) -> None:
    response = client.get("/healthz", headers={"host": "10.0.0.7"})
    assert (response.status_code, response.json()) == (200, {"status": "alive"})
    assert response["Cache-Control"] == "no-store"
    assert client.post("/healthz").status_code == 405


@override_settings(SECURE_SSL_REDIRECT=True)
def test_a_probe_is_not_sent_to_https(client: Client) -> None:
    assert client.get("/healthz").status_code == 200
    assert client.get("/fine/").status_code == 301


@pytest.mark.django_db
def test_ready_names_each_part(client: Client, queue_url: str) -> None:
    with override_settings(REDIS_URL=queue_url):
        response = client.get("/readyz")
    assert response.status_code == 200
    parts = dict.fromkeys(("database", "migrations", "static_files", "queue"), "ok")
    assert response.json() == {"status": "ready", "parts": parts}


@pytest.mark.django_db
def test_without_a_queue_the_site_stays_in_service(client: Client) -> None:
    with override_settings(REDIS_URL="redis://127.0.0.1:9/0"):
        response = client.get("/readyz")
    assert (response.status_code, response.json()["status"]) == (200, "degraded")
    assert response.json()["parts"]["queue"] == "unavailable"


@pytest.mark.django_db
def test_without_a_database_it_does_not(client: Client, monkeypatch: pytest.MonkeyPatch, queue_url: str) -> None:
    def fail() -> str:
        raise DatabaseError("secret details")

    monkeypatch.setattr(health, "_database", fail)
    with override_settings(REDIS_URL=queue_url):
        response = client.get("/readyz")
    assert response.status_code == 503
    assert "secret" not in response.content.decode()


def test_crawlers_and_icons(client: Client) -> None:
    assert "Disallow: /admin/" in client.get("/robots.txt").content.decode()
    assert client.get("/favicon.ico")["Location"] == "/static/icons/favicon.svg"


def test_passwords_are_kept_with_argon2() -> None:
    with override_settings(PASSWORD_HASHERS=settings.PASSWORD_HASHERS):
        assert get_hasher("default").algorithm == "argon2"
