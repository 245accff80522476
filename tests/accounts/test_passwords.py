"""Passwords changed, forgotten and chosen anew."""

import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from kombu.exceptions import OperationalError

from decks.lists.starters import SITE_OWNER
from fivesails_site.accounts import tasks, tokens
from fivesails_site.accounts.models import AccessToken
from tests.accounts.conftest import PASSWORD
from web import rate_limits

pytestmark = pytest.mark.django_db

NEW = "a harbour of many lanterns"


def change(client: Client, old: str = PASSWORD, new: str = NEW):
    return client.post("/accounts/password/", {"old_password": old, "new_password1": new, "new_password2": new})


def ask(client: Client, asked: str):
    return client.post("/accounts/reset/", {"asked": asked})


def link() -> str:
    found = re.search(r"http://testserver(/accounts/reset/\S+)", mail.outbox[-1].body)
    assert found
    return found[1]


def test_changing_ends_every_other_session_and_token(ann: User, ann_client: Client) -> None:
    elsewhere = Client()
    elsewhere.force_login(ann)
    tokens.issue(ann, "A program")
    assert change(ann_client)["Location"] == "/accounts/"
    assert ann_client.get("/accounts/").status_code == 200
    assert elsewhere.get("/accounts/").status_code == 302
    ann.refresh_from_db()
    assert ann.check_password(NEW)
    assert not AccessToken.objects.exists()
    assert (mail.outbox[0].to, mail.outbox[0].subject) == (
        ["ann@sails.example"],
        "Five Sails: your password was changed",
    )


def test_the_old_password_is_needed(ann: User, ann_client: Client) -> None:
    response = change(ann_client, old="wrong")
    assert "Wrong password." in response.content.decode()
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)
    assert mail.outbox == []


def test_a_weak_new_password_is_refused(ann: User, ann_client: Client) -> None:
    assert "at least 12 characters" in change(ann_client, new="short").content.decode()


def test_an_open_browser_is_no_place_to_guess(ann: User, ann_client: Client) -> None:
    answers = [change(ann_client, old="wrong").status_code for _ in range(rate_limits.PASSWORD_BY_NAME.count + 1)]
    assert answers == [200] * rate_limits.PASSWORD_BY_NAME.count + [429]


@pytest.mark.parametrize("asked", ["ann", "ANN", "ann@sails.example", " Ann@Sails.Example "])
def test_a_link_comes_by_mail_and_works_once(ann: User, asked: str) -> None:
    client = Client()
    assert ask(client, asked)["Location"] == "/accounts/reset/sent/"
    (sent,) = mail.outbox
    assert sent.to == ["ann@sails.example"]
    assert "account ann" in sent.body
    first = link()
    form = client.get(first, follow=True)
    address = form.redirect_chain[-1][0]
    assert address.endswith("/set-password/"), "the secret part leaves the address bar"
    assert form.status_code == 200
    done = client.post(address, {"new_password1": NEW, "new_password2": NEW}, follow=True)
    assert "Your password has been changed." in done.content.decode()
    ann.refresh_from_db()
    assert ann.check_password(NEW)
    assert "This link has expired" in Client().get(first, follow=True).content.decode()


def test_resetting_ends_sessions_and_tokens_and_lifts_the_limit(ann: User, ann_client: Client) -> None:
    tokens.issue(ann, "An intruder's")
    for _ in range(rate_limits.SIGN_IN_BY_NAME.count):
        Client().post("/accounts/sign-in/", {"username": "ann", "password": "wrong"})
    client = Client()
    ask(client, "ann")
    address = client.get(link())["Location"]
    client.post(address, {"new_password1": NEW, "new_password2": NEW})
    assert ann_client.get("/accounts/").status_code == 302
    assert not AccessToken.objects.exists()
    assert client.post("/accounts/sign-in/", {"username": "ann", "password": NEW}).status_code == 302


def test_a_weak_password_is_refused_there_too(ann: User, client: Client) -> None:
    ask(client, "ann")
    address = client.get(link())["Location"]
    response = client.post(address, {"new_password1": "annannannann1", "new_password2": "different"})
    assert response.status_code == 200
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)


@pytest.mark.parametrize(
    "part", ["/accounts/reset/MQ/abc-def/", "/accounts/reset/%21/x/", "/accounts/reset/OTk5OTk/set-password/"]
)
def test_a_made_up_link_is_refused(client: Client, part: str) -> None:
    response = client.get(part)
    assert response.status_code == 200
    assert "This link has expired" in response.content.decode()


def test_known_and_unknown_get_the_same_answer_from_the_same_work(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries
) -> None:
    posted: list[tuple[str, ...]] = []
    monkeypatch.setattr(tasks.send_reset, "delay", lambda *arguments: posted.append(arguments))
    answers = []
    for asked in ("ann", "ann@sails.example", "bob", "nobody", "nobody@sails.example", SITE_OWNER):
        client = Client()
        with django_assert_num_queries(0):
            answered = ask(client, asked)
        page = client.get(answered["Location"])
        answers.append((answered.status_code, answered["Location"], page.content))
    assert len(set(answers)) == 1
    assert len(posted) == 6


@pytest.mark.parametrize("asked", ["bob", "nobody", "nobody@sails.example", SITE_OWNER, "@", "ann@"])
def test_nobody_else_is_written_to(ann: User, bob: User, asked: str) -> None:
    User.objects.filter(username=SITE_OWNER).update(email="site@sails.example")
    ask(Client(), asked)
    assert mail.outbox == []


def test_who_may_not_sign_in_gets_no_link(ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)
    ask(Client(), "ann")
    assert mail.outbox == []


def test_all_accounts_of_an_address_are_written_to(ann: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(email="Ann@sails.example")
    ask(Client(), "ann@sails.example")
    assert sorted(re.findall(r"account (\w+)", "".join(sent.body for sent in mail.outbox))) == ["ann", "bob"]


def test_a_lookalike_address_is_not_the_same(ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(email="mike@sails.example")
    ask(Client(), "mıke@sails.example")
    assert all(sent.to == ["mike@sails.example"] for sent in mail.outbox)


def test_a_mailbox_is_not_flooded_known_or_not(ann: User) -> None:
    for asked in ("ann", "nobody"):
        answers = [ask(Client(), asked).status_code for _ in range(rate_limits.MAILS.count + 1)]
        assert answers == [302] * rate_limits.MAILS.count + [429]


def test_an_address_does_not_ask_for_ever(db: None) -> None:
    answers = [ask(Client(), f"name{number}") for number in range(rate_limits.RESET_BY_ADDRESS.count + 1)]
    assert [answer.status_code for answer in answers[-2:]] == [302, 429]
    assert int(answers[-1]["Retry-After"]) > 0


def test_an_empty_question_is_asked_again(client: Client) -> None:
    response = client.post("/accounts/reset/", {"asked": ""})
    assert response.status_code == 200
    assert "This field is required." in response.content.decode()


def test_links_in_mails_lead_here_whatever_the_host_header_says(ann: User) -> None:
    assert Client().post("/accounts/reset/", {"asked": "ann"}, headers={"Host": "evil.example"}).status_code == 400
    assert mail.outbox == []


def test_without_a_queue_mail_leaves_from_a_thread(
    ann: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    started: list[object] = []

    class Thread:
        def __init__(self, target, args, daemon):
            self.start = lambda: started.append((target, args, daemon))

    def fail(*arguments: str) -> None:
        raise OperationalError("no server")

    monkeypatch.setattr(tasks.send_reset, "delay", fail)
    monkeypatch.setattr(tasks.threading, "Thread", Thread)
    assert ask(Client(), "ann").status_code == 302
    assert "queue unavailable" in caplog.text
    ((target, arguments, daemon),) = started
    assert daemon
    monkeypatch.setattr(tasks.connections, "close_all", lambda: started.append("closed"))
    target(*arguments)
    assert mail.outbox[0].to == ["ann@sails.example"]
    assert started[-1] == "closed"


def test_a_mail_server_that_fails_ends_nothing_in_the_thread(
    ann: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(asked: str, site: str) -> None:
        raise ConnectionRefusedError("no mail server")

    monkeypatch.setattr(tasks.mailing, "reset", fail)
    monkeypatch.setattr(tasks.connections, "close_all", lambda: None)
    tasks._send_here(tasks.send_reset, ("ann", "http://testserver"))
    assert "mail could not be sent: no mail server" in caplog.text


def test_password_managers_find_the_page(client: Client) -> None:
    assert client.get("/.well-known/change-password")["Location"] == "/accounts/password/"
