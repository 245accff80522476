"""Streams as browsers read them: no thread for a listener, room for many, and an end at once when the server stops."""

import json
import re
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from fivesails_site.listeners import MAX_PER_ADDRESS
from tests.live.people import Person
from tests.processes import Site, copy

pytestmark = pytest.mark.timeout(400)


@pytest.fixture
def site(prepared_var: Path, tmp_path: Path) -> Iterator[Site]:
    var = copy(prepared_var, tmp_path / "var")
    running = Site(var, FIVESAILS_METRICS_ADDRESSES="127.0.0.1", FIVESAILS_LOG_FORMAT="json").wait_until_ready()
    yield running
    running.stop()


def simulation(site: Site, games: int, seed: str) -> tuple[str, str]:
    """The page of a new simulation, and the address of its stream."""
    asked = Person(site.port).call("POST", "simulations/", {"deck": "castille-starter", "games": games, "seed": seed})
    assert asked.status == 202
    page = f"/simulations/{asked.json()['id']}/"
    found = re.search(r'data-stream="([^"]+)"', Person(site.port).get(page).text)
    assert found
    return page, found[1]


def listen(site: Site, path: str) -> socket.socket:
    """A stream, with its head read."""
    one = socket.create_connection(("127.0.0.1", site.port), timeout=60)
    one.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n".encode())
    return one


def status(one: socket.socket) -> int:
    return int(one.recv(4096).split()[1])


def test_a_listener_sees_a_simulation_to_its_end(site: Site) -> None:
    _, path = simulation(site, 1_000_000, "watched")
    heard = b""
    with listen(site, path) as one:
        while b'"finished":true' not in heard:
            part = one.recv(65536)
            assert part, heard
            heard += part
    versions = [int(number) for number in re.findall(rb"id: (\d+)", heard)]
    assert versions == sorted(set(versions))
    assert versions[-1] == 1_000_001
    states = [json.loads(state) for state in re.findall(rb"data: (.+)\n", heard)]
    assert states[-1]["status"] == "done"
    assert Person(site.port).get("/streams/forged").status == 404


def test_many_listeners_hold_no_thread_and_end_at_once_with_the_server(site: Site) -> None:
    """One process of four threads: any listener in a thread would be one too many."""
    _, path = simulation(site, 10_000_000, "watched by many")
    with ExitStack() as stack:
        many = [stack.enter_context(listen(site, path)) for _ in range(MAX_PER_ADDRESS)]
        assert {status(one) for one in many} == {200}
        assert status(stack.enter_context(listen(site, path))) == 503, "one too many from one address"
        for page in ("/", "/cards/", "/decks/"):
            assert Person(site.port).get(page).status == 200
        measured = Person(site.port).get("/metrics").text
        assert f"fivesails_streams_open {MAX_PER_ADDRESS:.1f}" in measured
        assert 'fivesails_streams_total{status="503"} 1.0' in measured
        many.pop().close()
        began = time.monotonic()
        assert site.stop() == 0
        assert time.monotonic() - began < 15
        assert "refused to gracefully stop" not in site.output
        for one in many:
            rest = b""
            while part := one.recv(65536):
                rest += part
            assert rest.endswith(b"0\r\n\r\n"), "ended, not torn"
    lines = [json.loads(line.partition("| ")[2]) for line in site.output.splitlines() if '"route": "stream"' in line]
    assert Counter(line["status"] for line in lines) == {200: MAX_PER_ADDRESS, 503: 1}
    assert {line["path"] for line in lines} == {"/streams/…"}
