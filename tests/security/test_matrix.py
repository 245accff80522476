"""Every address of the site by every role and method: what the table says, and nothing else.

The addresses come from the URL configuration: one without a row fails, and so does a row without an address.
"""

import json
import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext

from decks.models import Report
from tests.cleanup import close
from tests.security.inline import inline_parts, policy_faults
from tests.security.routes import METHODS, SAFE, Route, routes
from tests.security.table import STAFF_MODELS, TABLE, Row
from tests.security.world import MISSING, VISIBILITIES, World, build

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unbounded")]

ROUTES = {pattern: route for pattern, route in routes().items() if not pattern.startswith("admin/")}
ADMIN = {pattern: route for pattern, route in routes().items() if pattern.startswith("admin/")}

#: Parts of an address that name something of somebody's.
OWNED = frozenset({"deck_id", "link", "comment_id"})
_WRITE = re.compile(r"^(INSERT|UPDATE|DELETE|REPLACE)\b")
#: A browser's own memory, and tokens among the asker's own alone, are not what a refusal protects.
_OWN = re.compile(r'"django_session"|^DELETE FROM "accounts_accesstoken" WHERE \("accounts_accesstoken"."user_id" = ')


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert sorted(set(ROUTES) - set(TABLE)) == [], "addresses without a row in tests/security/table.py"
    assert sorted(set(TABLE) - set(ROUTES)) == [], "rows without an address"


def ask(client: Client, method: str, path: str, row: Row) -> tuple[HttpResponseBase, list[str]]:
    """The answer, and what the database was told to change; nothing of it is kept."""
    content: dict[str, Any] = {}
    if method not in SAFE:
        if path.startswith("/api/"):
            content = {"data": json.dumps(row.body() if row.body else None), "content_type": "application/json"}
        else:
            body = "&".join(f"{name}={value}" for name, value in row.form.items())
            content = {"data": body, "content_type": "application/x-www-form-urlencoded"}
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        response = client.generic(method, path, **content)
        if response.streaming:
            response.getvalue()
            close(response)
        transaction.set_rollback(True)
    written = [each["sql"][:120] for each in asked if _WRITE.match(each["sql"]) and not _OWN.search(each["sql"])]
    return response, written


def expected(row: Row, method: str, role: str, visibility: str) -> int:
    if method == "OPTIONS":
        return row.options(role, visibility)
    return row.methods.get(method, row.otherwise)(role, visibility)


def cells(route: Route, role: str) -> Iterator[tuple[str, str]]:
    """The visibilities and methods to try: whether a method is there does not depend on the deck."""
    row = TABLE[route.pattern]
    visibilities = VISIBILITIES if OWNED & set(route.parts) else ("public",)
    for visibility in visibilities:
        for method in METHODS:
            offered = method in row.methods
            if not offered and visibility != "private" and len(visibilities) > 1:
                continue
            # What a page weighs is the same without its body: once is enough where it is allowed.
            if method == "HEAD" and offered and (role, visibility) not in (("owner", "public"), ("other", "private")):
                continue
            yield visibility, method


def plain(response: HttpResponseBase, values: dict[str, Any]) -> tuple[Any, ...]:
    """An answer without what differs from one request to the next."""
    text = getattr(response, "content", b"").decode(errors="replace")
    for name in ("deck_id", "link", "comment_id", "pk", "simulation_id", "game_id"):
        text = text.replace(f"/{values[name]}/", "/…/")
    headers = {
        name: value for name, value in response.headers.items() if name not in ("X-Request-ID", "Content-Length")
    }
    headers = {name: value for name, value in headers.items() if not name.startswith("RateLimit")}
    return response.status_code, text, headers


@pytest.mark.parametrize("role", ["nobody", "holder", "other", "owner", "staff"])
def test_everybody_gets_what_the_table_says(role: str) -> None:
    world = build()
    client = world.client(role)
    cookies = client.cookies.output(header="", sep=";")
    faults: list[str] = []
    for pattern, route in ROUTES.items():
        by_link = pattern.startswith(("d/<", "api/"))
        if role == "holder" and not by_link:
            continue
        row = TABLE[pattern]
        for visibility, method in cells(route, role):
            values = world.filled(pattern, visibility)
            query = f"?link={values['link']}" if role == "holder" and pattern.startswith("api/") else ""
            if pattern == "api/v1/docs/":
                query = ""
            client.cookies = SimpleCookie(cookies)
            response, written = ask(client, method, route.path(**values) + query, row)
            wanted = expected(row, method, role, visibility)
            what = f"{method} {pattern} of a {visibility} deck by {role}"
            if response.status_code != wanted:
                faults.append(f"{what}: {response.status_code}, not {wanted}")
            refused = response.status_code >= 400 or response.headers.get("Location", "").startswith(
                "/accounts/sign-in/"
            )
            if written and (method in SAFE or refused):
                faults.append(f"{what} wrote: {written[0]}")
            faults += secrets_told(response, what, visibility, wanted)
            if method == "GET" and (role == "owner" or (role == "nobody" and visibility == "public")):
                found = [*inline_parts(response), *policy_faults(response)]
                # The one page that is made for frames, and shows what everybody sees.
                framed = pattern.endswith("/embed/") and "others may frame it" in found
                faults += [f"{what}: {fault}" for fault in found if not (framed and fault == "others may frame it")]
            hidden = visibility != "public" and bool(OWNED & set(route.parts)) and role != "owner"
            if hidden and response.status_code == 404:
                gone = {**values, **MISSING}
                missing, _ = ask(client, method, route.path(**gone) + query.replace(values["link"], gone["link"]), row)
                if plain(response, values) != plain(missing, gone):
                    faults.append(f"{what} can be told from one that is not there")
    assert not faults, "\n".join(faults)


def secrets_told(response: HttpResponseBase, what: str, visibility: str, wanted: int) -> list[str]:
    """What an answer gives away that it must not."""
    text = getattr(response, "content", b"").decode(errors="replace")
    found = []
    if wanted in (404, 401, 403) and ("Secret of" in text or "Whispered" in text):
        found.append(f"{what}: a refusal tells what it refuses")
    if visibility in ("private", "link") and "public" in response.headers.get("Cache-Control", ""):
        found.append(f"{what}: may be kept by caches: {response.headers['Cache-Control']}")
    return found


# --- the staff's pages ---


def test_every_page_of_the_staff_is_known() -> None:
    models = {"/".join(pattern.split("/")[1:3]) for pattern in ADMIN if "<path:object_id>/history" in pattern}
    assert models == set(STAFF_MODELS)


def staff_path(route: Route, world: World) -> str:
    from django.apps import apps

    values = {**world.values, "object_id": "1"}
    parts = route.pattern.split("/")
    if "object_id" in route.parts and parts[1] != "r":
        model = apps.get_model(parts[1], parts[2])
        keep = {"deck": world.decks["public"].pk, "user": world.people["owner"].pk}
        first = model._default_manager.order_by("pk").values_list("pk", flat=True).first()
        values["object_id"] = keep.get(parts[2], first if first is not None else 1)
    elif parts[1] == "r":
        values["object_id"] = world.decks["public"].pk
    path = route.path(**values)
    return re.sub(r"\(\^?\(\?P<(\w+)>.*", lambda found: "auth/" if found[1] == "app_label" else "nothing-here", path)


@pytest.mark.parametrize("role", ["nobody", "owner"])
def test_the_staffs_pages_send_everybody_else_to_the_door(role: str) -> None:
    world = build()
    client = world.client(role)
    faults = []
    for route in ADMIN.values():
        path = staff_path(route, world)
        for method in METHODS:
            response, written = ask(client, method, path, Row({}, lambda *_: 0, lambda *_: 0))
            sent = response.headers.get("Location", "")
            there = sent.startswith(("/admin/login/", "/accounts/")) or (path, sent) == ("/admin/logout/", "/admin/")
            if not (response.status_code == 405 or (response.status_code == 302 and there)) or written:
                faults.append(f"{method} {path} by {role}: {response.status_code} {sent} {written}")
    assert not faults, "\n".join(faults)


def test_staff_see_what_their_rights_say() -> None:
    world = build()
    staff, clerk = world.client("staff"), world.client("clerk")
    cookies = staff.cookies.output(header="", sep=";")
    faults = []
    for route in ADMIN.values():
        parts = route.pattern.split("/")
        path, kind = staff_path(route, world), parts[-2]
        add, change, delete = STAFF_MODELS.get("/".join(parts[1:3]), (True, True, True))
        wanted = 403 if (kind == "add" and not add) or (kind == "delete" and not delete) else 200
        # The admin knows two kinds of requests: a POST, and everything else.
        for method in ("GET", "POST"):
            staff.cookies = SimpleCookie(cookies)
            response, written = ask(staff, method, path, Row({}, lambda *_: 0, lambda *_: 0))
            if response.status_code >= 500 or (method in SAFE and written):
                faults.append(f"{method} {path}: {response.status_code} {written}")
            if method == "GET":
                faults += [f"{path}: {fault}" for fault in (*inline_parts(response), *policy_faults(response))]
            if method == "GET" and "<path:object_id>" in route.pattern and kind in ("add", "delete"):
                exists = response.status_code != 302
                if exists and response.status_code != wanted:
                    faults.append(f"GET {path}: {response.status_code}, not {wanted}")
            if method == "POST" and kind == "change" and not change and response.status_code != 403:
                faults.append(f"POST {path}: {response.status_code}, though nothing may be changed")
        response, _ = ask(clerk, "GET", path, Row({}, lambda *_: 0, lambda *_: 0))
        free = parts[1] in ("", "login", "logout", "password_change", "jsi18n", "r", "autocomplete") or "?P" in path
        if len(parts) > 3 and parts[1] != "r" and not free and response.status_code not in (302, 403):
            faults.append(f"GET {path} by staff without rights: {response.status_code}")
        if "Secret of private" in getattr(response, "content", b"").decode(errors="replace"):
            faults.append(f"GET {path} shows a private deck to staff without rights")
    assert not faults, "\n".join(faults)


def test_staff_do_not_read_private_decks_in_their_pages_either() -> None:
    world = build()
    staff = world.client("staff")
    private, link = world.decks["private"], world.decks["link"]
    assert "Secret of private" not in staff.get("/admin/decks/deck/").content.decode()
    assert staff.get(f"/admin/decks/deck/{private.pk}/change/").status_code == 302
    Report.objects.create(deck=private, reporter=world.people["owner"], reason="Once it was public")
    for path in [staff_path(route, world) for route in ADMIN.values()]:
        assert "Secret of private" not in getattr(staff.get(path), "content", b"").decode(), path
    assert "Secret of private" not in staff.get("/admin/decks/comment/?q=Secret").content.decode()
    shown = staff.get(f"/admin/decks/deck/{link.pk}/change/").content.decode()
    assert "Secret of link" in shown
    assert world.links["link"] not in shown


def test_what_a_policy_would_stop_is_found() -> None:
    """The finder itself: each of these, and none of those."""
    from django.http import HttpResponse

    for bad in (
        "<p style='x'>",
        "<p STYLE=x>",
        "<b title='>' onclick=x>",
        "<script>x</script>",
        '<a href="javascript:x">',
        "<style>",
        "<iframe>",
        "<img alt=\"a>b\" onerror='x'>",
    ):
        assert list(inline_parts(HttpResponse(bad))), bad
    for good in (
        "<p title='style=x'>",
        "<script src=x></script>",
        '<script type="application/json">{}</script>',
        "a on=b",
    ):
        assert not list(inline_parts(HttpResponse(good))), good
    assert list(policy_faults(HttpResponse()))
