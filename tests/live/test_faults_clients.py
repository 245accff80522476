"""Clients that are slow, many, or at odds with each other: everybody else goes on, and each gets what was accepted."""

import json
import re
import resource
import socket
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import redis

from fivesails_site.addresses import redis_url
from fivesails_site.asgi import BODY_SECONDS
from fivesails_site.server import HEAD_SECONDS
from tests.live.people import Answer, Person, at_once
from tests.live.writers import CARDS, LEADER, Writer
from tests.processes import Site, copy, family, rows, wait_until
from web import rate_limits

# Generous: the machine may be busy with other things.
pytestmark = pytest.mark.timeout(400)

WRITERS = 50
#: More than there are threads, by far, and more than a process may usually have files open.
CROWD = 1500
#: More of a file than the kernel buffers for one connection.
LARGE = 32 * 1024 * 1024
PASSWORD = "sails before the north wind"


@pytest.fixture(scope="module")
def site(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that believes a proxy about where people come from, so that each has an address of their own."""
    var = copy(prepared_var, tmp_path_factory.mktemp("crowded") / "var")
    (var / "static" / "large.bin").write_bytes(bytes(LARGE))
    running = Site(var, FIVESAILS_PROXY_COUNT="1").wait_until_ready()
    yield running
    running.stop()


def address(number: int) -> str:
    return f"192.0.2.{number}"


def versions(site: Site, deck: str) -> list[tuple[int, int | None, dict[str, int]]]:
    """Number, parent's number and cards of each."""
    found = rows(
        site.var,
        """SELECT v.number, p.number, v.faction FROM decks_deckversion v
           LEFT JOIN decks_deckversion p ON p.id = v.parent_id WHERE v.deck_id = ? ORDER BY v.number""",
        deck,
    )
    return [(number, parent, json.loads(cards) if isinstance(cards, str) else cards) for number, parent, cards in found]


# --- slow ones ---


class Crowd:
    """Connections to a site that go slowly about their business."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.sockets: list[socket.socket] = []

    def come(self, said: bytes = b"") -> socket.socket:
        """Connect, and say something."""
        one = socket.create_connection(("127.0.0.1", self.site.port), timeout=60)
        self.sockets.append(one)
        if said:
            one.sendall(said)
        return one

    def leave(self) -> None:
        """All of them."""
        for one in self.sockets:
            one.close()


@pytest.fixture
def crowd(site: Site) -> Iterator[Crowd]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4096)), hard))
    made = Crowd(site)
    yield made
    made.leave()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def everybody_is_served(site: Site) -> None:
    """Whoever comes at a usual pace gets pages, and can save a deck."""
    writer = Writer(site.port, name="in between", address=address(1))
    for path in ("/", "/cards/", "/healthz", f"/decks/{writer.deck}/"):
        assert writer.person.get(path).status == 200
    writer.save()
    assert writer.accepted == 1
    writer.check(site.var)


def until_the_end(one: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    heard = b""
    while True:
        try:
            part = one.recv(65536)
        except ConnectionResetError:
            return heard
        if not part:
            return heard
        heard += part


def test_a_length_of_very_many_digits_keeps_no_thread_waiting(site: Site, crowd: Crowd) -> None:
    """What reads the head in front must see every length that is seen behind it, or a thread waits for the body."""
    head = b"POST /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: "
    waiting = [crowd.come(head + b"0" * 20 + b"500\r\n\r\n") for _ in range(40)]
    large = [crowd.come(head + b"9" * 19 + b"\r\n\r\n") for _ in range(40)]
    began = time.monotonic()
    everybody_is_served(site)
    assert time.monotonic() - began < BODY_SECONDS
    assert all(until_the_end(one).startswith(b"HTTP/1.1 413 ") for one in large)
    assert all(until_the_end(one).startswith(b"HTTP/1.1 408 ") for one in waiting)


def test_slow_clients_block_nobody_and_are_sent_away(site: Site, crowd: Crowd) -> None:
    style = re.search(r'href="(/static/css/[^"]+\.css)"', Person(site.port).get("/").text)
    assert style
    page = f"GET {style[1]} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    silent = [crowd.come() for _ in range(12)]
    heads = [crowd.come(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ") for _ in range(12)]
    form = b"POST /decks/new/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\nname="
    bodies = [crowd.come(form) for _ in range(12)]
    # Asks for far more than the kernel keeps for somebody who reads nothing.
    readers = [crowd.come(page * 200) for _ in range(8)]
    # Has its answer, and stays on the line.
    stayers = [crowd.come(page.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")) for _ in range(8)]

    began = time.monotonic()
    sending = [*heads, *bodies]
    while time.monotonic() - began < BODY_SECONDS / 3:
        for one in sending:
            one.sendall(b"x")
        everybody_is_served(site)

    for one in (*silent, *sending):
        heard = until_the_end(one)
        assert time.monotonic() - began > BODY_SECONDS - 1, "nobody is sent away too early"
        if one in bodies:
            assert heard.startswith(b"HTTP/1.1 408 ")
            assert b"The request did not arrive in time." in heard
        else:
            assert heard == b""
    for one in stayers:
        assert until_the_end(one).startswith(b"HTTP/1.1 200 ")
    assert readers
    everybody_is_served(site)


def memory(site: Site) -> int:
    """Resident bytes of the web processes."""
    pids = {pid for part in [site.part("web")] if part for pid in {part, *family(part)}}
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * resource.getpagesize()


def test_slow_downloads_hold_no_thread_and_little_memory(site: Site, crowd: Crowd) -> None:
    """Far more readers than threads, each taking a few bytes now and then of a large file."""
    everybody_is_served(site)
    before = memory(site)
    request = b"GET /static/large.bin HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    readers = [crowd.come(request) for _ in range(40)]
    for _ in range(3):
        for one in readers:
            assert one.recv(100)
        everybody_is_served(site)
    assert memory(site) - before < len(readers) * LARGE / 8
    assert len(until_the_end(readers[0])) > LARGE - 300, "whoever reads on gets it all"


def test_a_crowd_that_only_stands_in_the_door(site: Site, crowd: Crowd) -> None:
    for _ in range(CROWD):
        crowd.come(b"GET ")
    everybody_is_served(site)


def test_more_connections_than_the_limit_wait_for_those_that_time_out(
    prepared_var: Path, tmp_path: Path, crowd: Crowd
) -> None:
    limit = 100
    small = Site(copy(prepared_var, tmp_path / "var"), FIVESAILS_WEB_CONNECTIONS=str(limit)).wait_until_ready()
    crowd.site = small
    try:
        began = time.monotonic()
        for _ in range(limit + limit // 2):
            crowd.come(b"GET ")
        with pytest.raises(TimeoutError):
            Person(small.port, seconds=HEAD_SECONDS / 4).get("/healthz")
        assert Person(small.port).get("/").status == 200
        assert HEAD_SECONDS - 1 < time.monotonic() - began < 2 * HEAD_SECONDS
    finally:
        small.stop()


def test_what_no_page_takes_is_refused_before_it_is_read(site: Site, crowd: Crowd) -> None:
    start = b"POST /decks/new/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    said = {
        413: start + b"Content-Length: 99999999999\r\n\r\n",
        411: start + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        431: start + b"X-Long: " + b"x" * 70_000,
    }
    for status, words in said.items():
        heard = until_the_end(crowd.come(words))
        assert heard.startswith(f"HTTP/1.1 {status} ".encode()), heard
        assert b"\r\n\r\n" in heard
    start = b"GET /%b HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    page = until_the_end(crowd.come(start % (b"x" * 9000)))
    assert page.startswith(b"HTTP/1.1 414 ")
    assert b"<h1" in page
    problem = until_the_end(crowd.come(start % (b"api/v1/" + b"x" * 9000)))
    assert problem.startswith(b"HTTP/1.1 414 ")
    assert b"content-type: application/problem+json" in problem
    assert b'"code": "address_too_long"' in problem


def test_a_client_that_waits_for_a_word_before_it_sends_gets_it(site: Site, crowd: Crowd) -> None:
    start = b"POST /decks/new/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    asked = crowd.come(start + b"Content-Length: 3\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
    assert asked.recv(100).startswith(b"HTTP/1.1 100 ")
    asked.sendall(b"a=1")
    assert b"HTTP/1.1 403 " in until_the_end(asked), "a form without its token"


# --- at odds ---


@pytest.mark.database
def test_two_browsers_that_save_one_deck(site: Site) -> None:
    """One after the other the second is shown both lists, and keeps both; in the same instant exactly one is second."""
    first = Person(site.port)
    deck = first.new_deck("shared", LEADER)
    second = first.twin()
    assert first.edit(deck, f"set 1 {CARDS[0]}", 1).status == 303
    shown = second.edit(deck, f"set 1 {CARDS[1]}", 1)
    assert shown.status == 409
    assert f'name="edit" value="set 1 {CARDS[1]}"' in shown.text
    assert [cards for _, _, cards in versions(site, deck)] == [{}, {CARDS[0]: 1}]
    assert second.edit(deck, "keep both", 2, base="1", edit=f"set 1 {CARDS[1]}").status == 303
    assert versions(site, deck)[-1] == (3, 2, {CARDS[0]: 1, CARDS[1]: 1})

    for number in range(5):
        before = versions(site, deck)[-1][0]
        edits = [
            partial(who.live_edit, deck, f"set 1 {CARDS[2 + 2 * number + index]}", before)
            for index, who in enumerate((first, second))
        ]
        assert sorted(answer.status for answer in at_once(edits)) == [200, 409]
        assert len(versions(site, deck)) == before + 1


@pytest.mark.database
def test_fifty_writers_at_once(site: Site) -> None:
    """Each on a deck of their own: nobody is refused, and every deck is what its writer saw accepted."""

    def write(number: int) -> Writer:
        writer = Writer(site.port, name=f"one of fifty, {number}", address=address(number))
        for _ in range(2):
            writer.save()
        return writer

    writers = at_once([partial(write, number) for number in range(WRITERS)])
    for writer in writers:
        assert (writer.accepted, writer.unanswered, writer.refused) == (2, 0, [])
        writer.check(site.var)
    assert rows(site.var, "SELECT count(*) FROM decks_deck WHERE name LIKE 'one of fifty, %'") == [(WRITERS,)]


@pytest.mark.database
def test_fifty_writers_on_one_deck(site: Site) -> None:
    """With the version they saw, one is accepted; without, all are, one after the other in some order."""
    owner = Person(site.port, address(250))
    deck = owner.new_deck("fought over", LEADER)
    lists = [{CARDS[number % len(CARDS)]: number // len(CARDS) + 1} for number in range(WRITERS)]

    def replace(number: int, **more: int) -> Answer:
        return owner.twin().call("PATCH", f"decks/{deck}/", {"faction": lists[number], **more})

    answers = at_once([partial(replace, number, expected_version=1) for number in range(WRITERS)])
    assert Counter(answer.status for answer in answers) == {200: 1, 409: WRITERS - 1}
    accepted = next(number for number, answer in enumerate(answers) if answer.status == 200)
    assert [cards for _, _, cards in versions(site, deck)] == [{}, lists[accepted]]
    assert {answer.json()["code"] for answer in answers if answer.status == 409} == {"stale_version"}

    answers = at_once([partial(replace, number) for number in range(WRITERS)])
    assert {answer.status for answer in answers} == {200}
    found = versions(site, deck)
    assert [(number, parent) for number, parent, _ in found] == [
        (number, number - 1 if number > 1 else None) for number in range(1, len(found) + 1)
    ]
    # Whoever came first may have found the very list there already.
    later = [json.dumps(cards) for _, _, cards in found[2:]]
    assert len(later) in (WRITERS - 1, WRITERS)
    assert {*later, json.dumps(lists[accepted])} == {json.dumps(cards) for cards in lists}


@pytest.mark.database
def test_twenty_comments_in_one_instant_are_counted_one_after_the_other(site: Site) -> None:
    """Each that was counted before another was kept would be one too many."""
    person = Person(site.port, address(240))
    person.get("/accounts/sign-up/")
    entered = person.post("/accounts/sign-up/", username="talker", password1=PASSWORD, password2=PASSWORD)
    assert entered.status == 302, entered.text[:2000]
    person.get("/decks/castille-starter/")
    say = partial(person.twin().post, "/decks/castille-starter/comments/")
    answers = at_once([partial(say, text=f"Number {number}") for number in range(20)])
    assert Counter(answer.accepted for answer in answers) == {
        True: rate_limits.COMMENTS.count,
        False: 20 - rate_limits.COMMENTS.count,
    }
    assert {answer.status for answer in answers if not answer.accepted} == {429}
    assert rows(site.var, "SELECT count(*) FROM decks_comment WHERE text LIKE 'Number %'") == [
        (rate_limits.COMMENTS.count,)
    ]


# --- many ---


def sign_up(site: Site, name: str, place: str, mail: str = "") -> Answer:
    person = Person(site.port, place)
    person.get("/accounts/sign-up/")
    return person.post("/accounts/sign-up/", username=name, email=mail, password1=PASSWORD, password2=PASSWORD)


def accounts(site: Site, pattern: str) -> int:
    return int(rows(site.var, "SELECT count(*) FROM auth_user WHERE username LIKE ?", pattern)[0][0])


def leave_room(site: Site, limit: rate_limits.Limit, who: str, room: int) -> None:
    """As if all but so many tries of this hour had been made: each costs a slow hash, and the machine is small."""
    with redis.Redis.from_url(redis_url("", site.var)) as client:
        client.set(
            f"fivesails:1:{rate_limits.cache_key(limit, who, time.time())}", limit.count - room, ex=limit.seconds
        )


def test_a_storm_of_sign_ups(site: Site) -> None:
    """One name has one owner, one address so many accounts, one mailbox so many letters; nobody sees an error."""
    # Tries are counted by the hour: all of these have to fall into the same.
    wait_until(lambda: time.time() % 3600 < 3500, 110, "the next hour")
    leave_room(site, rate_limits.SIGN_UP_BY_ADDRESS, address(100), 6)
    mails = rate_limits.MAILS.count
    storm = {
        "name": [partial(sign_up, site, "wanted", address(number)) for number in range(1, 7)],
        "place": [partial(sign_up, site, f"crowd-{number}", address(100)) for number in range(10)],
        "mail": [
            partial(sign_up, site, f"mail-{number}", address(110 + number), "one@sails.example")
            for number in range(mails + 3)
        ],
    }
    answers = at_once([each for kind in storm.values() for each in kind])
    by_kind = {kind: [answers.pop(0) for _ in calls] for kind, calls in storm.items()}
    statuses = {kind: Counter(answer.status for answer in given) for kind, given in by_kind.items()}
    assert statuses == {"name": {302: 1, 200: 5}, "place": {302: 6, 429: 4}, "mail": {302: mails, 429: 3}}
    assert all("This name is taken." in answer.text for answer in by_kind["name"] if answer.status == 200)
    for answer in (*by_kind["place"], *by_kind["mail"]):
        if answer.status == 429:
            assert "Try again in" in answer.text
            assert int(answer.headers["retry-after"]) > 0
    assert [accounts(site, pattern) for pattern in ("wanted", "crowd-%", "mail-%")] == [1, 6, mails]

    def letters() -> int:
        return site.output.count("To: one@sails.example")

    wait_until(lambda: letters() >= mails, 60, "the mails are sent")
    assert letters() == mails
