"""What a web process does about newcomers while its threads are at work; slow clients are in tests/live."""

import gc
import logging
import selectors
import socket
import time
from collections.abc import Iterator

import pytest
from gunicorn.config import Config

from fivesails_site.web_worker import SHARE_SECONDS, PatientWorker

THREADS = 2


class Door:
    """One web process of some, as far as its door: a real listener, real clients, no threads."""

    def __init__(self, processes: int) -> None:
        cfg = Config()
        cfg.set("workers", processes)
        cfg.set("threads", THREADS)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.worker = PatientWorker(1, 1, [self.listener], None, 30, cfg, logging.getLogger())
        self.worker.poller = selectors.DefaultSelector()
        self.worker.alive = True
        self.worker.set_accept_enabled(True)
        self.clients: list[socket.socket] = []

    def come(self) -> None:
        """Somebody new."""
        self.clients.append(socket.create_connection(self.listener.getsockname()))

    def turn(self) -> int:
        """One turn of the process's loop; how many it has let in so far."""
        self.worker.set_accept_enabled(True)
        for key, _ in self.worker.poller.select(0):
            if key.fileobj is self.listener:
                self.worker.accept(self.listener)
        return int(self.worker.nr_conns)

    def close(self) -> None:
        """Everything."""
        self.worker.poller.close()
        self.worker.tmp.close()
        for conn in list(self.worker.gathering):
            conn.close()
        for one in (*self.clients, self.listener):
            one.close()


@pytest.fixture
def door(request: pytest.FixtureRequest) -> Iterator[Door]:
    made = Door(request.param)
    yield made
    made.close()
    gc.unfreeze()


@pytest.mark.parametrize("door", [2], indirect=True)
def test_who_has_a_thread_to_spare_lets_newcomers_in(door: Door) -> None:
    door.worker._at_work = THREADS - 1
    for expected in (1, 2, 3):
        door.come()
        assert door.turn() == expected


@pytest.mark.parametrize("door", [2], indirect=True)
def test_who_is_busy_leaves_newcomers_to_others_but_not_for_long(door: Door) -> None:
    """Otherwise one process lets in a whole crowd, which then stays with it, while the other has nothing to do."""
    door.worker._at_work = THREADS
    door.come()
    assert [door.turn() for _ in range(5)] == [0] * 5
    time.sleep(SHARE_SECONDS * 1.2)
    assert door.turn() == 1, "nobody else took it"
    door.come()
    assert [door.turn() for _ in range(5)] == [1] * 5
    door.worker._at_work -= 1
    assert door.turn() == 2, "a thread is free again"


@pytest.mark.parametrize("door", [1], indirect=True)
def test_who_is_alone_lets_everybody_in(door: Door) -> None:
    door.worker._at_work = THREADS + 5
    door.come()
    assert door.turn() == 1
