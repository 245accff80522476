"""What the tests of attacks share: no limits of an earlier test, a queue that writes nothing down, the world."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from fivesails_site.celery import app
from rules.jobs.run import dispatch
from tests.security.world import World, build
from web.rate_limits import AddressThrottle, Limit, WorkThrottle, WriteThrottle


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tasks run where they are asked for, simulations are not played, and every test begins with nothing counted."""
    monkeypatch.setattr(dispatch, "send", lambda run, indices: True)
    app.conf.update(task_always_eager=True, task_eager_propagates=True)
    cache.clear()
    yield
    cache.clear()
    app.conf.update(task_always_eager=False, task_eager_propagates=False)


@pytest.fixture
def unbounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a test that asks more often than anybody may."""
    for throttle in (AddressThrottle, WorkThrottle, WriteThrottle):
        monkeypatch.setattr(throttle, "limit", Limit("test", "calls", 1_000_000, 60))
    monkeypatch.setattr("web.rate_limits.attempt", lambda *_: None)


@pytest.fixture
def world(db: None) -> World:
    """One of everything."""
    return build()
