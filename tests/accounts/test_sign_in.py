"""Signing up, in and out, as plain forms do it."""

import time
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from decks.lists.starters import SITE_OWNER
from decks.models import Deck
from fivesails_site.accounts.forms import SignUpForm
from tests.accounts.conftest import PASSWORD
from web import rate_limits
from web.ownership import BROWSER_KEY

pytestmark = pytest.mark.django_db

SIGN_UP, SIGN_IN, SIGN_OUT = "/accounts/sign-up/", "/accounts/sign-in/", "/accounts/sign-out/"


def sign_up(client: Client, username: str = "corsair", email: str = "", password: str = PASSWORD, **more: str):
    sent = {"username": username, "email": email, "password1": password, "password2": password, **more}
    return client.post(SIGN_UP, sent)


def sign_in(client: Client, username: str = "ann", password: str = PASSWORD, **more: str):
    return client.post(SIGN_IN, {"username": username, "password": password, **more})


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


# --- up ---


def test_a_name_and_a_password_are_enough(client: Client) -> None:
    response = sign_up(client)
    assert (response.status_code, response["Location"]) == (302, "/accounts/")
    page = client.get("/accounts/")
    assert b"<h1>corsair</h1>" in page.content
    assert "Welcome!" in page.content.decode()
    user = User.objects.get(username="corsair")
    assert user.check_password(PASSWORD)
    assert (user.email, user.is_staff, user.is_superuser) == ("", False, False)
    assert mail.outbox == []


def test_capitals_become_small_letters(client: Client) -> None:
    sign_up(client, "CaptainFlint")
    assert User.objects.filter(username="captainflint").exists()


@pytest.mark.parametrize(
    "name", ["", "ab", "a" * 31, "-ann", "ann-", "a--b", "an n", "ann@x", "a.b.c", "änne", "аnn", "<b>x</b>", "a\0b"]
)
def test_a_name_of_the_wrong_form_is_refused_beside_its_field(client: Client, name: str) -> None:
    response = sign_up(client, name)
    assert response.status_code == 200
    assert response.context["form"].errors.keys() == {"username"}
    assert not signed_in(client)


@pytest.mark.parametrize("name", ["ann", "ANN", SITE_OWNER, "Five-Sails", "admin", "Moderator"])
def test_a_taken_or_reserved_name_is_refused(client: Client, ann: User, name: str) -> None:
    response = sign_up(client, name)
    assert "This name is taken" in response.content.decode()


def test_a_name_taken_in_the_same_moment_is_refused_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(form: SignUpForm, commit: bool = True) -> User:
        raise IntegrityError("UNIQUE constraint failed")

    monkeypatch.setattr(SignUpForm, "save", lose)
    response = sign_up(client)
    assert response.status_code == 200
    assert "This name is taken" in response.content.decode()


@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("short", "at least 12 characters"),
        ("1q2w3e4r5t6y", "too common"),
        ("846290174639", "entirely numeric"),
        ("the-red-corsair1", "too similar to the username"),
        ("captain.ann@sails", "too similar to the email"),
    ],
)
def test_a_weak_password_is_refused(client: Client, password: str, words: str) -> None:
    response = sign_up(client, "the-red-corsair", "captain.ann@sails.example", password)
    assert words in response.content.decode()
    assert not User.objects.filter(username="the-red-corsair").exists()


def test_two_different_passwords_are_refused(client: Client) -> None:
    assert "match" in sign_up(client, password2="another one entirely").content.decode()


def test_nobody_can_give_themselves_rights(client: Client) -> None:
    sign_up(client, is_staff="on", is_superuser="1", pk="1", date_joined="2001-01-01")
    user = User.objects.get(username="corsair")
    assert not user.is_staff
    assert not user.is_superuser
    assert user.date_joined.year > 2020


def test_an_address_counts_only_when_confirmed(client: Client) -> None:
    sign_up(client, email="new@sails.example")
    assert User.objects.get(username="corsair").email == ""
    (sent,) = mail.outbox
    assert sent.to == ["new@sails.example"]
    link = next(word for word in sent.body.split() if "/confirm/" in word).removeprefix("http://testserver")
    assert b"new@sails.example" in client.get(link).content
    assert User.objects.get(username="corsair").email == ""
    assert client.post(link)["Location"] == "/accounts/"
    assert User.objects.get(username="corsair").email == "new@sails.example"
    assert client.post(link).status_code == 400


def test_an_address_waits_to_be_confirmed_and_its_link_is_sent_again(client: Client) -> None:
    sign_up(client, email="new@sails.example")
    page = client.get("/accounts/").content.decode()
    assert "<b>new@sails.example</b>" in page
    assert "is waiting to be confirmed" in page
    assert "Send again" in page
    assert client.post("/accounts/mail/again/")["Location"] == "/accounts/"
    assert [sent.to for sent in mail.outbox] == [["new@sails.example"]] * 2
    link = next(word for word in mail.outbox[1].body.split() if "/confirm/" in word).removeprefix("http://testserver")
    client.post(link)
    page = client.get("/accounts/").content.decode()
    assert "waiting to be confirmed" not in page
    assert "Your email address is <b>new@sails.example</b>" in page


def test_without_an_address_nothing_waits(client: Client) -> None:
    sign_up(client)
    assert "waiting" not in client.get("/accounts/").content.decode()
    assert client.post("/accounts/mail/again/")["Location"] == "/accounts/mail/"
    assert mail.outbox == []


def test_an_address_confirmed_in_another_browser_waits_no_longer(client: Client) -> None:
    sign_up(client, email="new@sails.example")
    User.objects.filter(username="corsair").update(email="new@sails.example")
    assert "waiting" not in client.get("/accounts/").content.decode()


def test_a_taken_address_gets_the_same_answer_as_a_free_one(ann: User) -> None:
    pages = []
    for name, address in (("one-name", "ann@sails.example"), ("two-name", "not@sails.example")):
        client = Client()
        answered = sign_up(client, name, address)
        page = client.get(answered["Location"]).content.decode()
        pages.append(_plain((answered.status_code, page.replace(name, "name").replace(address, "address"))))
    assert pages[0] == pages[1]
    assert [sent.to for sent in mail.outbox] == [["ann@sails.example"], ["not@sails.example"]]
    assert "already used by ann" in mail.outbox[0].body
    assert "already" not in mail.outbox[1].body


def _plain(answered: tuple[int, str]) -> tuple[int, list[str]]:
    status, page = answered
    return status, [line for line in page.splitlines() if "csrfmiddlewaretoken" not in line]


# --- in and out ---


def test_in_and_out(client: Client, ann: User) -> None:
    assert sign_in(client)["Location"] == "/accounts/"
    assert signed_in(client)
    response = client.post(SIGN_OUT, follow=True)
    assert not signed_in(client)
    assert "You are signed out." in response.content.decode()


@pytest.mark.parametrize("name", ["ANN", " ann "])
def test_capitals_and_blanks_do_not_matter_at_sign_in(client: Client, ann: User, name: str) -> None:
    assert sign_in(client, name).status_code == 302


def test_a_name_with_capitals_given_by_staff_works(client: Client) -> None:
    User.objects.create_user("Harbour.Master", password=PASSWORD)
    assert sign_in(client, "Harbour.Master").status_code == 302


def test_a_link_cannot_sign_anybody_out(ann_client: Client) -> None:
    assert ann_client.get(SIGN_OUT).status_code == 405
    assert signed_in(ann_client)


def test_wrong_password_unknown_name_and_inactive_account_look_the_same(ann: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    pages = []
    for name, password in (("ann", "wrong"), ("nobody-here", PASSWORD), ("bob", PASSWORD), (SITE_OWNER, "")):
        response = sign_in(Client(), name, password or "x")
        assert response.status_code == 200
        pages.append(_plain((200, response.content.decode().replace(f'value="{name}"', ""))))
    assert all(page == pages[0] for page in pages)
    assert "Wrong name or password." in "".join(pages[0][1])


def test_an_unknown_name_costs_a_hash_too(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.contrib.auth.hashers import MD5PasswordHasher

    hashed: list[str] = []
    original = MD5PasswordHasher.encode
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda self, *args: hashed.append("x") or original(self, *args))
    counts = []
    for name in ("ann", "nobody-here", SITE_OWNER):
        hashed.clear()
        sign_in(Client(), name, "wrong password")
        counts.append(len(hashed))
    assert counts == [1, 1, 1]


def test_the_session_gets_a_new_key_at_sign_in(client: Client, ann: User) -> None:
    client.get("/accounts/sign-in/")
    session = client.session
    session["seen"] = True
    session.save()
    before = session.session_key
    client.cookies["session"] = before
    sign_in(client)
    assert client.session.session_key != before
    assert client.session["seen"] is True


@pytest.mark.parametrize("address", [SIGN_UP, SIGN_IN, SIGN_OUT])
def test_forms_need_their_token(ann: User, address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post(address, {"username": "ann", "password": PASSWORD})
    assert response.status_code == 403
    assert "reload the page" in response.content.decode()


def test_a_form_with_its_token_works_without_scripts(ann: User) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get(SIGN_IN)
    token = page.context["csrf_token"]
    assert sign_in(client, csrfmiddlewaretoken=str(token)).status_code == 302


def test_who_is_signed_in_needs_neither_page(ann_client: Client) -> None:
    for address in (SIGN_UP, SIGN_IN):
        assert ann_client.get(address)["Location"] == "/accounts/"
    assert ann_client.post(SIGN_UP, {}).status_code == 302


REDIRECTS = [
    ("/decks/mine/", "/decks/mine/"),
    ("/cards/?q=t%3Arisk", "/cards/?q=t%3Arisk"),
    ("http://testserver/cards/", "http://testserver/cards/"),
    ("", "/accounts/"),
    ("https://evil.example/", "/accounts/"),
    ("//evil.example/", "/accounts/"),
    ("///evil.example/", "/accounts/"),
    ("/\\evil.example/", "/accounts/"),
    ("\\\\evil.example/", "/accounts/"),
    ("http:evil.example", "/accounts/"),
    ("http:///evil.example", "/accounts/"),
    ("javascript:alert(1)", "/accounts/"),
    ("http://testserver@evil.example/", "/accounts/"),
    ("http://testserver.evil.example/", "/accounts/"),
    ("\thttps://evil.example", "/accounts/"),
    ("data:text/html,x", "/accounts/"),
]


@pytest.mark.parametrize(("goal", "reached"), REDIRECTS)
def test_next_leads_nowhere_else(ann: User, goal: str, reached: str) -> None:
    assert sign_in(Client(), next=goal)["Location"] == reached
    assert sign_up(Client(), next=goal)["Location"] == reached


@pytest.mark.parametrize(("goal", "reached"), REDIRECTS)
def test_sign_out_leads_nowhere_else(ann_client: Client, goal: str, reached: str) -> None:
    answered = ann_client.post(SIGN_OUT, {"next": goal})["Location"]
    assert answered == (SIGN_IN if reached == "/accounts/" else reached)


def test_next_is_kept_between_the_two_pages(client: Client) -> None:
    page = client.get(f"{SIGN_IN}?next=/decks/mine/%3Fa%3D1%26b%3D2").content.decode()
    assert 'name="next" value="/decks/mine/?a=1&amp;b=2"' in page
    assert f'href="{SIGN_UP}?next=/decks/mine/%3Fa%3D1%26b%3D2"' in page
    assert "evil" not in client.get(f"{SIGN_IN}?next=//evil.example").content.decode()


# --- staff ---


def test_staff_sign_in_where_everybody_does(client: Client, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_staff=True)
    door = client.get(reverse("admin:index"), follow=True)
    assert door.redirect_chain[-1][0] == f"{SIGN_IN}?next=/admin/"
    assert client.post("/admin/login/", {"username": "ann", "password": PASSWORD}).status_code == 405
    assert sign_in(client, next="/admin/")["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_others_do_not_get_behind_it(ann_client: Client) -> None:
    reached = ann_client.get("/admin/", follow=True)
    assert reached.redirect_chain[-1][0] == "/accounts/"
    assert reached.status_code == 200


# --- how often ---


def guess(name: str, times: int) -> None:
    """Wrong passwords for one name, each from an address of its own."""
    for number in range(times):
        Client(REMOTE_ADDR=f"10.1.{number // 250}.{number % 250}").post(SIGN_IN, {"username": name, "password": "no"})


def test_an_address_can_try_a_name_ten_times(ann: User) -> None:
    for _ in range(rate_limits.SIGN_IN.count):
        assert sign_in(Client(), "ann", "wrong").status_code == 200
    refused = sign_in(Client(), " ANN", PASSWORD)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= rate_limits.SIGN_IN.seconds
    assert "Try again in" in refused.content.decode()
    assert "no-store" in refused["Cache-Control"]
    assert sign_in(Client(), "bob", "wrong").status_code == 200


def test_others_cannot_lock_anybody_out(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guessing from many addresses makes everybody wait a little under that name, and nobody for long."""
    guess("ann", 40)
    home = {"REMOTE_ADDR": "10.0.1.1"}
    slowed = sign_in(Client(**home))
    assert slowed.status_code == 429
    wait = int(slowed["Retry-After"])
    assert 1 <= wait <= rate_limits.MAX_PAUSE <= 30
    now = time.time()
    monkeypatch.setattr(rate_limits.time, "time", lambda: now + wait / 2)
    assert int(sign_in(Client(**home))["Retry-After"]) < wait, "asking again does not begin the wait anew"
    guess("ann", 40)
    monkeypatch.setattr(rate_limits.time, "time", lambda: now + wait + 1)
    assert sign_in(Client(**home)).status_code == 302


def test_guessing_from_many_addresses_is_slow(ann: User) -> None:
    guess("ann", 40)
    answers = [sign_in(Client(REMOTE_ADDR=f"10.2.0.{number}"), "ann", PASSWORD).status_code for number in range(20)]
    assert answers == [429] * 20


def test_a_browser_that_signed_in_before_is_never_refused_for_what_others_do(ann: User) -> None:
    browser = Client()
    assert sign_in(browser).status_code == 302
    browser.post(SIGN_OUT)
    guess("ann", 40)
    for _ in range(rate_limits.SIGN_IN_BY_ADDRESS.count + 1):
        sign_in(Client(), "ann", "wrong")
    assert sign_in(Client()).status_code == 429
    assert sign_in(browser).status_code == 302


def test_a_browser_that_signed_in_before_cannot_guess_on(ann: User, bob: User) -> None:
    browser = Client()
    sign_in(browser)
    browser.post(SIGN_OUT)
    answers = [sign_in(browser, "ann", "wrong").status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]
    guess("bob", 40)
    assert sign_in(browser, "bob").status_code == 429, "it is known under one name only"
    browser.cookies["known"] = "bob:forged:signature"
    assert sign_in(browser, "bob").status_code == 429


def test_whoever_signed_up_is_known_too(client: Client) -> None:
    sign_up(client, "corsair")
    client.post(SIGN_OUT)
    guess("corsair", 40)
    assert sign_in(client, "corsair").status_code == 302


def test_an_unknown_name_is_limited_alike(db: None) -> None:
    answers = [sign_in(Client(), "nobody-here", "wrong").status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]


def test_an_address_can_try_sixty_times_whatever_the_name(db: None) -> None:
    most = rate_limits.SIGN_IN_BY_ADDRESS.count
    answers = [sign_in(Client(), f"name{number}", "wrong").status_code for number in range(most + 1)]
    assert answers == [200] * most + [429]
    assert sign_in(Client(REMOTE_ADDR="10.0.0.9"), "name0", "wrong").status_code == 200


def test_a_forged_header_is_no_new_address(db: None) -> None:
    for number in range(rate_limits.SIGN_IN_BY_ADDRESS.count):
        sign_in(Client(headers={"X-Forwarded-For": f"10.9.9.{number}"}), f"name{number}", "wrong")
    assert sign_in(Client(headers={"X-Forwarded-For": "10.8.8.8"}), "other", "wrong").status_code == 429


def test_who_gets_in_starts_afresh(ann: User) -> None:
    for _ in range(3):
        for _ in range(9):
            sign_in(Client(), "ann", "wrong")
        assert sign_in(Client()).status_code == 302


def test_those_who_get_in_do_not_use_up_their_clubs_address(ann: User) -> None:
    for _ in range(rate_limits.SIGN_IN_BY_ADDRESS.count + 5):
        assert sign_in(Client()).status_code == 302


def test_one_address_makes_thirty_accounts_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "SIGN_UP_BY_ADDRESS", rate_limits.Limit("sign-up-address", "accounts", 2, 3600))
    answers = [sign_up(Client(), f"player{number}") for number in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert not User.objects.filter(username="player2").exists()
    assert sign_up(Client(), "no").status_code == 200


def test_one_mailbox_bears_five_mails_an_hour() -> None:
    answers = [sign_up(Client(), f"player{number}", "Poor@sails.example").status_code for number in range(6)]
    assert answers == [302] * 5 + [429]
    assert len(mail.outbox) == 5


def test_without_a_cache_server_everybody_may_try(ann: User, settings) -> None:
    settings.CACHES = {
        "default": {"BACKEND": "fivesails_site.cache.ForgivingRedisCache", "LOCATION": "redis://127.0.0.1:9/0"}
    }
    assert not cache.get("anything")
    for _ in range(12):
        assert sign_in(Client(), "ann", "wrong").status_code == 200
    assert sign_in(Client()).status_code == 302


# --- decks made before ---


@pytest.fixture
def wanderer(client: Client, make_deck: Callable[..., Deck]) -> tuple[Client, Deck]:
    """A browser with a deck and no account."""
    session = client.session
    session[BROWSER_KEY] = "a-secret-of-this-browser"
    session.save()
    return client, make_deck(None, browser="a-secret-of-this-browser")


@pytest.mark.parametrize("enter", [sign_up, sign_in])
def test_a_browsers_decks_become_its_users(
    wanderer: tuple[Client, Deck], make_deck: Callable[..., Deck], ann: User, enter: Callable[..., object]
) -> None:
    client, deck = wanderer
    other = make_deck(None, browser="a-secret-of-another")
    enter(client)
    deck.refresh_from_db()
    other.refresh_from_db()
    assert deck.owner is not None
    assert deck.owner.username == ("corsair" if enter is sign_up else "ann")
    assert deck.browser == ""
    assert other.owner is None
    assert BROWSER_KEY not in client.session


def test_a_failed_sign_in_takes_nothing(wanderer: tuple[Client, Deck], ann: User) -> None:
    client, deck = wanderer
    sign_in(client, "ann", "wrong")
    deck.refresh_from_db()
    assert deck.owner is None
    assert client.session[BROWSER_KEY]


def test_signing_out_leaves_the_decks_with_the_account(wanderer: tuple[Client, Deck], ann: User) -> None:
    client, deck = wanderer
    sign_in(client)
    client.post(SIGN_OUT)
    assert client.get(f"/decks/{deck.id}/").status_code == 404
    sign_in(client)
    assert client.get(f"/decks/{deck.id}/").status_code == 200
