"""Makers and callers for the tests of the deck API."""

import json

from django.contrib.auth.models import User
from django.test import Client

from cards.store import current_catalogue
from decks.models import Deck, Visibility
from decks.services import create, share
from web.ownership import Visitor

KEYS = {"type", "title", "status", "detail", "code", "errors", "instance"}


def starter_list():
    """A legal list."""
    return Deck.objects.filter(starter=True).order_by("pk").first().head.decklist


def starter_body(**fields):
    """A legal list as a body."""
    decklist = starter_list()
    return {
        "name": "Mine",
        "leader": decklist.leader,
        "approach": list(decklist.approach),
        "faction": dict(decklist.faction),
        **fields,
    }


def make_user(name, **fields):
    return User.objects.create_user(name, password="correct horse", **fields)


def make_deck(owner, visibility=Visibility.PRIVATE, name="Épée", **fields):
    deck = create(Visitor(owner), name, starter_list(), current_catalogue(), **fields)
    if visibility != Visibility.PRIVATE:
        share(deck, visibility)
    return deck


def client_of(user=None, **options):
    client = Client(**options)
    if user is not None:
        client.force_login(user)
    return client


def call(client, method, path, body=None, **headers):
    """A call with a JSON body."""
    content = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
    path = path if path.startswith("/") else f"/api/v1/{path}"
    return client.generic(method.upper(), path, headers=headers, **content)


def problem(response, status, code):
    """The problem that an answer is."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    assert response["Cache-Control"] == "no-store"
    body = response.json()
    assert set(body) >= KEYS
    assert (body["status"], body["code"]) == (status, code), body
    assert body["detail"]
    for error in body["errors"]:
        assert {"field", "code", "message"} <= set(error)
    return body
