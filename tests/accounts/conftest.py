"""What tests of accounts share: people, their browsers, and mail that is sent at once."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from cards.store import current_catalogue
from decks import services
from decks.lists.starters import read_starters
from decks.models import Deck, Visibility
from fivesails_site.celery import app
from web.ownership import Visitor

PASSWORD = "seven seas and five sails"


@pytest.fixture(autouse=True)
def _unlimited_again() -> Iterator[None]:
    """Every test begins with no tries counted."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _worker() -> Iterator[None]:
    """Tasks run where they are asked for."""
    app.conf.update(task_always_eager=True, task_eager_propagates=True)
    yield
    app.conf.update(task_always_eager=False, task_eager_propagates=False)


@pytest.fixture
def ann(db: None) -> User:
    """Somebody with a confirmed address."""
    return User.objects.create_user("ann", "ann@sails.example", PASSWORD)


@pytest.fixture
def bob(db: None) -> User:
    """Somebody else, without one."""
    return User.objects.create_user("bob", "", PASSWORD)


@pytest.fixture
def ann_client(ann: User) -> Client:
    """Ann's browser."""
    client = Client()
    client.force_login(ann)
    return client


@pytest.fixture
def make_deck(db: None) -> Callable[..., Deck]:
    """Make decks for somebody; each is the first starter deck under another name."""

    def make(owner: User | None, name: str = "A deck", visibility: str = "private", browser: str = "") -> Deck:
        visitor = Visitor(owner, browser)
        deck = services.create(visitor, name, read_starters()[0].decklist, current_catalogue())
        services.share(deck, Visibility(visibility))
        return deck

    return make
