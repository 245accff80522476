"""The account page, the mail address, the export, the end."""

import io
import json
import re
import tracemalloc
import zipfile
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from cards.store import current_catalogue
from decks import services
from decks.decklist import Decklist
from decks.exchange import parse
from decks.lists.starters import read_starters
from decks.models import Comment, Deck, DeckVersion
from decks.social import post_comment, toggle_like
from fivesails_site.accounts import mail_links, tokens
from fivesails_site.accounts.export import archive
from tests.accounts.conftest import PASSWORD
from web import rate_limits
from web.ownership import Visitor

pytestmark = pytest.mark.django_db

OWN_PAGES = ["/accounts/", "/accounts/password/", "/accounts/mail/", "/accounts/export/", "/accounts/delete/"]
OPEN_PAGES = ["/accounts/sign-in/", "/accounts/sign-up/", "/accounts/reset/", "/accounts/reset/sent/"]


@pytest.mark.parametrize("address", [*OWN_PAGES, "/accounts/mail/confirm/x/"])
def test_own_pages_ask_who_it_is(client: Client, address: str) -> None:
    response = client.get(address)
    assert (response.status_code, response["Location"]) == (302, f"/accounts/sign-in/?next={address}")


@pytest.mark.parametrize("address", ["/accounts/tokens/", "/accounts/tokens/1/revoke/", "/accounts/delete/"])
def test_own_forms_ask_who_it_is(client: Client, address: str) -> None:
    assert client.post(address)["Location"].startswith("/accounts/sign-in/")


@pytest.mark.parametrize("address", [*OWN_PAGES, *OPEN_PAGES])
def test_no_cache_keeps_these_pages(client: Client, ann: User, address: str) -> None:
    if address in OWN_PAGES:
        client.force_login(ann)
    response = client.get(address)
    assert response.status_code == 200
    assert {"private", "no-store"} <= set(re.split(r",\s*", response["Cache-Control"]))
    assert "ETag" not in response
    assert response.getvalue()


@pytest.mark.parametrize("address", [*OWN_PAGES[:3], "/accounts/delete/", *OPEN_PAGES])
def test_pages_are_not_for_search_engines_and_have_no_inline_code(client: Client, ann: User, address: str) -> None:
    if address in OWN_PAGES:
        client.force_login(ann)
    page = client.get(address).content.decode()
    assert '<meta name="robots" content="noindex">' in page
    assert not re.search(r"<style|\sstyle=|\son\w+=\"|<script(?![^>]*\ssrc=)", page)


UNSAFE = [
    "/accounts/password/",
    "/accounts/mail/",
    "/accounts/delete/",
    "/accounts/tokens/",
    "/accounts/tokens/1/revoke/",
    "/accounts/reset/",
]


@pytest.mark.parametrize("address", UNSAFE)
def test_forms_need_their_token(ann: User, address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)
    assert client.post(address, {"password": PASSWORD}).status_code == 403
    assert User.objects.filter(pk=ann.pk).exists()


def test_the_page_says_what_is_known(ann_client: Client, ann: User, make_deck: Callable[..., Deck]) -> None:
    make_deck(ann)
    page = ann_client.get("/accounts/").content.decode()
    assert "ann@sails.example" in page
    assert '<span class="num">1</span> deck.' in page
    assert 'href="/players/ann/"' in page


def test_the_page_asks_as_much_for_much_as_for_little(
    ann: User, ann_client: Client, make_deck: Callable[..., Deck], django_assert_num_queries
) -> None:
    ann_client.get("/accounts/")
    with django_assert_num_queries(4):
        ann_client.get("/accounts/")
    for number in range(5):
        make_deck(ann)
        tokens.issue(ann, f"Program {number}")
    with django_assert_num_queries(4):
        ann_client.get("/accounts/")


# --- the address ---


def ask_for(client: Client, address: str, password: str = PASSWORD):
    return client.post("/accounts/mail/", {"email": address, "password": password})


def link(number: int = -1) -> str:
    found = re.search(r"http://testserver(/accounts/mail/confirm/\S+)", mail.outbox[number].body)
    assert found
    return found[1]


def address_of(user: User) -> str:
    return User.objects.get(pk=user.pk).email


def test_another_address_has_to_be_confirmed_and_the_old_one_hears_of_it(ann: User, ann_client: Client) -> None:
    assert ask_for(ann_client, "new@sails.example")["Location"] == "/accounts/"
    assert mail.outbox[0].to == ["new@sails.example"]
    assert address_of(ann) == "ann@sails.example"
    assert ann_client.get(link()).status_code == 200
    assert address_of(ann) == "ann@sails.example", "opening the link is not enough: mail programs do that"
    ann_client.post(link(0))
    assert address_of(ann) == "new@sails.example"
    assert (mail.outbox[1].to, mail.outbox[1].subject) == (
        ["ann@sails.example"],
        "Five Sails: your email address was changed",
    )


def test_it_needs_the_password(ann: User, ann_client: Client) -> None:
    assert "Wrong password." in ask_for(ann_client, "new@sails.example", "wrong").content.decode()
    assert mail.outbox == []


def test_it_needs_an_address(ann: User, ann_client: Client) -> None:
    for wrong in ("", "no address", "a@b", "a@sails.example\nBcc: b@sails.example"):
        assert ask_for(ann_client, wrong).status_code == 200
    assert mail.outbox == []


def test_a_link_is_for_one_account_only(ann_client: Client, bob: User) -> None:
    ask_for(ann_client, "new@sails.example")
    other = Client()
    other.force_login(bob)
    response = other.post(link())
    assert response.status_code == 400
    assert "This link has expired" in response.content.decode()
    assert address_of(bob) == ""


def test_a_link_ends_with_the_password(ann: User, ann_client: Client) -> None:
    ask_for(ann_client, "intruder@sails.example")
    ann.set_password("another password altogether")
    ann.save()
    ann_client.force_login(ann)
    assert ann_client.post(link()).status_code == 400
    assert address_of(ann) == "ann@sails.example"


def test_a_link_ends_with_time(ann: User, ann_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ask_for(ann_client, "new@sails.example")
    monkeypatch.setattr(mail_links, "HOURS", -1)
    assert ann_client.post(link()).status_code == 400


@pytest.mark.parametrize("change", [lambda text: text[:-3] + "x/", lambda text: "/accounts/mail/confirm/x:y:z/"])
def test_a_forged_link_is_refused(ann: User, ann_client: Client, change: Callable[[str], str]) -> None:
    ask_for(ann_client, "new@sails.example")
    assert ann_client.post(change(link())).status_code == 400
    assert address_of(ann) == "ann@sails.example"


def test_a_taken_address_is_answered_alike(ann: User, bob: User) -> None:
    client = Client()
    client.force_login(bob)
    answers = [ask_for(client, address)["Location"] for address in ("ann@sails.example", "free@sails.example")]
    assert answers == ["/accounts/", "/accounts/"]
    assert "already used by ann" in mail.outbox[0].body


# --- the export ---


def unpack(client: Client) -> dict[str, str]:
    response = client.get("/accounts/export/")
    assert response["Content-Type"] == "application/zip"
    assert response["Content-Disposition"] == 'attachment; filename="five-sails-ann.zip"'
    with zipfile.ZipFile(io.BytesIO(b"".join(response))) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def test_everything_is_in_the_export(ann: User, bob: User, ann_client: Client, make_deck: Callable[..., Deck]) -> None:
    first, other = make_deck(ann, "Dawn <raid>", "public"), make_deck(bob, "Bob's", "public")
    empty = services.create(Visitor(ann), "../../Nothing yet", Decklist.of(None, (), {}), current_catalogue())
    services.save(first, read_starters()[1].decklist, current_catalogue())
    tokens.issue(ann, "A program")
    post_comment(ann, other, "Well built.")
    files = unpack(ann_client)
    assert set(files) == {
        "account.json",
        f"decks/dawn-raid-{first.id}.json",
        f"decks/dawn-raid-{first.id}.txt",
        f"decks/nothing-yet-{empty.id}.json",
        f"decks/nothing-yet-{empty.id}.txt",
    }
    document = json.loads(files["account.json"])
    assert document["account"]["name"] == "ann"
    assert document["account"]["mail"] == "ann@sails.example"
    assert [token["name"] for token in document["account"]["tokens"]] == ["A program"]
    assert [deck["name"] for deck in document["decks"]] == ["Dawn <raid>", "../../Nothing yet"]
    assert [version["number"] for version in document["decks"][0]["versions"]] == [1, 2]
    assert document["decks"][0]["versions"][1]["parent"] == 1
    assert [comment["text"] for comment in document["comments"]] == ["Well built."]
    assert "digest" not in files["account.json"]
    assert "argon2" not in files["account.json"]


@pytest.mark.parametrize("extension", ["json", "txt"])
def test_an_exported_deck_can_be_read_again(
    ann: User, ann_client: Client, make_deck: Callable[..., Deck], extension: str
) -> None:
    deck = make_deck(ann, "Home")
    text = unpack(ann_client)[f"decks/home-{deck.id}.{extension}"]
    (found,) = parse(text, current_catalogue()).decks
    assert found.decklist == read_starters()[0].decklist


def test_the_export_asks_as_much_for_many_decks_as_for_one(
    ann: User, ann_client: Client, make_deck: Callable[..., Deck], django_assert_num_queries
) -> None:
    make_deck(ann)
    unpack(ann_client)
    with django_assert_num_queries(8):
        unpack(ann_client)
    for number in range(4):
        make_deck(ann, f"Deck {number}")
    with django_assert_num_queries(8):
        unpack(ann_client)


def test_the_export_of_many_versions_takes_little_memory(ann: User, make_deck: Callable[..., Deck]) -> None:
    deck = make_deck(ann)
    first = deck.head
    assert first
    fields = {"deck": deck, "leader_id": first.leader_id, "approach": first.approach, "faction": first.faction}
    DeckVersion.objects.bulk_create(
        DeckVersion(number=number, fingerprint=first.fingerprint, **fields) for number in range(2, 2_002)
    )
    archive(ann, current_catalogue()).close()
    tracemalloc.start()
    try:
        file = archive(ann, current_catalogue())
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()
    with file, zipfile.ZipFile(file) as packed:
        document = json.loads(packed.read("account.json"))
    assert [version["number"] for version in document["decks"][0]["versions"]] == list(range(1, 2_002))


def test_the_export_is_not_for_hammering(ann_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "ACCOUNT_EXPORTS", rate_limits.Limit("export", "exports", 2, 3600))
    answers = [ann_client.get("/accounts/export/") for _ in range(3)]
    assert [(answer.status_code, bool(answer.getvalue())) for answer in answers] == [
        (200, True),
        (200, True),
        (429, True),
    ]


# --- the end ---


def test_leaving_takes_everything_along(ann: User, bob: User, make_deck: Callable[..., Deck]) -> None:
    client = Client()
    client.force_login(ann)
    elsewhere = Client()
    elsewhere.force_login(ann)
    mine, theirs = make_deck(ann, visibility="public"), make_deck(bob, visibility="public")
    copied = services.copy(Visitor(bob), DeckVersion.objects.get(deck=mine), "A copy", current_catalogue())
    tokens.issue(ann, "A program")
    toggle_like(ann, theirs)
    post_comment(ann, theirs, "Well built.")
    page = client.get("/accounts/delete/").content.decode()
    assert 'href="/accounts/export/"' in page
    gone = client.post("/accounts/delete/", {"password": PASSWORD}, follow=True)
    assert "Your account and everything in it have been deleted" in gone.content.decode()
    assert not User.objects.filter(username="ann").exists()
    assert not Deck.objects.filter(pk=mine.pk).exists()
    assert not Comment.objects.exists()
    theirs.refresh_from_db()
    copied.refresh_from_db()
    assert theirs.likes == 0
    assert (copied.owner, copied.source) == (bob, None)
    assert "_auth_user_id" not in client.session
    assert elsewhere.get("/accounts/").status_code == 302
    assert client.get("/players/ann/").status_code == 404


def test_staff_deleting_an_account_take_its_likes_along_too(
    admin_client: Client, ann: User, bob: User, make_deck: Callable[..., Deck]
) -> None:
    deck = make_deck(bob, visibility="public")
    toggle_like(ann, deck)
    admin_client.post(f"/admin/auth/user/{ann.pk}/delete/", {"post": "yes"})
    deck.refresh_from_db()
    assert (User.objects.filter(pk=ann.pk).exists(), deck.likes) == (False, 0)


@pytest.mark.parametrize("password", ["", "wrong"])
def test_leaving_needs_the_password(ann: User, ann_client: Client, password: str) -> None:
    assert ann_client.post("/accounts/delete/", {"password": password}).status_code == 200
    assert User.objects.filter(pk=ann.pk).exists()


def test_the_password_cannot_be_guessed_there(ann: User, ann_client: Client) -> None:
    answers = [ann_client.post("/accounts/delete/", {"password": "wrong"}).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]
    assert ann_client.post("/accounts/delete/", {"password": PASSWORD}).status_code == 429
    assert User.objects.filter(pk=ann.pk).exists()


@pytest.mark.parametrize("address", ["/accounts/delete/", "/accounts/mail/"])
def test_a_form_without_a_single_field_is_shown_again_with_what_is_missing(ann_client: Client, address: str) -> None:
    response = ann_client.post(address, {})
    assert response.status_code == 200
    assert b"This field is required." in response.content
