"""What a browser made before its user signed in: all of it is handed over, whatever the order of apps, or none."""

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.db import DatabaseError
from django.db.models import Model, Q, QuerySet
from django.test import Client

from decks.models import Deck
from fivesails_site.accounts.handover import OWNED
from rules.games.models import GameRecord
from rules.jobs.models import Run, Simulation
from tests.accounts.conftest import PASSWORD
from web.ownership import BROWSER_KEY

pytestmark = pytest.mark.django_db

SECRET = "a-secret-of-this-browser"


@pytest.fixture
def wanderer(client: Client, make_deck: Callable[..., Deck]) -> Client:
    """A browser with one of everything and no account."""
    session = client.session
    session[BROWSER_KEY] = SECRET
    session.save()
    make_deck(None, browser=SECRET)
    run = Run.objects.create(engine=1, decks=[], policy={}, adversary={}, days=5, games=1, chunk_size=1, chunks=1)
    Simulation.objects.create(run=run, browser=SECRET, seed="1", name="")
    GameRecord.objects.create(notation="", names=[], bots=[], ending="", choices=0, browser=SECRET)
    return client


def owners() -> list[str | None]:
    """Whose each thing is."""
    mine = Q(browser=SECRET) | Q(owner__username="ann")
    return [model._default_manager.filter(mine).values_list("owner__username", flat=True).get() for model in OWNED]


def sign_in(client: Client) -> int:
    return client.post("/accounts/sign-in/", {"username": "ann", "password": PASSWORD}).status_code


def test_every_model_that_a_browser_can_own_is_handed_over() -> None:
    def has(model: type[Model], name: str) -> bool:
        return any(field.name == name for field in model._meta.concrete_fields)

    assert {model for model in apps.get_models() if has(model, "owner") and has(model, "browser")} == set(OWNED)


def test_everything_is_handed_over_at_once(wanderer: Client, ann: User) -> None:
    assert sign_in(wanderer) == 302
    assert owners() == ["ann"] * len(OWNED)
    assert BROWSER_KEY not in wanderer.session


def test_one_receiver_does_it_so_the_order_of_apps_does_not_matter() -> None:
    """Django calls receivers in the order of INSTALLED_APPS: only one of them may look at the browser's secret."""
    names = [getattr(each[1](), "__module__", "") for each in user_logged_in.receivers]
    assert [name for name in names if name.startswith(("decks", "rules", "fivesails_site", "web"))] == [
        "fivesails_site.accounts.handover"
    ]


@pytest.mark.parametrize("broken", OWNED)
def test_nothing_is_lost_if_one_fails(
    wanderer: Client, ann: User, broken: type[Model], monkeypatch: pytest.MonkeyPatch
) -> None:
    update = QuerySet.update

    def failing(self: QuerySet[Any], **values: Any) -> int:
        if self.model is broken and "browser" in values:
            raise DatabaseError("out of order")
        return update(self, **values)

    wanderer.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.setattr(QuerySet, "update", failing)
        assert sign_in(wanderer) >= 500
    assert owners() == [None] * len(OWNED)
    assert wanderer.session[BROWSER_KEY] == SECRET
    assert sign_in(wanderer) == 302
    assert owners() == ["ann"] * len(OWNED)
