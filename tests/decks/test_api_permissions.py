"""Every call on decks, tried by everyone. A route or method that has no row here fails."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from decks import api_urls
from decks.models import Deck, DeckVersion, Visibility
from fivesails_site.accounts import tokens
from tests.decks.api_calls import call, client_of, make_deck, make_user, problem, starter_body

pytestmark = pytest.mark.django_db

METHODS = ("get", "post", "put", "patch", "delete")
#: Nobody; another user; the owner; nobody with the link; another user with the link; staff.
ROLES = ("nobody", "other", "owner", "link", "guest", "staff")
VISIBILITIES = ("private", "link", "public")


def by_role(nobody, other, owner, link, guest, staff):
    return {"nobody": nobody, "other": other, "owner": owner, "link": link, "guest": guest, "staff": staff}


def everywhere(row):
    return dict.fromkeys(VISIBILITIES, row)


def reading(good):
    return {
        "private": by_role(404, 404, good, 404, 404, 404),
        "link": by_role(404, 404, good, good, good, 404),
        "public": by_role(good, good, good, good, good, good),
    }


def writing(good):
    # A link is no leave to write, so writing calls do not even know the parameter.
    return everywhere(by_role(401, 404, good, 400, 400, 404))


OPEN = everywhere(by_role(200, 200, 200, 400, 400, 200))
#: Expected statuses by route name and method, by the deck's visibility and the caller's role.
MATRIX = {
    ("decks", "get"): OPEN,
    ("decks", "post"): everywhere(by_role(401, 201, 201, 400, 400, 201)),
    ("validate", "post"): OPEN,
    ("import", "post"): OPEN,
    ("export-list", "post"): OPEN,
    ("deck", "get"): reading(200),
    ("deck", "put"): writing(200),
    ("deck", "patch"): writing(200),
    ("deck", "delete"): writing(204),
    ("versions", "get"): reading(200),
    ("diff", "get"): reading(200),
    ("export", "get"): reading(200),
    ("link", "post"): {**writing(200), "private": by_role(401, 404, 409, 400, 400, 404)},
    ("copy", "post"): {
        "private": by_role(401, 404, 201, 401, 404, 404),
        "link": by_role(401, 404, 201, 401, 201, 404),
        "public": by_role(401, 201, 201, 401, 201, 201),
    },
    ("like", "put"): {
        **everywhere(by_role(401, 404, 404, 400, 400, 404)),
        "public": by_role(401, 200, 200, 400, 400, 200),
    },
    ("like", "delete"): {
        **everywhere(by_role(401, 404, 404, 400, 400, 404)),
        "public": by_role(401, 200, 200, 400, 400, 200),
    },
}
BODIES = {
    ("decks", "post"): starter_body,
    ("validate", "post"): starter_body,
    ("import", "post"): lambda: {"text": "2 Not Today"},
    ("export-list", "post"): lambda: starter_body(kind="text"),
    ("deck", "put"): lambda: starter_body(name="Put"),
    ("deck", "patch"): lambda: {"name": "Patched"},
    ("copy", "post"): dict,
}


def offered():
    """Every call that the addresses lead to."""
    for route in api_urls.urlpatterns:
        for method in METHODS:
            if hasattr(route.callback.cls, method):
                yield route.name, method


def test_every_call_has_a_row():
    assert sorted(offered()) == sorted(MATRIX)


@pytest.fixture(autouse=True)
def _no_limits():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def people(db):
    return {
        "nobody": None,
        "link": None,
        "other": make_user("other"),
        "guest": make_user("guest"),
        "owner": make_user("owner"),
        "staff": make_user("staff", is_staff=True, is_superuser=True),
    }


def address(name, deck):
    options = {
        "decks": {},
        "validate": {},
        "import": {},
        "export-list": {},
        "export": {"deck_id": deck.pk, "kind": "text"},
    }
    return reverse(f"decks_api:{name}", kwargs=options.get(name, {"deck_id": deck.pk}))


@pytest.mark.parametrize("visibility", VISIBILITIES)
@pytest.mark.parametrize(("name", "method"), sorted(MATRIX))
@pytest.mark.parametrize("way", ["session", "token"])
def test_who_may_do_what(people, name, method, visibility, way):
    expected = MATRIX[name, method][visibility]
    for role in ROLES:
        deck = make_deck(people["owner"], Visibility(visibility))
        secret = deck.link or "no-such-link"
        before = stored(deck)
        path = address(name, deck) + (f"?link={secret}" if role in ("link", "guest") else "")
        body = BODIES.get((name, method), lambda: None)()
        user = people[role]
        if way == "token" and user is not None:
            _, token = tokens.issue(user, "test")
            response = call(client_of(), method, path, body, Authorization=f"Bearer {token}")
        else:
            response = call(client_of(user), method, path, body)
        assert response.status_code == expected[role], (role, response.content)
        if expected[role] >= 400:
            assert response["Content-Type"] == "application/problem+json"
            assert stored(deck) == before
        if expected[role] == 401:
            assert response["WWW-Authenticate"].startswith("Bearer")
        if expected[role] == 404:
            assert deck.name not in response.content.decode()


def stored(deck):
    row = Deck.objects.filter(pk=deck.pk).values().first()
    return row, list(DeckVersion.objects.filter(deck=deck.pk).values())


def test_what_is_hidden_and_what_is_not_there_look_the_same(people):
    hidden = make_deck(people["owner"])
    client = client_of(people["other"])
    answers = [call(client, "get", f"decks/{pk}/").json() for pk in (hidden.pk, "nothere123")]
    for answer in answers:
        answer.pop("instance")
    assert answers[0] == answers[1]


def test_a_revoked_link_opens_nothing(people):
    deck = make_deck(people["owner"], Visibility.LINK)
    old = deck.link
    assert call(client_of(), "get", f"decks/{deck.pk}/?link={old}").status_code == 200
    renewed = call(client_of(people["owner"]), "post", f"decks/{deck.pk}/link/").json()
    assert renewed["link"] != old
    assert renewed["link_url"].endswith(f"/d/{renewed['link']}/")
    problem(call(client_of(), "get", f"decks/{deck.pk}/?link={old}"), 404, "not_found")
    assert call(client_of(), "get", f"decks/{deck.pk}/?link={renewed['link']}").status_code == 200
    call(client_of(people["owner"]), "patch", f"decks/{deck.pk}/", {"visibility": "private"})
    problem(call(client_of(), "get", f"decks/{deck.pk}/?link={renewed['link']}"), 404, "not_found")


def test_the_link_is_told_to_the_owner_only(people):
    deck = make_deck(people["owner"], Visibility.LINK)
    assert call(client_of(people["owner"]), "get", f"decks/{deck.pk}/").json()["link"] == deck.link
    seen = call(client_of(people["guest"]), "get", f"decks/{deck.pk}/?link={deck.link}")
    assert deck.link not in seen.content.decode()
    listed = call(client_of(people["owner"]), "get", "decks/?scope=mine").json()["results"]
    assert [each["link"] for each in listed] == [deck.link]


def test_listings_hold_public_decks_and_ones_own(people):
    made = {visibility: make_deck(people["owner"], Visibility(visibility)) for visibility in VISIBILITIES}
    starters = set(Deck.objects.filter(starter=True).values_list("pk", flat=True))

    def listed(role, scope):
        answer = call(client_of(people[role]), "get", f"decks/?page_size=200&scope={scope}")
        return {each["id"] for each in answer.json()["results"]} - starters

    own = {deck.pk for deck in made.values()}
    assert listed("owner", "all") == listed("owner", "mine") == own
    for role in ("nobody", "other", "staff"):
        assert listed(role, "all") == listed(role, "public") == {made["public"].pk}
    assert listed("other", "mine") == set()
    problem(call(client_of(), "get", "decks/?scope=mine"), 401, "not_authenticated")


def test_a_session_needs_the_form_token_to_write(people):
    client = client_of(people["owner"], enforce_csrf_checks=True)
    deck = make_deck(people["owner"])
    problem(call(client, "patch", f"decks/{deck.pk}/", {"name": "x"}), 403, "permission_denied")
    problem(call(client, "post", "decks/", starter_body()), 403, "permission_denied")
    assert call(client, "get", f"decks/{deck.pk}/").status_code == 200
    assert call(client, "post", "decks/validate/", starter_body()).status_code == 200


def test_a_false_token_is_told_so_and_reads_nothing(people):
    deck = make_deck(people["owner"], Visibility.PUBLIC)
    for path in ("decks/", f"decks/{deck.pk}/"):
        problem(call(client_of(), "get", path, Authorization="Bearer nonsense"), 401, "authentication_failed")


def test_a_browsers_own_deck_is_its_own_with_its_form_token(client):
    """Decks made before sign-up belong to a session."""
    from web.ownership import BROWSER_KEY, Visitor

    session = client.session
    session[BROWSER_KEY] = "b" * 43
    session.save()
    from cards.store import current_catalogue
    from decks.services import create
    from tests.decks.api_calls import starter_list

    deck = create(Visitor(None, "b" * 43), "Browser's", starter_list(), current_catalogue())
    assert call(client, "get", f"decks/{deck.pk}/").json()["mine"] is True
    assert call(client, "patch", f"decks/{deck.pk}/", {"name": "Renamed"}).json()["name"] == "Renamed"
    problem(call(client, "patch", f"decks/{deck.pk}/", {"visibility": "public"}), 403, "permission_denied")
    problem(call(client_of(), "get", f"decks/{deck.pk}/"), 404, "not_found")
    forged = client_of(enforce_csrf_checks=True)
    forged.cookies = client.cookies
    problem(call(forged, "patch", f"decks/{deck.pk}/", {"name": "Forged"}), 403, "permission_denied")


def test_a_starter_deck_is_nobodys_to_change(people):
    from django.contrib.auth.models import User

    from decks.lists.starters import SITE_OWNER

    deck = Deck.objects.filter(starter=True).first()
    site = client_of(User.objects.get(username=SITE_OWNER))
    for method, body in (("patch", {"name": "x"}), ("put", starter_body()), ("delete", None)):
        problem(call(site, method, f"decks/{deck.pk}/", body), 404, "not_found")


def test_a_withheld_deck_cannot_be_shared_again(people):
    from decks.services import withhold

    deck = make_deck(people["owner"], Visibility.PUBLIC)
    withhold(deck)
    owner = client_of(people["owner"])
    problem(call(owner, "patch", f"decks/{deck.pk}/", {"visibility": "public"}), 403, "withheld")
    problem(call(client_of(), "get", f"decks/{deck.pk}/"), 404, "not_found")
