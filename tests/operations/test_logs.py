"""The log: one form for every process, one name for a request wherever it leads, and nobody's secrets."""

import json
import logging
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, path

from fivesails_site import logs
from fivesails_site.tasks import clear_sessions
from web import request_ids

HOSTILE = "Aa0-_" * 5
#: Parts of addresses that may stand in the log.
HARMLESS = {"code", "slug", "name", "deck_id", "kind", "number", "comment_id", "pk", "content_type_id", "object_id"}
HARMLESS |= {"app_label", "url", "id", "format"}


def crash(request: object) -> None:
    raise RuntimeError("no mail for ana@mail.example at /d/secret-link/")


urlpatterns = [path("crash/", crash), path("api/v1/crash/", crash)]
handler500 = "fivesails_site.errors.server_error"


class Listener(logging.Handler):
    """Keeps what the production handler would print."""

    def __init__(self) -> None:
        super().__init__()
        self.addFilter(logs.TracingFilter())
        self.setFormatter(logs.JsonFormatter())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def listener() -> Iterator[Listener]:
    found = Listener()
    loggers = [logging.getLogger(), logging.getLogger("fivesails.access"), logging.getLogger("fivesails.tasks")]
    levels = [each.level for each in loggers]
    loggers[0].addHandler(found)
    for each in loggers:
        each.setLevel(logging.INFO)
    yield found
    loggers[0].removeHandler(found)
    for each, level in zip(loggers, levels, strict=True):
        each.setLevel(level)


def routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern):
            yield before + str(each.pattern)
        else:
            yield from routes(each, before + str(each.pattern))


def test_every_part_of_an_address_is_known_to_be_secret_or_not() -> None:
    parts = {part for route in routes(get_resolver()) for part in re.findall(r"<(?:\w+:)?(\w+)>", route)}
    assert parts <= logs.SECRET_PARTS | HARMLESS


def test_no_secret_part_of_any_address_is_written() -> None:
    tried = 0
    for route in routes(get_resolver()):
        address = "/" + re.sub(
            r"<(?:\w+:)?(\w+)>", lambda found: HOSTILE if found[1] in logs.SECRET_PARTS else "1", route
        )
        if HOSTILE in address:
            tried += 1
            assert HOSTILE not in logs.redact(f'Not Found: {address} "{address}?x=1"'), route
    assert tried > 20


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Authorization: Bearer fs_abcdefghijklmnop", "Authorization: Bearer fs_…"),
        ("mail to Ana.B+x@mail.sails.example.", "mail to …@…."),
        ("DETAIL:  Key (username)=(ana) already exists.", "DETAIL:  Key (username)=(…) already exists."),
        ("Failing row contains (7, ana, secret).", "Failing row contains (…)."),
        ("/accounts/reset/sent/", "/accounts/reset/sent/"),
        ("/cards/FSC-001/ 200", "/cards/FSC-001/ 200"),
    ],
)
def test_redaction(text: str, written: str) -> None:
    assert logs.redact(text) == written


@pytest.mark.urls(__name__)
def test_a_failure_is_one_object_under_the_reference_that_the_visitor_sees(listener: Listener) -> None:
    visitor = Client(raise_request_exception=False)
    page = visitor.get("/crash/", headers={"x-request-id": "seen-by-the-proxy"})
    assert "<code>seen-by-the-proxy</code>" in page.content.decode()
    assert visitor.get("/api/v1/crash/", headers={"x-request-id": "again-7"}).json()["reference"] == "again-7"

    entries = [json.loads(line) for line in listener.lines]
    failed = next(entry for entry in entries if entry["logger"] == "django.request")
    assert (failed["level"], failed["request_id"]) == ("ERROR", "seen-by-the-proxy")
    assert "RuntimeError" in failed["exception"]
    assert "ana@mail" not in "".join(listener.lines)
    assert "secret-link" not in "".join(listener.lines)
    access = next(entry for entry in entries if entry["logger"] == "fivesails.access")
    assert {"method": "GET", "path": "/crash/", "status": 500}.items() <= access.items()
    assert access["milliseconds"] > 0


@pytest.mark.django_db
def test_a_share_link_is_not_written_though_somebody_tries_it(client: Client, listener: Listener) -> None:
    assert client.get(f"/d/{HOSTILE}/", headers={"authorization": "Bearer fs_0123456789abcdef"}).status_code == 404
    assert listener.lines
    assert HOSTILE not in "".join(listener.lines)
    assert "0123456789abcdef" not in "".join(listener.lines)
    access = next(entry for line in listener.lines if (entry := json.loads(line))["logger"] == "fivesails.access")
    assert (access["route"], access["path"]) == ("decks:link-deck", "/d/…/")


@pytest.mark.django_db
def test_a_task_bears_the_name_of_the_request_that_asked_for_it(listener: Listener) -> None:
    request_ids.begin("asked-here")
    headers: dict[str, str] = {}
    request_ids.before_task_publish.send(sender="x", headers=headers)
    request_ids.begin("somebody-else")
    clear_sessions.apply(headers=headers)
    done = next(entry for line in listener.lines if (entry := json.loads(line))["logger"] == "fivesails.tasks")
    assert done["request_id"] == "asked-here"
    assert (done["task"], done["state"]) == ("fivesails_site.tasks.clear_sessions", "SUCCESS")
    assert request_ids.current() == request_ids.NO_REQUEST, "the next task is somebody else's"


def test_a_forged_name_from_the_queue_is_not_believed() -> None:
    class Request:
        fivesails_request = "two\nlines"

    class Task:
        name, request = "x", Request

    request_ids.task_prerun.send(sender=None, task=Task, task_id="1")
    assert request_ids.current() == request_ids.NO_REQUEST
    request_ids.task_postrun.send(sender=None, task=Task, task_id="1", state="SUCCESS")
