"""A deck that is deleted while somebody works with it: 404, never 500, whatever was being done."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError, Event
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.http import Http404
from django.test import Client

from cards.store import current_catalogue
from decks import permissions, services, social
from decks.models import Comment, Deck, Visibility
from tests.decks.factories import CASTILLE, deck_of, person, save, signed_in, without

pytestmark = pytest.mark.django_db(transaction=True)

PAGES: dict[str, Callable[[Client, str], Any]] = {
    "page": lambda c, d: c.get(f"/decks/{d}/"),
    "versions": lambda c, d: c.get(f"/decks/{d}/versions/"),
    "version": lambda c, d: c.get(f"/decks/{d}/versions/1/"),
    "build": lambda c, d: c.get(f"/decks/{d}/build/"),
    "edit": lambda c, d: c.post(f"/decks/{d}/build/", {"do": "add 01100", "expected": "2"}, headers={"X-Live": "edit"}),
    "undo": lambda c, d: c.post(f"/decks/{d}/build/", {"do": "undo", "expected": "2"}),
    "redo": lambda c, d: c.post(f"/decks/{d}/build/", {"do": "redo", "expected": "2"}),
    "format": lambda c, d: c.post(f"/decks/{d}/build/", {"do": "format", "format": "core-only"}),
    "rename in the builder": lambda c, d: c.post(f"/decks/{d}/build/", {"do": "rename", "name": "Other"}),
    "copy": lambda c, d: c.post(f"/decks/{d}/copy/"),
    "describe": lambda c, d: c.post(f"/decks/{d}/edit/", {"name": "Other", "description": "Words"}),
    "rename": lambda c, d: c.post(f"/decks/{d}/rename/", {"name": "Other"}),
    "share": lambda c, d: c.post(f"/decks/{d}/share/", {"visibility": "link"}),
    "new link": lambda c, d: c.post(f"/decks/{d}/link/"),
    "delete": lambda c, d: c.post(f"/decks/{d}/delete/"),
    "name a version": lambda c, d: c.post(f"/decks/{d}/versions/1/name/", {"label": "First"}),
    "restore": lambda c, d: c.post(f"/decks/{d}/versions/1/restore/"),
    "like": lambda c, d: c.post(f"/decks/{d}/like/"),
    "comment": lambda c, d: c.post(f"/decks/{d}/comments/", {"text": "Good"}),
    "delete a comment": lambda c, d: c.post(f"/decks/{d}/comments/{_comment(d)}/delete/"),
    "report": lambda c, d: c.post(f"/decks/{d}/report/", {"reason": "Spam"}),
    "report a comment": lambda c, d: c.post(f"/decks/{d}/comments/{_comment(d)}/report/", {"reason": "Spam"}),
    "simulate": lambda c, d: c.post(f"/decks/{d}/simulate/", {"games": "1000", "seed": "1", "days": "5"}),
}
CALLS: dict[str, Callable[[Client, str], Any]] = {
    "put": lambda c, d: c.put(f"/api/v1/decks/{d}/", LIST, "application/json"),
    "patch": lambda c, d: c.patch(f"/api/v1/decks/{d}/", {"name": "Other"}, "application/json"),
    "share": lambda c, d: c.patch(f"/api/v1/decks/{d}/", {"visibility": "private"}, "application/json"),
    "delete": lambda c, d: c.delete(f"/api/v1/decks/{d}/"),
    "copy": lambda c, d: c.post(f"/api/v1/decks/{d}/copy/", {}, "application/json"),
    "like": lambda c, d: c.put(f"/api/v1/decks/{d}/like/", {}, "application/json"),
    "link": lambda c, d: c.post(f"/api/v1/decks/{d}/link/", {}, "application/json"),
    "simulate": lambda c, d: c.post("/api/v1/simulations/", {"deck": d, "games": 1000}, "application/json"),
}
LIST = {"name": "Other", "leader": None, "approach": [], "faction": {}}


def _comment(deck_id: str) -> int:
    return Comment.objects.get(deck=deck_id).pk


def test_it_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = person("owner")
    client = signed_in(owner)
    client.raise_request_exception = False
    found = permissions._get
    doomed: set[str] = set()

    def found_and_deleted(deck_id: str, *related: str) -> Deck | None:
        deck = found(deck_id, *related)
        if deck_id in doomed:
            doomed.discard(deck_id)
            services.delete(Deck.objects.get(pk=deck_id))
        return deck

    monkeypatch.setattr(permissions, "_get", found_and_deleted)
    answers = {}
    for kind, actions in (("page", PAGES), ("call", CALLS)):
        for name, action in actions.items():
            deck = deck_of(owner, Visibility.PUBLIC)
            services.renew_link(deck)
            save(deck, without(CASTILLE, CASTILLE.faction[0][0]))
            social.set_like(person(f"{kind} {name}"[:30]), deck, True)
            Comment.objects.create(deck=deck, author=owner, text="Well")
            doomed.add(deck.pk)
            answers[f"{kind}: {name}"] = action(client, deck.pk).status_code
            assert not Deck.objects.filter(pk=deck.pk).exists(), name
    shown = {name: status for name, status in answers.items() if status != 404}
    # What has been read already is shown as it was read.
    assert {name for name, status in shown.items() if status == 200} <= {"page: page", "page: versions", "page: build"}
    assert not {name: status for name, status in shown.items() if status not in (200, 409)}


def test_a_version_is_kept_while_something_is_made_of_it() -> None:
    owner = person("owner")
    deck = deck_of(owner)
    head = deck.head
    assert head is not None
    services.delete(Deck.objects.get(pk=deck.pk))
    with pytest.raises(services.DeletedError):
        services.copy(permissions.Visitor(owner), head, "Copy", current_catalogue())
    with pytest.raises(services.DeletedError):
        services.delete(deck)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="the tests' database in memory has one connection")
def test_a_delete_waits_for_whoever_is_writing() -> None:
    owner = person("owner")
    deck = deck_of(owner, Visibility.PUBLIC)
    writing = Event()

    def comment() -> None:
        with transaction.atomic():
            social.post_comment(owner, Deck.objects.get(pk=deck.pk), "Good")
            writing.set()
            time.sleep(0.3)
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        said = pool.submit(comment)
        assert writing.wait(10)
        services.delete(Deck.objects.get(pk=deck.pk))
        said.result()
    assert not Comment.objects.exists()


WRITES: dict[str, Callable[[Any, Deck], object]] = {
    "a new deck": lambda user, deck: services.create(permissions.Visitor(user), "New", CASTILLE, current_catalogue()),
    "a version": lambda user, deck: save(deck, without(CASTILLE, CASTILLE.faction[0][0])),
    "a name": lambda user, deck: services.describe(deck, "Other"),
    "a comment": lambda user, deck: social.post_comment(user, deck, "Good"),
    "a like": lambda user, deck: social.set_like(user, deck, True),
    "a report": lambda user, deck: social.report(user, deck, "Spam"),
}


@pytest.mark.parametrize("what", WRITES)
def test_nothing_is_written_for_a_deleted_account(what: str) -> None:
    user = person("owner")
    deck = deck_of(user, Visibility.PUBLIC)
    services.delete_account(type(user).objects.get(pk=user.pk))
    with pytest.raises(Http404):
        WRITES[what](user, deck)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="the tests' database in memory has one connection")
@pytest.mark.parametrize("what", WRITES)
def test_an_account_is_deleted_with_what_is_being_written(what: str) -> None:
    user = person("owner")
    deck = deck_of(user, Visibility.PUBLIC)
    writing = Event()

    def write() -> None:
        with transaction.atomic():
            WRITES[what](user, Deck.objects.get(pk=deck.pk))
            writing.set()
            time.sleep(0.3)
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        written = pool.submit(write)
        assert writing.wait(10)
        services.delete_account(type(user).objects.get(pk=user.pk))
        written.result()
    assert not Deck.objects.filter(owner=user.pk).exists()
    assert not Comment.objects.exists()


@pytest.mark.skipif(connection.vendor == "sqlite", reason="the tests' database in memory has one connection")
def test_two_accounts_that_like_each_other_are_deleted_at_the_same_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each deletion changes the likes of the other's deck: without one order of locks, they wait for each other."""
    users = [person("ann"), person("ben")]
    decks = [deck_of(user, Visibility.PUBLIC) for user in users]
    for user, deck in zip(users, reversed(decks), strict=True):
        social.set_like(user, deck, True)
    meeting = Barrier(2)

    def meet_then_withdraw(user: User) -> None:
        with suppress(BrokenBarrierError):
            meeting.wait(0.5)
        social.withdraw_likes(user)

    def delete(user: User) -> None:
        services.delete_account(User.objects.get(pk=user.pk))
        connection.close()

    monkeypatch.setattr("fivesails_site.accounts.deletion.withdraw_likes", meet_then_withdraw)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(delete, users))
    assert not User.objects.filter(pk__in=[user.pk for user in users]).exists()
