"""The catalogue in memory: one for a process, however many ask for it first."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from cards import store
from cards.catalogue import Catalogue


@pytest.mark.parametrize("stood", [None, Catalogue(version="before", cards=())], ids=["at the start", "after a load"])
def test_all_who_ask_for_new_cards_at_once_get_the_same_catalogue(
    stood: Catalogue | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = threading.Barrier(2)

    def read(version: str) -> Catalogue:
        # Two who read at once meet here; one who reads alone waits in vain.
        with suppress(threading.BrokenBarrierError):
            together.wait(0.1)
        return Catalogue(version=version, cards=())

    monkeypatch.setattr(store, "_current", stood)
    monkeypatch.setattr(store, "_newest_version", lambda: "now")
    monkeypatch.setattr(store, "read_catalogue", read)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: store.current_catalogue(), range(4)))

    assert {each.version for each in found} == {"now"}
    assert len({id(each) for each in found}) == 1
