"""Rotating the secret key: nobody is signed out, until the old key is forgotten."""

import pytest
from django.test import Client, override_settings

from tests.decks.factories import person, signed_in

OLD, NEW = "the-old-key-" * 5, "the-new-key-" * 5


def name_on_page(client: Client) -> bool:
    return client.get("/accounts/").status_code == 200


@pytest.mark.django_db
def test_a_session_outlives_its_key_while_that_is_listed() -> None:
    with override_settings(SECRET_KEY=OLD):
        client = signed_in(person("ana"))
        assert name_on_page(client)
    with override_settings(SECRET_KEY=NEW, SECRET_KEY_FALLBACKS=[OLD]):
        assert name_on_page(client)
    with override_settings(SECRET_KEY=NEW):
        assert name_on_page(client), "it was signed anew meanwhile"


@pytest.mark.django_db
def test_a_key_that_is_not_listed_is_forgotten_at_once() -> None:
    with override_settings(SECRET_KEY=OLD):
        client = signed_in(person("ana"))
    with override_settings(SECRET_KEY=NEW):
        assert not name_on_page(client)
