"""A player's page, and the account that owns the starter decks."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from decks.lists.starters import SITE_OWNER, read_starters
from decks.models import Deck
from fivesails_site.accounts.pages.players import PAGE_SIZE

pytestmark = pytest.mark.django_db

ACCOUNT = re.compile('<a class="account-link".*?</a>')


def test_only_public_decks_stand_there(ann: User, client: Client, make_deck: Callable[..., Deck]) -> None:
    for visibility in ("public", "link", "private"):
        make_deck(ann, f"A {visibility} deck", visibility)
    page = client.get("/players/ann/").content.decode()
    assert "A public deck" in page
    assert "A link deck" not in page
    assert "A private deck" not in page
    assert "ann@sails.example" not in page


def test_the_owner_sees_no_more_than_everybody(ann: User, ann_client: Client, make_deck: Callable[..., Deck]) -> None:
    make_deck(ann, "Mine alone")
    mine, theirs = ann_client.get("/players/ann/"), Client().get("/players/ann/")
    assert ACCOUNT.sub("", mine.content.decode()) == ACCOUNT.sub("", theirs.content.decode())
    assert "Mine alone" not in mine.content.decode()
    assert mine["Cache-Control"] == "private, no-store"
    assert theirs["Cache-Control"].startswith("public")
    assert Client().get("/players/ann/", headers={"If-None-Match": theirs["ETag"]}).status_code == 304


@pytest.mark.parametrize("name", ["nobody", "ann%00", "<script>", "x" * 300, "%2e%2e"])
def test_an_unknown_player_is_not_found(client: Client, name: str) -> None:
    response = client.get(f"/players/{name}/")
    assert response.status_code == 404
    assert "<script>" not in response.content.decode()


def test_an_account_that_was_closed_is_not_found(ann: User, client: Client) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert client.get("/players/ann/").status_code == 404


def test_another_spelling_leads_to_the_right_one(ann: User, client: Client) -> None:
    assert client.get("/players/ANN/")["Location"] == "/players/ann/"


def test_a_player_without_decks_has_a_page(ann: User, client: Client) -> None:
    assert "No public decks yet" in client.get("/players/ann/").content.decode()


def test_many_decks_come_in_pages_from_a_fixed_number_of_queries(
    ann: User, client: Client, make_deck: Callable[..., Deck], django_assert_num_queries
) -> None:
    make_deck(ann, "First", "public")
    client.get("/players/ann/")
    with django_assert_num_queries(5):
        client.get("/players/ann/")
    for number in range(PAGE_SIZE):
        make_deck(ann, f"Number {number}", "public")
    with django_assert_num_queries(5):
        page = client.get("/players/ann/").content.decode()
    assert page.count("Number ") == PAGE_SIZE
    assert 'href="?page=2" rel="next"' in page
    assert "First" in client.get("/players/ann/?page=2").content.decode()


@pytest.mark.parametrize("page", ["x", "1.5", ""])
def test_a_page_without_a_number_is_not_found(ann: User, client: Client, page: str) -> None:
    assert client.get(f"/players/ann/?page={page}").status_code == 404


@pytest.mark.parametrize("page", ["0", "2", "-1", "9" * 40])
def test_a_page_that_is_not_there_leads_to_the_first(ann: User, client: Client, page: str) -> None:
    assert client.get(f"/players/ann/?page={page}")["Location"] == "/players/ann/"


def test_the_site_owns_the_starter_decks(client: Client) -> None:
    owner = User.objects.get(username=SITE_OWNER)
    assert not owner.has_usable_password()
    assert set(Deck.objects.filter(starter=True).values_list("owner", flat=True)) == {owner.pk}
    page = client.get(f"/players/{SITE_OWNER}/").content.decode()
    assert all(starter.name in page for starter in read_starters())


def test_loading_again_makes_no_second_owner() -> None:
    before = list(Deck.objects.filter(starter=True).order_by("id").values_list("id", "owner", "updated_at"))
    call_command("load_decks", verbosity=0)
    assert User.objects.filter(username=SITE_OWNER).count() == 1
    assert list(Deck.objects.filter(starter=True).order_by("id").values_list("id", "owner", "updated_at")) == before


def test_nobody_signs_in_as_the_site(client: Client) -> None:
    for password in ("", "!", User.objects.get(username=SITE_OWNER).password):
        client.post("/accounts/sign-in/", {"username": SITE_OWNER, "password": password})
        assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("address", ["/", "/cards/", "/decks/", "/about/", "/players/five-sails/"])
def test_public_pages_differ_by_the_name_in_the_masthead_alone(
    ann_client: Client, client: Client, address: str
) -> None:
    for_ann, for_nobody = (each.get(address).content.decode() for each in (ann_client, client))
    assert ACCOUNT.sub("", for_ann) == ACCOUNT.sub("", for_nobody)
    assert 'href="/accounts/"' in for_ann
    assert 'href="/decks/mine/"' in for_ann
