"""A form or a call that makes a deck, sent twice, makes one."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from decks import services
from decks.models import Deck, Visibility
from fivesails_site.accounts import tokens
from tests.decks.factories import deck_of, person, signed_in


def key_of(client: Client, path: str = "/decks/new/") -> str:
    return key_in(client.get(path))


def key_in(page: Any) -> str:
    found = re.search(r'name="key" value="([^"]+)"', page.content.decode())
    assert found
    return found[1]


@pytest.mark.django_db
@pytest.mark.parametrize("signed", [True, False], ids=["signed in", "not signed in"])
def test_one_after_the_other(client: Client, signed: bool) -> None:
    if signed:
        client.force_login(person("builder"))
    form = {"leader": "01089", "key": key_of(client)}
    before = Deck.objects.count()
    first, second = client.post("/decks/new/", form), client.post("/decks/new/", form)
    assert first.url == second.url
    assert Deck.objects.count() == before + 1
    assert client.get(first.url).status_code == 200
    assert client.post("/decks/new/", {**form, "leader": ""}).url != first.url, "something else was chosen"
    assert client.post("/decks/new/", {**form, "key": key_of(client)}).url != first.url, "another form"


@pytest.mark.django_db
def test_by_a_browser_that_knows_nothing_yet() -> None:
    form = {"leader": "01089", "key": key_of(Client())}
    first, second = Client(), Client()
    address = first.post("/decks/new/", form).url
    assert second.post("/decks/new/", form).url == address
    assert second.get(address).status_code == 200, "whichever answer comes last, the browser owns the deck"


@pytest.mark.django_db
def test_a_form_of_somebody_else_makes_a_deck_of_ones_own() -> None:
    form = {"leader": "01089", "key": key_of(Client())}
    address = Client().post("/decks/new/", form).url
    other = Client()
    own = other.post("/decks/new/", {"leader": ""}).url
    made = other.post("/decks/new/", form).url
    assert made != address
    assert [other.get(each).status_code for each in (own, made, address)] == [200, 200, 404]


@pytest.mark.django_db
@pytest.mark.parametrize("signed", [True, False], ids=["signed in", "not signed in"])
def test_a_copy(client: Client, signed: bool) -> None:
    deck = deck_of(person("ana"), Visibility.PUBLIC)
    if signed:
        client.force_login(person("builder"))
    path = f"{deck.get_absolute_url()}copy/"
    form = {"version": "1", "key": key_of(client, path)}
    first, second = client.post(path, form), client.post(path, form)
    assert first.url == second.url
    assert client.get(first.url).status_code == 200
    assert client.post(path, {"version": "1", "key": key_of(client, path)}).url != first.url, "another form"
    assert client.post(path, {"version": "1"}).url != first.url, "a form without a key"


@pytest.mark.django_db
def test_every_form_that_copies_has_a_key() -> None:
    user = person("ana")
    deck, client = deck_of(user), signed_in(user)
    for tail in ("", "versions/1/", "copy/"):
        key_of(client, f"{deck.get_absolute_url()}{tail}")


@pytest.mark.django_db
@pytest.mark.parametrize("decks", [1, 2])
def test_an_import(client: Client, decks: int) -> None:
    text = "\n\n".join(f"# Deck {number}\nLeader\n1 Soline" for number in range(decks))
    read = client.post("/decks/import/", {"text": text})
    mark = re.search(r'name="mark" value="([^"]+)"', read.content.decode())
    assert mark
    form = {"text": text, "do": "keep", "mark": mark[1], "key": key_in(read)}
    before = Deck.objects.count()
    first, second = client.post("/decks/import/", form), client.post("/decks/import/", form)
    assert (first.status_code, first.url) == (303, second.url)
    made = Deck.objects.count() - before
    assert made >= 1
    client.post("/decks/import/", {**form, "key": "another form"})
    assert Deck.objects.count() - before == 2 * made


@pytest.mark.django_db
def test_a_call() -> None:
    user, other = person("ana"), person("ben")
    secrets = {each: tokens.issue(each, "program")[1] for each in (user, other)}
    body = {"name": "By program", "leader": "01089", "visibility": "public"}

    def post(key: str | None = "k-1", by: Any = user, path: str = "/api/v1/decks/", **changed: Any) -> Any:
        headers = {"Authorization": f"Bearer {secrets[by]}", **({} if key is None else {"Idempotency-Key": key})}
        sent = body | changed if path.endswith("/decks/") else {}
        return Client().post(path, sent, content_type="application/json", headers=headers)

    first = post()
    deck = Deck.objects.get(pk=first.json()["id"])
    services.share(deck, Visibility.PRIVATE)
    again = post()
    assert (first.status_code, again.status_code) == (201, 201)
    assert again["Location"] == first["Location"]
    assert again.json()["visibility"] == "private", "the deck as it is now, not as it was asked for"
    others = [post(key="k-2"), post(by=other), post(name="Another"), post(key=None), post(key=None)]
    assert len({first.json()["id"], *(each.json()["id"] for each in others)}) == 6
    refused = post(key="k" * 256)
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "Idempotency-Key")

    services.share(deck, Visibility.PUBLIC)
    path = f"/api/v1/decks/{deck.pk}/copy/"
    copies = [post(path=path), post(path=path), post(path=path, key="k-2")]
    assert len({each.json()["id"] for each in copies}) == 2


@pytest.mark.skipif(connection.vendor == "sqlite", reason="the tests' database in memory has one connection")
@pytest.mark.django_db(transaction=True)
def test_at_the_same_moment() -> None:
    form = {"leader": "01089", "key": key_of(Client())}

    def send(_: int) -> str:
        try:
            return Client().post("/decks/new/", form).url
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(send, range(4)))) == 1
