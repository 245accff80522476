"""Every page of decks, asked for by everybody in every way. A page without a row here fails."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, reverse

from decks import services
from decks.models import Comment, Deck, Visibility, new_link
from decks.urls import urlpatterns
from tests.decks.factories import deck_of, person, signed_in

pytestmark = pytest.mark.django_db

READ, POST = ("GET", "HEAD"), ("POST",)
BOTH = (*READ, *POST)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
#: The owner comes last, who may delete what the others are tried on.
ROLES = ("nobody", "other", "staff", "owner")


def everybody(role: str, visibility: str) -> bool:
    """No deck is involved."""
    return True


def reader(role: str, visibility: str) -> bool:
    """Whoever may read the deck under its id."""
    return role == "owner" or visibility == "public"


def owner(role: str, visibility: str) -> bool:
    """Its owner, whatever others may."""
    return role == "owner"


def public(role: str, visibility: str) -> bool:
    """Public decks only, not even one's own otherwise."""
    return visibility == "public"


def shared(role: str, visibility: str) -> bool:
    """Whoever may read it, once it is shared at all."""
    return visibility == "public" or (role == "owner" and visibility == "link")


def holder(role: str, visibility: str) -> bool:
    """Whoever has the link of a deck that is not private."""
    return visibility != "private"


@dataclass(frozen=True)
class Row:
    """Which methods a page has, who may use it, and what a form needs."""

    methods: tuple[str, ...]
    may: Callable[[str, str], bool]
    form: Mapping[str, str] = field(default_factory=dict)


READING = {
    "deck": Row(READ, reader),
    "copy": Row(BOTH, reader),
    "exports": Row(READ, reader),
    "export": Row(READ, reader),
    "qr": Row(READ, shared),
    "picture": Row(READ, reader),
    "embed": Row(READ, public),
    "versions": Row(READ, reader),
    "version": Row(READ, reader),
    "compare-versions": Row(READ, reader),
    "report": Row(BOTH, reader, {"reason": "A reason"}),
}

ROWS: Mapping[str, Row] = {
    "list": Row(READ, everybody),
    "feed": Row(READ, everybody),
    "mine": Row(READ, everybody),
    "compare": Row(READ, everybody),
    "table-sheet": Row(READ, everybody),
    "new": Row(BOTH, everybody),
    "import": Row(BOTH, everybody),
    "build": Row(BOTH, owner),
    "edit": Row(BOTH, owner, {"name": "Another name"}),
    "rename": Row(POST, owner, {"name": "Another name"}),
    "delete": Row(BOTH, owner),
    "share": Row(BOTH, owner, {"visibility": "link"}),
    "link": Row(POST, owner),
    "version-name": Row(POST, owner, {"label": "A label"}),
    "version-restore": Row(POST, owner),
    "like": Row(POST, public),
    "comments": Row(POST, public, {"text": "Well made"}),
    "comment-delete": Row(POST, public),
    "comment-report": Row(BOTH, public, {"reason": "A reason"}),
    **READING,
    **{f"link-{name}": Row(row.methods, holder, row.form) for name, row in READING.items()},
}

PATTERNS: dict[str, URLPattern] = {pattern.name or "": pattern for pattern in urlpatterns}
#: Answers of pages that work: seen, sent on, or told beside the form what is missing.
WORKS = {200, 202, 302, 303, 400, 409, 422}


def test_every_page_has_a_row_and_every_row_a_page() -> None:
    assert len(PATTERNS) == len(urlpatterns), "two pages have one name"
    assert set(PATTERNS) == set(ROWS)


def address(name: str, deck: Deck, link: str, comment: Comment) -> str:
    values = {
        "deck_id": deck.id, "link": link, "number": 1, "kind": "text", "comment_id": comment.pk, "name": "back",
    }  # fmt: skip
    wanted = PATTERNS[name].pattern.converters
    return reverse(f"decks:{name}", kwargs={part: values[part] for part in wanted})


def ask(client: Client, method: str, path: str, form: Mapping[str, str]) -> HttpResponse:
    return client.generic(method, path, urlencode(form), content_type="application/x-www-form-urlencoded")


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("name", ROWS)
def test_who_may_do_what(name: str, visibility: str) -> None:
    row = ROWS[name]
    people = {role: person(role, is_staff=role == "staff", is_superuser=role == "staff") for role in ROLES[1:]}
    deck = deck_of(people["owner"], Visibility.LINK)
    link = deck.link or ""
    services.share(deck, Visibility(visibility))
    comment = Comment.objects.create(deck=deck, author=people["owner"], text="Hello")
    path = address(name, deck, link, comment)
    for role in ROLES:
        client = Client() if role == "nobody" else signed_in(people[role])
        may = row.may(role, visibility) and (name != "comment-delete" or role == "owner")
        for method in row.methods:
            answer = ask(client, method, path, row.form)
            assert answer.status_code in (WORKS if may else {404}), (role, method, answer.content[:500])
        if role != "owner":
            deck.refresh_from_db()
            assert (deck.name, deck.visibility) == ("Thieves by Lamplight", visibility), role


@pytest.mark.parametrize("name", ROWS)
def test_no_page_has_more_methods_than_it_says(name: str) -> None:
    user = person("owner")
    deck = deck_of(user, Visibility.LINK)
    comment = Comment.objects.create(deck=deck, author=user, text="Hello")
    for method in {*METHODS} - {*ROWS[name].methods}:
        answer = ask(signed_in(user), method, address(name, deck, deck.link or "", comment), {})
        assert answer.status_code == 405, method


@pytest.mark.parametrize("name", [name for name in ROWS if name.startswith("link-")])
def test_a_revoked_link_leads_nowhere_and_says_so(name: str) -> None:
    deck = deck_of(person("owner"), Visibility.LINK)
    comment = Comment.objects.create(deck=deck, author=deck.owner, text="Hello")
    old = address(name, deck, deck.link or "", comment)
    services.renew_link(deck)
    method = "POST" if ROWS[name].methods == POST else "GET"
    answer = Client().generic(method, old)
    assert answer.status_code == 404
    assert "revoked" in answer.content.decode()


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if "POST" in row.methods])
def test_no_form_works_without_its_token(name: str) -> None:
    owner_of_all = person("owner")
    deck = deck_of(owner_of_all, Visibility.PUBLIC)
    Deck.objects.filter(pk=deck.pk).update(link=new_link())
    deck.refresh_from_db()
    comment = Comment.objects.create(deck=deck, author=owner_of_all, text="Hello")
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner_of_all)
    assert client.post(address(name, deck, deck.link or "", comment), ROWS[name].form).status_code == 403


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.may in (reader, owner)])
def test_nobody_changes_a_starter_deck(name: str) -> None:
    deck = Deck.objects.get(pk="castille-starter")
    row = ROWS[name]
    client = signed_in(person("staff", is_staff=True, is_superuser=True))
    comment = Comment.objects.create(deck=deck, author=person("other"), text="Hello")
    for method in row.methods:
        answer = client.generic(method, address(name, deck, "", comment))
        assert (answer.status_code == 404) == (row.may is owner), method


@pytest.mark.parametrize("name", [name for name in ROWS if "GET" in ROWS[name].methods])
def test_pages_that_are_not_public_stay_out_of_caches_and_search_engines(name: str) -> None:
    user = person("owner")
    deck = deck_of(user, Visibility.LINK)
    comment = Comment.objects.create(deck=deck, author=user, text="Hello")
    answer = signed_in(user).get(address(name, deck, deck.link or "", comment))
    if name in ("feed", "table-sheet"):
        assert "public" in answer["Cache-Control"]
        return
    assert "private" in answer["Cache-Control"]
    if name.startswith("link-"):
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert answer["Referrer-Policy"] == "same-origin"
