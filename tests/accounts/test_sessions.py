"""Sessions: looked up at every request, over when their time is, and never believed unless we signed them."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from fivesails_site.accounts.sessions import SessionStore

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def stored() -> SessionStore:
    session = SessionStore()
    session["list"] = ["one"]
    session.save()
    return session


def test_what_was_kept_is_read_again(stored: SessionStore) -> None:
    assert SessionStore(stored.session_key)["list"] == ["one"]


def test_what_a_request_does_to_its_own_copy_stays_there(stored: SessionStore) -> None:
    SessionStore(stored.session_key)["list"].append("two")
    assert SessionStore(stored.session_key)["list"] == ["one"]


def test_a_change_is_read_by_the_next(stored: SessionStore) -> None:
    again = SessionStore(stored.session_key)
    again["list"] = ["two"]
    again.save()
    assert SessionStore(stored.session_key)["list"] == ["two"]


def test_a_session_whose_time_is_over_holds_nothing_and_loses_its_key(stored: SessionStore) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    late = SessionStore(stored.session_key)
    assert late.get("list") is None
    assert late.session_key is None


def test_a_key_that_no_database_takes_is_nobodys(stored: SessionStore) -> None:
    assert SessionStore("a\0b" * 8).get("list") is None


def test_a_session_changed_in_the_database_is_not_believed(stored: SessionStore) -> None:
    assert SessionStore(stored.session_key)["list"]
    data = Session.objects.get().session_data
    Session.objects.update(session_data=data[:-1] + ("a" if data[-1] != "a" else "b"))
    assert SessionStore(stored.session_key).get("list") is None


def test_deleting_a_session_signs_its_holder_out_at_once(ann_client: Client) -> None:
    assert ann_client.get("/accounts/").status_code == 200
    Session.objects.all().delete()
    assert ann_client.get("/accounts/").status_code == 302
