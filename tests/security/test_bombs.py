"""Worst cases cost little: everything here is measured in processor time, against a bound that is generous."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from cards.catalogue import CardType, Zone
from cards.store import current_catalogue
from decks.decklist import MAX_CARDS, MAX_COPIES
from decks.exchange import KINDS, DeckImportError, parse
from decks.markdown import render_markdown
from decks.models import Comment
from decks.services import MAX_DESCRIPTION_LENGTH
from decks.social import MAX_COMMENT_LENGTH
from rules.games.replays.replay import MAX_LENGTH
from tests.decks.api_calls import call, starter_body
from tests.rules.games.games import notation
from tests.security.bombs import IMPORTS, MARKDOWN, MEGABYTE, QUERIES, sized
from tests.security.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unbounded")]

#: Seconds of the processor that one request may take, on a slow machine at a bad time.
BOUND = 2.0


def spent(act: Callable[[], Any]) -> tuple[float, Any]:
    began = time.process_time()
    found = act()
    return time.process_time() - began, found


@pytest.fixture
def client() -> Client:
    """A browser whose pages are warm: what is made once is not part of any bound."""
    client = Client(raise_request_exception=False)
    for path in ("/cards/?q=x", "/decks/?q=x", "/decks/castille-starter/odds/?q1=t:risk&n1=1", "/duels/"):
        client.get(path)
    return client


# --- Markdown ---


def test_no_words_about_a_deck_are_dear_to_read() -> None:
    faults = []
    for name, make in MARKDOWN.items():
        for size in (MAX_COMMENT_LENGTH, MAX_DESCRIPTION_LENGTH):
            seconds, html = spent(lambda make=make, size=size: render_markdown(make(size), current_catalogue()))
            if seconds > BOUND / 2 or len(html) > 30 * size:
                faults.append(f"{name}, {size} characters: {seconds:.2f} s, {len(html)} characters of HTML")
    assert not faults, "\n".join(faults)


def test_a_table_of_usual_size_stays_a_table() -> None:
    catalogue = current_catalogue()
    html = render_markdown("|a|b|c|\n|-|-|-|\n" + "|1|2|3|\n" * 100, catalogue)
    assert html.count("<td>") == 300
    assert "<table>" not in render_markdown("|a" * 200 + "|\n" + "|-" * 200 + "|\n" + "x\n" * 200, catalogue)


def test_a_megabyte_of_words_is_refused_before_it_is_read(world: World) -> None:
    deck, owner = world.decks["public"], world.client("owner")
    for name, (path, field) in zip(
        ("quotes", "emphasis", "tables", "marks on marks"),
        (("edit/", "description"), ("comments/", "text"), ("report/", "reason"), ("rename/", "name")),
        strict=True,
    ):
        text = MARKDOWN[name](MEGABYTE)
        seconds, answer = spent(lambda: owner.post(f"/decks/{deck.pk}/{path}", {"name": "x", field: text}))  # noqa: B023
        assert answer.status_code == 400, (name, path)
        assert seconds < BOUND, (name, path, seconds)
        assert call(owner, "patch", f"decks/{deck.pk}/", {"description": text}).status_code == 413
    assert Comment.objects.count() == 3


# --- queries ---


@pytest.mark.parametrize("path", ["/cards/", "/decks/", "/api/v1/decks/"])
def test_no_query_is_dear_to_answer(client: Client, path: str) -> None:
    faults = []
    for name, make in QUERIES.items():
        for size in (480, MEGABYTE) if name == "marks on marks" else (480,):
            seconds, answer = spent(lambda make=make, size=size: client.get(path, {"q": make(size)}))
            if seconds > BOUND or answer.status_code >= 500:
                faults.append(f"{name}, {size} characters: {answer.status_code} after {seconds:.2f} s")
            if len(answer.content) > MEGABYTE:
                faults.append(f"{name}: {len(answer.content)} bytes of answer")
    assert not faults, "\n".join(faults)


def test_a_query_too_long_is_told_so(client: Client) -> None:
    told = client.get("/api/v1/cards/", {"q": "a" * MEGABYTE}).json()
    assert told["status"] == 400
    assert "500 characters" in told["detail"]
    for path, size, status in (
        ("/cards/", 600, 200),
        ("/cards/", 5000, 400),
        ("/decks/", 600, 200),
        ("/decks/", 5000, 400),
    ):
        page = client.get(path, {"q": "a" * size})
        assert page.status_code == status
        assert "500 characters" in page.content.decode()


# --- imports ---


def test_no_list_is_dear_to_read() -> None:
    catalogue, faults = current_catalogue(), []
    parse("2 Not Today", catalogue)
    for name, (kind, make) in IMPORTS.items():
        for chosen in (kind, "auto"):
            for size in (KINDS[kind].max_bytes - 300, *((MEGABYTE,) if chosen == kind else ())):
                text = make(size)

                def read(text: str = text, chosen: str = chosen) -> str:
                    try:
                        return f"{len(parse(text, catalogue, kind=chosen).decks)} decks"
                    except DeckImportError as error:
                        return str(error)

                seconds, said = spent(read)
                if seconds > BOUND:
                    faults.append(f"{name} as {chosen}, {size} characters: {seconds:.2f} s ({said[:60]})")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("path", ["/decks/import/", "/hands/"])
def test_a_megabyte_of_a_list_is_refused_with_its_reason(client: Client, path: str) -> None:
    for name in ("near names", "deep objects", "many keys", "quoted lines", "saved objects"):
        kind, make = IMPORTS[name]
        seconds, answer = spent(lambda kind=kind, make=make: client.post(path, {"text": make(MEGABYTE), "kind": kind}))
        assert answer.status_code in (400, 413), name
        assert seconds < BOUND, name
    assert "longer than" in answer.content.decode()


def test_a_form_larger_than_anything_is_refused_with_its_reason(client: Client) -> None:
    for content in (f"text={'a' * 3 * MEGABYTE}", "&".join(f"a{n}=1" for n in range(2000))):
        seconds, answer = spent(
            lambda content=content: client.generic(
                "POST", "/decks/import/", content, content_type="application/x-www-form-urlencoded"
            )
        )
        assert answer.status_code == 413
        assert "at most 2,621,440 bytes and 1,000 fields" in answer.content.decode()
        assert seconds < BOUND


# --- bodies ---


def keys(number: int) -> str:
    return ",".join(f'"{n}":0' for n in range(number))


BODIES: dict[str, Callable[[int], str]] = {
    "one key twice after very many": lambda size: "{" + keys(size // 9) + ',"x":0,"x":1}',
    "very many unknown keys": lambda size: "{" + keys(size // 9) + "}",
    "very long keys": lambda size: '{"' + "a" * (size // 2 - 20) + '":1,"' + "b" * (size // 2 - 20) + '":1}',
    "deep lists": lambda size: "[" * size,
    "deep objects": lambda size: sized('{"a":', size),
    "large number": lambda size: '{"faction":{"01100":' + "9" * (size - 40) + "}}",
    "large exponent": lambda size: '{"faction":{"01100":1e999999999}}',
    "many wrong codes": lambda size: json.dumps({"approach": [""] * (size // 5)}),
    "many quantities": lambda size: json.dumps({"faction": {str(n): 1 for n in range(size // 12)}}),
    "escapes": lambda size: '{"name":"' + sized("\\u0301", size - 20) + '"}',
    "halves of characters": lambda size: '{"name":"' + sized("\\ud800", size - 20) + '"}',
    "blanks": lambda size: " " * size,
    "not utf-8": lambda size: "\udcff" * 10,
}


@pytest.mark.parametrize("path", ["decks/import/", "hands/", "simulations/"])
def test_no_body_is_dear_to_read(client: Client, path: str) -> None:
    most = MEGABYTE if "import" in path else 128 * 1024
    faults = []
    for name, make in BODIES.items():
        for size in (most - 200, *((3 * MEGABYTE,) if name == "deep lists" else ())):
            body = make(size).encode(errors="surrogateescape")
            seconds, answer = spent(
                lambda body=body: client.post(f"/api/v1/{path}", body, content_type="application/json")
            )
            large = len(answer.content) > 24 * most
            if seconds > BOUND or answer.status_code not in (400, 413) or large:
                faults.append(
                    f"{name}, {size}: {answer.status_code} after {seconds:.2f} s, {len(answer.content)} bytes"
                )
    assert not faults, "\n".join(faults)


def test_numbers_out_of_all_bounds_are_refused(client: Client) -> None:
    numbers: list[Any] = [-1, 0, 10**9, 2**63, 2**64, 10**30, -(2**63), 1.5, 1e300, "9" * 30, "1e9", True, [], {}, "\0"]
    for path, field, base in (
        ("hands/", "days", starter_body()),
        ("simulations/", "games", starter_body()),
        ("simulations/", "days", starter_body(games=1)),
        ("odds/", "draws", starter_body(want=[{"q": "t:risk"}])),
        ("odds/", "day", starter_body(want=[{"q": "t:risk"}])),
    ):
        for number in numbers:
            seconds, answer = spent(lambda: call(client, "post", path, {**base, field: number}))  # noqa: B023
            assert answer.status_code in (400, 200, 202), (path, field, number)
            assert seconds < BOUND
    for seed in (-1, 2**64, 10**40, "x" * 10_000, "\0", "", " ", 1.5, None, []):
        assert call(client, "post", "hands/", starter_body(seed=seed)).status_code in (200, 400), seed
    for policy in ({"base": "x"}, {str(n): n for n in range(500)}, {"base": ["x"]}, [], 5, {"patience": 10**30}):
        assert call(client, "post", "simulations/", starter_body(games=1, policy=policy)).status_code == 400


def test_no_question_about_odds_is_dear(client: Client) -> None:
    """Many wants that overlap are what makes an exact answer long."""
    faction = {f"{1000 + n:05}": 2 for n in range(100, 113)}
    wants = [{"q": query, "at_least": 1} for query in ("t:risk", "c<=1", "thrust>0", "parry>0", "riposte>0", "c>=1")]
    deck = starter_body()
    for body in (
        {**deck, "want": wants, "draws": 20},
        {**deck, "want": wants, "day": 5},
        {**deck, "faction": faction, "want": wants, "day": 5},
    ):
        seconds, answer = spent(lambda: call(client, "post", "odds/", body))  # noqa: B023
        assert answer.status_code in (200, 400)
        assert seconds < BOUND
    many = "&".join(f"q{n}=t:risk+or+c<{n}&n{n}=1" for n in range(1, 60))
    seconds, answer = spent(lambda: client.get(f"/decks/castille-starter/odds/?{many}&day=5"))
    assert answer.status_code < 500
    assert seconds < BOUND


def large_lists() -> dict[str, dict[str, Any]]:
    """Lists that are well formed, of known cards, and as large as lists may be, or a little larger."""
    cards = current_catalogue()
    faction = [card.code for card in cards if card.deck is Zone.FACTION]
    approach = [card.code for card in cards if card.deck is Zone.APPROACH]
    schemes = [code for code in approach if cards.card(code).type is CardType.SCHEME]
    leader = cards.leaders[0].code
    full = dict.fromkeys(faction[: MAX_CARDS - 10], MAX_COPIES)
    return {
        "every faction card 99 times": {"leader": leader, "approach": schemes[:10], "faction": full},
        "one card 99 times": {"leader": leader, "approach": schemes[:10], "faction": {faction[0]: MAX_COPIES}},
        "four cards 99 times": {
            "leader": leader,
            "approach": schemes[:10],
            "faction": dict.fromkeys(faction[:4], MAX_COPIES),
        },
        "an approach deck of 390": {
            "leader": leader,
            "approach": (approach * MAX_CARDS)[: MAX_CARDS - 10],
            "faction": dict.fromkeys(faction[:10], 4),
        },
        "250 and 250": {
            "leader": leader,
            "approach": (approach * 250)[:250],
            "faction": dict.fromkeys(faction[:125], 2),
        },
    }


def test_no_list_of_cards_is_dear_to_count_or_simulate(client: Client) -> None:
    faults = []
    wants = [{"q": query, "at_least": 1} for query in ("t:risk", "c<=1", "thrust>0", "parry>0", "riposte>0", "c>=1")]
    for name, lists in large_lists().items():
        for path, body in (
            ("decks/validate/", {}),
            ("odds/", {"want": wants, "day": 5}),
            ("odds/", {"want": wants, "draws": 99}),
            ("hands/", {"days": 5}),
            ("simulations/", {"games": 1000, "days": 5}),
            ("simulations/", {"games": 1000, "against": lists}),
        ):
            seconds, answer = spent(lambda path=path, body=body, lists=lists: call(client, "post", path, lists | body))
            if seconds > BOUND or answer.status_code not in (200, 202, 400):
                faults.append(f"{name}, {path} {list(body)}: {answer.status_code} after {seconds:.2f} s")
    assert not faults, "\n".join(faults)


def test_no_page_of_a_large_deck_is_dear(client: Client) -> None:
    faults = []
    for name, lists in large_lists().items():
        form = {"text": json.dumps(lists), "kind": "json"}
        seconds, read = spent(lambda form=form: client.post("/decks/import/", {**form, "do": "read"}))
        mark = re.search(r'name="mark" value="(\w+)"', read.content.decode())
        assert mark, (name, read.status_code)
        keep = {**form, "do": "keep", "mark": mark[1], "name-1": "Large", "want-1": "1"}
        seconds, kept = spent(lambda keep=keep: client.post("/decks/import/", keep))
        assert kept.status_code == 303, name
        build = kept.headers["Location"]
        deck = build.removesuffix("build/")
        paths = (deck, build, f"{deck}odds/?q1=t:risk&n1=1&day=5", f"{deck}hands/?seed=1", f"{deck}simulate/")
        for path in paths:
            seconds, answer = spent(lambda path=path: client.get(path))
            if seconds > BOUND or answer.status_code >= 500:
                faults.append(f"{name}, {path}: {answer.status_code} after {seconds:.2f} s")
        code = next(iter(lists["faction"]))
        edit = {"do": f"remove {code}", "expected": "1"}
        seconds, answer = spent(lambda build=build, edit=edit: client.post(build, edit, headers={"X-Live": "edit"}))
        if seconds > BOUND or answer.status_code != 200:
            faults.append(f"{name}, an edit: {answer.status_code} after {seconds:.2f} s")
    assert not faults, "\n".join(faults)


# --- games ---


def test_no_record_of_a_game_is_dear(client: Client) -> None:
    good = notation(2, 3, choices=60)
    head = "\n".join(good.splitlines()[:3])
    records = {
        "passes": head + "\n" + "- " * (MAX_LENGTH // 2 - len(head)),
        "nonsense": sized("x ", MAX_LENGTH),
        "one word": "x" * MAX_LENGTH,
        "a megabyte": "- " * (MEGABYTE // 2),
        "many cards": good.replace("/", "/" + "01100," * 4000, 1),
        "large copies": good.replace("x2", "x99999999999", 1),
        "large seed": good.replace("seed=", "seed=" + "9" * 5000, 1),
        "many decks": "\n".join([good.splitlines()[0], *([good.splitlines()[1]] * 400)]),
    }
    for name, text in records.items():
        seconds, answer = spent(lambda text=text: client.post("/games/", {"paste": "1", "text": text}))
        assert answer.status_code in (400, 303), name
        assert seconds < BOUND, (name, seconds)


def test_no_address_of_a_game_is_dear(client: Client, world: World) -> None:
    for path in (
        f"/games/{world.game.pk}/?step=99999999",
        f"/games/{world.game.pk}/?step={'9' * 5000}",
        "/hands/?list=" + "A" * 60_000,
        "/decks/castille-starter/hands/?seed=1&game=" + "d1-" * 20_000,
        "/decks/castille-starter/hands/?seed=" + "x" * 60_000,
        "/duels/?do=play&moves=" + "-".join("a" * 20_000),
        "/duels/?do=simulate&duels=99999999",
        "/duels/?do=simulate&duels=10000",
        "/decks/castille-starter/simulate/?games=" + "9" * 60_000,
        "/simulations/?page=" + "9" * 5_000,
        "/decks/?page=99999999",
        "/rules/?q=" + "duel " * 12_000,
        "/players/" + "a" * 5_000 + "/",
    ):
        seconds, answer = spent(lambda path=path: client.get(path))
        assert answer.status_code < 500, path[:60]
        assert seconds < BOUND, (path[:60], seconds)
