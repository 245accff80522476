"""The builder over HTTP: who may build, what an edit answers, what happens to bad requests and to stale ones."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from cards.catalogue import CardType
from cards.catalogue.datafiles import load_catalogue
from cards.store import current_catalogue
from decks import services
from decks.builder.pool import PAGE_SIZE
from decks.lists.edits import remove_card
from decks.lists.starters import read_starters
from decks.models import Deck
from tests.decks.strategies import CATALOGUE
from web.ownership import Visitor

pytestmark = pytest.mark.django_db

SOLINE = "01089"
LIVE = {"X-Live": "edit"}
RISKS = [
    card.code for card in CATALOGUE if card.type is CardType.RISK and card.faction == "castille" and not card.is_unique
]
SCHEMES = [card.code for card in CATALOGUE if card.type is CardType.SCHEME and card.faction == "castille"]
STRANGER = next(card for card in CATALOGUE if card.type is CardType.RISK and card.faction == "eisen")


class Builder:
    """A browser with a deck in the builder."""

    def __init__(self, client: Client, leader: str = SOLINE) -> None:
        self.client = client
        self.path = client.post("/decks/new/", {"leader": leader}).headers["Location"]
        self.deck = Deck.objects.get(pk=self.path.split("/")[2])

    def do(self, words: str, *, live: bool = True, **fields: object):
        self.deck = Deck.objects.select_related("head").get(pk=self.deck.pk)
        form = {"do": words, "expected": self.deck.head.number, **fields}
        response = self.client.post(self.path, form, headers=LIVE if live else {})
        self.deck = Deck.objects.select_related("head").get(pk=self.deck.pk)
        return response

    @property
    def faction(self) -> dict[str, int]:
        return dict(self.deck.head.decklist.faction)


@pytest.fixture
def builder(client: Client) -> Builder:
    return Builder(client)


# --- who may build ---


def test_anybody_may_begin_a_deck_and_it_belongs_to_the_browser(client: Client) -> None:
    page = client.get("/decks/new/")
    assert page.status_code == 200
    assert page.content.decode().count('name="leader" value="0') == len(load_catalogue().leaders)
    builder = Builder(client)
    assert builder.deck.owner is None
    assert builder.deck.browser
    assert builder.deck.head.decklist.leader == SOLINE
    assert builder.deck.name == "Soline el Gato’s deck"
    assert client.get(builder.path).status_code == 200


def test_a_deck_begun_signed_in_belongs_to_the_user(client: Client) -> None:
    user = User.objects.create_user("rosa")
    client.force_login(user)
    response = client.post("/decks/new/", {"leader": "", "name": "  Without \n anyone ", "format": "core-only"})
    deck = Deck.objects.get(owner=user)
    assert response.headers["Location"] == f"/decks/{deck.id}/build/"
    assert (deck.name, deck.format, deck.head.decklist.leader) == ("Without anyone", "core-only", None)


@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_else_may_build_it(builder: Builder, method: str) -> None:
    other = Client()
    assert getattr(other, method)(builder.path).status_code == 404
    other.force_login(User.objects.create_user("rosa"))
    assert getattr(other, method)(builder.path).status_code == 404
    starter = Deck.objects.filter(starter=True).first()
    assert getattr(builder.client, method)(f"/decks/{starter.id}/build/").status_code == 404
    assert getattr(builder.client, method)("/decks/nothing/build/").status_code == 404


def test_a_public_deck_is_still_only_its_owners_to_build(builder: Builder) -> None:
    Deck.objects.filter(pk=builder.deck.pk).update(visibility="public")
    assert Client().get(builder.path).status_code == 404


def test_nothing_of_it_is_kept_by_caches(builder: Builder) -> None:
    answers = (
        builder.client.get("/decks/new/"),
        builder.client.get("/decks/import/"),
        builder.client.get(builder.path),
        builder.client.get(builder.path, headers=LIVE),
        builder.do(f"add {RISKS[0]}"),
    )
    for answer in answers:
        assert answer.headers["Cache-Control"] == "private, no-store"


def test_forms_without_the_token_are_refused(builder: Builder) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = builder.client.cookies
    assert strict.post(builder.path, {"do": "clear", "expected": 1}).status_code == 403


# --- edits ---


def test_an_edit_without_scripts_comes_back_to_the_same_place(builder: Builder) -> None:
    answer = builder.do(f"add {RISKS[0]}", live=False, q="t:risk", all="1", view="faces")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{builder.path}?q=t%3Arisk&all=1&view=faces#pick-{RISKS[0]}"
    assert builder.faction == {RISKS[0]: 1}
    page = builder.client.get(answer.headers["Location"]).content.decode()
    assert f"Added 1 {CATALOGUE.card(RISKS[0]).name}, 1 of 40." in page


def test_an_edit_answers_with_what_changed_and_no_more(builder: Builder) -> None:
    builder.do(f"add {RISKS[1]}")
    answer = builder.do(f"add {RISKS[0]}", shown=" ".join(RISKS)).content.decode()
    assert set(re.findall(r'id="(step-\w+)"', answer)) == {f"step-{RISKS[0]}"}
    row = f"line-faction-{RISKS[0]}"
    for part in ("history", "counter-faction", "title-risks", row, "head-faction", "check-faction", "charts", "said"):
        assert f'id="{part}"' in answer
    for part in (
        "kind-schemes",
        "kind-brutes",
        "kind-risks",
        f"line-faction-{RISKS[1]}",
        "counter-schemes",
        "head-approach",
    ):
        assert f'id="{part}"' not in answer, "an edit of a risk changes nothing about it"
    assert f'id="expected" value="{builder.deck.head.number}"' in answer
    assert "2/40+" in answer
    assert "<html" not in answer
    assert "#pool" not in answer
    scheme = builder.do(f"add {SCHEMES[0]}").content.decode()
    assert 'id="charts"' not in scheme, "the faction deck did not change"


def outer(html: str, key: str) -> str:
    """An element with all that is in it, by its id."""
    at = html.index(f' id="{key}"')
    start = html.rindex("<", 0, at)
    tag = re.match(r"<(\w+)", html[start:])[1]
    depth = 0
    for found in re.finditer(rf"<(/?){tag}\b[^>]*>", html[start:]):
        depth += -1 if found[1] else 1
        if depth == 0:
            return html[start : start + found.end()]
    raise AssertionError(f"{key} does not end")


def put(page: str, answer: str) -> str:
    """What the page's script does with an answer: each part replaces the one with its id, rows come and go."""
    while answer := answer.strip():
        if gone := re.match(r'<div data-remove="([^"]+)"></div>', answer):
            page, answer = page.replace(outer(page, gone[1]), ""), answer.removeprefix(gone[0])
            continue
        if new := re.match(r'<ul data-list="([^"]+)" data-place="(\d+)">(<li.*?</li>)</ul>', answer):
            rows = outer(page, new[1])
            starts = [found.start() for found in re.finditer(r"<li|</ul>", rows)]
            at = starts[int(new[2])]
            page, answer = page.replace(rows, rows[:at] + new[3] + rows[at:]), answer.removeprefix(new[0])
            continue
        key = re.match(r'<\w+[^>]* id="([^"]+)"', answer)
        if key is None:
            return page
        part = answer[: answer.index(">") + 1] if answer.startswith("<input") else outer(answer, key[1])
        if f' id="{key[1]}"' in page and not part.startswith("<input"):
            page = page.replace(outer(page, key[1]), part)
        answer = answer.removeprefix(part)
    return page


def test_the_parts_of_answers_make_the_page_that_would_come_whole(builder: Builder) -> None:
    edits = [f"add {RISKS[0]}", f"add {RISKS[1]}", f"add {RISKS[0]}", f"add {SCHEMES[0]}", "undo", "redo"]
    edits += [f"remove {RISKS[0]}", f"add {STRANGER.code}", *(f"add {code}" for code in SCHEMES[1:5])]
    edits += [f"remove {SCHEMES[2]}", f"drop {RISKS[1]}", f"add {RISKS[2]}"]
    edits += [
        *(f"add {code}" for code in sorted(RISKS, reverse=True)),
        f"drop {RISKS[0]} {RISKS[-1]}",
        "undo",
        "clear",
        f"add {RISKS[0]}",
        "lead 01089",
    ]
    page = builder.client.get(builder.path).content.decode()
    for words in edits:
        answer = builder.do(words)
        page = put(page, answer.content.decode()) if answer.status_code == 200 else page
        whole = builder.client.get(builder.path).content.decode()
        for part in ("list", "checks", "counts", "history", "charts"):
            assert outer(page, part) == outer(whole, part), (words, part)


def test_filling_a_zone_greys_out_the_others_and_emptying_brings_them_back(builder: Builder) -> None:
    for code in SCHEMES[:4]:
        builder.do(f"add {code}")
    answer = builder.do(f"add {SCHEMES[4]}", shown=" ".join(SCHEMES[:6])).content.decode()
    assert re.search(rf'id="more-{SCHEMES[5]}" data-more aria-disabled="true"', answer)
    assert "#pool" not in answer
    answer = builder.do(f"remove {SCHEMES[0]}", q="t:scheme", shown=" ".join(SCHEMES[:6])).content.decode()
    assert '<div data-into="#pool">' in answer
    assert f'id="pick-{SCHEMES[5]}"' in answer


def test_a_refusal_says_why_and_saves_nothing(builder: Builder) -> None:
    answer = builder.do(f"add {STRANGER.code}")
    assert answer.status_code == 422
    assert "is not loyal to Soline el Gato" in answer.content.decode()
    assert builder.deck.head.number == 1
    page = builder.do(f"add {STRANGER.code}", live=False)
    assert page.status_code == 422
    assert "is not loyal to Soline el Gato" in page.content.decode()


def test_problems_appear_and_vanish(builder: Builder) -> None:
    answer = builder.do(f"force {STRANGER.code}").content.decode()
    assert f"{STRANGER.name} is not loyal" in answer
    assert f'value="drop {STRANGER.code} faction"' in answer
    assert "1 problem" in answer
    answer = builder.do(f"drop {STRANGER.code} faction").content.decode()
    assert "is not loyal" not in answer


def test_undo_and_redo(builder: Builder) -> None:
    builder.do(f"add {RISKS[0]}")
    builder.do(f"add {RISKS[1]}")
    answer = builder.do("undo").content.decode()
    assert builder.faction == {RISKS[0]: 1}
    assert "Undone." in answer
    assert 'id="redo">' in answer
    builder.do("undo")
    assert builder.faction == {}
    assert "Nothing changed." in builder.do("undo").content.decode()
    builder.do("redo")
    builder.do("redo")
    assert builder.faction == {RISKS[0]: 1, RISKS[1]: 1}
    assert 'id="redo" aria-disabled="true">' in builder.do("redo").content.decode()


def test_what_was_undone_cannot_be_redone_after_another_edit_until_that_is_undone(builder: Builder) -> None:
    builder.do(f"add {RISKS[0]}")
    builder.do(f"add {RISKS[1]}")
    builder.do("undo")
    assert 'id="redo" aria-disabled="true">' in builder.do(f"add {RISKS[2]}").content.decode()
    assert 'id="redo">' in builder.do("undo").content.decode()
    assert 'id="redo">' in builder.do(f"set 1 {RISKS[0]}").content.decode(), "an edit that changes nothing"


def test_a_deck_becomes_legal_and_says_so(client: Client) -> None:
    starter = next(each for each in read_starters() if each.decklist.leader == SOLINE)
    builder = Builder(client)
    code, _ = starter.decklist.faction[0]
    services.save(builder.deck, remove_card(starter.decklist, code), current_catalogue())
    answer = builder.do(f"add {code}").content.decode()
    assert "The deck is now legal." in answer
    assert answer.count("check-item is-done") == 1, "the others were met before"
    assert builder.client.get(builder.path).content.decode().count("check-item is-done") == 8


def test_name_and_format(builder: Builder) -> None:
    answer = builder.client.post(builder.path, {"do": "rename", "name": "Cats <3"}, headers=LIVE)
    assert "Builder: Cats &lt;3" in answer.content.decode()
    empty = builder.client.post(builder.path, {"do": "rename", "name": " "})
    assert empty.status_code == 422
    assert 'id="name-error"' in empty.content.decode()
    builder.deck.refresh_from_db()
    assert builder.deck.name == "Cats <3"
    answer = builder.client.post(
        builder.path, {"do": "format", "format": "playtest-5.9.4e", "q": "t:risk"}, headers=LIVE
    )
    assert "0/40<" in answer.content.decode()
    assert 'data-into="#pool"' in answer.content.decode()
    assert builder.client.post(builder.path, {"do": "format", "format": "chess"}).status_code == 400


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"do": ""}, "There is no edit"),
        ({"do": "steal 01100"}, "There is no edit “steal”"),
        ({"do": "add 99999"}, "There is no card “99999”"),
        ({"do": "add 01100", "expected": ""}, "is not a version number"),
        ({"do": "add 01100", "expected": "-1"}, "is not a version number"),
        ({"do": "add 01100", "expected": "7" * 30}, "is not a version number"),
        ({"do": "undo", "expected": "99"}, "no version 99"),
        ({"do": "keep mine", "base": "99"}, "no version 99"),
        ({"do": "keep mine", "base": "x"}, "is not a version number"),
        ({"do": "clear", "view": "sideways"}, "There is no view “sideways”"),
        ({"do": "clear", "page": "0"}, "is not a page number"),
    ],
)
def test_bad_requests_are_answered_in_words(builder: Builder, fields: dict[str, str], part: str) -> None:
    answer = builder.client.post(builder.path, {"expected": "1", **fields})
    assert answer.status_code == 400
    assert part in answer.content.decode()
    assert builder.deck.versions.count() == 1


def test_unknown_cards_in_view_are_refused(builder: Builder) -> None:
    assert builder.do(f"add {RISKS[0]}", shown="99999").status_code == 400


def test_other_methods_are_not_allowed(builder: Builder) -> None:
    assert builder.client.delete(builder.path).status_code == 405


# --- the pool ---


def test_the_pool_offers_only_what_may_be_added_until_asked_for_the_rest(builder: Builder) -> None:
    page = builder.client.get(builder.path, {"q": "t:risk f:eisen,castille"}).content.decode()
    assert f'id="pick-{RISKS[0]}"' in page
    assert f'id="pick-{STRANGER.code}"' not in page
    page = builder.client.get(builder.path, {"q": "t:risk f:eisen", "all": "1"}).content.decode()
    assert f'id="pick-{STRANGER.code}"' in page
    assert f"{STRANGER.full_name} is not loyal to Soline el Gato" in page
    assert f'value="force {STRANGER.code}"' in page


def test_live_search_answers_with_the_pool_alone_and_the_address(builder: Builder) -> None:
    answer = builder.client.get(builder.path, {"q": "t:scheme"}, headers=LIVE)
    html = answer.content.decode()
    assert f'data-path="{builder.path}?q=t%3Ascheme"' in html
    assert "<html" not in html
    assert '<span data-into=".state"><input type="hidden" name="q" value="t:scheme">' in html
    assert f'id="pick-{SCHEMES[0]}"' in html


def test_a_faulty_search_is_shown_as_such(builder: Builder) -> None:
    html = builder.client.get(builder.path, {"q": "t:shceme"}).content.decode()
    assert "data-faulty" in html
    assert "t:scheme" in html


def test_a_search_that_finds_only_the_rest_points_there(builder: Builder) -> None:
    html = builder.client.get(builder.path, {"q": "f:eisen t:scheme"}).content.decode()
    assert "illegal card" in html


def codes_of(html: str) -> list[str]:
    return re.findall(r'id="pick-(\w+)"', html)


def test_further_cards_follow_the_last_one_whatever_left_the_pool_since(builder: Builder) -> None:
    first = codes_of(builder.client.get(builder.path).content.decode())
    everything = list(first)
    for code in [code for code in first if CATALOGUE.card(code).type is CardType.CHARACTER][:5]:
        builder.do(f"add {code}")
    while True:
        fields = {"after": everything[-1], "page": "2"}
        more = builder.client.get(builder.path, fields, headers={"X-Live": "more"}).content.decode()
        everything += codes_of(more)
        if 'id="more"' not in more:
            break
        assert more.startswith("<li")
    assert len(everything) == len(set(everything)) > 80
    assert {RISKS[0], RISKS[-1], SCHEMES[0]} <= set(everything)
    refused = builder.client.get(builder.path, {"after": "99999"}, headers={"X-Live": "more"})
    assert refused.status_code == 400


def test_pages_of_the_pool_without_scripts(builder: Builder) -> None:
    pages = [
        codes_of(builder.client.get(builder.path, {"all": "1", "page": page}).content.decode())
        for page in range(1, 2 + len(CATALOGUE) // PAGE_SIZE)
    ]
    assert len({code for page in pages for code in page}) == len(CATALOGUE)
    past = builder.client.get(builder.path, {"all": "1", "page": "999"}).content.decode()
    assert codes_of(past) == pages[-1], "past the last page is the last page"


def test_leaders_are_offered_to_a_deck_without_one(client: Client) -> None:
    builder = Builder(client, leader="")
    page = client.get(builder.path, {"q": "t:leader"}).content.decode()
    assert page.count('value="lead ') == len(load_catalogue().leaders)
    builder.do("lead 01035")
    assert builder.deck.head.decklist.leader == "01035"


# --- changed elsewhere ---


def test_a_stale_edit_shows_both_lists_and_saves_nothing(builder: Builder) -> None:
    builder.do(f"add {RISKS[0]}")
    for live in (True, False):
        answer = builder.do(f"add {RISKS[1]}", live=live, expected=1)
        assert answer.status_code == 409
        html = answer.content.decode()
        assert CATALOGUE.card(RISKS[0]).name in html
        assert CATALOGUE.card(RISKS[1]).name in html
        assert 'name="base" value="1"' in html
        assert f'name="edit" value="add {RISKS[1]}"' in html
        assert ("<html" in html) is not live
    assert builder.faction == {RISKS[0]: 1}


@pytest.mark.parametrize(
    ("choice", "kept"),
    [("keep mine", {RISKS[1]: 2}), ("keep both", {RISKS[0]: 1, RISKS[1]: 2})],
)
def test_the_choice_after_a_conflict(builder: Builder, choice: str, kept: dict[str, int]) -> None:
    builder.do(f"add {RISKS[0]}")
    edits = [f"add {RISKS[1]}", f"add {RISKS[1]}"]
    answer = builder.do(choice, live=False, base=1, edit=edits, q="t:risk")
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith(f"{builder.path}?q=t%3Arisk")
    assert builder.faction == kept
    assert builder.deck.versions.count() == 3, "both lists are still there"


def test_a_choice_can_be_stale_itself(builder: Builder) -> None:
    builder.do(f"add {RISKS[0]}")
    builder.do(f"add {RISKS[2]}")
    answer = builder.do("keep both", expected=2, base=1, edit=f"add {RISKS[1]}")
    assert answer.status_code == 409
    assert CATALOGUE.card(RISKS[2]).name in answer.content.decode()
    assert builder.faction == {RISKS[0]: 1, RISKS[2]: 1}


def test_the_same_edit_twice_is_no_conflict(builder: Builder) -> None:
    builder.do(f"add {RISKS[0]}")
    answer = builder.do(f"add {RISKS[0]}", expected=1)
    assert answer.status_code == 200
    assert 'id="expected" value="2"' in answer.content.decode()
    assert builder.faction == {RISKS[0]: 1}


def test_undo_can_be_stale_too(builder: Builder) -> None:
    builder.do(f"add {RISKS[0]}")
    builder.do(f"add {RISKS[1]}")
    answer = builder.do("undo", expected=2)
    assert answer.status_code == 409
    assert builder.faction == {RISKS[0]: 1, RISKS[1]: 1}


# --- speed ---


def test_the_number_of_queries_does_not_grow(builder: Builder, django_assert_max_num_queries: Callable) -> None:
    builder.client.get(builder.path)
    builder.do(f"add {RISKS[0]}")

    def edit(words: str) -> None:
        form = {"do": words, "expected": builder.deck.head.number, "shown": " ".join(RISKS)}
        assert builder.client.post(builder.path, form, headers=LIVE).status_code == 200
        builder.deck = Deck.objects.select_related("head").get(pk=builder.deck.pk)

    with django_assert_max_num_queries(12):
        edit(f"add {RISKS[1]}")
    for code in (*SCHEMES[:5], *RISKS[2:15]):
        builder.do(f"add {code}")
    with django_assert_max_num_queries(12):
        edit(f"add {RISKS[15]}")
    with django_assert_max_num_queries(16):
        edit("undo")
    with django_assert_max_num_queries(6):
        builder.client.get(builder.path)


# --- import ---

LIST = """Cats of the Docks
Leader: Soline el Gato
2x {risk}
1 {scheme}
1 Frobnicate the Moon
"""


def pasted() -> str:
    return LIST.format(risk=CATALOGUE.card(RISKS[0]).name, scheme=CATALOGUE.card(SCHEMES[0]).name)


def test_every_line_is_reported_before_anything_is_kept(client: Client) -> None:
    before = Deck.objects.count()
    page = client.post("/decks/import/", {"text": pasted(), "kind": "auto", "do": "read"})
    html = page.content.decode()
    assert page.status_code == 200
    for line in pasted().splitlines():
        assert line.split(" ", 1)[-1].replace("'", "&#x27;") in html
    assert "Frobnicate the Moon" in html
    assert Deck.objects.count() == before


def _mark(html: str) -> str:
    return re.search(r'name="mark" value="(\w+)"', html)[1]


def test_a_list_is_kept_under_its_name(client: Client) -> None:
    html = client.post("/decks/import/", {"text": pasted(), "do": "read"}).content.decode()
    form = {"text": pasted(), "kind": "auto", "do": "keep", "mark": _mark(html), "name-1": "Cats", "want-1": "1"}
    answer = client.post("/decks/import/", form)
    assert answer.status_code == 303
    deck = Deck.objects.get(name="Cats")
    assert answer.headers["Location"] == reverse("decks:build", kwargs={"deck_id": deck.id})
    assert deck.head.decklist.leader == SOLINE
    assert dict(deck.head.decklist.faction) == {RISKS[0]: 2}
    assert client.get(answer.headers["Location"]).status_code == 200


def test_a_text_changed_after_the_report_is_reported_anew(client: Client) -> None:
    html = client.post("/decks/import/", {"text": pasted(), "do": "read"}).content.decode()
    form = {"text": pasted() + "1 Another", "do": "keep", "mark": _mark(html), "name-1": "Cats", "want-1": "1"}
    answer = client.post("/decks/import/", form)
    assert answer.status_code == 200
    assert "Another" in answer.content.decode()
    assert not Deck.objects.filter(name="Cats").exists()


def test_a_guess_can_be_chosen_otherwise(client: Client) -> None:
    name = CATALOGUE.card(RISKS[0]).name
    typo = name[:2] + name[3] + name[2] + name[4:]
    text = f"Leader: Soline el Gato\n2x {typo}\n"
    html = client.post("/decks/import/", {"text": text, "do": "read"}).content.decode()
    field = re.search(r'<select id="(line-1-\d+)"', html)[1]
    assert f'<option value="{RISKS[0]}" selected>' in html
    form = {"text": text, "do": "keep", "mark": _mark(html), "name-1": "Left out", "want-1": "1", field: ""}
    client.post("/decks/import/", form)
    assert dict(Deck.objects.get(name="Left out").head.decklist.faction) == {}
    client.post("/decks/import/", {**form, "name-1": "Taken", field: RISKS[0]})
    assert dict(Deck.objects.get(name="Taken").head.decklist.faction) == {RISKS[0]: 2}


def test_a_chosen_card_keeps_the_quantity_of_its_line(client: Client) -> None:
    text = "Leader: Soline el Gato\n2x Lucas Martinez\n"
    html = client.post("/decks/import/", {"text": text, "do": "read"}).content.decode()
    field, code = re.search(r'<select id="(line-1-\d+)".*?<option value="(\d{5})"', html, re.DOTALL).groups()
    form = {"text": text, "do": "keep", "mark": _mark(html), "name-1": "Two", "want-1": "1", field: code}
    client.post("/decks/import/", form)
    assert Deck.objects.get(name="Two").head.decklist.approach == (code, code)


def test_a_link_to_a_deck_of_ours_imports_it(client: Client) -> None:
    starter = read_starters()[0]
    for address in ("decks/{}/", "decks/{}/build/", "decks/{}/versions/1/"):
        text = f"http://testserver/{address.format(starter.code)}"
        html = client.post("/decks/import/", {"text": text, "do": "read"}).content.decode()
        form = {"text": text, "do": "keep", "mark": _mark(html), "name-1": address, "want-1": "1"}
        assert client.post("/decks/import/", form).status_code == 303
        assert Deck.objects.get(name=address).head.decklist == starter.decklist


def test_a_link_to_somebody_elses_private_deck_imports_nothing(client: Client) -> None:
    other = services.create(
        Visitor(User.objects.create_user("rosa")), "Hers", read_starters()[0].decklist, current_catalogue()
    )
    answer = client.post("/decks/import/", {"text": f"http://testserver/decks/{other.id}/", "do": "read"})
    assert answer.status_code == 400
    assert "Hers" not in answer.content.decode()


def test_several_decks_at_once(client: Client) -> None:
    text = f"Deck: One\n{pasted()}\n\nDeck: Two\nLeader: Kaspar Dietrich\n2x {STRANGER.name}\n"
    html = client.post("/decks/import/", {"text": text, "do": "read"}).content.decode()
    count = html.count('class="draft"')
    form = {"text": text, "do": "keep", "mark": _mark(html)}
    for place in range(1, count + 1):
        form |= {f"name-{place}": f"Deck {place}", f"want-{place}": "1"}
    before = Deck.objects.count()
    answer = client.post("/decks/import/", form)
    assert answer.status_code == 303
    assert Deck.objects.count() == before + count >= before + 2
    none = client.post("/decks/import/", {key: value for key, value in form.items() if "want" not in key})
    assert "Select at least one deck" in none.content.decode()


@pytest.mark.parametrize(
    ("fields", "status", "part"),
    [
        ({"text": ""}, 400, "nothing to read"),
        ({"text": '{"leader": '}, 400, "text-error"),
        ({"text": "x\n" * 40_000}, 413, "too long for a deck list"),
        ({"text": "Hello there\nhow are you"}, 400, "find a card in this text"),
        ({"text": "https://another.example/decks/1/"}, 400, "paste it here"),
        ({"text": "http://testserver/cards/"}, 400, "does not lead to a deck"),
        ({"text": "1 Sabre", "kind": "chess"}, 400, "There is no kind"),
        ({"text": "1 Sabre", "format": "chess"}, 400, "There is no format"),
    ],
)
def test_what_cannot_be_read_is_said_beside_the_field(
    client: Client, fields: dict[str, str], status: int, part: str
) -> None:
    answer = client.post("/decks/import/", {"do": "read", **fields})
    assert answer.status_code == status
    assert part in answer.content.decode()


def test_the_new_deck_puts_the_leader_of_its_address_first(client: Client) -> None:
    asked = client.get("/decks/new/", {"leader": SOLINE}).content.decode()
    assert "<h1>Build with Soline el Gato</h1>" in asked
    assert f'name="leader" value="{SOLINE}">Start building</button>' in asked
    for code in ("", "01169", "nobody"):
        assert "<h1>Choose a leader</h1>" in client.get("/decks/new/", {"leader": code}).content.decode()


def test_the_new_deck_refuses_who_is_no_leader(client: Client) -> None:
    for code in (RISKS[0], "99999"):
        answer = client.post("/decks/new/", {"leader": code})
        assert answer.status_code == 400
        assert "There is no leader" in answer.content.decode()


def test_the_builder_of_somebody_signed_in_has_flat_queries_as_well(
    client: Client, django_assert_max_num_queries: Callable
) -> None:
    user = User.objects.create_user("rosa")
    client.force_login(user)
    deck = services.create(Visitor(user), "Mine", next(iter(read_starters())).decklist, current_catalogue())
    path = reverse("decks:build", kwargs={"deck_id": deck.id})
    client.get(path)
    with django_assert_max_num_queries(7):
        assert client.get(path).status_code == 200
