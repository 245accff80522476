"""Files: Django's thread sends the first block, the event loop the rest."""

import asyncio
import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from django.http import FileResponse

from fivesails_site import asgi
from fivesails_site.asgi import FILE_BLOCK, Message, Scope, Site
from tests.event_loops import run

SCOPE: Scope = {
    "type": "http",
    "method": "GET",
    "path": "/file",
    "query_string": b"",
    "headers": [],
    "http_version": "1.1",
    "scheme": "http",
}


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], list[FileResponse]]:
    """Answer every request with this file; the responses, as they are made."""

    def start(file: Any) -> list[FileResponse]:
        made: list[FileResponse] = []

        def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            made.append(FileResponse(file))
            start_response("200 OK", [])
            file_ = made[-1].file_to_stream
            assert file_ is not None
            file_.close = made[-1].close
            return environ["wsgi.file_wrapper"](file_, made[-1].block_size)  # type: ignore[no-any-return]

        monkeypatch.setattr(asgi, "django_application", application)
        return made

    return start


async def receive() -> Message:
    raise AssertionError("nothing to read")


@pytest.mark.parametrize("size", [0, 5, FILE_BLOCK, FILE_BLOCK + 1, 5 * FILE_BLOCK])
@pytest.mark.parametrize("kind", ["on disk", "in memory"])
def test_a_file_arrives_whole(serve: Callable[[Any], Any], tmp_path: Path, size: int, kind: str) -> None:
    content = bytes(number % 251 for number in range(size))
    (tmp_path / "file").write_bytes(content)
    made = serve((tmp_path / "file").open("rb") if kind == "on disk" else io.BytesIO(content))
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    run(Site()(dict(SCOPE), receive, send))
    assert b"".join(message.get("body", b"") for message in sent) == content
    assert [bool(message.get("more_body")) for message in sent[1:]] == [True] * (len(sent) - 2) + [False]
    assert made[0].closed


def test_a_client_that_does_not_read_is_dropped_and_holds_no_thread(
    serve: Callable[[Any], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(bytes(50 * FILE_BLOCK))
    made = serve((tmp_path / "file").open("rb"))
    monkeypatch.setattr(asgi, "BLOCK_SECONDS", 0.2)
    sent: list[Message] = []

    async def send(message: Message) -> None:
        if len(sent) == 3:
            assert made[0].closed, "the thread is done"
            await asyncio.Event().wait()
        sent.append(message)

    run(asyncio.wait_for(Site()(dict(SCOPE), receive, send), 30))
    assert len(sent) == 3
    assert all(message.get("more_body", True) for message in sent), "the response is left incomplete"
