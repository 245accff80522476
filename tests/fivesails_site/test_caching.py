"""Who may keep what: every address of the site that can be read has a row here, or the test fails."""

import gzip
from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.models import CardLoad
from cards.paths import card_path
from cards.pictures.face_urls import face_path
from cards.store import current_catalogue
from decks import services, social
from decks.models import Comment, Deck, Visibility
from fivesails_site.accounts import tokens
from tests.cleanup import close
from tests.decks.factories import CASTILLE, deck_of, person, save, signed_in, without
from tests.security.routes import Route, routes
from tests.security.world import World, build
from web.conditional import REVALIDATE

pytestmark = pytest.mark.django_db


class Keep(Enum):
    """How an answer may be kept."""

    EVERYBODY = "the same for all who are not known: public, tagged, and asked for again"
    FOREVER = "named by its content: never asked for again"
    READER = "by the one browser that was given the address: tagged, and asked for again"
    NOBODY = "not at all"
    PASSING = "a way to somewhere else, with no content of its own"


CASTILLE_LESS = without(CASTILLE, CASTILLE.faction[0][0])
DECK = "decks/<slug:deck_id>/"
#: The pages of a deck, under its id or under its share link.
READ_BY_ALL = (
    *("", "export/", "export/<str:kind>/", "qr.svg", "picture.png", "embed/", "versions/", "versions/<int:number>/"),
    *("compare/", "hands/", "odds/"),
)
FORMS = ("copy/", "report/", "simulate/")
TABLE: dict[Keep, tuple[str, ...]] = {
    Keep.EVERYBODY: (
        *("", "about/", "cards/", "cards/help/", "cards/<str:code>/<slug:slug>/", "sets/", "sets/<slug:code>/"),
        "cards/<str:code>/preview/",
        *("factions/", "factions/<slug:code>/", "faces/sheets/<slug:name>.jpg", "robots.txt", "opensearch.xml"),
        *(f"api/v1/{name}/" for name in ("cards", "cards/all", "cards/<str:code>", "search/explain", "sets")),
        *(f"api/v1/{name}/" for name in ("factions", "formats", "version", "schema", "docs", "decks")),
        *(f"api/v1/{DECK}{tail}" for tail in ("", "versions/", "diff/", "export/<str:kind>/")),
        *("decks/", "decks/feed.atom", "decks/compare/", *(DECK + tail for tail in READ_BY_ALL)),
        *("rules/", "rules/<str:name>/", "test/", "duels/", "players/<str:username>/"),
        *("service-worker.js", "site.webmanifest", "offline/", "offline/cards/", "offline/decks/"),
    ),
    Keep.FOREVER: ("faces/<str:name>",),
    Keep.READER: (
        *(f"simulations/<slug:simulation_id>/{tail}" for tail in ("", "report.csv", "report.json")),
        *("games/<slug:game_id>/", "games/<slug:game_id>/notation.txt"),
    ),
    Keep.NOBODY: (
        *("healthz", "readyz", "decks/mine/", "decks/new/", "decks/import/", "hands/", "games/", "simulations/"),
        *("simulations/<slug:simulation_id>/events/", "api/v1/simulations/<slug:simulation_id>/"),
        *(DECK + tail for tail in ("build/", "edit/", "delete/", "share/", "comments/<int:comment_id>/report/")),
        *(DECK + tail for tail in FORMS),
        *(f"d/<slug:link>/{tail}" for tail in (*READ_BY_ALL, *FORMS)),
        *(f"accounts/{tail}" for tail in ("", "sign-up/", "sign-in/", "password/", "reset/", "reset/sent/", "mail/")),
        *(f"accounts/{tail}" for tail in ("reset/<uidb64>/<token>/", "mail/confirm/<str:sealed>/", "export/")),
        *("accounts/delete/", "offline/decks.json"),
    ),
    Keep.PASSING: ("favicon.ico", "cards/<str:code>/", ".well-known/change-password"),
}
KEPT = {pattern: keep for keep, patterns in TABLE.items() for pattern in patterns}
#: What an address needs besides its parts.
ASKED = {"api/v1/search/explain/": "?q=thrust", f"{DECK}hands/": "?seed=7&v=1"}
#: Pages whose state is asked for in fewer questions than the page itself would ask.
QUICK = [f"{DECK}{tail}" for tail in ("", "export/", "versions/", "versions/<int:number>/", "odds/")]


def read_routes() -> dict[str, Route]:
    """What is not the staff's own pages, which Django keeps out of every cache."""
    return {pattern: route for pattern, route in routes().items() if not pattern.startswith("admin/")}


def path_of(world: World, route: Route, visibility: str = "public") -> str:
    """The address, with something that is there in all of its parts."""
    catalogue = current_catalogue()
    card = catalogue.card("01001")
    known = {
        "cards/<str:code>/<slug:slug>/": card_path(card),
        "faces/<str:name>": face_path(card, "thumb", "webp", None),
    }
    path = known.get(route.pattern) or route.path(**world.filled(route.pattern, visibility))
    return path + ASKED.get(route.pattern, "")


def directives(response: Any) -> set[str]:
    return {word.strip() for word in response.headers.get("Cache-Control", "").split(",") if word.strip()}


def asked(client: Client, path: str, **headers: str) -> tuple[HttpResponse, int]:
    """The answer, and how many queries it took."""
    with CaptureQueriesContext(connection) as taken:
        response = client.get(path, headers=headers)
    return response, len(taken)


def got(client: Client, path: str) -> HttpResponse:
    """The answer, read to its end."""
    response = client.get(path)
    close(response)
    return response


@pytest.fixture
def world() -> World:
    return build()


def test_every_address_that_can_be_read_has_a_row(world: World) -> None:
    owner = world.client("owner")
    readable = {
        pattern for pattern, route in read_routes().items() if got(owner, path_of(world, route)).status_code != 405
    }
    assert readable - set(KEPT) == set(), "without a row"
    assert set(KEPT) - readable == set(), "rows of addresses that are not there"


def test_everything_is_kept_by_whom_it_may_be_kept_and_nobody_else(world: World) -> None:
    faults = []
    for pattern, route in read_routes().items():
        if pattern not in KEPT:
            continue
        path = path_of(world, route)
        for role in ("nobody", "owner"):
            try:
                CHECKS[KEPT[pattern]](world.client(role), path, role)
            except AssertionError as fault:
                faults.append(f"{pattern} for {role}: {fault}")
    assert faults == []


def for_everybody(client: Client, path: str, role: str, lasting: str = "public") -> None:
    client.get(path)
    first, queries = asked(client, path)
    assert first.status_code == 200, first.status_code
    if role != "nobody" and "no-store" in directives(first):
        assert {"private", "no-store"} <= directives(first), first.headers
        return
    if lasting == "public":
        assert "private" not in directives(first), first.headers
        assert {"public", "no-cache"} & directives(first), first.headers
    else:
        assert directives(first) == {"private", "no-cache"}, first.headers
    assert not first.cookies
    assert b"csrfmiddlewaretoken" not in first.content
    again, fewer = asked(client, path, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == first["Cache-Control"]
    assert again.get("Vary") == first.get("Vary")
    assert fewer <= queries, (fewer, queries)
    assert asked(client, path, **{"If-None-Match": '"other"'})[0].status_code == 200
    head = client.head(path)
    assert (head.status_code, head.content, head["ETag"]) == (200, b"", first["ETag"])
    varies = {word.strip() for word in first.get("Vary", "").split(",")}
    if first["Content-Type"].startswith("text/html") or path.startswith("/api/v1/decks/"):
        assert "Cookie" in varies, varies
    if path.startswith("/api/v1/decks/"):
        assert "Authorization" in varies, varies
    zipped = client.get(path, headers={"Accept-Encoding": "gzip"})
    if "Content-Encoding" in zipped.headers:
        assert "Accept-Encoding" in varies, varies
        assert zipped["ETag"] != first["ETag"]
        assert gzip.decompress(zipped.content) == first.content


def by_its_reader(client: Client, path: str, role: str) -> None:
    if role == "nobody":
        for_everybody(client, path, role, "private")
    else:
        by_nobody(client, path, role)


def for_ever(client: Client, path: str, role: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert {"public", "immutable", "max-age=31536000"} <= directives(response)
    assert client.head(path).content == b""


def by_nobody(client: Client, path: str, role: str) -> None:
    response = got(client, path)
    assert "no-store" in directives(response), response.headers
    assert "public" not in directives(response), response.headers


def passing(client: Client, path: str, role: str) -> None:
    response = client.get(path)
    assert response.status_code in (301, 302)
    assert not response.content


CHECKS: dict[Keep, Callable[[Client, str, str], None]] = {
    Keep.EVERYBODY: for_everybody,
    Keep.READER: by_its_reader,
    Keep.FOREVER: for_ever,
    Keep.NOBODY: by_nobody,
    Keep.PASSING: passing,
}


def test_a_private_deck_a_link_and_a_token_are_kept_by_nobody(world: World) -> None:
    secret = tokens.issue(world.people["owner"], "program")[1]
    link = world.links["link"]
    for pattern, route in read_routes().items():
        if pattern not in KEPT:
            continue
        if "<slug:deck_id>" in pattern:
            by_nobody(world.client("owner"), path_of(world, route, "private"), "owner")
            by_nobody(world.client("nobody"), path_of(world, route, "private"), "nobody")
        if pattern.startswith(f"api/v1/{DECK}"):
            shared = path_of(world, route, "link")
            by_nobody(world.client("nobody"), f"{shared}?link={link}", "holder")
            bearer = {"Authorization": f"Bearer {secret}"}
            response = Client().get(shared, headers=bearer)
            assert (response.status_code, "no-store" in directives(response)) == (200, True)
            # The same with a link that is not needed: a public deck asked for by its secret.
            by_nobody(world.client("nobody"), f"{path_of(world, route)}?link={world.links['public'] or 'x'}", "holder")


@pytest.mark.parametrize("pattern", QUICK)
def test_a_page_that_did_not_change_is_not_made_again(world: World, pattern: str) -> None:
    path, nobody = path_of(world, read_routes()[pattern]), Client()
    first, made = asked(nobody, path)
    again, kept = asked(nobody, path)
    unchanged, least = asked(nobody, path, **{"If-None-Match": first["ETag"]})
    assert (again["ETag"], unchanged.status_code) == (first["ETag"], 304)
    assert least == kept < made
    _, full = asked(world.client("other"), path)
    assert kept < full


def _comment(deck: Deck) -> None:
    social.post_comment(person("talker"), deck, "Well said")


def _hide(deck: Deck) -> None:
    Comment.objects.filter(deck=deck).update(hidden=True)


def _twin(deck: Deck) -> None:
    deck_of(person("twin"), Visibility.PUBLIC, "Its twin")


def _rename(username: str) -> None:
    get_user_model().objects.filter(username=username).update(username="renamed")


def _save_and_undo(deck: Deck) -> None:
    save(deck, CASTILLE_LESS)
    services.undo(deck)


def _like(deck: Deck) -> None:
    social.set_like(person("fan"), deck, True)


def _load_cards(deck: Deck) -> None:
    CardLoad.objects.create(version="another", counts={})


CHANGES: dict[str, tuple[str, Callable[[Deck], object]]] = {
    "its list": ("", lambda deck: save(deck, CASTILLE_LESS)),
    "its name": ("", lambda deck: services.describe(deck, "Another name")),
    "its words": ("", lambda deck: services.describe(deck, deck.name, "Other words")),
    "its name in a file": ("export/", lambda deck: services.describe(deck, "Another name")),
    "its odds": ("odds/?q1=t:risk&day=2", lambda deck: save(deck, CASTILLE_LESS)),
    "what its versions are called": ("versions/", lambda deck: services.label(deck.head, "Final")),
    "what one version is called": ("versions/1/", lambda deck: services.label(deck.head, "Final")),
    "a version that was undone": ("", _save_and_undo),
    "a like": ("", _like),
    "a comment": ("", _comment),
    "a comment that staff hide": ("", _hide),
    "a twin": ("", _twin),
    "its owner's name": ("", lambda deck: _rename("ana")),
    "the name of somebody who commented": ("", lambda deck: _rename("ben")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_page_shows_is_never_an_old_state(change: str) -> None:
    deck = deck_of(person("ana"), Visibility.PUBLIC)
    Comment.objects.create(deck=deck, author=person("ben"), text="Said before")
    tail, do = CHANGES[change]
    path, nobody = f"{deck.get_absolute_url()}{tail}", Client()
    before = nobody.get(path)["ETag"]
    assert nobody.get(path, headers={"If-None-Match": before}).status_code == 304
    do(deck)
    after = nobody.get(path, headers={"If-None-Match": before})
    assert (after.status_code, after["ETag"] != before) == (200, True)


def test_a_deck_that_is_no_longer_public_is_gone_at_once_wherever_it_was_shown() -> None:
    deck, other = deck_of(person("ana"), Visibility.PUBLIC), deck_of(person("ben"), Visibility.PUBLIC, "Its twin")
    copy = services.copy(services.Visitor(person("cleo")), deck.head, "A copy of it", current_catalogue())
    save(copy, without(CASTILLE, CASTILLE.faction[0][0]))
    services.share(copy, Visibility.PUBLIC)
    nobody = Client()
    pages = [each.get_absolute_url() for each in (deck, other, copy)]
    tags = [nobody.get(path)["ETag"] for path in pages]
    assert all(deck.name in nobody.get(path).content.decode() for path in pages)
    services.share(deck, Visibility.PRIVATE)
    gone, *rest = (nobody.get(path, headers={"If-None-Match": tag}) for path, tag in zip(pages, tags, strict=True))
    assert (gone.status_code, directives(gone)) == (404, {"private", "no-store"})
    for response in rest:
        assert response.status_code == 200
        assert deck.name not in response.content.decode()


def test_a_copy_shows_the_new_name_of_its_source_at_once() -> None:
    deck = deck_of(person("ana"), Visibility.PUBLIC)
    copy = services.copy(services.Visitor(person("cleo")), deck.head, "A copy of it", current_catalogue())
    services.share(copy, Visibility.PUBLIC)
    assert b"Another name" not in Client().get(copy.get_absolute_url()).content
    services.describe(deck, "Another name")
    assert b"Another name" in Client().get(copy.get_absolute_url()).content


def test_the_feed_forgets_a_deck_the_moment_it_is_no_longer_public() -> None:
    deck, nobody = deck_of(person("ana"), Visibility.PUBLIC), Client()
    before = nobody.get("/decks/feed.atom")
    assert deck.name in before.content.decode()
    assert before["Cache-Control"] == REVALIDATE
    services.share(deck, Visibility.PRIVATE)
    after = nobody.get("/decks/feed.atom", headers={"If-None-Match": before["ETag"]})
    assert (after.status_code, deck.name in after.content.decode()) == (200, False)


def test_who_signs_in_never_sees_nobodys_page_and_nobody_never_theirs() -> None:
    ana = person("ana")
    deck = deck_of(ana, Visibility.PUBLIC)
    path, nobody, owner = deck.get_absolute_url(), Client(), signed_in(ana)
    for _ in range(2):
        for_all, own = nobody.get(path), owner.get(path)
        assert b"Delete this deck" in own.content
        assert b"csrfmiddlewaretoken" in own.content
        assert b"Delete this deck" not in for_all.content
        assert b"csrfmiddlewaretoken" not in for_all.content
        assert (directives(own), for_all["Cache-Control"]) == ({"private", "no-store"}, REVALIDATE)
        assert "ETag" not in own.headers
    # Even a browser that sends nobody's tag along with its session gets its own page.
    assert owner.get(path, headers={"If-None-Match": for_all["ETag"]}).status_code == 200
    nobody.force_login(ana)
    assert b"Delete this deck" in nobody.get(path).content


def test_a_page_that_shows_a_name_is_kept_by_nobody_and_shown_to_nobody_else(world: World) -> None:
    owner, name = world.client("owner"), f'<span class="name">{world.people["owner"].username}</span>'
    named = set()
    for pattern, route in read_routes().items():
        if KEPT.get(pattern) not in (Keep.EVERYBODY, Keep.READER):
            continue
        path = path_of(world, route)
        own, again = got(owner, path), got(owner, path)
        for response in (own, again):
            if "html" in response["Content-Type"] and name in response.content.decode():
                named.add(pattern)
                assert directives(response) == {"private", "no-store"}, pattern
                assert "ETag" not in response.headers, pattern
        for _ in range(2):
            assert name not in got(Client(), path).content.decode(errors="replace"), pattern
    assert named >= {"", "cards/", "rules/", "decks/", f"{DECK}", "test/", "players/<str:username>/", "api/v1/docs/"}


def test_results_as_one_types_show_no_name_and_are_shared() -> None:
    response = signed_in(person("ana")).get("/cards/?q=risk", headers={"HX-Request": "true"})
    assert response["Cache-Control"] == REVALIDATE
    assert b"ana</span>" not in response.content


def test_what_is_said_once_to_somebody_without_a_session_is_not_kept() -> None:
    deck = deck_of(person("ana"), Visibility.PUBLIC)
    reader, other = Client(), Client()
    other.get(deck.get_absolute_url())
    sent = reader.post(f"{deck.get_absolute_url()}report/", {"reason": "Look at it"})
    thanked = reader.get(sent["Location"])
    assert b"Thank you. Our staff will review it." in thanked.content
    assert "no-store" in directives(thanked)
    for client in (reader, other):
        after = client.get(deck.get_absolute_url())
        assert b"Thank you. Staff" not in after.content
        assert after["Cache-Control"] == REVALIDATE


def test_who_is_not_known_copies_a_deck_by_way_of_a_page_of_their_own() -> None:
    deck = deck_of(person("ana"), Visibility.PUBLIC)
    visitor = Client(enforce_csrf_checks=True)
    page = visitor.get(deck.get_absolute_url()).content.decode()
    assert f'href="{deck.get_absolute_url()}copy/"' in page
    form = visitor.get(f"{deck.get_absolute_url()}copy/?version=1")
    token = form.content.decode().partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    assert visitor.post(f"{deck.get_absolute_url()}copy/").status_code == 403
    made = visitor.post(f"{deck.get_absolute_url()}copy/", {"csrfmiddlewaretoken": token, "version": "1"})
    assert b"was copied to your decks" in visitor.get(made["Location"]).content
