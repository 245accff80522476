"""Counting: `make fuzz` says how many inputs were tried."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.security.conftest import _quiet, unbounded, world

__all__ = ["_quiet", "count", "unbounded", "world"]


@pytest.fixture
def count(request: pytest.FixtureRequest) -> Iterator[Callable[[], None]]:
    """Call it for each input; the sum is added to the file that FUZZ_COUNTS names, one line for each test."""
    tried = [0]

    def one() -> None:
        tried[0] += 1

    yield one
    if path := os.environ.get("FUZZ_COUNTS"):
        with Path(path).open("a") as file:
            file.write(f"{tried[0]} {request.node.nodeid}\n")
