"""Sessions: looked up at every request, over when their time is, and never believed unless we signed them."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def stored() -> SessionStore:
    session = SessionStore()
    session["list"] = ["one"]
    session.save()
    return session


def test_what_was_kept_is_read_again(stored: SessionStore) -> None:
    assert SessionStore(stored.session_key)["list"] == ["one"]


def test_a_session_whose_time_is_over_holds_nothing_and_loses_its_key(stored: SessionStore) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    late = SessionStore(stored.session_key)
    assert late.get("list") is None
    assert late.session_key is None


def test_a_key_that_no_database_takes_is_refused() -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = "a\0b" * 8
    assert client.get("/decks/mine/").status_code == 400


def test_a_session_of_a_way_to_sign_in_that_is_gone_is_nobodys(ann_client: Client) -> None:
    """An earlier release had a backend of its own: its sessions end, and signing in again works."""
    session = ann_client.session
    session[BACKEND_SESSION_KEY] = "fivesails_site.accounts.backends.AccountBackend"
    session.save()
    assert ann_client.get("/accounts/").status_code == 302
    assert ann_client.get("/decks/mine/").status_code == 200


def test_a_session_changed_in_the_database_is_not_believed(stored: SessionStore) -> None:
    assert SessionStore(stored.session_key)["list"]
    data = Session.objects.get().session_data
    Session.objects.update(session_data=data[:-1] + ("a" if data[-1] != "a" else "b"))
    assert SessionStore(stored.session_key).get("list") is None


def test_deleting_a_session_signs_its_holder_out_at_once(ann_client: Client) -> None:
    assert ann_client.get("/accounts/").status_code == 200
    Session.objects.all().delete()
    assert ann_client.get("/accounts/").status_code == 302
