"""Every page, asked with parameters, headers and forms that nobody would send: never broken, whoever asks."""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cleanup import close
from tests.fuzz.hostile import small, text
from tests.security.routes import Route, routes
from tests.security.table import TABLE
from tests.security.test_matrix import ADMIN, staff_path
from tests.security.world import World

pytestmark = [pytest.mark.fuzz, pytest.mark.django_db, pytest.mark.usefixtures("unbounded")]

MANY = settings(
    max_examples=settings.default.max_examples * (8 if settings.default.max_examples > 500 else 2),
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)

ROUTES = [route for pattern, route in sorted(routes().items()) if pattern in TABLE]
#: Every parameter and field that any page reads, and one that none does.
NAMES = (
    *(
        "q",
        "view",
        "page",
        "sort",
        "a",
        "b",
        "from",
        "to",
        "v",
        "version",
        "seed",
        "game",
        "list",
        "kind",
        "paper",
        "step",
        "as",
    ),
    *(
        "do",
        "moves",
        "day",
        "draws",
        "q1",
        "n1",
        "m1",
        "q2",
        "n2",
        "s1",
        "s2",
        "mode",
        "next",
        "link",
        "scope",
        "page_size",
        "all",
    ),
    *(
        "after",
        "games",
        "days",
        "policy",
        "against",
        "weight-wealth",
        "deck_a",
        "deck_b",
        "bot_a",
        "bot_b",
        "duels",
        "first",
        "stat",
    ),
    *(
        "a_hand",
        "a_gear1",
        "a_dealt",
        "a_deck",
        "a_by",
        "b_by",
        "text",
        "name",
        "label",
        "reason",
        "description",
        "visibility",
    ),
    *(
        "expected",
        "base",
        "edit",
        "shown",
        "mark",
        "format",
        "leader",
        "theme",
        "username",
        "password",
        "email",
        "asked",
        "paste",
    ),
    *(
        "want-1",
        "name-1",
        "line-1-0",
        "password1",
        "password2",
        "old_password",
        "new_password1",
        "xyzzy",
        "csrfmiddlewaretoken",
    ),
)
HEADERS = (
    "accept",
    "accept-encoding",
    "accept-language",
    "cookie",
    "if-none-match",
    "if-modified-since",
    "if-match",
    "range",
    "referer",
    "origin",
    "hx-request",
    "x-live",
    "x-request-id",
    "x-forwarded-for",
    "x-forwarded-proto",
    "authorization",
    "user-agent",
)

parameters = st.dictionaries(st.sampled_from(NAMES), small, max_size=6)
headers = st.dictionaries(
    st.sampled_from(HEADERS),
    st.one_of(
        st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=40),
        st.sampled_from(
            [
                "1",
                "*",
                'W/"x"',
                "bytes=0-",
                "text/event-stream",
                "gzip",
                "Bearer fs_x",
                "session=x; theme=y",
                "more",
                "0",
            ]
        ),
    ),
    max_size=3,
)


def aimed(route: Route, world: World, part: str | None) -> str:
    """The address of something that is there, or of something that is not."""
    values: dict[str, Any] = world.filled(route.pattern, "public")
    if part is not None and route.parts:
        values[route.parts[0]] = quote(part, safe="") or "x"
    return route.path(**values)


def send(client: Client, method: str, path: str, sent: dict[str, str], more: dict[str, str]) -> int:
    safe = method in ("GET", "HEAD", "OPTIONS")
    target = f"{path}?{urlencode(sent)}" if safe and sent else path
    with transaction.atomic():
        response = client.generic(
            method,
            target,
            "" if safe else urlencode(sent),
            content_type="application/x-www-form-urlencoded",
            headers={
                name: value for name, value in more.items() if name != "cookie" or client.cookies.get("session") is None
            },
        )
        if response.streaming:
            close(response)
        transaction.set_rollback(True)
    return response.status_code


@pytest.mark.parametrize("role", ["nobody", "owner"])
def test_whatever_is_asked_no_page_breaks(world: World, role: str, count: Callable[[], None]) -> None:
    kept = world.client(role).cookies

    @MANY
    @given(
        st.sampled_from(ROUTES),
        st.sampled_from(["GET", "GET", "GET", "HEAD", "POST", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]),
        st.one_of(st.none(), st.none(), small),
        parameters,
        headers,
    )
    def tried(route: Route, method: str, part: str | None, sent: dict[str, str], more: dict[str, str]) -> None:
        count()
        client = Client(raise_request_exception=False)
        client.cookies = kept.copy()
        status = send(client, method, aimed(route, world, part), sent, more)
        assert status < 500, (route.pattern, method, part, sent, more)

    tried()


def test_whatever_is_asked_the_staffs_pages_do_not_break(world: World, count: Callable[[], None]) -> None:
    kept = world.client("staff").cookies
    paths = [staff_path(route, world) for route in ADMIN.values()]
    wishes = st.dictionaries(
        st.sampled_from(
            [
                "q",
                "p",
                "o",
                "e",
                "all",
                "_popup",
                "_to_field",
                "face",
                "visibility__exact",
                "created_at__gte",
                "type__exact",
                "action",
                "_selected_action",
                "index",
                "name",
                "app_label",
                "model_name",
                "field_name",
                "term",
            ]
        ),
        small,
        max_size=4,
    )

    @settings(MANY, max_examples=MANY.max_examples // 2)
    @given(st.sampled_from(paths), st.sampled_from(["GET", "GET", "POST"]), wishes)
    def tried(path: str, method: str, sent: dict[str, str]) -> None:
        count()
        client = Client(raise_request_exception=False)
        client.cookies = kept.copy()
        assert send(client, method, path, sent, {}) < 500

    tried()


@pytest.mark.parametrize(
    "path", ["decks/validate/", "decks/import/", "decks/export/", "hands/", "odds/", "simulations/", "decks/"]
)
def test_whatever_bytes_are_sent_the_api_answers(path: str, world: World, count: Callable[[], None]) -> None:
    """What no schema describes: bytes that are no JSON, JSON that is no object, and types that do not exist."""
    kept = world.client("owner").cookies
    pieces = st.sampled_from(
        [
            b"{",
            b"}",
            b"[",
            b"]",
            b'"',
            b":",
            b",",
            b"null",
            b"1e9",
            b"\\ud800",
            b"\\u0000",
            b"\xff",
            b"\x00",
            b"name",
            b'"leader":',
            b'"faction":{',
            b'"01100":2',
            b'"kind":"text"',
            b'"text":"2 Not Today"',
        ]
    )
    bodies = st.one_of(st.binary(max_size=40), st.lists(pieces, max_size=12).map(b"".join), text.map(str.encode))
    kinds = st.sampled_from(
        [
            "application/json",
            "application/json",
            "application/json; charset=utf-16",
            "text/plain",
            "",
            "x/y",
            "multipart/form-data",
        ]
    )

    @settings(MANY, max_examples=max(30, MANY.max_examples // 8))
    @given(bodies, kinds, st.sampled_from(["POST", "POST", "PUT", "PATCH", "DELETE"]))
    def tried(body: bytes, kind: str, method: str) -> None:
        count()
        client = Client(raise_request_exception=False)
        client.cookies = kept.copy()
        with transaction.atomic():
            response = client.generic(method, f"/api/v1/{path}", body, content_type=kind)
            transaction.set_rollback(True)
        assert response.status_code < 500
        if response.status_code >= 400:
            assert response.json()["detail"]

    tried()
