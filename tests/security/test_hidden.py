"""What must not be found out: who has an account, where a link leads, what a header claims, what a log tells."""

import logging
import math
import re
from collections.abc import Callable
from http.cookies import SimpleCookie
from io import StringIO
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from decks import services
from decks.models import Deck, Visibility, new_id, new_link
from fivesails_site.accounts import tokens
from fivesails_site.addresses import site_url
from fivesails_site.logs import LineFormatter, TracingFilter
from rules.jobs.models import new_id as new_simulation_id
from tests.decks.api_calls import call, starter_body
from tests.security.routes import routes
from tests.security.table import TABLE
from tests.security.world import World
from web import rate_limits

pytestmark = pytest.mark.django_db

SECRET = "a long enough secret"

# --- accounts ---


def asked(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as found:
        act()
    return len(found)


@pytest.mark.usefixtures("unbounded")
def test_the_database_is_asked_as_much_about_nobody_as_about_somebody(world: World) -> None:
    """The time an answer takes is what the database and the hasher take; the hasher is counted in tests/accounts."""
    User.objects.filter(username="other").update(is_active=False)
    wrong = [
        asked(lambda name=name: Client().post("/accounts/sign-in/", {"username": name, "password": "wrong"}))
        for name in ("owner", "nobody-here", "other", "x" * 200)
    ]
    assert len(set(wrong[:3])) == 1, wrong


def test_asking_for_a_new_password_is_the_same_for_everybody(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr("fivesails_site.accounts.pages.passwords.enqueue", lambda task, who, site: sent.append(who))
    answers = []
    for name in ("owner", "nobody-here", "owner@sails.example", "nobody@sails.example"):
        client = Client()
        with CaptureQueriesContext(connection) as found:
            answer = client.post("/accounts/reset/", {"asked": name})
        page = client.get(answer["Location"]).content.decode()
        answers.append((answer.status_code, answer["Location"], len(found), page))
    assert len(set(answers)) == 1
    # Found out by the worker, out of sight.
    assert len(sent) == 4


def test_the_api_tells_a_wrong_token_from_none_and_nothing_more(world: World) -> None:
    _, secret = tokens.issue(world.people["owner"], "phone")
    User.objects.filter(username="other").update(is_active=False)
    _, inactive = tokens.issue(world.people["other"], "phone")
    tellings = {
        call(Client(), "get", "decks/?scope=mine", Authorization=f"Bearer {each}").content
        for each in (secret[:-1] + ("A" if secret[-1] != "A" else "B"), "fs_" + "x" * 43, inactive, "short", "é")
    }
    assert len(tellings) == 1
    assert call(Client(), "get", "decks/?scope=mine", Authorization=f"Bearer {secret}").status_code == 200


# --- links ---


@pytest.mark.parametrize(("make", "bits"), [(new_link, 128), (new_simulation_id, 128), (new_id, 49)])
def test_names_that_open_something_cannot_be_guessed(make: Callable[[], str], bits: int) -> None:
    made = [make() for _ in range(2000)]
    assert len(set(made)) == 2000
    signs = len(set("".join(made)))
    assert len(made[0]) * math.log2(signs) >= bits
    # No place has a favourite sign, as it would with a clock or a counter in it.
    for place in range(min(map(len, made)) - 1):
        commonest = max(sum(name[place] == sign for name in made) for sign in set("".join(made)))
        assert commonest < 2000 / signs * 3, place


def test_secrets_come_from_the_systems_own_source(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[int] = []
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: used.append(size) or "x" * 43)
    new_link()
    new_simulation_id()
    assert used == [16, 16]


def link_pages() -> list[str]:
    return [pattern for pattern, row in TABLE.items() if pattern.startswith("d/<") and "GET" in row.methods]


def test_a_revoked_link_is_dead_at_once_for_everybody_and_every_cache(world: World) -> None:
    deck, found = world.decks["link"], routes()
    paths = [found[pattern].path(**world.filled(pattern, "link")) for pattern in link_pages()]
    paths += [f"/api/v1/decks/{deck.pk}/{tail}?link={deck.link}" for tail in ("", "versions/", "diff/", "export/text/")]
    clients = {"nobody": Client(), "other": world.client("other"), "owner": world.client("owner")}
    tags = {}
    for path in paths:
        for role, client in clients.items():
            first = client.get(path)
            assert first.status_code in (200, 302), path
            # Asked twice: what is kept must not outlive the link.
            client.get(path)
            tags[path, role] = first.headers.get("ETag", '"x"')
    services.renew_link(deck)
    for path in paths:
        for role, client in clients.items():
            expected = 200 if role == "owner" and path.startswith("/api/") else 404
            answer = client.get(path, headers={"if-none-match": f'{tags[path, role]}, "*"'})
            assert answer.status_code in (expected, 304 if expected == 200 else expected), (path, role)


@pytest.mark.parametrize("wrong", ["é", "\ud800", "\0", "A" * 22, "A" * 5000])
def test_a_wrong_link_is_no_way_to_find_out_that_there_is_a_link(world: World, wrong: str) -> None:
    """Whatever is in place of the link: the same answer for a deck shared by link, a private one and none."""
    tellings = set()
    for deck_id in (world.decks["link"].pk, world.decks["private"].pk, "nothere234"):
        said = [
            call(Client(), "get", f"decks/{deck_id}/{tail}?{urlencode({'link': wrong.encode(errors='replace')})}")
            for tail in ("", "versions/", "diff/", "export/text/")
        ]
        body = {"deck": {"deck": deck_id, "link": wrong}, "games": 1}
        said.append(call(Client(raise_request_exception=False), "post", "simulations/", body))
        tellings.add(tuple((each.status_code, each.json()["detail"]) for each in said))
    assert len(tellings) == 1, tellings
    assert {status for status, _ in tellings.pop()} <= {404, 400}


def test_a_public_deck_made_private_is_gone_at_once(world: World) -> None:
    deck, found = world.decks["public"], routes()
    patterns = [
        pattern
        for pattern, row in TABLE.items()
        if re.match(r"(api/v1/)?decks/<slug:deck_id>/", pattern) and "GET" in row.methods and "owner" not in pattern
    ]
    paths = [found[pattern].path(**world.filled(pattern, "public")) for pattern in patterns]
    nobody = Client()
    for path in paths * 2:
        nobody.get(path)
    tag = nobody.get(deck.get_absolute_url()).headers["ETag"]
    services.share(deck, Visibility.PRIVATE)
    for path in paths:
        answer = nobody.get(path, headers={"if-none-match": tag})
        assert answer.status_code in (404, 405), path
    for path in ("/decks/", "/decks/feed.atom", "/players/owner/", "/api/v1/decks/"):
        assert deck.pk not in nobody.get(path).content.decode(), path


def test_link_pages_stay_out_of_search_engines_and_referers(world: World) -> None:
    found = routes()
    for pattern, row in TABLE.items():
        if pattern.startswith(("d/<", "simulations/<", "games/<")):
            for visibility in ("link", "private"):
                path = found[pattern].path(**world.filled(pattern, visibility))
                answer = Client().get(path) if "GET" in row.methods else Client().post(path, dict(row.form))
                assert "noindex" in answer.headers["X-Robots-Tag"], pattern
                assert answer.headers["Referrer-Policy"] == "same-origin", pattern
    for path in ("/decks/", "/decks/feed.atom", "/robots.txt", "/players/owner/", "/api/v1/decks/"):
        page = Client().get(path).content.decode()
        assert world.links["link"] not in page
        assert world.decks["link"].pk not in page


def test_words_on_a_link_page_lead_out_without_telling_from_where(world: World) -> None:
    deck = world.decks["link"]
    services.describe(deck, deck.name, "[out](https://evil.example/) ![img](https://evil.example/x.png)")
    page = Client().get(f"/d/{deck.link}/").content.decode()
    links = re.findall(r"<a [^>]*evil[^>]*>", page)
    assert links
    assert all("noreferrer" in link and "noopener" in link for link in links)
    assert "<img" not in page or "evil" not in "".join(re.findall(r"<img[^>]*>", page))


# --- logs ---


@pytest.mark.usefixtures("unbounded")
def test_no_secret_reaches_the_log(world: World) -> None:
    deck = world.decks["link"]
    _, secret = tokens.issue(world.people["owner"], "phone")
    link, values = deck.link or "", world.values
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(TracingFilter())
    handler.setFormatter(LineFormatter())
    root = logging.getLogger()
    loud = logging.getLogger("fivesails.access")
    level = loud.level
    root.addHandler(handler)
    loud.setLevel(logging.INFO)
    try:
        client, strict = Client(raise_request_exception=False), Client(enforce_csrf_checks=True)
        strict.post(f"/d/{link}/copy/")
        for path in (
            f"/d/{link}/",
            f"/d/{link}/versions/99/",
            f"/d/{link}/?view=none",
            f"/simulations/{world.done.pk}/?sort=x",
        ):
            client.get(path)
        client.put(f"/d/{link}/")
        client.post(f"/games/{world.game.pk}/delete/")
        client.post(f"/simulations/{world.queued.pk}/cancel/")
        client.get(f"/api/v1/decks/{deck.pk}/?link={link}&x=1")
        client.get(f"/accounts/reset/{values['uidb64']}/{values['token']}/")
        client.put("/accounts/reset/sent/")
        world.client("owner").put(f"/accounts/mail/confirm/{values['sealed']}/")
        client.get("/api/v1/decks/?scope=nothing", headers={"authorization": f"Bearer {secret}"})
        client.post("/accounts/sign-in/", {"username": "owner", "password": "Tr0ub4dor-and-3"})
    finally:
        root.removeHandler(handler)
        loud.setLevel(level)
    written = stream.getvalue()
    assert "/d/" in written, "nothing was written down at all"
    for word in (link, secret, values["token"], values["sealed"], "Tr0ub4dor", world.game.pk, world.queued.pk):
        assert word not in written


# --- what a header claims ---


@pytest.mark.parametrize(
    "host", ["evil.example", "testserver.evil.example", "testserver:80@evil.example", "testserver/evil", ""]
)
def test_a_strange_host_gets_nothing(host: str) -> None:
    answer = Client().get("/", headers={"host": host})
    assert answer.status_code == 400
    assert "evil" not in answer.content.decode()


def test_forwarded_headers_change_nothing_unless_configured(world: World) -> None:
    claims = {
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
        "x-forwarded-port": "1",
        "x-original-url": "/admin/",
        "x-rewrite-url": "/admin/",
        "x-http-method-override": "DELETE",
        "forwarded": "host=evil.example;proto=https",
    }
    deck = world.decks["public"]
    for path in ("/", "/cards/", f"/decks/{deck.pk}/", "/decks/feed.atom", "/opensearch.xml", "/api/v1/sets/"):
        plain, claimed = Client().get(path), Client().get(path, headers=claims)
        assert plain.status_code == claimed.status_code
        assert plain.content == claimed.content, path
        assert b"evil.example" not in claimed.content
    world.client("owner").post(f"/decks/{deck.pk}/", headers=claims)
    assert Deck.objects.filter(pk=deck.pk).exists()


@override_settings(ALLOWED_HOSTS=["testserver", "other.example"], SITE_URL="https://sails.example")
def test_links_in_mails_lead_to_the_site_whatever_the_request_claims(world: World) -> None:
    for host in ("other.example", "testserver:4444"):
        mail.outbox.clear()
        Client().post(
            "/accounts/reset/", {"asked": "owner"}, headers={"host": host, "x-forwarded-host": "evil.example"}
        )
        (sent,) = mail.outbox
        links = re.findall(r"https?://\S+", sent.body)
        assert {link.split("/")[2].rstrip(".,") for link in links} == {"sails.example"}
        assert len(links) > 1


@pytest.mark.parametrize(
    ("given", "hosts", "found"),
    [
        ("", [], ""),
        ("", ["sails.example", "www.sails.example"], "https://sails.example"),
        ("https://sails.example/", ["*"], "https://sails.example"),
        ("http://10.0.0.7:8080", [".sails.example"], "http://10.0.0.7:8080"),
    ],
)
def test_where_mails_lead(given: str, hosts: list[str], found: str) -> None:
    assert site_url(given, hosts) == found


@pytest.mark.parametrize(
    ("given", "hosts"),
    [("", ["*"]), ("", [".sails.example"]), ("sails.example", ["x"]), ("ftp://x", ["x"]), ("https://x/y", ["x"])],
)
def test_where_mails_cannot_lead_is_said(given: str, hosts: list[str]) -> None:
    from django.core.exceptions import ImproperlyConfigured

    with pytest.raises(ImproperlyConfigured, match="FIVESAILS_SITE_URL must"):
        site_url(given, hosts)


def tried(client: Client, times: int, **headers: str) -> list[int]:
    return [
        client.post(
            "/accounts/sign-in/",
            {"username": f"u{n}", "password": "x"},
            headers=headers and {"x-forwarded-for": f"9.9.9.{n}"},
        ).status_code
        for n in range(times)
    ]


def test_limits_are_not_dodged_by_claiming_another_address(world: World) -> None:
    most = rate_limits.SIGN_IN_BY_ADDRESS.count
    assert tried(Client(), most + 1, forged="yes")[-1] == 429


def test_a_name_has_its_tries_however_it_is_written(world: World) -> None:
    """The form reads wide letters as plain ones, so that each spelling would otherwise begin to count anew."""
    wide = [
        "".join(chr(ord(sign) + 0xFEE0) if at == place else sign for place, sign in enumerate("owner"))
        for at in range(5)
    ]
    most, client = rate_limits.SIGN_IN_BY_NAME.count, Client()
    for n in range(most):
        assert client.post("/accounts/sign-in/", {"username": wide[n % 5], "password": "x"}).status_code == 200
    for name in ("owner", " OWNER ", *wide):
        assert client.post("/accounts/sign-in/", {"username": name, "password": SECRET}).status_code == 429, name


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/decks/new/", {"leader": "nobody"}),
        ("/decks/import/", {"text": "", "kind": "text", "do": "keep"}),
        ("/decks/castille-starter/simulate/", {"games": "many"}),
        ("/games/", {"deck_a": "nothere", "deck_b": "nothere"}),
        ("/games/", {"paste": "1", "text": "not a game"}),
    ],
)
def test_who_is_refused_leaves_no_session_behind(world: World, path: str, form: dict[str, str]) -> None:
    """A row for each wrong request of a browser that keeps no cookie would fill the disk."""
    before = Session.objects.count()
    answer = Client().post(path, form)
    assert answer.status_code in (400, 404, 422), answer.content
    assert Session.objects.count() == before


def test_a_proxy_that_is_ours_is_believed_about_the_last_hop_only(world: World, settings, monkeypatch) -> None:
    from rest_framework.settings import api_settings

    monkeypatch.setattr(api_settings, "NUM_PROXIES", 1)
    most, client = rate_limits.SIGN_IN_BY_ADDRESS.count, Client()

    def attempt(n: int, last: str) -> int:
        chain = f"1.2.3.{n % 250}, {last}"
        form = {"username": f"v{n}", "password": "x"}
        return client.post("/accounts/sign-in/", form, headers={"x-forwarded-for": chain}).status_code

    assert [attempt(n, "7.7.7.7") for n in range(most + 1)][-1] == 429
    assert attempt(999, "8.8.8.8") == 200


# --- limits ---


def test_nobody_fills_the_disk_with_decks_by_forms(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """New, copied and imported decks count together, by address for those without an account."""
    monkeypatch.setattr(rate_limits, "NEW_DECKS", rate_limits.Limit("new-decks", "new decks", 3, 3600))
    client = Client()
    assert client.post("/decks/new/", {"leader": "01006"}).status_code == 303
    assert client.post(f"/decks/{world.decks['public'].pk}/copy/").status_code == 302
    assert Client().post("/decks/new/", {"leader": "01006"}).status_code == 303
    before = Deck.objects.count()
    looked = client.post("/decks/import/", {"text": "2 Not Today"})
    mark = looked.context["mark"]
    for path, form in (
        ("/decks/new/", {"leader": "01006"}),
        ("/decks/castille-starter/copy/", {}),
        ("/decks/import/", {"text": "2 Not Today", "do": "keep", "mark": mark, "kind": looked.context["kind"]}),
    ):
        refused = client.post(path, form)
        assert refused.status_code == 429, path
        assert 0 < int(refused["Retry-After"]) <= 3600
        assert "Try again in" in refused.content.decode()
    assert Deck.objects.count() == before
    # Somebody with an account is counted apart.
    assert world.client("other").post("/decks/new/", {"leader": "01006"}).status_code == 303


def test_nobody_fills_the_disk_with_decks_by_the_api(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "NEW_DECKS", rate_limits.Limit("new-decks", "new decks", 2, 3600))
    client, deck = world.client("other"), world.decks["public"]
    assert call(client, "post", "decks/", starter_body()).status_code == 201
    assert call(client, "post", f"decks/{deck.pk}/copy/", {}).status_code == 201
    before = Deck.objects.count()
    for path, body in (("decks/", starter_body()), (f"decks/{deck.pk}/copy/", {})):
        refused = call(client, "post", path, body)
        assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
        assert 0 < int(refused["Retry-After"]) <= 3600
        assert "Try again in" in refused.json()["detail"]
    assert Deck.objects.count() == before


# --- cookies ---


def cookies_of(client: Client) -> SimpleCookie:
    client.post("/theme/", {"theme": "night"}, secure=True)
    client.get("/accounts/sign-in/", secure=True)
    client.post("/accounts/sign-in/", {"username": "owner", "password": SECRET}, secure=True)
    client.post(f"/decks/{Deck.objects.get(name='Secret of public').pk}/copy/", secure=True)
    return client.cookies


@override_settings(
    SESSION_COOKIE_SECURE=True,
    CSRF_COOKIE_SECURE=True,
    SESSION_COOKIE_NAME="__Host-session",
    CSRF_COOKIE_NAME="__Host-csrf",
    KNOWN_COOKIE_NAME="__Host-known",
)
def test_cookies_as_production_sets_them(world: World) -> None:
    found = cookies_of(Client())
    assert {"__Host-session", "__Host-csrf", "__Host-known", "theme"} <= set(found)
    for name, cookie in found.items():
        assert cookie["samesite"] == "Lax", name
        assert cookie["secure"], name
        assert not cookie["domain"], name
        assert cookie["path"] == "/", name
        # The theme's is for the page's script, and holds one of three words.
        assert bool(cookie["httponly"]) == (name != "theme"), name


@override_settings(
    SECURE_HSTS_SECONDS=31_536_000,
    SECURE_HSTS_INCLUDE_SUBDOMAINS=True,
    SECURE_HSTS_PRELOAD=True,
    SECURE_SSL_REDIRECT=True,
)
def test_browsers_are_told_to_come_by_https_only(world: World) -> None:
    for path in ("/", "/api/v1/sets/", "/nothing/", "/accounts/", "/admin/", "/api/v1/nothing/"):
        answer = Client().get(path, secure=True)
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload", path
        plain = Client().get(path)
        assert (plain.status_code, plain["Location"]) == (301, f"https://testserver{path}")


def test_a_session_ends_where_it_must(world: World) -> None:
    client = world.client("owner")
    kept = client.cookies["session"].value
    client.post("/accounts/sign-out/")
    thief = Client()
    thief.cookies["session"] = kept
    assert thief.get("/accounts/")["Location"].startswith("/accounts/sign-in/")
    # And a new password ends all others.
    here, there = world.client("other"), world.client("other")
    form = {
        "old_password": SECRET,
        "new_password1": "brass lamp on the quay",
        "new_password2": "brass lamp on the quay",
    }
    assert here.post("/accounts/password/", form).status_code == 302
    assert here.get("/accounts/").status_code == 200
    assert there.get("/accounts/").status_code == 302


def test_staff_change_their_password_under_the_same_limits(world: World) -> None:
    assert world.client("staff").get("/admin/password_change/")["Location"] == "/accounts/password/"
    assert (
        world.client("staff").post("/admin/password_change/", {"old_password": "x"})["Location"]
        == "/accounts/password/"
    )


def test_a_chosen_path_of_the_staff_is_told_to_no_crawler(settings) -> None:
    settings.ADMIN_PATH = "harbour-office-7/"
    assert "harbour" not in Client().get("/robots.txt").content.decode()


def test_staff_who_may_only_look_at_runs_cannot_stop_them(world: World) -> None:
    from django.contrib.auth.models import Permission

    clerk = world.people["clerk"]
    clerk.user_permissions.set(Permission.objects.filter(codename="view_run"))
    client = world.client("clerk")
    assert client.get("/admin/rules/run/").status_code == 200
    client.post("/admin/rules/run/", {"action": "stop", "_selected_action": [world.queued.run_id]})
    world.queued.run.refresh_from_db()
    assert world.queued.run.status == "queued"
